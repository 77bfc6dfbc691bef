/** Papers within the European Union: IBAN and BIC, the code of a payment, VAT ids, reverse charge. */
import { execFileSync, spawnSync } from 'node:child_process';
import anyTest, { type TestFn } from 'ava';
import jsQR from 'jsqr';
import { recordingFetch } from '../examples/exchange.ts';
import type { Client } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { base, draftInvoice, issue, issuedInvoice, netOf } from '../journal/books.ts';
import { noReader, readPaper } from './read-paper.ts';

interface Context {
  platform: Platform & { stop(): Promise<void> };
  client: Client;
}

const test = anyTest as TestFn<Context>;

let platform: Context['platform'];
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());
test.beforeEach(async (t) => {
  const organization = await platform.newOrganization({ edition: 'standard' });
  t.context = { platform, client: await platform.clientWith(organization, everyPermission) };
});

const seller = {
  legal_name: 'Speicher & Söhne GmbH',
  address: { address: 'Am Sandtorkai 1', city: 'Hamburg', postal: '20457', country: 'DE' },
  tax_number: '22/815/08154',
  vat_id: 'de 136 695 976',
  bank_name: 'Hafenbank',
  iban: 'DE89 3704 0044 0532 0130 00',
  bic: 'cobadeffxxx',
};

async function isSeller(t: { is(a: unknown, b: unknown, why?: string): unknown }, client: Client) {
  const set = await client.patch('/api/tenancy/paper', seller);
  t.is(set.status, 200, set.text);
  return set.body.data;
}

async function paperOf(client: Client, id: string): Promise<Buffer> {
  const headers = {
    authorization: `Bearer ${client.accessToken}`,
    'x-organization-id': client.organizationId,
  };
  const at = `${platform.url}${base}/invoices/${id}?format=pdf`;
  return Buffer.from(await (await recordingFetch(new Request(at, { headers }))).arrayBuffer());
}

async function buyer(client: Client, words: object): Promise<{ customer_id: string }> {
  const made = await client.post('/api/oms/customers', { code: 'BUYER', name: 'Acheteur SARL', ...words });
  if (made.status !== 201) throw new Error(made.text);
  return { customer_id: made.body.data.id };
}

/** What a phone reads on the last page; undefined without poppler, null without a code. */
function codeOn(file: Buffer): string | null | undefined {
  if (spawnSync('pdftoppm', ['-v']).error) return undefined;
  const picture = execFileSync('pdftoppm', ['-r', '110', '-'], { input: file, maxBuffer: 1 << 26 });
  const [head, width, height] = /^P6\n(\d+) (\d+)\n255\n/.exec(picture.subarray(0, 40).toString('latin1'))!;
  const pixels = new Uint8ClampedArray(Number(width) * Number(height) * 4).fill(255);
  for (let at = 0; at < pixels.length / 4; at += 1) {
    for (let color = 0; color < 3; color += 1)
      pixels[4 * at + color] = picture[head.length + 3 * at + color]!;
  }
  return jsQR.default(pixels, Number(width), Number(height))?.data ?? null;
}

test('an invoice in euros says IBAN and BIC, and a phone reads the payment from its code', async (t) => {
  const { client } = t.context;
  const shown = await isSeller(t, client);
  t.like(shown, { vat_id: 'DE136695976', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' });
  const party = await buyer(client, {});
  const words = { currency: 'EUR', exchange_rate: 1.1, lines: [{ quantity: 3, unit_price: 411.5 }] };
  const invoice = await issuedInvoice(t, client, party, words);
  const file = await paperOf(client, invoice.id);
  const text = readPaper(file, 'euro-invoice');
  const code = codeOn(file);
  if (text === undefined || code === undefined) return t.log(noReader);
  for (const word of [
    'IBAN DE89 3704 0044 0532 0130 00',
    'BIC COBADEFFXXX',
    'VAT id DE136695976',
    '22/815/08154',
  ])
    t.true(text.includes(word), word);
  t.deepEqual(code?.split('\n'), [
    'BCD',
    '002',
    '1',
    'SCT',
    'COBADEFFXXX',
    'Speicher & Söhne GmbH',
    'DE89370400440532013000',
    'EUR1234.50',
    '',
    '',
    invoice.invoice_no,
  ]);

  const draft = await draftInvoice(t, client, party, words);
  t.is(codeOn(await paperOf(client, draft.id)), null, 'a draft has no number to pay by');
  const wrong = await issuedInvoice(t, client, party, words);
  const ended = await client.patch(`${base}/invoices/${wrong.id}`, { action: 'void', reason: 'twice' });
  t.is(ended.status, 200, ended.text);
  t.is(codeOn(await paperOf(client, wrong.id)), null, 'nobody pays what is void');
  const dollars = await issuedInvoice(t, client, party, {});
  t.is(codeOn(await paperOf(client, dollars.id)), null, 'only euros are paid so');
  const corrects = { kind: 'credit_note', original_invoice_id: invoice.id };
  const credit = await issuedInvoice(t, client, party, { ...words, ...corrects });
  const back = await paperOf(client, credit.id);
  t.is(codeOn(back), null, 'nobody pays a credit note');
  const named = new RegExp(`Corrects\\s+${invoice.invoice_no} of ${invoice.invoice_date}`);
  t.regex(readPaper(back, 'euro-credit-note')!, named, 'which invoice it changes');
});

test('numbers with a wrong check digit are refused by name', async (t) => {
  const { client } = t.context;
  const wrong = { iban: 'DE88370400440532013000', bic: 'COBAXXFF', vat_id: 'DE136695977' };
  const answer = await client.patch('/api/tenancy/paper', wrong);
  t.is(answer.status, 400, answer.text);
  t.deepEqual(answer.body.error.details.map(({ path }: { path: string }) => path).sort(), [
    'bic',
    'iban',
    'vat_id',
  ]);
  const customer = await client.post('/api/oms/customers', { code: 'B', name: 'B', vat_id: 'FR40303265046' });
  t.is(customer.body.error.details[0].path, 'vat_id');
  const nobody = await client.post('/api/oms/customers', { code: 'B', name: 'B', reverse_charge: true });
  t.is(nobody.status, 400, nobody.text);
  t.is(nobody.body.error.details[0].path, 'vat_id', 'who pays the tax?');
});

const taxed = { lines: [{ unit_price: 200, tax_code: 'DE', tax_rate: 19 }] };

test('with reverse charge nothing is taxed, and the paper has both VAT ids and says why, for ever', async (t) => {
  const { client } = t.context;
  const party = await buyer(client, { vat_id: 'fr 40 303265045', reverse_charge: true });
  const draft = await draftInvoice(t, client, party, taxed);
  t.like(draft, { reverse_charge: true, buyer_vat_id: 'FR40303265045', tax_total: 0, total: 200 });
  const refused = await client.patch(`${base}/invoices/${draft.id}`, { action: 'issue' });
  t.is(refused.status, 409, 'the seller has no VAT id');
  t.is(refused.body.error.code, 'VAT_ID_MISSING');
  await isSeller(t, client);
  const issued = await issue(t, client, draft.id);
  t.is(await netOf(platform, client.organizationId, 'sales_tax_payable'), '0.0000');

  const changed = { vat_id: null, reverse_charge: false };
  t.is((await client.patch(`/api/oms/customers/${party.customer_id}`, changed)).status, 200);
  const text = readPaper(await paperOf(client, issued.id), 'reverse-charge');
  if (text === undefined) t.log(noReader);
  else
    for (const word of ['Reverse charge', 'VAT id FR40303265045', 'VAT id DE136695976'])
      t.true(text.includes(word), word);
  const credit = await issuedInvoice(
    t,
    client,
    {},
    { ...taxed, kind: 'credit_note', original_invoice_id: issued.id },
  );
  t.like(credit, { reverse_charge: true, buyer_vat_id: 'FR40303265045', total: 200 }, 'as its invoice');
  const next = await draftInvoice(t, client, party, taxed);
  t.like(next, { reverse_charge: false, buyer_vat_id: null, tax_total: 38, total: 238 });
});

test('a draft is put under reverse charge and taken out again, with its VAT id or not at all', async (t) => {
  const { client } = t.context;
  const draft = await draftInvoice(t, client, await buyer(client, {}), taxed);
  t.is(draft.total, 238);
  const change = (words: object) => client.patch(`${base}/invoices/${draft.id}`, words);
  const nobody = await change({ reverse_charge: true });
  t.is(nobody.status, 400, nobody.text);
  t.is(nobody.body.error.details[0].path, 'buyer_vat_id');
  const put = await change({ reverse_charge: true, buyer_vat_id: 'ATU13585627' });
  t.like(put.body.data, { total: 200, tax_total: 0, reverse_charge: true });
  t.like((await change({ lines: draft.lines.map(lineWords) })).body.data, { total: 200 }, 'new lines too');
  t.like((await change({ reverse_charge: false })).body.data, { total: 238, tax_total: 38 });
});

const lineWords = ({
  account_id,
  description,
  quantity,
  unit_price,
  tax_code,
  tax_rate,
}: Record<string, unknown>) => ({
  account_id,
  description,
  quantity,
  unit_price,
  tax_code,
  tax_rate,
});
