/** Several stores of one tenant: each counts its orders from the same number, and none loses one to another. */
import test from 'ava';
import { webhookSignature } from '../../domain/integration/webhook-signature.ts';
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

test.serial('two stores of a merchant send an order 1001 each: two orders', async (t) => {
  const { client } = platform;
  await publish(client, [{ action: 'create_order' }]);
  const connected = (name: string) => connect(client, { store_domain: `${name}.example.test` });
  const first = await connected('one');
  const [second, third] = await Promise.all(['two', 'three'].map(connected));
  t.is(new Set([first, second, third].map((made) => made.channel_id)).size, 3);
  const orders = [];
  for (const [index, name] of ['one', 'two', 'three'].entries())
    orders.push(await orderOf(client, `${name}.example.test`, String(9_001 + index)));
  t.deepEqual(
    orders.map((order) => order?.channel_order_no),
    ['1001', '1001', '1001'],
  );
  t.is(new Set(orders.map(({ id }) => id)).size, 3);
  const path = `/api/integration/connections/${first.id}`;
  t.is((await client.patch(path, { status: 'disabled' })).status, 200);
  const fourth = await connected('four');
  t.not(fourth.channel_id, first.channel_id, 'its orders stay among themselves while it is away');
  const again = await connected('one');
  t.is(again.channel_id, first.channel_id, 'and it comes back to them');
});

test.serial('a store that comes back, however its channel is called, has each order once', async (t) => {
  const { client } = platform;
  const domain = 'pear.example.test';
  const path = '/api/integration/connections';
  const former = await connect(client, { store_domain: domain });
  const made = await orderOf(client, domain, '9401');
  t.is((await client.patch(`${path}/${former.id}`, { status: 'disabled' })).status, 200);
  const anew = await connect(client, { store_domain: domain });
  t.is(anew.channel_id, former.channel_id);
  t.is((await orderOf(client, domain, '9401')).id, made.id, 'a repeat of its order is the order it has');

  // It moves, so that the former connection could have its domain, but not the channel they share.
  t.is((await client.patch(`${path}/${anew.id}`, { store_domain: `new.${domain}` })).status, 200);
  const enabled = await client.patch(`${path}/${former.id}`, { status: 'pending' });
  t.like(enabled.body.error, { code: 'CONFLICT', details: { connection_id: anew.id } });
  t.is((await client.patch(`${path}/${anew.id}`, { status: 'disabled' })).status, 200);
  t.is((await client.patch(`${path}/${former.id}`, { status: 'pending' })).status, 200);
});

test.serial(
  'a store with a secret of its own takes no orders signed with another store’s, nor with the flow’s',
  async (t) => {
    const { client } = platform;
    const made = [];
    for (const name of ['grape', 'melon'])
      made.push(
        await connect(client, { store_domain: `${name}.example.test`, webhook_secret: `secret of ${name}` }),
      );
    t.true(made.every(({ has_webhook_secret: has }) => has));
    const post = (id: string, domain: string, key: string) => {
      const body = anotherOrder(id, id);
      return send(platform.url, { body, domain, signature: webhookSignature(key, Buffer.from(body)) });
    };
    t.is((await post('9301', 'grape.example.test', 'secret of grape')).status, 200);
    t.is((await post('9302', 'melon.example.test', 'secret of grape')).status, 401);
    t.is((await post('9303', 'melon.example.test', secret)).status, 401);
    const path = '/api/integration/connections';
    const { id } = made[1];
    t.true((await client.get(`${path}/${id}`)).body.data.has_webhook_secret);
    t.true(
      ((await client.get(path)).body.data as any[]).some((one) => one.id === id && one.has_webhook_secret),
    );
    const changed = await client.patch(`${path}/${id}`, { webhook_secret: null });
    t.false(changed.body.data.has_webhook_secret);
    t.is((await post('9304', 'melon.example.test', secret)).status, 200, 'without one the flow’s counts');
    const { rows } = await platform.owner.query<{ all: string }>(
      `select string_agg(to_jsonb(x)::text, ' ') as all
       from (select to_jsonb(c) from commands c union all select to_jsonb(c) from channel_connections c) x`,
    );
    t.false(rows[0]!.all.includes('secret of'));
  },
);

test.serial('the stores of two merchants do not share a channel, by either surface', async (t) => {
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

test.serial('a mapping to the wrong item is corrected; orders that have the item keep it', async (t) => {
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
