/** Several stores of one tenant: each counts its orders from the same number, and none loses one to another. */
import test from 'ava';
import { everyPermission } from '../helpers/join-platform.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { anotherOrder, connect, publish, secret, send, settledEvent } from './storefront-rig.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined);
});
test.after.always(() => platform?.stop());

const orderOf = async (client: OwnPlatform['client'], domain: string, id: string): Promise<any> => {
  const sent = await send(platform.url, { body: anotherOrder(id, '1001'), domain });
  const event = await settledEvent(client, sent.body.data.event_id);
  const { body } = await client.get(`/api/oms/orders/${event.order_id}`);
  return body.data;
};

test('two stores of a merchant send an order 1001 each: two orders', async (t) => {
  const { client } = platform;
  await publish(client, [{ action: 'create_order' }]);
  const [first, second, third] = await Promise.all(
    ['one', 'two', 'three'].map((name) => connect(client, { store_domain: `${name}.example.test` })),
  );
  t.is(new Set([first, second, third].map((made) => made.channel_id)).size, 3);
  const orders = [];
  for (const [index, name] of ['one', 'two', 'three'].entries())
    orders.push(await orderOf(client, `${name}.example.test`, String(9_001 + index)));
  t.deepEqual(
    orders.map((order) => order?.channel_order_no),
    ['1001', '1001', '1001'],
  );
  t.is(new Set(orders.map(({ id }) => id)).size, 3);
  const { body } = await client.get('/api/oms/channels?page_size=200');
  const names = (body.data as any[])
    .filter(({ id }) => [first, second, third].some((made) => made.channel_id === id))
    .map(({ code }) => code);
  t.true(names.includes('storefront') || names.every((code) => code.startsWith('storefront')));
  const path = `/api/integration/connections/${first.id}`;
  t.is((await client.patch(path, { status: 'disabled' })).status, 200);
  const again = await connect(client, { store_domain: 'one-moved.example.test' });
  t.is(again.channel_id, first.channel_id, 'a disabled connection leaves its channel to the next');
});

test('the stores of two merchants do not share a channel, by either surface', async (t) => {
  const { threePl } = platform;
  const client = await platform.clientWith(threePl, everyPermission);
  const trigger = { type: 'webhook', connector: 'storefront', webhook_secret: secret };
  await publish(client, [{ action: 'create_order' }], { trigger });
  const v1 = await client.post('/v1/oms/channels/connections', {
    channel: 'storefront',
    merchant_id: threePl.merchantId,
    store_domain: 'red.example.test',
  });
  t.is(v1.status, 201, v1.text);
  const blue = await connect(client, {
    channel: 'storefront',
    merchant_id: threePl.secondMerchantId,
    store_domain: 'blue.example.test',
  });
  t.not(v1.body.channel_id, blue.channel_id);
  const red = await orderOf(client, 'red.example.test', '9101');
  const other = await orderOf(client, 'blue.example.test', '9102');
  t.is(red.merchant_id, threePl.merchantId);
  t.is(other.merchant_id, threePl.secondMerchantId);
});

test('a mapping to the wrong item is corrected; orders that have the item keep it', async (t) => {
  const { client, standard } = platform;
  const connection = await connect(client, { store_domain: 'mapped.example.test', match_by_sku: false });
  const path = '/api/integration/product-mappings';
  const { PLAIN: wrong, LOT: right } = standard.items;
  const sku = { connection_id: connection.id, channel_sku: 'IPOD2008PINK' };
  const made = await client.post(path, { ...sku, item_id: wrong });
  t.is(made.status, 201, made.text);
  const before = await orderOf(client, 'mapped.example.test', '9201');
  const again = await client.post(path, { ...sku, item_id: right });
  t.is(again.status, 409);
  t.regex(again.body.error.message, /change its item/);
  const changed = await client.patch(`${path}/${made.body.data.id}`, { item_id: right });
  t.is(changed.status, 200, changed.text);
  t.is(changed.body.data.item_id, right);
  const body = anotherOrder('9202', '1002');
  const sent = await send(platform.url, { body, domain: 'mapped.example.test' });
  const { order_id: id } = await settledEvent(client, sent.body.data.event_id);
  const after = (await client.get(`/api/oms/orders/${id}`)).body.data;
  const itemsOf = (order: any): string[] => order.lines.map((line: any) => line.product_id);
  t.deepEqual([...new Set(itemsOf(after))], [right]);
  const kept = (await client.get(`/api/oms/orders/${before.id}`)).body.data;
  t.deepEqual([...new Set(itemsOf(kept))], [wrong]);
  const foreign = await platform.clientWith(platform.threePl, everyPermission);
  t.is((await foreign.patch(`${path}/${made.body.data.id}`, { item_id: right })).status, 404);
  const { status, body: refused } = await client.patch(`${path}/${made.body.data.id}`, {
    item_id: platform.threePl.items['PLAIN'],
  });
  t.is(status, 400);
  t.is(refused.error.code, 'UNKNOWN_REFERENCE');
});
