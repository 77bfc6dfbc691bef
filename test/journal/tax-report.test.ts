/** Tax on bills by rate, and the tax report: it adds up to the tax accounts and opens to its documents. */
import anyTest, { type TestFn } from 'ava';
import type { Client } from '../helpers/client.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { accountsByCode, base, issuedInvoice, netOf } from './books.ts';

interface Context {
  organization: TestOrganization;
  client: Client;
}
const test = anyTest as TestFn<Context>;

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());
test.beforeEach(async (t) => {
  const organization = await platform.newOrganization({ edition: 'standard' });
  t.context = { organization, client: await platform.clientWith(organization, everyPermission) };
});

const march = 'from=2026-03-01&to=2026-03-31';
const rowsOf = (report: any) =>
  report.rows.map(({ tax_side, tax_code, tax_rate, base: taxed, tax }: any) => [
    tax_side,
    tax_code,
    tax_rate,
    taxed,
    tax,
  ]);

async function report(client: Client, words = march): Promise<any> {
  const answer = await client.get(`${base}/reports/tax?${words}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

async function bill(client: Client, words: { lines: object[]; [field: string]: unknown }): Promise<any> {
  const made = await client.post(`${base}/bills`, { bill_date: '2026-03-05', ...words });
  if (made.status !== 201) throw new Error(made.text);
  const approved = await client.patch(`${base}/bills/${made.body.data.id}`, { action: 'approve' });
  if (approved.status !== 200) throw new Error(approved.text);
  return approved.body.data;
}

test("tax of a bill by rate: rounded once per rate, shared over its lines, the vendor's own figure kept", async (t) => {
  const { client, organization } = t.context;
  const at19 = { description: 'Film', amount: 0.33, tax_code: 'DE', tax_rate: 19 };
  const made = await bill(client, {
    vendor_id: organization.vendorId,
    lines: [at19, at19, at19, { description: 'Books', amount: 100, tax: 7.01, tax_code: 'DE', tax_rate: 7 }],
  });
  // Each line alone has 0.0627 and would be 0.06; 0.99 has 0.1881.
  t.deepEqual(
    made.lines.map(({ tax }: any) => tax),
    [0.06, 0.07, 0.06, 7.01],
  );
  t.is(made.tax_total, 7.2);
  t.deepEqual((await client.get(`${base}/bills/${made.id}`)).body.data, made);
  const entry = (await client.get(`${base}/journal-entries?source_id=${made.id}`)).body.data[0];
  const taxes = entry.lines.filter((line: any) => line.tax_part === 'tax');
  t.deepEqual(
    taxes.map((line: any) => [line.account_code, line.debit, line.tax_code, line.tax_rate, line.memo]),
    [
      ['1400', 0.19, 'DE', 19, 'Input tax DE'],
      ['1400', 7.01, 'DE', 7, 'Input tax DE'],
    ],
  );
  t.deepEqual(rowsOf(await report(client)), [
    ['purchases', 'DE', 19, 0.99, 0.19],
    ['purchases', 'DE', 7, 100, 7.01],
  ]);
});

test('the report: sales, credits, voids in their own period, reverse charge, tax without a rate', async (t) => {
  const { client, organization } = t.context;
  const party = { customer_id: organization.customerId };
  const march5 = { invoice_date: '2026-03-05', due_date: '2026-04-05' };
  const taxed = (unit_price: number, tax_rate = 19) => ({ unit_price, tax_code: 'DE', tax_rate });
  await client.patch('/api/tenancy/paper', { vat_id: 'DE136695976' });
  await issuedInvoice(t, client, party, { ...march5, lines: [taxed(100), taxed(10, 7), { unit_price: 5 }] });
  await issuedInvoice(t, client, party, { ...march5, kind: 'credit_note', lines: [taxed(20)] });
  const wrong = await issuedInvoice(t, client, party, { ...march5, lines: [taxed(1000)] });
  const ended = { action: 'void', reason: 'twice', void_date: '2026-04-02' };
  t.is((await client.patch(`${base}/invoices/${wrong.id}`, ended)).status, 200);
  await issuedInvoice(t, client, party, {
    ...march5,
    reverse_charge: true,
    buyer_vat_id: 'FR40303265045',
    lines: [taxed(400)],
  });
  await bill(client, {
    vendor_id: organization.vendorId,
    lines: [{ description: 'Fuel', amount: 50, tax: 4 }],
  });
  const dollars = { currency: 'EUR', exchange_rate: 2 };
  await issuedInvoice(t, client, party, { ...march5, ...dollars, lines: [taxed(10)] });

  const found = await report(client);
  t.deepEqual(rowsOf(found), [
    ['sales', null, 0, 5, 0],
    ['sales', 'DE', 19, 100 - 20 + 1000 + 20, 19 - 3.8 + 190 + 3.8],
    ['sales', 'DE', 7, 10, 0.7],
    ['sales', 'reverse charge', 0, 400, 0],
    ['purchases', null, null, 50, 4],
  ]);
  const totals = Object.fromEntries(found.totals.map(({ key, amount }: any) => [key, amount]));
  t.deepEqual(totals, { sales: 1515, output_tax: 209.7, purchases: 50, input_tax: 4, payable: 205.7 });
  const april = await report(client, 'from=2026-04-01&to=2026-04-30');
  t.deepEqual(rowsOf(april), [['sales', 'DE', 19, -1000, -190]], 'taken back in the month it was voided');
  t.deepEqual(rowsOf(await report(client, 'from=2026-02-01&to=2026-02-28')), []);
});

test('it opens to its documents, and adds up to the tax accounts with what moved them otherwise', async (t) => {
  const { client, organization } = t.context;
  const party = { customer_id: organization.customerId };
  const lines = [{ unit_price: 200, tax_code: 'a/b', tax_rate: 8.875 }];
  const invoice = await issuedInvoice(t, client, party, { invoice_date: '2026-03-05', lines });
  const early = await issuedInvoice(t, client, party, { invoice_date: '2026-02-05', lines });
  const accounts = await accountsByCode(client);
  const paid = await client.post(`${base}/journal-entries`, {
    entry_date: '2026-03-20',
    description: 'Tax of February',
    lines: [
      { account_id: accounts['2100'], debit: early.tax_total },
      { account_id: accounts['1000'], credit: early.tax_total },
    ],
  });
  t.is(paid.status, 201, paid.text);
  const { rows, accounts: told } = await report(client);
  t.is(rows.length, 1);
  const behind = (await client.get(rows[0].journal_lines)).body.data;
  t.deepEqual([...new Set(behind.map((line: any) => line.source_id))], [invoice.id]);
  t.is(
    behind.reduce((sum: number, line: any) => sum + line.base_credit - line.base_debit, 0),
    rows[0].base + rows[0].tax,
  );
  const tax = (await client.get(`${rows[0].journal_lines}&tax_part=tax`)).body.data;
  t.deepEqual(
    tax.map((line: any) => line.credit),
    [17.75],
  );
  const owed = told.find(({ code }: any) => code === '2100');
  t.like(owed, { opening: -17.75, reported: -17.75, other: 17.75, closing: -17.75 });
  t.is(Number(await netOf(platform, organization.id, 'sales_tax_payable', '2026-03-31')), owed.closing);
  t.is((await client.get(`${base}/journal-lines?tax_part=tax`)).body.error.details[0].path, 'tax_group');
});

test('as spreadsheets: sums with totals, and each document with its party, VAT id and tax', async (t) => {
  const { client, organization } = t.context;
  await client.patch('/api/tenancy/paper', { vat_id: 'DE136695976' });
  const invoice = await issuedInvoice(
    t,
    client,
    { customer_id: organization.customerId },
    {
      invoice_date: '2026-03-05',
      buyer_vat_id: 'FR40303265045',
      lines: [{ unit_price: 100, tax_code: 'FR', tax_rate: 20 }],
    },
  );
  const sums = await client.get(`${base}/reports/tax?${march}&format=csv`);
  t.deepEqual(sums.text.trim().split('\n'), [
    'side,tax_code,tax_rate,currency,base,tax',
    'sales,FR,20,USD,100,20',
    'total sales,,,USD,100,20',
    'total purchases,,,USD,0,0',
    'payable,,,USD,,20',
  ]);
  const documents = await client.get(`${base}/reports/tax?${march}&format=csv&by=document`);
  const [head, row, ...more] = documents.text.trim().split('\n');
  t.regex(head!, /^date,document_no,event,party,party_vat_id,side,tax_code,tax_rate,currency,base,tax,/);
  t.true(row!.startsWith(`2026-03-05,${invoice.invoice_no},issue,`), row);
  t.regex(row!, /FR40303265045,sales,FR,20,USD,100,20,USD,JE-[^,]+,C1$/);
  t.deepEqual(more, []);
  t.is((await client.get(`${base}/reports/tax?${march}&by=document`)).status, 400, 'a list has no end');
  const picker = await platform.clientWith(organization, ['wms.print.view']);
  t.is((await picker.get(`${base}/reports/tax`)).status, 403);
  const other = await platform.newOrganization({ edition: 'standard' });
  const stranger = await platform.clientWith(other, everyPermission);
  t.deepEqual((await report(stranger)).rows, []);
});

test('profit and loss and the balance sheet beside an earlier period, each figure with its lines', async (t) => {
  const { client, organization } = t.context;
  const party = { customer_id: organization.customerId };
  const accounts = await accountsByCode(client);
  await issuedInvoice(t, client, party, { invoice_date: '2026-02-10', lines: [{ unit_price: 70 }] });
  await issuedInvoice(t, client, party, { invoice_date: '2026-03-10', lines: [{ unit_price: 100 }] });
  const freight = { invoice_date: '2026-02-11', lines: [{ unit_price: 9, account_id: accounts['4100']! }] };
  await issuedInvoice(t, client, party, freight);
  const read = async (words: string) => (await client.get(`${base}/reports/${words}`)).body.data;
  const profit = await read(`profit-and-loss?${march}&compare=previous_period`);
  t.deepEqual(profit.compared, { from: '2026-02-01', to: '2026-02-28' });
  const revenue = profit.sections[0];
  t.deepEqual(
    revenue.rows.map((row: any) => [row.code, row.amount, row.compared]),
    [
      ['4000', 100, 70],
      ['4100', 0, 9],
    ],
    'what only the earlier one has stands there too',
  );
  t.like(revenue, { total: 100, compared: 79 });
  t.like(profit.totals.at(-1), { key: 'net_income', amount: 100, compared: 79 });
  const behind = (await client.get(revenue.rows[0].compared_journal_lines)).body.data;
  t.deepEqual(
    behind.map((line: any) => line.credit),
    [70],
  );
  const sheet = await read('balance-sheet?as_of=2026-03-31&compare=previous_period');
  t.like(sheet, { from: null, compared: { from: null, to: '2026-02-28' } });
  t.like(sheet.totals[0], { key: 'assets', amount: 179, compared: 79 });
  const alone = await read(`profit-and-loss?${march}`);
  t.like(alone, { compared: null });
  t.is(alone.sections[0].rows[0].compared, null);
  const csv = await client.get(
    `${base}/reports/profit-and-loss?${march}&compare=previous_year&by=merchant&format=csv`,
  );
  t.regex(
    csv.text,
    /^section,code,name,merchant,currency,amount,amount to 2025-03-31,change,merchant_code\n/,
  );
  t.regex(csv.text, /Revenue,4000,Storage revenue,no merchant,USD,100,0,100,\n/);
  const pdf = await client.get(`${base}/reports/profit-and-loss?${march}&compare=previous_period&format=pdf`);
  t.is(pdf.status, 200);
});
