/** Proof of agreement: what a store was told, said and ought to know; and what a person does about what it refuses. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { adjust } from '../helpers/shelf.ts';
import { until } from '../helpers/wait.ts';
import { newItem } from '../orders/orders-rig.ts';
import { startLyingStore, type Mood } from './lying-store.ts';
import { confirmedOrder, shipOrder, storeWithOrders } from './store-orders-rig.ts';

const pushesPath = '/api/integration/channel-pushes';
const shop = 'agreement.example.test';

let platform: Platform & { stop(): Promise<void> };
let store: Awaited<ReturnType<typeof startLyingStore>>;
let connectionId: string;
test.before(async () => {
  platform = await joinPlatform();
  store = await startLyingStore();
  connectionId = await storeWithOrders(platform, store.url, {
    store_domain: shop,
    sync_scopes: ['orders', 'inventory'],
  });
});
test.after.always(async () => {
  store?.close();
  await platform?.stop();
});

const agreed = async (what: 'stock' | 'orders', query: string): Promise<any[]> => {
  const path = `/api/integration/agreement/${what}?connection_id=${connectionId}&${query}`;
  const { status, text, body } = await platform.client.get(path);
  if (status !== 200) throw new Error(text);
  return body.data;
};
const resolve = (pushId: string, action: string, reason = 'The shop said so.') =>
  platform.client.patch(`${pushesPath}/${pushId}`, { action, reason });

async function mapped(sku: string): Promise<(delta: number) => Promise<void>> {
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  const mapping = { connection_id: connectionId, channel_sku: sku, item_id: item };
  const made = await client.post('/api/integration/product-mappings', mapping);
  if (made.status !== 201) throw new Error(made.text);
  const shelf = {
    warehouse_id: standard.warehouseId,
    item_id: item,
    location_id: standard.locations['A-01']!,
  };
  return async (delta) => {
    const answer = await adjust(client, shelf, { qty_delta: delta });
    if (answer.status !== 200) throw new Error(answer.text);
  };
}

const standing = (sku: string, why: string | null): Promise<any> =>
  until(`${sku} is ${why ?? 'agreed'}`, async () => {
    const [one] = await agreed('stock', `channel_sku=${sku}`);
    return one?.differs_because === why && one;
  });

test.serial('more than two thousand million of a SKU are told and shown', async (t) => {
  const stock = await mapped('MANY');
  for (const _of of [1, 2, 3]) await stock(999_999_999);
  const one = await until('it is told them all', async () => {
    const [shown] = await agreed('stock', 'channel_sku=MANY');
    return shown?.told === 2_999_999_997 && shown;
  });
  t.like(one, { true_now: 2_999_999_997, said: { available: 2_999_999_997 } });
});

test.serial('of each SKU: what was told, said and is true, why they differ, and since when', async (t) => {
  const stock = await mapped('AGREED');
  await stock(7);
  const known = await until('it is told 7', async () => {
    const one = await standing('AGREED', null);
    return one.told === 7 && one;
  });
  t.like(known, { agrees: true, true_now: 7, store_location: null, differs_since: null });
  t.deepEqual(known.said, { available: 7 });

  const before = new Date().toISOString();
  store.mood = () => 'says no';
  await stock(2);
  const refused = await standing('AGREED', 'refused');
  t.like(refused, { agrees: false, told: 7, true_now: 9, last_error: 'The store answered 422.' });
  t.true(refused.differs_since >= before);
  t.deepEqual(
    (await agreed('stock', 'differs=true')).map(({ channel_sku: sku }) => sku),
    ['AGREED'],
  );

  t.is((await resolve(refused.push_id, 'retry', '')).status, 400, 'a reason is needed');
  const left = await resolve(refused.push_id, 'give_up', 'They stopped selling it.');
  t.is(left.status, 200, left.text);
  t.is(left.body.data.resolved_for, 'They stopped selling it.');
  t.truthy(left.body.data.given_up_at);
  t.is((await resolve(refused.push_id, 'give_up')).body.data.resolved_for, 'They stopped selling it.');
  await standing('AGREED', 'given_up');

  store.mood = () => 'honest';
  t.is((await resolve(refused.push_id, 'retry', 'They sell it again.')).status, 200);
  t.like(await standing('AGREED', null), { told: 9, true_now: 9 });

  store.says = (available) => available - 1;
  await stock(1);
  const drifted = await standing('AGREED', 'said_otherwise');
  t.like(drifted, { told: 10, said: { available: 9 }, true_now: 10, differs_since: drifted.told_at });
  store.says = (available) => available;
  const version = (await platform.client.get(`${pushesPath}/${drifted.push_id}`)).body.data.version;
  t.is((await resolve(drifted.push_id, 'retry')).status, 200);
  await standing('AGREED', null);
  t.is((await platform.client.get(`${pushesPath}/${drifted.push_id}`)).body.data.version, version + 1);
  const done = await resolve(drifted.push_id, 'give_up');
  t.deepEqual([done.status, done.body.error.code], [409, 'PUSH_TOLD']);
});

test.serial('what was given up is told again once it has changed', async (t) => {
  const stock = await mapped('REVIVED');
  await until('it is told', async () => (await standing('REVIVED', null)).told === 0);
  store.mood = () => 'says no';
  await stock(3);
  const { push_id: pushId } = await standing('REVIVED', 'refused');
  await resolve(pushId, 'give_up');
  store.mood = () => 'honest';
  await stock(2);
  t.like(await standing('REVIVED', null), { told: 5 });
});

test.serial(
  'news of an order that is refused for ever is seen, given up, and what follows it goes on',
  async (t) => {
    const order = await confirmedOrder(platform, '8701', shop);
    const moods: Mood[] = [];
    store.mood = (of, isAsked) => (of === '8701' && !isAsked ? (moods[0] ?? 'says no') : 'honest');
    const shipmentNo = await shipOrder(platform, order.id, '1Z-8701');
    const news = (why: string | null): Promise<any> =>
      until(`the shipment is ${why ?? 'agreed'}`, async () => {
        const [one] = await agreed('orders', `order_id=${order.id}`);
        const [found] = one?.news ?? [];
        return found?.differs_because === why && { ...found, of: one };
      });
    const refused = await news('refused');
    t.like(refused, { kind: 'shipment', subject: shipmentNo, told: null, said: null, agrees: false });
    t.like(refused.true_now, { tracking_no: '1Z-8701', lines: [{ sku: 'IPOD2008PINK', qty: 2 }] });
    t.like(refused.of, { external_order_id: '8701', agrees: false, channel_order_no: '8701' });
    t.deepEqual(
      (await agreed('orders', 'differs=true')).map(({ order_id: id }) => id),
      [order.id],
    );
    t.is((await resolve(refused.push_id, 'give_up', 'Their order is locked.')).status, 200);
    await news('given_up');
    const { rows } = await platform.owner.query(
      "select data from events where type = 'channel.push_given_up' and data->>'push_id' = $1",
      [refused.push_id],
    );
    t.like(rows[0].data, { kind: 'shipment', subject: shipmentNo, reason: 'Their order is locked.' });

    moods.push('honest');
    t.is((await resolve(refused.push_id, 'retry', 'They unlocked it.')).status, 200);
    const told = await until('it is told', async () => {
      // It is asked for first, and sent once "not there" has settled.
      await platform.owner.query(
        `update channel_pushes set next_try_at = now() where id = $1 and sent_version < version and claim is null`,
        [refused.push_id],
      );
      await resolve(refused.push_id, 'retry', 'They unlocked it.');
      const [one] = await agreed('orders', `order_id=${order.id}`);
      return one.agrees && one.news[0];
    });
    t.is(told.said.tracking_no, '1Z-8701');
    t.is(store.fulfillments.filter(({ order: of }) => of === '8701').length, 1);
    const again = await resolve(refused.push_id, 'retry');
    t.deepEqual([again.status, again.body.error.code], [409, 'PUSH_TOLD']);
    // As a store would that has changed the number since.
    await platform.owner.query(
      `update channel_pushes set channel_says = channel_says || '{"tracking_no": "TYPED"}' where id = $1`,
      [refused.push_id],
    );
    await news('said_otherwise');
    t.deepEqual(
      (await agreed('orders', 'differs=true')).map(({ order_id: id }) => id),
      [order.id],
    );
    store.mood = () => 'honest';
  },
);

test.serial('what was never told, and what has changed since, is among what differs', async (t) => {
  const { owner } = platform;
  const order = await confirmedOrder(platform, '8702', shop);
  const shipmentNo = await shipOrder(platform, order.id, '1Z-8702');
  const standing = async () => (await agreed('orders', `order_id=${order.id}`))[0];
  await until('it is told', async () => (await standing()).agrees);
  const differing = async () =>
    (await agreed('orders', 'differs=true')).map(({ order_id: id }) => id).includes(order.id);
  t.false(await differing());
  // As if the number had been changed by whom nobody heard.
  const numbered = (no: string) =>
    owner.query('update wms_shipments set tracking_no = $2 where shipment_no = $1', [shipmentNo, no]);
  await numbered('1Z-ANOTHER');
  t.is((await standing()).news[0].differs_because, 'changed_since');
  t.true(await differing());
  await numbered('1Z-8702');
  t.false(await differing());
  await owner.query('delete from channel_pushes where order_id = $1', [order.id]);
  t.is((await standing()).news[0].differs_because, 'not_told');
  t.true(await differing());
  t.false((await agreed('orders', 'differs=false')).map(({ order_id: id }) => id).includes(order.id));
  await owner.query(
    "update wms_shipments set shipped_at = now() - interval '9 days' where shipment_no = $1",
    [shipmentNo],
  );
  t.false(await differing(), 'of all orders only what is of late is looked through');
  const [asked] = await agreed('orders', `differs=true&order_id=${order.id}`);
  t.is(asked?.order_id, order.id, 'and of one that is asked for, all');
});

test('another tenant sees nothing of it, and decides nothing', async (t) => {
  const { threePl } = platform;
  const stranger = await platform.clientWith(threePl, ['integration.view', 'integration.manage']);
  const { body } = await platform.client.get(`${pushesPath}?connection_id=${connectionId}`);
  const [push] = body.data;
  t.is((await stranger.get(`${pushesPath}/${push.id}`)).status, 404);
  t.is((await stranger.patch(`${pushesPath}/${push.id}`, { action: 'retry', reason: 'x' })).status, 404);
  for (const what of ['stock', 'orders']) {
    const path = `/api/integration/agreement/${what}?connection_id=${connectionId}`;
    t.deepEqual((await stranger.get(path)).body.data, []);
  }
  const looker = await platform.clientWith(platform.standard, ['integration.view']);
  t.is((await looker.patch(`${pushesPath}/${push.id}`, { action: 'retry', reason: 'x' })).status, 403);
});
