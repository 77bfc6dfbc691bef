/** The tax on a carrier's invoice: kept by line, added to its total, and posted as input tax by its bill. */
import test from 'ava';
import type { Platform } from '../helpers/join-platform.ts';
import { importFile } from '../imports/import-file.ts';
import { newAccount } from '../parcels/parcels-rig.ts';
import { asked, openInvoices, path, type InvoicesRig } from './carrier-invoices-rig.ts';

let rig: InvoicesRig;
let platform: Platform;
let account: any;
test.before(async () => {
  rig = await openInvoices();
  ({ platform } = rig);
  account = await newAccount(platform.client, rig.far.url);
});
test.after.always(() => rig?.close());

const books = '/api/accounting';
const billOf = async (id: string): Promise<any> =>
  (await platform.client.get(`${books}/bills/${id}`)).body.data;
const vat = (tax: number, tax_rate: number) => ({ tax, tax_code: 'DE', tax_rate });

test.serial('its bill has a line for each rate, and posts the tax as input tax', async (t) => {
  const { client, standard } = platform;
  const second = await client.post('/api/wms/merchants', { code: 'TAXED', name: 'The taxed merchant' });
  t.is(second.status, 201, second.text);
  const mine = await rig.bought(account.id);
  const theirs = await rig.bought(account.id, second.body.data.id);
  const lines = [
    asked(mine, 7.42, 'FRT', vat(1.41, 19)),
    asked(theirs, 7.42, 'FRT', vat(1.41, 19)),
    asked(theirs, 2, 'BOOK', vat(0.14, 7)),
    asked(mine, 1, 'FUE'),
    asked({ tracking_no: 'NOBODYS' }, 5, 'FRT', vat(0.95, 19)),
  ];
  const short = await rig.imported(account.id, lines);
  t.is(short.status, 400, short.text);
  t.like(short.body.error.details[0], { path: 'total', code: 'does_not_add_up' });
  const made = await rig.imported(account.id, lines, { total: 26.75 });
  t.is(made.status, 201, made.text);
  const { id } = made.body.data;
  const matched = (await rig.act(id, 'match')).body.data;
  t.like(matched, { ours: 17.84, tax: 2.96, refused: 5, expected: 14.84, total: 26.75 });
  const kept = (await client.get(`${path}/${id}/lines`)).body.data;
  t.deepEqual(
    kept.map((line: any) => [line.verdict, line.difference, line.tax, line.tax_code, line.tax_rate]),
    [
      ['matched', 0, 1.41, 'DE', 19],
      ['matched', 0, 1.41, 'DE', 19],
      ['dearer', 2, 0.14, 'DE', 7],
      ['dearer', 1, 0, '', null],
      ['not_ours', null, 0.95, 'DE', 19],
    ],
    'what a label cost is held against what is asked without tax',
  );
  const { bill_id } = (await rig.act(id, 'bill')).body.data;
  const bill = await billOf(bill_id);
  t.like(bill, { subtotal: 17.84, tax_total: 2.96, total: 20.8, expected_total: 17.8, variance: 3 });
  t.deepEqual(
    bill.lines.map((line: any) => [
      line.amount,
      line.tax,
      line.tax_code,
      line.tax_rate,
      line.splits.map((split: any) => [split.merchant_id === standard.merchantId, split.amount]).toSorted(),
    ]),
    [
      [1, 0, '', null, [[true, 1]]],
      [2, 0.14, 'DE', 7, [[false, 2]]],
      [
        14.84,
        2.82,
        'DE',
        19,
        [
          [false, 7.42],
          [true, 7.42],
        ],
      ],
    ],
  );
  const approved = await client.patch(`${books}/bills/${bill_id}`, { action: 'approve' });
  t.is(approved.status, 200, approved.text);
  const [entry] = (await client.get(`${books}/journal-entries?source_id=${bill_id}`)).body.data;
  const taxes = entry.lines.filter((line: any) => line.tax_part === 'tax');
  t.deepEqual(
    taxes.map((line: any) => [line.account_code, line.debit, line.tax_code, line.tax_rate]).toSorted(),
    [
      ['1400', 0.14, 'DE', 7],
      ['1400', 2.82, 'DE', 19],
    ],
  );
});

test.serial('what is given back gives its tax back, and is a vendor credit', async (t) => {
  const label = await rig.bought(account.id);
  const first = await rig.imported(account.id, [asked(label, 10, 'FRT', vat(1.9, 19))], { total: 11.9 });
  await rig.act(first.body.data.id, 'match');
  await rig.act(first.body.data.id, 'bill');
  const back = await rig.imported(account.id, [asked(label, -2.58, 'FRT', vat(-0.49, 19))], { total: -3.07 });
  t.is(back.status, 201, back.text);
  await rig.act(back.body.data.id, 'match');
  const { bill_id } = (await rig.act(back.body.data.id, 'bill')).body.data;
  t.like(await billOf(bill_id), { kind: 'vendor_credit', subtotal: 2.58, tax_total: 0.49, total: 3.07 });
});

test.serial('a tax by itself, of more decimals than money has, or of an odd rate', async (t) => {
  const label = await rig.bought(account.id);
  const only = await rig.imported(account.id, [asked(label, 0, 'VAT', vat(1.41, 19))], { total: 1.41 });
  t.is(only.status, 201, only.text);
  await rig.act(only.body.data.id, 'match');
  const { bill_id } = (await rig.act(only.body.data.id, 'bill')).body.data;
  t.like(await billOf(bill_id), { subtotal: 0, tax_total: 1.41, total: 1.41 });
  for (const more of [{ tax: 1.411 }, { tax_rate: 101 }, { tax: '1' }, { tax_rate: -1 }, { taxes: 1 }]) {
    const odd = await rig.imported(account.id, [asked(label, 1, 'FRT', more)], { total: 2.411 });
    t.is(odd.status, 400, odd.text);
  }
});

test.serial('a file has it as columns', async (t) => {
  const { client, standard } = platform;
  const label = await rig.bought(account.id);
  const { code } = (await client.get(`/api/wms/carriers/${standard.carrierId}`)).body.data;
  const csv = [
    'account;carrier;invoice_no;invoice_date;currency;total;tracking_no;charge_code;amount;tax;tax_code;tax_rate',
    `${account.name};${code};TAX-1;2026-11-20;USD;9,83;${label.tracking_no};FRT;7,42;1,41;DE;19`,
    `${account.name};${code};TAX-1;2026-11-20;USD;9,83;${label.tracking_no};FUE;1;;;`,
  ].join('\n');
  t.like(await importFile(client, 'carrier-invoices', { csv }), { state: 'completed', created_count: 2 });
  const [{ id }] = (await client.get(`${path}?invoice_no=TAX-1`)).body.data;
  t.like((await rig.act(id, 'match')).body.data, { ours: 8.42, tax: 1.41 });
  const file = await client.get(`${path}/${id}/lines?format=csv`);
  t.regex(file.text, /tax,tax_code,tax_rate\r?\n1,.*,1\.41,DE,19\r?\n2,.*,0,,/);
});

test.serial('a foreign invoice with several rates and a line given back is posted to the cent', async (t) => {
  const { client } = platform;
  const mine = await rig.bought(account.id);
  await platform.owner.query("update label_purchases set currency = 'EUR' where id = $1", [mine.id]);
  const lines = [
    asked(mine, 10.01, 'FRT', vat(1.9, 19)),
    asked(mine, 3.33, 'FUE', vat(0.23, 7)),
    asked(mine, -4.44, 'BACK', vat(-0.84, 19)),
    asked(mine, -3.33, 'BACK7', vat(-0.23, 7)),
    asked(mine, -0.77, 'PST', { tax: 0.05, tax_code: 'PST' }),
  ];
  const made = await rig.imported(account.id, lines, { total: 5.91, currency: 'EUR' });
  t.is(made.status, 201, made.text);
  const { id } = made.body.data;
  const matched = await rig.act(id, 'match');
  t.is(matched.status, 200, matched.text);
  const billed = await rig.act(id, 'bill', { exchange_rate: 1.0837 });
  t.is(billed.status, 200, billed.text);
  const { bill_id } = billed.body.data;
  t.like(await billOf(bill_id), { currency: 'EUR', subtotal: 4.8, tax_total: 1.11, total: 5.91 });
  const approved = await client.patch(`${books}/bills/${bill_id}`, { action: 'approve' });
  t.is(approved.status, 200, approved.text);
  const [entry] = (await client.get(`${books}/journal-entries?source_id=${bill_id}`)).body.data;
  const balance = entry.lines.reduce(
    (sum: number, line: any) => sum + Math.round(line.base_debit * 100) - Math.round(line.base_credit * 100),
    0,
  );
  t.is(balance, 0, JSON.stringify(entry.lines));
  const payable = entry.lines.find((line: any) => line.credit === 5.91);
  t.is(payable?.base_credit, 6.4, JSON.stringify(entry.lines));
});
