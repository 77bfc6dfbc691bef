/** A store with several places is told of each what is there, and of all no more than it may sell. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { adjust } from '../helpers/shelf.ts';
import { until } from '../helpers/wait.ts';
import { act, newItem, newOrder } from '../orders/orders-rig.ts';
import { startLyingStore } from './lying-store.ts';
import { token } from './order-store.ts';

const path = '/api/integration/connection-locations';

let platform: Platform & { stop(): Promise<void> };
let second: { id: string; shelf: string };
test.before(async () => {
  platform = await joinPlatform();
  const { client } = platform;
  const { id } = (await client.post('/api/wms/warehouses', { code: 'W2', name: 'Second' })).body.data;
  const location = { warehouse_id: id, code: 'B-01', type: 'storage' };
  second = { id, shelf: (await client.post('/api/wms/locations', location)).body.data.id };
});
test.after.always(() => platform?.stop());

async function connected(url: string): Promise<string> {
  const made = await platform.client.post('/api/integration/connections', {
    connector: 'storefront',
    credentials: { access_token: token },
    sync_scopes: ['inventory'],
    api_url: url,
  });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.data.id;
}

async function mapped(connectionId: string, channelSku: string): Promise<string> {
  const item = await newItem(platform, platform.standard);
  const mapping = { connection_id: connectionId, channel_sku: channelSku, item_id: item };
  const made = await platform.client.post('/api/integration/product-mappings', mapping);
  if (made.status !== 201) throw new Error(made.text);
  return item;
}

async function stock(item: string, warehouse: 'first' | 'second', delta: number): Promise<void> {
  const { standard, client } = platform;
  const shelf =
    warehouse === 'first'
      ? { warehouse_id: standard.warehouseId, location_id: standard.locations['A-01']! }
      : { warehouse_id: second.id, location_id: second.shelf };
  const answer = await adjust(client, { item_id: item, ...shelf }, { qty_delta: delta });
  if (answer.status !== 200) throw new Error(answer.text);
}

test.serial('a store is told of stock in all, then by place, then in all again, in order', async (t) => {
  const { client, standard } = platform;
  const store = await startLyingStore();
  t.teardown(store.close);
  const shows = (levels: Record<string, number>) =>
    until(`it shows ${JSON.stringify(levels)}`, () =>
      Object.entries(levels).every(([at, available]) => store.shelf.get(at)?.available === available),
    );
  const id = await connected(store.url);
  const item = await mapped(id, 'PLACED');
  await stock(item, 'first', 10);
  await stock(item, 'second', 6);
  await shows({ PLACED: 16 });

  const first = await client.post(path, {
    connection_id: id,
    warehouse_id: standard.warehouseId,
    store_location: '655441491',
  });
  t.is(first.status, 201, first.text);
  t.is((await client.get(`${path}/${first.body.data.id}`)).status, 200);
  t.like(first.body.data, { connection_id: id, store_location: '655441491', warehouse_code: 'W1' });
  // What is in a warehouse that fills no place is not told.
  await shows({ 'PLACED at 655441491': 10 });
  const other = await client.post(path, {
    connection_id: id,
    warehouse_id: second.id,
    store_location: 'north',
  });
  t.is(other.status, 201, other.text);
  await shows({ 'PLACED at 655441491': 10, 'PLACED at north': 6 });

  const order = await newOrder(client, [{ item, qty: 4 }]);
  for (const action of ['submit', 'approve']) t.is((await act(client, order.id, action)).status, 200);
  // It is promised from nowhere in particular: together they show no more than is left.
  await shows({ 'PLACED at 655441491': 10, 'PLACED at north': 2 });
  await stock(item, 'first', -3);
  await shows({ 'PLACED at 655441491': 7, 'PLACED at north': 2 });

  const moved = await client.patch(`${path}/${other.body.data.id}`, { store_location: '655441491' });
  t.is(moved.body.data.store_location, '655441491');
  await shows({ 'PLACED at 655441491': 9, 'PLACED at north': 0 });

  for (const { body } of [first, other]) {
    const gone = await client.delete(`${path}/${body.data.id}`);
    t.deepEqual([gone.status, gone.body.data], [200, { id: body.data.id, deleted: true }]);
  }
  t.is((await client.get(`${path}/${first.body.data.id}`)).status, 404);
  await shows({ PLACED: 9 });
  await stock(item, 'second', 1);
  await shows({ PLACED: 10 });
  for (const at of new Set(store.shown.map(({ location_id: place }) => place))) {
    const versions = store.shown
      .filter(({ location_id: place }) => place === at)
      .map(({ version }) => version);
    t.deepEqual(
      versions,
      [...new Set(versions)].sort((a, b) => a - b),
      `in order at ${at ?? 'all'}`,
    );
  }
  // The store shows it before its answer is here.
  const agreed = async (): Promise<any[]> =>
    (await client.get(`/api/integration/agreement/stock?connection_id=${id}`)).body.data;
  await until('they agree', async () => (await agreed()).every(({ agrees }) => agrees));
  t.deepEqual(
    (await agreed()).map((one) => [one.store_location, one.told, one.true_now, one.agrees]),
    [[null, 10, 10, true]],
  );
});

test('what is not ours, or there already, is refused; of many at once one is made', async (t) => {
  const { client, standard, threePl } = platform;
  const id = await connected('http://127.0.0.1:9');
  const place = { connection_id: id, warehouse_id: standard.warehouseId, store_location: 'south' };
  const answers = await Promise.all(Array.from({ length: 4 }, () => client.post(path, place)));
  t.deepEqual(answers.filter(({ status }) => status === 409).length, 3);
  const made = answers.find(({ status }) => status === 201)!.body.data;
  const refused = answers.find(({ status }) => status === 409)!.body.error;
  t.is(refused.code, 'DUPLICATE');
  t.is((await client.post(path, { ...place, warehouse_id: threePl.warehouseId })).status, 400);
  t.is((await client.post(path, { ...place, warehouse_id: second.id, store_location: '' })).status, 400);
  const stranger = await platform.clientWith(threePl, ['integration.view', 'integration.manage']);
  const foreign = { ...place, warehouse_id: threePl.warehouseId };
  t.is((await stranger.post(path, foreign)).status, 404);
  t.is((await stranger.get(`${path}/${made.id}`)).status, 404);
  t.is((await stranger.patch(`${path}/${made.id}`, { store_location: 'x' })).status, 404);
  t.is((await stranger.delete(`${path}/${made.id}`)).status, 404);
  t.deepEqual((await stranger.get(path)).body.data, []);
  const merchant = await platform.clientWith(threePl, ['integration.view'], {
    merchantId: threePl.merchantId,
  });
  t.deepEqual((await merchant.get(path)).body.data, []);
});
