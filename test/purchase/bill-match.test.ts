import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import type { Client } from '../helpers/client.ts';
import { ordersPath, makeOrder } from '../helpers/purchase.ts';
import { bills, billsRig, matches } from './bills-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let client: Client;
let { receivedOrder, bill, pay, match } = {} as ReturnType<typeof billsRig>;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
  ({ receivedOrder, bill, pay, match } = billsRig(platform));
});
test.after.always(() => platform?.stop());

const credit = { kind: 'vendor_credit' };

test('a bill that says what was ordered and has come is paid', async (t) => {
  const order = await receivedOrder(10);
  const id = await bill(order, [{ quantity: 10, unit_cost: 2.5 }]);
  t.like(await match(id), { match: 'matched', differences: [], total: 25 });
  const paid = await pay(id, 25);
  t.is(paid.status, 201, paid.text);
});

test('another price and more than has come block the payment until both are accepted', async (t) => {
  const order = await receivedOrder(4);
  const id = await bill(order, [
    { quantity: 6, unit_cost: 3 },
    { amount: 5, purchase_order_line_id: null },
  ]);
  const found = await match(id);
  t.is(found.match, 'blocked');
  t.deepEqual(
    found.differences.map(({ kind, expected, billed, amount }: Record<string, unknown>) => [
      kind,
      Number(expected),
      Number(billed),
      amount,
    ]),
    [
      ['price', 2.5, 3, 3],
      ['not_received', 4, 6, 5],
      ['not_ordered', 0, 5, 5],
    ],
  );
  const refused = await pay(id, 23);
  t.is(refused.status, 409);
  t.like(refused.body.error, {
    code: 'PAYMENT_BLOCKED',
    details: { differences: 3, purchase_order_id: order.id },
  });
  const clerk = await platform.clientWith(platform.standard, ['purchase.manage', 'accounting.view']);
  t.is((await clerk.post(`${matches}/${id}/accept`, { reason: 'fine' })).status, 403);
  const one = await client.post(`${matches}/${id}/accept`, {
    reason: 'agreed',
    differences: [{ bill_line_id: found.differences[0].bill_line_id, kind: 'price' }],
  });
  t.like(one.body.data, { match: 'blocked' }, one.text);
  t.is((await pay(id, 23)).status, 409);
  const all = await client.post(`${matches}/${id}/accept`, { reason: 'the rest is on its way' });
  t.is(all.body.data.match, 'accepted');
  t.is((await pay(id, 23)).status, 201);
});

test('what other bills took of a line counts; an accepted difference that grows is open again', async (t) => {
  const order = await receivedOrder(10);
  await bill(order, [{ quantity: 8, unit_cost: 2.5 }]);
  const second = await bill(order, [{ quantity: 4, unit_cost: 2.5 }]);
  const found = await match(second);
  t.deepEqual(
    found.differences.map(({ kind, amount }: Record<string, unknown>) => [kind, amount]),
    [
      ['not_received', 5],
      ['over_ordered', 5],
    ],
  );
  await client.post(`${matches}/${second}/accept`, { reason: 'fine' });
  t.is((await match(second)).match, 'accepted');
  await bill(order, [{ quantity: 1, unit_cost: 2.5 }]);
  t.is((await match(second)).match, 'blocked');
});

test('what a vendor credit takes back is billed no more; one that corrects the price takes no units back', async (t) => {
  const order = await receivedOrder(6);
  const id = await bill(order, [{ quantity: 10, unit_cost: 2.5 }]);
  t.is((await match(id)).match, 'blocked');
  await bill(order, [{ quantity: 10, unit_cost: 0.25 }], credit);
  t.is((await match(id)).match, 'blocked');
  await bill(order, [{ quantity: 4, unit_cost: 2.5 }], credit);
  t.like(await match(id), { match: 'matched', differences: [] });
  t.is((await pay(id, 25)).status, 201);
});

test('a line that gives its amount only costs that amount by its quantity', async (t) => {
  const order = await receivedOrder(10);
  const id = await bill(order, [{ quantity: 10, amount: 25 }]);
  t.like(await match(id), { match: 'matched', differences: [] });
  const { lines } = (await client.get(`${bills}/${id}`)).body.data;
  t.is(lines[0].unit_cost, 2.5);
  await bill(order, [{ quantity: 10, amount: 5 }], { kind: 'vendor_credit' });
  const again = await bill(order, [{ quantity: 10, amount: 25 }]);
  t.deepEqual(
    (await match(again)).differences.map(({ kind }: any) => kind),
    ['not_received', 'over_ordered'],
    'half a dollar off each unit takes none of them back',
  );
});

const entered = (lines: object[], more: object = {}) =>
  client.post(bills, {
    vendor_id: platform.standard.vendorId,
    lines: lines.map((line) => ({ description: 'goods', ...line })),
    ...more,
  });

test('a bill that names no order is of the one its lines name, and is matched with it', async (t) => {
  const order = await receivedOrder(10);
  const made = await entered([{ purchase_order_line_id: order.lineId, quantity: 1000, unit_cost: 99 }]);
  t.is(made.body.data?.purchase_order_id, order.id, made.text);
  const { id } = made.body.data;
  const without = await client.patch(`${bills}/${id}`, { purchase_order_id: null });
  t.deepEqual(
    [without.status, without.body.error.details?.[0].path, without.body.error.details?.[0].code],
    [400, 'purchase_order_id', 'other_order'],
  );
  const plain = [{ description: 'goods', amount: 5 }];
  t.is((await client.patch(`${bills}/${id}`, { purchase_order_id: null, lines: plain })).status, 200);
  const again = [{ description: 'goods', purchase_order_line_id: order.lineId, amount: 5 }];
  const changed = await client.patch(`${bills}/${id}`, { lines: again });
  t.is(changed.body.data?.purchase_order_id, order.id, changed.text);
  await client.patch(`${bills}/${id}`, { action: 'approve' });
  t.is((await pay(id, 5)).body.error?.code, 'PAYMENT_BLOCKED');
});

test('a bill of an earlier version, whose lines alone name the order, is matched with it', async (t) => {
  const order = await receivedOrder(10);
  const id = await bill(order, [{ quantity: 1000, unit_cost: 99 }]);
  await platform.owner.query('update bills set purchase_order_id = null where id = $1', [id]);
  t.like((await pay(id, 5)).body.error, {
    code: 'PAYMENT_BLOCKED',
    details: { purchase_order_id: order.id },
  });
  t.is((await client.post(`${matches}/${id}/accept`, { reason: 'agreed' })).body.data?.match, 'accepted');
  t.is((await pay(id, 5)).status, 201);
});

test('a line of another order than its bill is refused', async (t) => {
  const [one, other] = [await receivedOrder(10), await receivedOrder(10)];
  const lines = [one, other].map(({ lineId }) => ({ purchase_order_line_id: lineId, amount: 5 }));
  const at = (answer: any) => [
    answer.status,
    answer.body.error.details?.[0].path,
    answer.body.error.details?.[0].code,
  ];
  t.deepEqual(at(await entered(lines)), [400, 'lines.1.purchase_order_line_id', 'other_order']);
  t.deepEqual(at(await entered(lines.slice(0, 1), { purchase_order_id: other.id })), [
    400,
    'lines.0.purchase_order_line_id',
    'other_order',
  ]);
  const { id } = (await entered(lines.slice(0, 1))).body.data;
  t.deepEqual(at(await client.patch(`${bills}/${id}`, { purchase_order_id: other.id })), [
    400,
    'purchase_order_id',
    'other_order',
  ]);
});

test('a line rounded to its currency is no other price, in yen neither', async (t) => {
  const { id, lineId } = await receivedOrder(10);
  const yen = { currency: 'JPY', exchange_rate: 0.0066 };
  const found = await match(await bill({ id, lineId }, [{ quantity: 3, unit_cost: 2.5 }], yen));
  t.deepEqual(
    found.differences.map(({ kind }: { kind: string }) => kind),
    ['other_currency'],
  );
});

test('another vendor and another currency are differences of the whole bill', async (t) => {
  const order = await receivedOrder(10);
  const other = await client.post('/v1/purchase/vendors', { name: 'Other Ltd', contact: 'Ada' });
  t.like(other.body, { name: 'Other Ltd', contact: { name: 'Ada' }, code: 'OTHER-LTD' });
  const id = await bill(order, [{ quantity: 10, unit_cost: 2.5 }], {
    vendor_id: other.body.id,
    currency: 'EUR',
    exchange_rate: 1.1,
  });
  t.deepEqual(
    (await match(id)).differences.map(({ kind, bill_line_id: line }: Record<string, unknown>) => [
      kind,
      line,
    ]),
    [
      ['other_vendor', null],
      ['other_currency', null],
    ],
  );
  t.true((await client.get(`${matches}?purchase_order_id=${order.id}`)).body.data.length === 1);
});

test('a merchant’s token sees no bill and no match', async (t) => {
  const { threePl } = platform;
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  t.is((await merchant.get(matches)).body.meta.total, 0);
  const order = await makeOrder(await platform.clientWith(threePl, everyPermission), threePl);
  t.is((await merchant.get(`${ordersPath}/${order}`)).status, 200);
  t.is(
    (await merchant.get(`${ordersPath}/${order}`)).body.vendor !== null,
    true,
    'its order names the operator’s vendor',
  );
  const rival = await platform.clientWith(threePl, everyPermission, {
    merchantId: threePl.secondMerchantId!,
  });
  t.is((await rival.get(`${ordersPath}/${order}`)).status, 404);
});
