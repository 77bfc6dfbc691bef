/** Stores learn of stock without anybody asking, and of all of it, whatever they and the workers' connections do. */
import test from 'ava';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';
import { receiptsPath } from '../helpers/receiving.ts';
import { adjust } from '../helpers/shelf.ts';
import { until } from '../helpers/wait.ts';
import { importFile } from '../imports/import-file.ts';
import { act, newItem, newOrder } from '../orders/orders-rig.ts';
import { startLyingStore, type Mood } from './lying-store.ts';
import { token } from './order-store.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined);
});
test.after.always(() => platform?.stop());

async function connect(url: string, more: object = {}): Promise<string> {
  const made = await platform.client.post('/v1/oms/channels/connections', {
    channel: 'storefront',
    credentials: { access_token: token },
    sync_scopes: ['inventory'],
    api_url: url,
    ...more,
  });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.id;
}

async function mappedItem(connectionId: string, channelSku: string): Promise<string> {
  const item = await newItem(platform, platform.standard);
  const mapping = { connection_id: connectionId, channel_sku: channelSku, oms_product_id: item };
  const made = await platform.client.post('/v1/oms/product-mappings', mapping);
  if (made.status !== 201) throw new Error(made.text);
  return item;
}

async function stock(item: string, delta: number): Promise<void> {
  const { standard, client } = platform;
  const shelf = {
    warehouse_id: standard.warehouseId,
    item_id: item,
    location_id: standard.locations['A-01']!,
  };
  const answer = await adjust(client, shelf, { qty_delta: delta });
  if (answer.status !== 200) throw new Error(answer.text);
}

async function ordered(item: string, qty: number): Promise<string> {
  const { client } = platform;
  const { id } = await newOrder(client, [{ item, qty }]);
  for (const action of ['submit', 'approve']) {
    const answer = await act(client, id, action);
    if (answer.status !== 200) throw new Error(answer.text);
  }
  return id;
}

test.serial('a store is told of a change, an order and its cancellation, and of a new mapping', async (t) => {
  const store = await startLyingStore();
  t.teardown(store.close);
  const shows = (sku: string, available: number) =>
    until(`${sku} shows ${available}`, () => store.shelf.get(sku)?.available === available);
  const id = await connect(store.url);
  const item = await mappedItem(id, 'ALONE');
  await shows('ALONE', 0);
  await stock(item, 10.5);
  await shows('ALONE', 10);
  const order = await ordered(item, 4);
  await shows('ALONE', 6);
  const cancelled = await act(platform.client, order, 'cancel');
  t.is(cancelled.status, 200, cancelled.text);
  await shows('ALONE', 10);
  const path = `/api/integration/connections/${id}`;
  t.is((await platform.client.patch(path, { inventory_buffer: 3 })).status, 200);
  await shows('ALONE', 7);

  t.is((await platform.client.patch(path, { auto_sync: false })).body.data.auto_sync, false);
  const { asked } = store;
  await stock(item, 5);
  const other = await startLyingStore();
  t.teardown(other.close);
  const listening = await connect(other.url);
  const witness = await mappedItem(listening, 'WITNESS');
  await stock(witness, 1);
  await until('a store that is told by itself is', () => other.shelf.get('WITNESS')?.available === 1);
  t.is(store.asked, asked, 'one that is not to be told by itself is not');
});

test.serial('a store is told of opening stock that came in a file', async (t) => {
  const { client, owner } = platform;
  const store = await startLyingStore();
  t.teardown(store.close);
  const item = await mappedItem(await connect(store.url), 'OPENING');
  await until('it shows none', () => store.shelf.get('OPENING')?.available === 0);
  const { rows } = await owner.query('select sku from items where id = $1', [item]);
  const csv = `warehouse,location,sku,qty\nW1,A-01,${rows[0].sku},7\n`;
  t.is((await importFile(client, 'stock', { csv })).created_count, 1);
  await until('it shows them', () => store.shelf.get('OPENING')?.available === 7);
});

test.serial('a store is told of what a file of locations makes unsaleable', async (t) => {
  const { client, owner } = platform;
  const store = await startLyingStore();
  t.teardown(store.close);
  const item = await mappedItem(await connect(store.url), 'MOVED-OFF');
  const { rows } = await owner.query('select sku from items where id = $1', [item]);
  const typed = (type: string) =>
    importFile(client, 'locations', { csv: `warehouse,code,type\nW1,TO-RETYPE,${type}\n` });
  t.is((await typed('storage')).state, 'completed');
  const csv = `warehouse,location,sku,qty\nW1,TO-RETYPE,${rows[0].sku},7\n`;
  t.is((await importFile(client, 'stock', { csv })).created_count, 1);
  await until('it shows them', () => store.shelf.get('MOVED-OFF')?.available === 7);
  t.is((await typed('virtual')).updated_count, 1);
  await until('it shows none', () => store.shelf.get('MOVED-OFF')?.available === 0);
});

test.serial('a store is told of every item of a receipt, however many it has', async (t) => {
  const { client, owner, standard } = platform;
  const store = await startLyingStore();
  t.teardown(store.close);
  const connection = await connect(store.url);
  const items: string[] = [];
  for (let index = 0; index < 150; index += 1) items.push(await newItem(platform, standard));
  await owner.query(
    `insert into product_mappings (organization_id, id, connection_id, merchant_id, channel_sku, item_id)
     select i.organization_id, gen_random_uuid(), $1, i.merchant_id, 'MANY-' || i.sku, i.id
       from items i where i.organization_id = $2 and i.id = any ($3)`,
    [connection, standard.id, items],
  );
  const path = `/api/integration/connections/${connection}`;
  t.is((await client.patch(path, { name: 'Many' })).status, 200);
  await until('all are known to it', () => store.shelf.size === items.length);
  const patient = { headers: { prefer: 'wait=30' } };
  const made = await client.post(
    receiptsPath,
    {
      warehouse_id: standard.warehouseId,
      source_type: 'manual',
      lines: items.map((item_id) => ({ item_id, expected_qty: 3 })),
    },
    patient,
  );
  t.is(made.status, 201, made.text);
  const { id, lines } = made.body.data;
  const there = { received_qty: 3, location_id: standard.locations['A-01'] };
  const counted = await client.post(
    `${receiptsPath}/${id}/receive-all`,
    { lines: lines.map((line: any) => ({ line_id: line.id, ...there })) },
    patient,
  );
  t.is(counted.status, 200, counted.text);
  await until('all are told', () => [...store.shelf.values()].every(({ available }) => available === 3));
});

test.serial(
  'a store is told of what settings, a location and a warehouse change for all items',
  async (t) => {
    const { client, standard } = platform;
    const store = await startLyingStore();
    t.teardown(store.close);
    const item = await mappedItem(await connect(store.url), 'ALL');
    await stock(item, 10);
    const shows = (available: number) =>
      until(`it shows ${available}`, () => store.shelf.get('ALL')?.available === available);
    await shows(10);
    const location = `/api/wms/locations/${standard.locations['A-01']}`;
    const warehouse = `/api/wms/warehouses/${standard.warehouseId}`;
    const changes: [string, object, number][] = [
      ['/api/tenancy/settings', { safety_stock: 3 }, 7],
      ['/api/tenancy/settings', { safety_stock: 0 }, 10],
      [location, { is_active: false }, 0],
      [location, { is_active: true }, 10],
      [warehouse, { is_active: false }, 0],
      [warehouse, { is_active: true }, 10],
    ];
    for (const [path, change, available] of changes) {
      const answer = await client.patch(path, change);
      t.is(answer.status, 200, answer.text);
      await shows(available);
    }
  },
);

const moods: readonly Mood[] = [
  'honest',
  'refuses',
  'takes and fails',
  'takes and hangs up',
  'loses',
  'takes late',
];

test.serial('whatever a store does, and whatever connections die, it ends with the truth', async (t) => {
  const store = await startLyingStore();
  t.teardown(store.close);
  const more = await platform.startWorkers();
  t.teardown(() => more.stop());
  const id = await connect(store.url);
  const skus = ['C-1', 'C-2', 'C-3', 'C-4', 'C-5', 'C-6'];
  const items = await Promise.all(skus.map((sku) => mappedItem(id, sku)));
  const truth = skus.map(() => 0);
  let turn = 0;
  let killed = 0;
  store.mood = () => moods[turn++ % moods.length]!;
  const soon = () =>
    platform.owner.query(
      `update channel_pushes set next_try_at = now(), claimed_until = least(claimed_until, now())
        where connection_id = $1 and sent_version < version`,
      [id],
    );
  for (let round = 0; round < 12; round += 1) {
    const changes = skus.map(async (_sku, index) => {
      const delta = ((round * 7 + index * 5) % 9) + 3;
      await stock(items[index]!, delta);
      truth[index]! += delta;
      if ((round + index) % 3 !== 0) return;
      await ordered(items[index]!, 2);
      truth[index]! -= 2;
    });
    await Promise.all(changes);
    await soon();
    if (round % 4 === 1) {
      const { rowCount } = await platform.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query like '%channel_%' and pid <> pg_backend_pid()`,
      );
      killed += rowCount!;
    }
  }
  t.true(killed > 0);
  store.mood = () => 'honest';
  await until('every SKU shows the truth', async () => {
    await soon();
    return skus.every((sku, index) => store.shelf.get(sku)?.available === truth[index]);
  });
  await until('and that is what we know it was told', async () => {
    await soon();
    const path = `/api/integration/channel-pushes?connection_id=${id}&page_size=50`;
    const { data } = (await platform.client.get(path)).body;
    return data.every(
      (push: any) =>
        push.sent_version === push.version &&
        push.sent.available === truth[skus.indexOf(push.channel_sku)] &&
        !push.has_drift &&
        push.unknown_since === null,
    );
  });
  for (const sku of skus) {
    const versions = store.shown.filter((told) => told.sku === sku).map(({ version }) => version);
    t.deepEqual(
      versions,
      [...new Set(versions)].sort((a, b) => a - b),
      'each once, and in order',
    );
  }
});
