/** What was issued stays what was sent: letterhead, recipient, taxes and page, byte for byte, whatever changes later. */
import anyTest, { type TestFn } from 'ava';
import type { Client } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { accountsByCode, base, draftInvoice, issue, issuedInvoice, pay } from '../journal/books.ts';
import { pngOf } from './png.ts';
import { noReader, readPaper } from './read-paper.ts';

const test = anyTest as TestFn<Context>;

interface Context {
  platform: Platform;
  client: Client;
}

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());
// Each test has an organization of its own, whose letterhead nobody else changes.
test.beforeEach(async (t) => {
  const organization = await platform.newOrganization({ edition: 'standard' });
  t.context = { platform, client: await platform.clientWith(organization, everyPermission) };
});

const before = {
  legal_name: 'Harbour Logistics Inc.',
  address: { address: '12 Pier Road', city: 'Oakland', state: 'CA', postal: '94607', country: 'US' },
  tax_number: 'US-94-1234567',
  bank_name: 'First Bank of Oakland',
  bank_account: '000123456789',
};
const after = {
  legal_name: 'Speicher GmbH',
  address: { address: 'Am Sandtorkai 1', city: 'Hamburg', postal: '20457', country: 'Germany' },
  tax_number: 'DE-999999999',
  bank_name: 'Hafenbank',
  bank_account: 'DE89370400440532013000',
};
const newWords = [after.legal_name, after.tax_number, after.bank_account];

async function fileOf({ platform, client }: Context, path: string): Promise<Buffer> {
  const response = await fetch(platform.url + path, {
    headers: { authorization: `Bearer ${client.accessToken}`, 'x-organization-id': client.organizationId },
  });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

const pdfOf = (context: Context, id: string): Promise<Buffer> =>
  fileOf(context, `${base}/invoices/${id}?format=pdf`);

const pageSize = (file: Buffer): string | undefined =>
  /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(file.toString('latin1'))?.[1];

async function letterhead(
  t: { is(a: unknown, b: unknown, why?: string): unknown },
  client: Client,
  words: object,
) {
  const set = await client.patch('/api/tenancy/paper', words);
  t.is(set.status, 200, set.text);
}

const putLogo = (client: Client, side: number) =>
  client.put('/api/tenancy/paper/logo', { logo: [{ content: pngOf(side, side).toString('base64') }] });

async function customerOf(client: Client) {
  const made = await client.post('/api/oms/customers', {
    code: 'BUYER',
    name: 'Old Buyer Ltd.',
    address: { city: 'Leeds', country: 'GB' },
  });
  return { customer_id: made.body.data.id as string };
}

const taxed = {
  lines: [{ description: 'Storage', unit_price: 0.125, quantity: 100, tax_code: 'CA', tax_rate: 7.25 }],
};

/** Everything that a paper could be drawn from, changed. */
async function changeEverything(t: Parameters<typeof letterhead>[0], client: Client, customerId: string) {
  await letterhead(t, client, after);
  await putLogo(client, 40);
  const renamed = { name: 'New Buyer plc', address: { city: 'York', country: 'GB' } };
  t.is((await client.patch(`/api/oms/customers/${customerId}`, renamed)).status, 200);
  const house = { name: 'Another name', rounding: 'half_even' };
  t.is((await client.patch('/api/tenancy/settings', house)).status, 200);
}

test('an issued invoice and a credit note keep the letterhead they were issued with, seen before or not', async (t) => {
  const { client } = t.context;
  await letterhead(t, client, before);
  await putLogo(client, 20);
  const party = await customerOf(client);
  const seen = await issuedInvoice(t, client, party, taxed);
  const unseen = await issuedInvoice(t, client, party, taxed);
  const credit = await issuedInvoice(t, client, party, { ...taxed, kind: 'credit_note' });
  const draft = await draftInvoice(t, client, party, taxed);
  const first = await pdfOf(t.context, seen.id);
  await pay(t, client, seen.id, { amount: 5, payment_date: seen.invoice_date });
  await changeEverything(t, client, party.customer_id);

  t.true((await pdfOf(t.context, seen.id)).equals(first), 'the same bytes as before');
  for (const [name, id, no] of [
    ['unseen', unseen.id, unseen.invoice_no],
    ['credit', credit.id, credit.invoice_no],
  ] as const) {
    const file = await pdfOf(t.context, id);
    t.is(pageSize(file), '612 792', name);
    t.true((await pdfOf(t.context, id)).equals(file), name);
    const text = readPaper(file, `frozen-${name}`);
    if (text === undefined) t.log(noReader);
    else {
      const { legal_name, tax_number, bank_account } = before;
      for (const word of [legal_name, tax_number, no, 'Old Buyer Ltd.', 'Leeds'])
        t.true(text.includes(word), word);
      t.is(text.includes(bank_account), name === 'unseen', 'how to pay');
      for (const word of [...newWords, 'New Buyer']) t.false(text.includes(word), word);
    }
  }

  const today = await pdfOf(t.context, draft.id);
  t.is(pageSize(today), '595.28 841.89', 'a draft is drawn as of today');
  const text = readPaper(today, 'frozen-draft');
  if (text) for (const word of newWords) t.true(text.includes(word), word);
  await issue(t, client, draft.id);
  const issued = readPaper(await pdfOf(t.context, draft.id), 'frozen-issued');
  if (issued) t.true(issued.includes(after.legal_name) && !issued.includes('draft'), issued);
});

test('the summary of an issued invoice keeps the kinds of service it was issued with', async (t) => {
  const { client } = t.context;
  const items = await client.post(`${base}/billing/items`, {
    code: 'KIND',
    name: 'Kind',
    category: 'pick',
    uom: 'unit',
    revenue_account_id: (await accountsByCode(client))['4010'],
  });
  t.is(items.status, 201, items.text);
  const lines = Array.from({ length: 16 }, () => ({
    billing_item_id: items.body.data.id,
    description: 'Work',
    unit_price: 1,
    quantity: 1,
  }));
  const party = await customerOf(client);
  const issued = await issuedInvoice(t, client, party, { lines });
  const draft = await draftInvoice(t, client, party, { lines });
  const renamed = await client.patch(`${base}/billing/items/${items.body.data.id}`, {
    category: 'label',
  });
  t.is(renamed.status, 200, renamed.text);
  const [frozen, today] = await Promise.all(
    [issued, draft].map(async ({ id }) => readPaper(await pdfOf(t.context, id), `kinds-${id}`)),
  );
  if (frozen === undefined || today === undefined) return t.log(noReader);
  t.regex(frozen, /Pick/);
  t.notRegex(frozen, /Label/);
  t.regex(today, /Label/, 'a draft is drawn as of today');
});

test('an invoice is the same paper paid or disputed, and for whoever asks first together; void, another that says so', async (t) => {
  const { client } = t.context;
  await letterhead(t, client, before);
  const party = await customerOf(client);
  const invoice = await issuedInvoice(t, client, party, taxed);
  const together = await Promise.all(Array.from({ length: 3 }, () => pdfOf(t.context, invoice.id)));
  const [first] = together;
  t.true(together.every((file) => file.equals(first!)));
  const step = async (words: object) => {
    const answer = await client.patch(`${base}/invoices/${invoice.id}`, words);
    t.is(answer.status, 200, answer.text);
    return pdfOf(t.context, invoice.id);
  };
  t.true((await step({ action: 'dispute', reason: 'too much' })).equals(first!));
  t.true((await step({ action: 'resolve' })).equals(first!));
  const void_ = await step({ action: 'void', reason: 'wrong party' });
  await letterhead(t, client, after);
  t.true((await pdfOf(t.context, invoice.id)).equals(void_), 'and that one is kept too');
  const text = readPaper(void_, 'void-invoice');
  if (text === undefined) return t.log(noReader);
  t.regex(text, /Invoice \(void\)/);
  t.true(text.includes(before.legal_name) && text.includes(invoice.invoice_no));
  t.false(text.includes(before.bank_account), 'nobody is to pay it');
});
