/** The register of payments and the export of bills: what accountants reconcile with the bank, by number and name. */
import { parse } from 'csv-parse/sync';
import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import type { Client } from '../helpers/client.ts';
import { accountsByCode, base, issuedInvoice, pay } from '../journal/books.ts';

let platform: Platform & { stop(): Promise<void> };
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  client = await platform.clientWith(platform.threePl, everyPermission);
});
test.after.always(() => platform?.stop());

const rowsOf = (text: string): any[] => parse(text, { columns: true, bom: true });
const listed = async (query = '') => (await client.get(`${base}/payments?total=exact${query}`)).body;
const cents = (values: readonly unknown[]) =>
  values.reduce((sum: number, one) => sum + Math.round(Number(one) * 100), 0);

async function approvedBill(vendor: string, words: object): Promise<any> {
  const accounts = await accountsByCode(client);
  const line = {
    account_id: accounts['6000'],
    description: 'Rent',
    quantity: 1,
    unit_cost: 300,
    tax_rate: 10,
  };
  const made = await client.post(`${base}/bills`, { vendor_id: vendor, lines: [line], ...words });
  if (made.status !== 201) throw new Error(made.text);
  const approved = await client.patch(`${base}/bills/${made.body.data.id}`, { action: 'approve' });
  if (approved.status !== 200) throw new Error(approved.text);
  return approved.body.data;
}

test('payments are listed with names, filtered, added up by currency, and exported', async (t) => {
  const { merchantId, secondMerchantId } = platform.threePl;
  const vendor = await client.post('/api/wms/vendors', { code: 'LANDLORD', name: 'Land & Lord' });
  t.is(vendor.status, 201, vendor.text);
  const dates = { invoice_date: '2026-05-02', due_date: '2026-06-02' };
  const invoice = await issuedInvoice(t, client, { merchant_id: merchantId }, dates);
  const other = await issuedInvoice(
    t,
    client,
    { merchant_id: secondMerchantId },
    { ...dates, currency: 'EUR', exchange_rate: 1.1 },
  );
  const first = await pay(t, client, invoice.id, {
    amount: 60,
    payment_date: '2026-05-10',
    reference: 'WIRE-1',
  });
  const undone = await client.post(`${base}/invoices/${invoice.id}/payments`, {
    reverses_payment_id: first.id,
    payment_date: '2026-05-11',
  });
  t.is(undone.status, 201, undone.text);
  await pay(t, client, other.id, { amount: 25.5, payment_date: '2026-05-12', method: 'wire' });
  const bill = await approvedBill(vendor.body.data.id, {
    vendor_bill_no: 'R-5',
    bill_date: '2026-05-01',
    due_date: '2026-05-31',
  });
  const paid = await client.post(`${base}/bills/${bill.id}/payments`, {
    method: 'ach',
    amount: 330,
    payment_date: '2026-05-20',
  });
  t.is(paid.status, 201, paid.text);

  const all = await listed();
  t.is(all.meta.total, 4);
  t.deepEqual(
    all.data.map((one: any) => [
      one.payment_date,
      one.direction,
      one.party_name,
      one.document_no,
      one.applied_amount,
    ]),
    [
      ['2026-05-20', 'out', 'Land & Lord', bill.bill_no, 330],
      ['2026-05-12', 'in', all.data[1].party_name, other.invoice_no, 25.5],
      ['2026-05-11', all.data[2].direction, all.data[3].party_name, invoice.invoice_no, -60],
      ['2026-05-10', 'in', all.data[3].party_name, invoice.invoice_no, 60],
    ],
  );
  t.like(all.data[0], { party_code: 'LANDLORD', account_code: '1000' });
  const ways: [string, number][] = [
    [`&merchant_id=${merchantId}`, 2],
    [`&vendor_id=${vendor.body.data.id}`, 1],
    ['&method=wire', 1],
    ['&currency=EUR', 1],
    ['&date_from=2026-05-11&date_to=2026-05-12', 2],
    [`&account_id=${all.data[0].account_id}&direction=out&date_from=2026-05-12`, 1],
  ];
  for (const [query, count] of ways) t.is((await listed(query)).meta.total, count, query);

  const totals = (await client.get(`${base}/reports/payments?date_from=2026-05-01`)).body.data;
  const of = (currency: string) => totals.filter((one: any) => one.currency === currency);
  t.is(cents(of('EUR').map((one: any) => one.amount)), 2550);
  t.is(
    cents(
      of('USD')
        .filter((one: any) => one.direction === 'out' && one.amount > 0)
        .map((one: any) => one.amount),
    ),
    33_000,
  );
  t.is(
    totals.reduce((sum: number, one: any) => sum + one.payments, 0),
    4,
  );

  const exported = rowsOf(
    (await client.get('/api/exports/payments?date_from=2026-05-01&date_to=2026-05-31')).text,
  );
  t.is(exported.length, 4);
  t.like(exported[0], {
    payment_no: first.payment_no,
    party_code: 'M1',
    reference: 'WIRE-1',
    amount: '60',
    reverses: '',
  });
  t.like(exported[1], { amount: '-60', reverses: first.payment_no });
  t.is(rowsOf((await client.get(`/api/exports/payments?merchant_id=${secondMerchantId}`)).text).length, 1);

  const bills = rowsOf((await client.get('/api/exports/bills?date_from=2026-05-01')).text);
  t.is(bills.length, 1);
  t.like(bills[0], {
    bill_no: bill.bill_no,
    vendor_bill_no: 'R-5',
    party_code: 'LANDLORD',
    account_code: '6000',
    amount: '300',
    tax: '30',
    bill_total: '330',
    bill_due: '0',
  });
  t.deepEqual((await client.get(`${base}/reports/bills?vendor_id=${vendor.body.data.id}`)).body.data, [
    {
      currency: 'USD',
      kind: 'bill',
      status: 'paid',
      bills: 1,
      subtotal: 300,
      tax_total: 30,
      total: 330,
      amount_due: 0,
    },
  ]);
});

test('a merchant’s bills are found among the splits of their lines too: what is rebilled stands there', async (t) => {
  const { merchantId, secondMerchantId } = platform.threePl;
  const accounts = await accountsByCode(client);
  const items = (await client.get('/api/accounting/billing/items?page_size=1')).body.data;
  const item =
    items[0] ??
    (
      await client.post(`${base}/billing/items`, {
        code: 'PASS',
        name: 'Passed on',
        category: 'handling',
        uom: 'unit',
        revenue_account_id: accounts['4000'],
      })
    ).body.data;
  const vendor = await client.post('/api/wms/vendors', { code: 'HAULER', name: '=HYPERLINK("x")' });
  const line = { account_id: accounts['6000'], quantity: 1 };
  await approvedBill(vendor.body.data.id, {
    vendor_bill_no: 'SPLIT-1',
    bill_date: '2026-04-01',
    due_date: '2026-04-30',
    lines: [
      { ...line, description: 'Rebilled', unit_cost: 10, merchant_id: merchantId, rebill_item_id: item.id },
      { ...line, description: 'Plain', unit_cost: 20, merchant_id: merchantId },
      {
        ...line,
        description: 'Shared',
        unit_cost: 30,
        splits: [
          { merchant_id: merchantId, amount: 12 },
          { merchant_id: secondMerchantId, amount: 18 },
        ],
      },
    ],
  });
  const bills = async (of: string) =>
    rowsOf((await client.get(`/api/exports/bills?date_from=2026-04-01&date_to=2026-04-02${of}`)).text).map(
      (row) => [row.description, row.merchant_code, row.amount, row.party_name[0]],
    );
  const all = [
    ['Rebilled', 'M1', '10', "'"],
    ['Plain', 'M1', '20', "'"],
    ['Shared', '', '30', "'"],
  ];
  t.deepEqual(await bills(''), all);
  t.deepEqual(await bills(`&merchant_id=${merchantId}`), all);
  t.deepEqual(await bills(`&merchant_id=${secondMerchantId}`), all.slice(2));
});

test('a merchant sees its own payments and no bills; who may not see the books sees none', async (t) => {
  const { merchantId } = platform.threePl;
  const own = await platform.clientWith(platform.threePl, everyPermission, { merchantId });
  const seen = (await own.get(`${base}/payments?page_size=200`)).body.data;
  t.true(seen.every((one: any) => one.merchant_id === merchantId));
  t.deepEqual(rowsOf((await own.get('/api/exports/bills')).text), []);
  t.deepEqual((await own.get(`${base}/reports/bills`)).body.data, []);
  const floor = await platform.clientWith(platform.threePl, ['wms.inbound.view']);
  for (const path of [
    `${base}/payments`,
    `${base}/reports/payments`,
    `${base}/reports/bills`,
    '/api/exports/payments',
    '/api/exports/bills',
  ])
    t.is((await floor.get(path)).status, 403, path);
});
