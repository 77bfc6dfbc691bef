import { execFileSync, spawnSync } from 'node:child_process';
import anyTest, { type TestFn } from 'ava';
import { recordingFetch } from '../examples/exchange.ts';
import type { Client } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { accountsByCode, base, issuedInvoice, pay } from '../journal/books.ts';

const test = anyTest as TestFn<{ platform: Platform; client: Client }>;

test.before(async (t) => {
  const platform = await joinPlatform();
  t.context = { platform, client: await platform.clientWith(platform.threePl, everyPermission) };
});
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

test('the documents on paper say what the documents say', async (t) => {
  const { platform } = t.context;
  const client = platform.client;
  const accounts = await accountsByCode(client);
  const pick = await client.post(`${base}/billing/items`, {
    code: 'PICK',
    name: 'Pick',
    category: 'pick',
    uom: 'unit',
    revenue_account_id: accounts['4010'],
  });
  const lines = Array.from({ length: 40 }, (_, index) => ({
    ...(index % 3 === 1 ? { billing_item_id: pick.body.data.id } : {}),
    account_id: accounts[['4000', '4010', '4020'][index % 3]!],
    description: `Pallet positions, zone ${index + 1}`,
    quantity: 10 + index,
    uom: 'pallet',
    unit_price: 1.2345,
    tax_code: 'NY',
    tax_rate: 8.875,
    service_from: '2026-09-01',
    service_to: '2026-09-30',
  }));
  const made = await client.post('/api/oms/customers', {
    code: `PDF-${Date.now()}`,
    name: 'Grüße & Söhne Ltd.',
  });
  t.is(made.status, 201, made.text);
  const party = { customer_id: made.body.data.id };
  const invoice = await issuedInvoice(t, client, party, {
    invoice_date: '2026-10-01',
    po_number: 'PO 4711',
    notes: 'Thank you.',
    lines,
  });
  await pay(t, client, invoice.id, { amount: 100, payment_date: '2026-10-05' });
  const files = {
    invoice: await fetchPdf(platform, `${base}/invoices/${invoice.id}?format=pdf`),
    statement: await fetchPdf(
      platform,
      `${base}/reports/aging?format=pdf&as_of=2026-12-15&from=2026-01-01&customer_id=${party.customer_id}`,
    ),
    trial: await fetchPdf(platform, `${base}/reports/trial-balance?format=pdf&as_of=2026-12-31`),
  };
  for (const file of Object.values(files)) t.is(file.subarray(0, 5).toString(), '%PDF-');
  const outside = await client.get(`${base}/reports/aging?format=pdf`);
  t.is(outside.status, 400);
  if (spawnSync('pdftotext', ['-v']).error) {
    t.log('pdftotext is not installed (apt-get install poppler-utils): the texts were not read back');
    return;
  }
  const text = (name: keyof typeof files) =>
    execFileSync('pdftotext', ['-layout', '-', '-'], { input: files[name], encoding: 'utf8' });
  const page = text('invoice');
  t.true(
    page.includes(invoice.invoice_no) && page.includes('Grüße & Söhne Ltd.') && page.includes('PO 4711'),
  );
  t.true(page.includes(new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(invoice.total)));
  t.true(page.includes('zone 40') && page.includes('Summary'));
  t.regex(page, /^ *Pick +13 +/m, 'the summary is by kind of service');
  t.regex(page, /^ *Pallet positions +27 +/m, "what has no billing item by its own words, not the account's");
  t.notRegex(page, /Storage revenue/);
  t.regex(text('statement'), /OPEN ITEMS/);
  t.regex(text('trial'), /Accounts receivable/);
});

test('invoice, statement and trial balance print names in the letters they are written in', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const names = ['Łódź Sp. z o.o.', 'Δημήτρης & Υιοί', 'ТОВ Київ', 'Công ty Nguyễn Đức', '上海 Trading'];
  const files: Buffer[] = [];
  for (const [index, name] of names.entries()) {
    const made = await client.post('/api/oms/customers', { code: `LETTERS-${index}`, name });
    t.is(made.status, 201, made.text);
    const party = { customer_id: made.body.data.id };
    const invoice = await issuedInvoice(t, client, party, {
      invoice_date: '2026-10-01',
      notes: '€ £ ₽ ₴ ₺ ₫ ₹',
      lines: [{ description: `Magazynowanie, ${name}` }],
    });
    files.push(await fetchPdf(platform, `${base}/invoices/${invoice.id}?format=pdf`));
    const statement = `${base}/reports/aging?format=pdf&as_of=2026-12-15&customer_id=${party.customer_id}`;
    files.push(await fetchPdf(platform, statement));
  }
  const account = await client.post(`${base}/accounts`, {
    code: '6999',
    name: names.join(' '),
    type: 'expense',
    subtype: 'overhead',
  });
  t.is(account.status, 201, account.text);
  const accounts = await accountsByCode(client);
  const posted = await client.post(`${base}/journal-entries`, {
    description: 'Rent',
    entry_date: '2026-10-02',
    lines: [
      { account_id: account.body.data.id, debit: 1 },
      { account_id: accounts['1000'], credit: 1 },
    ],
  });
  t.is(posted.status, 201, posted.text);
  const trial = await fetchPdf(platform, `${base}/reports/trial-balance?format=pdf&as_of=2026-12-31`);
  for (const file of [...files, trial]) t.true(file.length < 60_000, `${file.length} bytes`);
  if (spawnSync('pdftotext', ['-v']).error) {
    t.log('pdftotext is not installed (apt-get install poppler-utils): the texts were not read back');
    return;
  }
  const read = (file: Buffer) =>
    execFileSync('pdftotext', ['-layout', '-', '-'], { input: file, encoding: 'utf8' });
  for (const [index, name] of names.entries()) {
    const [invoice, statement] = [read(files[2 * index]!), read(files[2 * index + 1]!)];
    t.true(invoice.includes(`Magazynowanie, ${name}`) && /€\s*£\s*₽\s*₴\s*₺\s*₫\s*₹/.test(invoice), invoice);
    t.true(statement.includes(name), statement);
    t.false(/by its Unicode number/.test(invoice), 'the note stands where it is needed only');
  }
  t.true(names.slice(0, 4).every((name) => read(trial).includes(name.split(' ')[0]!)));
});

async function fetchPdf(platform: Platform, path: string): Promise<Buffer> {
  const { client } = platform;
  const headers = {
    authorization: `Bearer ${client.accessToken}`,
    'x-organization-id': client.organizationId,
  };
  const response = await recordingFetch(new Request(platform.url + path, { headers }));
  const file = Buffer.from(await response.arrayBuffer());
  return file;
}
