/** Return rules: the first that matches is kept with the line, and decides what is inspected, credited and kept back. */
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import type { Client } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { billingRig } from '../billing/billing-rig.ts';
import { read, stocked, type Running } from '../fulfillment/outbound-rig.ts';
import { drive, newOrder } from '../orders/orders-rig.ts';
import {
  askReturn,
  authorizedReturn,
  completeReceipt,
  credit,
  dispose,
  inspect,
  inspectedReturn,
  patch,
  post,
  receiveUnits,
  returnsPath,
  stockByStatus,
  type Sold,
} from './returns-rig.ts';

let platform: Running;
let client: Client;
let feeItem: string;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
  feeItem = await (await billingRig(platform, platform.standard)).item('RESTOCK');
});
test.after.always(() => platform?.stop());

const rules = '/api/oms/return-rules';
const at = (id: string): string => `${returnsPath}/${id}`;

/** A class of items that only this test's rules ask for. */
const ownClass = (): string => `class-${uuidv7().slice(-8)}`;

async function rule(item_class: string, more: object = {}): Promise<string> {
  const answer = await client.post(rules, { name: `Rule ${uuidv7()}`, priority: 10, item_class, ...more });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data.id;
}

/** An order of units of a class, shipped and invoiced. */
async function sold(
  item_class: string,
  qty: number,
  { price = 10, currency = 'USD', rate }: { price?: number; currency?: string; rate?: number } = {},
): Promise<Sold & { invoice: any }> {
  const { standard } = platform;
  const itemId = await stocked(platform, { 'A-01': qty }, { item_class });
  const order = await newOrder(client, [{ item: itemId, qty, price }], {
    warehouse_id: standard.warehouseId,
    customer_id: standard.customerId,
    currency,
    ship_to: { name: 'Ada', address: '1 Main St', city: 'Town', country: 'US' },
  });
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms', 'fulfill');
  const exchange_rate = rate === undefined ? {} : { exchange_rate: rate };
  const drafted = await post(client, '/api/accounting/invoices', {
    sales_order_id: order.id,
    ...exchange_rate,
  });
  const path = `/api/accounting/invoices/${drafted.body.data.id}`;
  const invoice = (await patch(client, path, { action: 'issue' })).body.data;
  return { orderId: order.id, orderLineId: order.lines[0].id, itemId, invoice };
}

test('the first rule that matches is kept with the line, as it was then; a dry run says which and why', async (t) => {
  const item_class = ownClass();
  const general = await rule(item_class, { priority: 20, credit_percent: 90 });
  const small = await rule(item_class, { reason_code: 'too_small', credit_percent: 80 });
  const bad = await rule(item_class, {
    priority: 5,
    grade: 'D',
    credit_percent: 0,
    disposition: 'quarantine',
  });
  const order = await sold(item_class, 4);
  const asked = { item_id: order.itemId, reason_code: 'too_small', kind: 'customer' };
  const dry = (await post(client, `${rules}/dry-run`, asked)).body.data;
  t.like(dry, { rule_id: small, is_in_window: false, is_authorized: false });
  t.deepEqual(
    // The other tests' rules ask for other classes.
    dry.considered
      .filter(({ differs_in: why }: any) => !why.includes('item_class'))
      .map(({ rule_id: id, matches, differs_in: why }: any) => [id, matches, why]),
    [
      [bad, false, ['grade']],
      [small, true, []],
    ],
  );
  t.is((await post(client, `${rules}/dry-run`, { ...asked, grade: 'D' })).body.data.rule_id, bad);
  t.is(
    (await post(client, `${rules}/dry-run`, { ...asked, reason_code: 'other' })).body.data.rule_id,
    general,
  );
  t.is(
    (await post(client, `${rules}/dry-run`, { ...asked, item_id: uuidv7() })).body.error.code,
    'UNKNOWN_REFERENCE',
  );

  const found = await authorizedReturn(client, order, 3);
  t.like(found.lines[0], { rule_id: small, credit_percent: 80, inspect: 'always' });
  t.is((await patch(client, `${rules}/${small}`, { credit_percent: 10 })).status, 200);
  t.like(await read(client, `${rules}/${small}`), { credit_percent: 10, is_active: true });
  await receiveUnits(platform, found, 3);
  await completeReceipt(client, found);
  await inspect(client, found, 1, { grade: 'D' });
  await inspect(client, found, 2, { grade: 'A' });
  const [worst, good] = (await read(client, at(found.id))).inspections;
  t.like(worst, { rule_id: bad, credit_percent: 0, disposition: 'quarantine' });
  t.like(good, { rule_id: small, credit_percent: 80, disposition: null }, 'as the line was asked for');

  t.like((await dispose(client, found, worst.id, 'restock', { kind: null })).body.data.dispositions[0], {
    kind: 'quarantine',
  });
  const unsaid = await dispose(client, found, good.id, 'restock', { kind: null });
  t.like(unsaid.body.error.details[0], { path: 'kind', code: 'required' });

  const paid = await credit(client, found);
  t.is(paid.status, 201, paid.text);
  const note = await read(client, `/api/accounting/invoices/${paid.body.data.credits[0].id}`);
  t.like(note, { total: 16 });
  t.deepEqual(
    note.lines.map(({ quantity, credit_percent: percent, inspection_id: of }: any) => [
      quantity,
      percent,
      of,
    ]),
    [[2, 80, good.id]],
    'what is worth nothing is on no line',
  );
  t.is((await credit(client, found)).body.error.code, 'CREDIT_EXCEEDS_RETURNED');
});

test('units that nobody inspects go to available, settle their return and are credited as they were counted', async (t) => {
  const item_class = ownClass();
  await rule(item_class, { inspect: 'never', restocking_fee: 1.5, fee_item_id: feeItem });
  const order = await sold(item_class, 3);
  const found = await authorizedReturn(client, order, 3);
  const counted = await receiveUnits(platform, found, 3);
  t.deepEqual(await stockByStatus(client, order.itemId), { available: 3 });
  t.like((await inspect(client, found, 1)).body.error.details[0], {
    path: 'return_line_id',
    code: 'not_inspected',
  });
  const paid = await credit(client, found, { lines: [{ return_line_id: found.lines[0].id, qty: 1 }] });
  t.is(paid.status, 201, paid.text);
  const note = await read(client, `/api/accounting/invoices/${paid.body.data.credits[0].id}`);
  t.like(note, { total: 8.5 });
  t.deepEqual(
    note.lines.map(({ amount }: any) => amount),
    [10, -1.5],
  );
  const back = (qty: number) =>
    post(client, `/api/wms/inbound-receipts/${found.receipt_id}/reverse-line`, {
      receipt_line_id: found.lines[0].receipt_line_id,
      ledger_entry_id: counted.body.data.ledger_entry_ids[0],
      qty,
      note: 'miscounted',
    });
  t.like((await back(3)).body.error, {
    code: 'CREDIT_EXCEEDS_RETURNED',
    details: { returned: 0, credited: 1, would_be: 1 },
  });
  t.is((await back(1)).status, 200);
  await completeReceipt(client, found);
  t.is((await patch(client, at(found.id), { action: 'close' })).status, 200, 'disposed of');
  t.like((await back(1)).body.error, { code: 'ILLEGAL_TRANSITION', details: { from: 'closed' } });
});

test('a fee is said in the base currency: of an invoice in another it is converted at its rate, and booked as it is said', async (t) => {
  const item_class = ownClass();
  await rule(item_class, { restocking_fee: 1.5, fee_item_id: feeItem });
  const order = await sold(item_class, 3, { currency: 'EUR', rate: 1.25 });
  const found = await inspectedReturn(platform, order, 2);
  const paid = await credit(client, found);
  t.is(paid.status, 201, paid.text);
  const path = `/api/accounting/invoices/${paid.body.data.credits[0].id}`;
  t.like(await read(client, path), { currency: 'EUR', exchange_rate: 1.25, total: 17.6 });
  const { lines } = (await patch(client, path, { action: 'issue' })).body.data;
  t.deepEqual(
    lines.map(({ amount }: any) => amount),
    [20, -2.4],
    'three dollars',
  );
});

test('a return inside its window is authorized as it is asked for, with its receipt; outside a person decides', async (t) => {
  const item_class = ownClass();
  await rule(item_class, { auto_authorize: true, window_days: 30, kind: 'customer' });
  const order = await sold(item_class, 3);
  const asked = await askReturn(client, order, 1);
  t.is(asked.status, 201, asked.text);
  t.is(asked.body.data.status, 'authorized');
  t.truthy(asked.body.data.receipt_id);
  t.is((await askReturn(client, order, 1)).body.data.status, 'authorized');
  await platform.owner.query(
    `update wms_shipments set shipped_at = shipped_at - interval '31 days' where order_id = $1`,
    [order.orderId],
  );
  const late = await askReturn(client, order, 1);
  t.like(late.body.data, { status: 'requested', receipt_id: null });
});

test('goods to be replaced draft an order for nothing to the same address, once', async (t) => {
  const order = await sold(ownClass(), 3);
  const found = await authorizedReturn(client, order, 2, { wanted: 'replace' });
  await patch(client, at(found.id), { action: 'authorize' });
  const replacement = await read(client, `/api/oms/orders/${found.replacement_order_id}`);
  t.like(replacement, {
    status: 'draft',
    total: 0,
    replaces_return_id: found.id,
    customer_id: platform.standard.customerId,
    warehouse_id: platform.standard.warehouseId,
  });
  t.is(replacement.ship_to.name, 'Ada');
  t.deepEqual(
    replacement.lines.map(({ product_id: id, item_id: item, qty, price }: any) => [id ?? item, qty, price]),
    [[order.itemId, 2, 0]],
  );
  t.is((await authorizedReturn(client, order, 1)).replacement_order_id, null);
});

test('a sample says how many were looked at; all are where no rule asks for one', async (t) => {
  const item_class = ownClass();
  const sampled = await rule(item_class, { inspect: 'sample', reason_code: 'too_small' });
  const order = await sold(item_class, 6);
  const some = await authorizedReturn(client, order, 3);
  t.is(some.lines[0].rule_id, sampled);
  await receiveUnits(platform, some, 3);
  t.like((await inspect(client, some, 3, { sampled_qty: 4 })).body.error.details[0], { path: 'sampled_qty' });
  t.like((await inspect(client, some, 3, { sampled_qty: 1 })).body.data.inspections[0], {
    qty: 3,
    sampled_qty: 1,
  });
  const all = await authorizedReturn(client, order, 2, { reason_code: 'other' });
  await receiveUnits(platform, all, 2);
  t.like((await inspect(client, all, 2, { sampled_qty: 1 })).body.error.details[0], { code: 'not_allowed' });
});

test('rules are refused without their fee item, twice under a name, and kept to their organization', async (t) => {
  const body = { name: `Rule ${uuidv7()}`, priority: 1, item_class: ownClass() };
  const feeless = await client.post(rules, { ...body, restocking_fee: 2 });
  t.like(feeless.body.error.details[0], { path: 'fee_item_id' });
  t.is((await client.post(rules, body)).status, 201);
  t.is((await client.post(rules, body)).body.error.code, 'DUPLICATE');
  const unknown = await client.post(rules, { ...body, name: 'X', fee_item_id: uuidv7(), restocking_fee: 1 });
  t.is(unknown.body.error.code, 'UNKNOWN_REFERENCE');
  const viewer = await platform.clientWith(platform.standard, ['oms.returns.view']);
  t.is((await viewer.post(rules, { ...body, name: 'Y' })).status, 403);
  t.is((await viewer.get(`${rules}?q=${encodeURIComponent(body.name)}`)).body.meta.total, 1);
  const other = await platform.clientWith(platform.threePl, ['oms.returns.view']);
  t.is((await other.get(`${rules}?q=${encodeURIComponent(body.name)}`)).body.meta.total, 0);
});

test('a rule of one merchant is none of another merchant’s goods; the operator’s rules are for all', async (t) => {
  const { threePl } = platform;
  const house = await platform.clientWith(threePl, [
    'oms.returns.view',
    'oms.returns.rules',
    'oms.returns.create',
    'wms.returns.unplanned',
  ]);
  const body = { reason_code: 'merchants', priority: 1 };
  const { rows } = await platform.owner.query<{ id: string }>(
    'select id from merchants where organization_id = $1 and id <> $2',
    [threePl.id, threePl.merchantId],
  );
  const theirs = await house.post(rules, {
    ...body,
    name: 'Theirs',
    merchant_id: rows[0]!.id,
    credit_percent: 1,
  });
  const all = await house.post(rules, { ...body, name: 'All', priority: 2, credit_percent: 2 });
  t.deepEqual([theirs.status, all.status], [201, 201], theirs.text + all.text);
  const bound = await platform.clientWith(
    threePl,
    ['oms.returns.view', 'oms.returns.create', 'wms.returns.unplanned', 'oms.returns.rules'],
    { merchantId: threePl.merchantId },
  );
  const asked = await post(bound, returnsPath, {
    warehouse_id: threePl.warehouseId,
    kind: 'customer',
    lines: [{ item_id: threePl.items['PLAIN'], qty: 1, reason_code: 'merchants' }],
  });
  t.is(asked.status, 201, asked.text);
  t.like(asked.body.data.lines[0], { rule_id: all.body.data.id, credit_percent: 2 });
  t.deepEqual(
    (await bound.get(rules)).body.data.map(({ name }: any) => name),
    ['All'],
  );
  t.is((await bound.post(rules, { ...body, name: 'Mine' })).status, 403, 'the operator keeps the rules');
});
