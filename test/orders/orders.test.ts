import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { createClient, type Client } from '../helpers/client.ts';
import { act, assertInvariants, drive, newItem, newOrder, putStock } from './orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let client: Client;

test.before(async () => {
  platform = await joinPlatform();
  client = platform.client;
});
test.after.always(async (t) => {
  await assertInvariants(t as never, platform);
  await platform.stop();
});

test('a held order does not move until its last hold is lifted', async (t) => {
  const item = await newItem(platform, platform.standard);
  await putStock(platform, platform.standard, [{ item, qty: 5 }]);
  const order = await newOrder(client, [{ item, qty: 1 }]);
  await client.post(`/api/oms/orders/${order.id}/holds`, { reason: 'PAYMENT', note: 'card declined' });
  const held = (await client.post(`/api/oms/orders/${order.id}/holds`, { reason: 'MANUAL' })).body.data;
  t.deepEqual(held.hold_reasons, ['MANUAL', 'PAYMENT']);
  const refused = await act(client, order.id, 'submit');
  t.is(refused.status, 409);
  t.deepEqual(refused.body.error.details.reasons, ['MANUAL', 'PAYMENT']);
  for (const hold of held.holds) await client.delete(`/api/oms/orders/${order.id}/holds/${hold.id}`);
  t.is((await drive(client, order.id, 'submit')).status, 'pending_review');
});

test('a draft is edited with fields and lines, nothing else is', async (t) => {
  const item = await newItem(platform, platform.standard);
  const order = await newOrder(client, [{ item, qty: 1, price: 10 }]);
  const edited = await client.patch(`/api/oms/orders/${order.id}`, {
    fields: { note: 'gift', discount: 1, shipping_fee: 2 },
    lines: [
      { product_id: item, qty: 3, price: 0.333333 },
      { product_id: item, qty: 1, price: 5 },
    ],
  });
  t.is(edited.body.data.note, 'gift');
  t.deepEqual(
    edited.body.data.lines.map((line: any) => line.amount),
    [1, 5],
  );
  t.is(edited.body.data.total, 7);
  t.is(
    (await client.patch(`/api/oms/orders/${order.id}`, { fields: { tax: 0.001 } })).body.error.code,
    'VALIDATION_FAILED',
  );
  await drive(client, order.id, 'submit');
  const late = await client.patch(`/api/oms/orders/${order.id}`, { fields: { note: 'x' } });
  t.is(late.status, 400);
  t.like(late.body.error, { code: 'ILLEGAL_TRANSITION' });
  t.like(late.body.error.details, { from: 'pending_review', action: 'edit' });
});

test('the lines of a draft are rounded to the currency it is edited to, as its total is', async (t) => {
  const item = await newItem(platform, platform.standard);
  const order = await newOrder(client, [{ item, qty: 3, price: 10.55 }], { currency: 'USD' });
  const edited = await client.patch(`/api/oms/orders/${order.id}`, { fields: { currency: 'JPY' } });
  t.like(edited.body.data, { currency: 'JPY', subtotal: 32, total: 32 }, edited.text);
  t.is(edited.body.data.lines[0].amount, 32);
});

test('submit wants lines, products and quantities, all problems at once', async (t) => {
  const empty = await newOrder(client, []);
  t.is((await act(client, empty.id, 'submit')).body.error.details[0].path, 'lines');
  const item = await newItem(platform, platform.standard);
  const zero = await newOrder(client, [{ item, qty: 0 }]);
  t.is((await act(client, zero.id, 'submit')).body.error.details[0].path, 'lines.0.qty');
  const answer = await client.post('/api/oms/orders', { lines: [{ channel_sku: 'UNKNOWN-1', qty: 1 }] });
  t.deepEqual(answer.body.data.hold_reasons, ['UNMAPPED_SKU']);
});

test('a draft that waits for a mapping goes on once its lines name products', async (t) => {
  const item = await newItem(platform, platform.standard);
  const unmapped = { lines: [{ channel_sku: 'UNKNOWN-2', qty: 1 }] };
  const order = (await client.post('/api/oms/orders', unmapped)).body.data;
  const edit = async (body: object) => (await client.patch(`/api/oms/orders/${order.id}`, body)).body.data;
  t.deepEqual((await edit({ fields: { note: 'asked the shop' } })).hold_reasons, ['UNMAPPED_SKU']);
  const mapped = await edit({ lines: [{ product_id: item, channel_sku: 'UNKNOWN-2', qty: 1 }] });
  t.deepEqual(mapped.hold_reasons, []);
  t.deepEqual((await edit(unmapped)).hold_reasons, ['UNMAPPED_SKU'], 'and back');
  t.is((await act(client, order.id, 'submit')).status, 409);
});

test('a channel order number comes in once', async (t) => {
  const item = await newItem(platform, platform.standard);
  const body = {
    channel_id: platform.standard.channelId,
    channel_order_no: 'DUP-1',
    lines: [{ product_id: item, qty: 1 }],
  };
  const answers = await Promise.all(Array.from({ length: 6 }, () => client.post('/api/oms/orders', body)));
  const [made] = answers.filter(({ status }) => status === 201);
  t.is(answers.filter(({ status }) => status === 201).length, 1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    t.is(answer.status, 409);
    t.is(answer.body.error.code, 'DUPLICATE_ORDER');
    t.is(answer.body.error.details.id, made!.body.data.id);
  }
});

test('an empty order number is none, and a draft is not edited to the number of another order', async (t) => {
  const channel = { channel_id: platform.standard.channelId };
  const first = await newOrder(client, [], { ...channel, channel_order_no: '' });
  t.is(first.channel_order_no, null);
  const second = await newOrder(client, [], { ...channel, channel_order_no: '' });
  const edit = (order: { id: string }, fields: object) =>
    client.patch(`/api/oms/orders/${order.id}`, { fields });
  t.is((await edit(first, { channel_order_no: 'TAKEN-1' })).status, 200);
  t.is((await edit(first, { channel_order_no: 'TAKEN-1', ...channel })).status, 200, 'its own number');
  const refused = await edit(second, { channel_order_no: 'TAKEN-1' });
  t.is(refused.status, 409);
  t.like(refused.body.error, { code: 'DUPLICATE_ORDER', details: { id: first.id } });
  t.is((await edit(second, { channel_id: null, channel_order_no: 'TAKEN-1' })).status, 200);
  t.is((await edit(second, channel)).body.error.code, 'DUPLICATE_ORDER');
  t.is((await edit(first, { channel_order_no: '' })).body.data.channel_order_no, null);
  t.is((await edit(second, channel)).status, 200);
});

test('a form may send the merchant of a draft back, never another; what it names wrongly is named where it stands', async (t) => {
  const { standard } = platform;
  const order = await newOrder(client, []);
  const edit = (fields: object) => client.patch(`/api/oms/orders/${order.id}`, { fields });
  t.is((await edit({ merchant_id: standard.merchantId, note: 'same' })).body.data.note, 'same');
  const other = await edit({ merchant_id: platform.threePl.merchantId });
  t.is(other.body.error.details[0].path, 'fields.merchant_id');
  for (const field of ['customer_id', 'channel_id', 'retailer_id', 'warehouse_id']) {
    const { body } = await edit({ [field]: standard.id });
    t.like(body.error, { code: 'UNKNOWN_REFERENCE', details: { path: `fields.${field}` } });
  }
});

test('orders are found by status, channel, time and words', async (t) => {
  const item = await newItem(platform, platform.standard);
  const order = await newOrder(client, [{ item, qty: 1 }], {
    channel_id: platform.standard.channelId,
    channel_order_no: 'FIND-100%',
  });
  const find = async (query: string) => (await client.get(`/api/oms/orders?${query}`)).body;
  t.is((await find('q=find-100%25')).data[0].id, order.id);
  t.is((await find('q=FIND-100_')).data.length, 0);
  for (const from of ['2020-01-01T00:00:00%2B02:00', '2020-01-01T00:00:00+02:00', '2020-01-01'])
    t.true((await find(`q=find-100&created_from=${from}`)).data.length > 0, from);
  t.is((await client.get('/api/oms/orders?created_from=2020-01-01%2010:00')).status, 400);
  t.true((await find('status=draft&page_size=200')).data.some((row: any) => row.id === order.id));
  t.false(
    (await find('statuses=confirmed,released&page_size=200')).data.some((row: any) => row.id === order.id),
  );
  t.is((await find(`q=${order.order_no}&created_from=2099-01-01`)).meta.total, 0);
  const today = new Date().toISOString().slice(0, 10);
  t.is((await find(`q=${order.order_no}&created_to=${today}`)).meta.total, 1);
  t.is((await client.get('/api/oms/orders?statuses=draft,nonsense')).status, 400);
  t.is((await client.get('/api/oms/orders?page_size=201')).status, 400);
});

test("what an order names must be the organization's own", async (t) => {
  const item = await newItem(platform, platform.standard);
  const foreign = platform.threePl;
  const lines = [{ product_id: item, qty: 1 }];
  for (const [field, id] of Object.entries({
    customer_id: foreign.customerId,
    channel_id: foreign.channelId,
    warehouse_id: foreign.warehouseId,
    merchant_id: foreign.merchantId,
  })) {
    const answer = await client.post('/api/oms/orders', { [field]: id, lines });
    t.is(answer.status, 400, field);
    t.is(answer.body.error.code, 'UNKNOWN_REFERENCE', field);
    t.is(answer.body.error.details.path, field);
  }
  const answer = await client.post('/api/oms/orders', {
    lines: [...lines, { product_id: foreign.items['PLAIN'], qty: 1 }],
  });
  t.is(answer.body.error.details.path, 'lines.1.product_id');
});

test('other organizations and missing permissions get nothing', async (t) => {
  const item = await newItem(platform, platform.standard);
  const order = await newOrder(client, [{ item, qty: 1 }]);
  const stranger = createClient(platform.url, platform.threePl);
  for (const answer of [
    await stranger.get(`/api/oms/orders/${order.id}`),
    await stranger.get(`/api/oms/orders/${order.id}/events`),
    await stranger.patch(`/api/oms/orders/${order.id}`, { action: 'submit' }),
    await stranger.post(`/api/oms/orders/${order.id}/push-to-wms`),
  ]) {
    t.is(answer.status, 404);
  }
  const viewer = await platform.clientWith(platform.standard, ['oms.orders.view']);
  t.is((await viewer.get(`/api/oms/orders/${order.id}`)).status, 200);
  const refused = await viewer.patch(`/api/oms/orders/${order.id}`, { action: 'submit' });
  t.is(refused.status, 403);
  const openers = ['oms.orders.manage', 'oms.orders.approve', 'oms.orders.create'];
  t.deepEqual(refused.body.error.details.permission, openers, 'each named once');
  t.is((await viewer.post('/api/oms/orders', { lines: [] })).status, 403);
  const manager = await platform.clientWith(platform.standard, ['oms.orders.manage']);
  t.is((await manager.patch(`/api/oms/orders/${order.id}`, { action: 'approve' })).status, 403);
});

test("a 3PL order needs its merchant and never takes another merchant's stock", async (t) => {
  const organization = platform.threePl;
  const houseClient = createClient(platform.url, organization);
  const item = await newItem(platform, organization);
  const others = await newItem(platform, organization, { merchant_id: organization.secondMerchantId });
  await putStock(platform, organization, [{ item: others, qty: 50 }]);
  const missing = await houseClient.post('/api/oms/orders', { lines: [{ product_id: item, qty: 1 }] });
  t.is(missing.body.error.code, 'MERCHANT_REQUIRED');
  const crossing = await houseClient.post('/api/oms/orders', {
    merchant_id: organization.merchantId,
    lines: [{ product_id: others, qty: 1 }],
  });
  t.is(crossing.body.error.code, 'UNKNOWN_REFERENCE');
  const own = await newOrder(houseClient, [{ item, qty: 1 }], { merchant_id: organization.merchantId });
  const merchantTwo = await platform.clientWith(organization, ['oms.orders.view'], {
    merchantId: organization.secondMerchantId!,
  });
  t.is((await merchantTwo.get(`/api/oms/orders/${own.id}`)).status, 404);
  t.is((await merchantTwo.get('/api/oms/orders')).body.meta.total, 0);
});
