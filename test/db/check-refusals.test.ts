/** A rule between the fields of a record is told by the field to change and in a sentence, whatever checks it. */
import test from 'ava';
import { brokenRules } from '../../db/check-refusals.ts';
import { constraintRefusals } from '../../db/sql-errors.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('each rule that has words is one of the schema', async (t) => {
  const { rows } = await platform.owner.query<{ name: string }>(
    `select conname as name from pg_constraint where contype = 'c'
     union select (regexp_matches(prosrc, 'constraint = ''([a-z_]+)''', 'g'))[1] from pg_proc`,
  );
  const names = new Set(rows.map(({ name }) => name));
  t.deepEqual(
    Object.keys(brokenRules).filter((name) => !names.has(name) || name in constraintRefusals),
    [],
  );
  for (const [name, { sentence }] of Object.entries(brokenRules)) t.regex(sentence, /^[A-Za-z].*\.$/, name);
});

test('a broken rule between fields names the field, and what it may not be', async (t) => {
  const { client } = platform;
  const accounts = '/api/accounting/accounts?system_key=';
  const account = async (key: string) => (await client.get(accounts + key)).body.data[0].id;
  const [revenue, expense, cash] = [
    await account('revenue_vas'),
    await account('expense_default'),
    await account('cash_default'),
  ];
  const item = await client.post('/api/accounting/billing/items', {
    code: 'WORDS',
    name: 'Words',
    category: 'handling',
    uom: 'unit',
    revenue_account_id: revenue,
  });
  const sheet = (more: object) =>
    client.post('/api/accounting/billing/rate-sheets', {
      code: 'WORDS',
      name: 'Words',
      currency: 'USD',
      effective_from: '2026-02-01',
      ...more,
    });
  const line = (more: object) =>
    sheet({ lines: [{ billing_item_id: item.body.data.id, pricing_model: 'per_unit', rate: 1, ...more }] });
  const told = async (asked: Promise<{ status: number; body: any; text: string }>, path: string) => {
    const answer = await asked;
    t.is(answer.status, 400, answer.text);
    const { code, message, details } = answer.body.error;
    t.is(code, 'VALIDATION_FAILED', answer.text);
    t.is(details[0].path, path, answer.text);
    t.true(message.includes(path.replace(/^lines\.\d+\./, '')) && message.endsWith('.'), message);
  };
  await told(sheet({ effective_to: '2026-01-31' }), 'effective_to');
  await told(line({ effective_from: '2026-03-02', effective_to: '2026-03-01' }), 'effective_to');
  await told(line({ min_charge: 5, max_charge: 1 }), 'max_charge');
  await told(line({ storage_method: 'daily' }), 'storage_basis');
  const aging = [
    { from_day: 30, multiplier: 1.5 },
    { from_day: 30, multiplier: 2 },
  ];
  const stored = { storage_method: 'daily', storage_basis: 'pallet', aging };
  await told(line(stored), 'lines.0.aging.1.from_day');
  await told(line({ surcharge_percent: 5 }), 'surcharge_item_id');
  await told(
    client.post('/api/accounting/billing/rules', {
      code: 'WORDS',
      name: 'Words',
      event: 'receipt.received',
      billing_item_id: item.body.data.id,
      effective_from: '2026-02-02',
      effective_to: '2026-02-01',
    }),
    'effective_to',
  );
  const customer = await client.post('/api/oms/customers', { code: 'WORDS', name: 'Words' });
  const invoice = {
    customer_id: customer.body.data.id,
    lines: [{ account_id: revenue, description: 'Words', quantity: 1, unit_price: 1 }],
  };
  const invoices = '/api/accounting/invoices';
  await told(
    client.post(invoices, { ...invoice, invoice_date: '2026-02-02', due_date: '2026-02-01' }),
    'due_date',
  );
  await told(
    client.post(invoices, { ...invoice, period_start: '2026-02-02', period_end: '2026-02-01' }),
    'period_end',
  );
  const vendor = await client.post('/api/wms/vendors', { name: 'Words' });
  await told(
    client.post('/api/accounting/bills', {
      vendor_id: vendor.body.data.id,
      bill_date: '2026-02-02',
      due_date: '2026-02-01',
      lines: [{ account_id: expense, description: 'Words', amount: 1 }],
    }),
    'due_date',
  );
  const entry = await client.post('/api/accounting/journal-entries', {
    entry_date: '2026-02-02',
    description: 'Words',
    lines: [
      { account_id: expense, debit: 1 },
      { account_id: cash, credit: 1 },
    ],
  });
  t.is(entry.status, 201, entry.text);
  await told(client.patch('/api/tenancy/settings', { base_currency: 'EUR' }), 'base_currency');
});

test('a reference that only a foreign key finds wrong is told by its field', async (t) => {
  const { client, threePl } = platform;
  const told = async (path: string, body: object, field: string) => {
    const answer = await client.post(path, body);
    t.is(answer.status, 400, answer.text);
    const noun = field.split('.').at(-1)!.slice(0, -3).replaceAll('_', ' ');
    t.is(answer.body.error.message, `${field} names no ${noun} of this organization.`);
    t.is(answer.body.error.details.path, field);
  };
  const { merchantId: merchant_id, warehouseId: warehouse_id } = threePl;
  const permissions = ['wms.inbound.view'];
  await told('/api/tenancy/tokens', { name: 'Foreign', permissions, merchant_id }, 'merchant_id');
  await told('/api/wms/hubs/enrollment-keys', { name: 'Foreign', warehouse_id }, 'warehouse_id');
  const sheet = { code: 'FOREIGN', name: 'Foreign', currency: 'USD', effective_from: '2026-02-01' };
  await told('/api/accounting/billing/rate-sheets', { ...sheet, merchant_id }, 'merchant_id');
  await told('/api/accounting/billing/rate-sheets', { ...sheet, warehouse_id }, 'warehouse_id');
  const rule = { code: 'FOREIGN', name: 'Foreign', event: 'receipt.received', billing_item_id: warehouse_id };
  await told('/api/accounting/billing/rules', rule, 'billing_item_id');

  const { id: vendor_id } = (await client.post('/api/wms/vendors', { name: 'Of a foreign load' })).body.data;
  const bill = (more: object, line: object = {}) => ({
    vendor_id,
    lines: [{ description: 'Foreign', amount: 1, ...line }],
    ...more,
  });
  for (const field of ['load_id', 'tms_order_id', 'purchase_order_id'])
    await told('/api/accounting/bills', bill({ [field]: warehouse_id }), field);
  const split = { merchant_id: platform.standard.merchantId, shipment_id: warehouse_id, amount: 1 };
  const splits = { split_basis: 'manual', splits: [split] };
  await told('/api/accounting/bills', bill({}, splits), 'lines.0.splits.0.shipment_id');
});

test('a currency that is none is told by its field', async (t) => {
  const { client, standard } = platform;
  const currency = 'ZZZ';
  const sheet = { code: 'NO-MONEY', name: 'None', currency, effective_from: '2026-02-01' };
  const account = { code: '1999', name: 'None', type: 'asset', subtype: 'bank', currency };
  const container = {
    container_no: 'CSQU3054383',
    pickup: 'Pier 400, Los Angeles',
    delivery: { name: 'Main', city: 'New York' },
    currency,
  };
  const { id } = (await client.post('/v1/tms/orders', {})).body;
  const tender = { carrier_id: standard.carrierId, rate: 5, currency };
  for (const [path, body] of [
    ['/api/accounting/billing/rate-sheets', sheet],
    ['/api/accounting/accounts', account],
    ['/v1/drayage/orders', container],
    [`/v1/tms/orders/${id}/assign`, tender],
  ] as const) {
    const answer = await client.post(path, body);
    t.is(answer.status, 400, path);
    t.is(answer.body.error.code, 'VALIDATION_FAILED', answer.text);
    t.like(answer.body.error.details[0], { path: 'currency', code: 'unknown' }, answer.text);
  }
});

test('a rule that charges for nothing says what it lacks, when it is changed as well', async (t) => {
  const { client } = platform;
  const revenue = (await client.get('/api/accounting/accounts?system_key=revenue_vas')).body.data[0].id;
  const item = {
    code: 'LACKS',
    name: 'Lacks',
    category: 'handling',
    uom: 'unit',
    revenue_account_id: revenue,
  };
  const { id: billing_item_id } = (await client.post('/api/accounting/billing/items', item)).body.data;
  const rule = { code: 'LACKS', name: 'Lacks', event: 'receipt.received', billing_item_id };
  const made = await client.post('/api/accounting/billing/rules', rule);
  for (const change of [{ effect: 'no_charge' }, { billing_item_id: null }]) {
    const { status, body } = await client.patch(`/api/accounting/billing/rules/${made.body.data.id}`, change);
    t.is(status, 400);
    t.is(body.error.details[0].path, 'billing_item_id');
    t.true(body.error.message.startsWith('billing_item_id is required when effect is charge'));
  }
});
