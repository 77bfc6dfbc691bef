/**
 * Channels over real HTTP: connected, tested, told what is available to promise; a 429 is waited for, an older push
 * never wins.
 */
import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { newItem, putStock } from '../orders/orders-rig.ts';
import { token } from './order-store.ts';
import { startStore } from './stock-store.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

async function connect(url: string, more: object = {}): Promise<string> {
  const { status, body, text } = await platform.client.post('/v1/oms/channels/connections', {
    channel: 'storefront',
    credentials: { access_token: token },
    sync_scopes: ['inventory', 'products'],
    auto_sync: false,
    api_url: url,
    ...more,
  });
  if (status !== 201) throw new Error(text);
  if (text.includes(token)) throw new Error('The credentials came back.');
  return body.id;
}

async function map(connectionId: string, channelSku: string, itemId: string): Promise<void> {
  const made = await platform.client.post('/v1/oms/product-mappings', {
    connection_id: connectionId,
    channel_sku: channelSku,
    oms_product_id: itemId,
  });
  if (made.status !== 201) throw new Error(made.text);
}

const sync = (connectionId: string) =>
  platform.client.post('/v1/oms/sync/inventory', { connection_id: connectionId });

const pushOf = async (connectionId: string, sku: string): Promise<any> =>
  (
    await platform.client.get(
      `/api/integration/channel-pushes?connection_id=${connectionId}&channel_sku=${sku}`,
    )
  ).body.data[0];

const sentOf = (connectionId: string, sku: string, version: number): Promise<any> =>
  until(`version ${version} of ${sku} is sent`, async () => {
    const push = await pushOf(connectionId, sku);
    return push?.sent_version === version && push;
  });

test.serial('a connection is tried step by step, and says which one fails', async (t) => {
  const store = await startStore(t);
  const good = await connect(store.url);
  const tried = await platform.client.post(`/v1/oms/channels/connections/${good}/test`);
  t.is(tried.status, 200, tried.text);
  t.like(tried.body, { ok: true, status: 'active' });
  t.deepEqual(
    tried.body.steps.map(({ step, ok }: any) => [step, ok]),
    [
      ['settings', true],
      ['connect', true],
      ['authenticate', true],
    ],
  );
  const stranger = await connect(store.url, { credentials: { access_token: 'wrong' } });
  t.like((await platform.client.post(`/v1/oms/channels/connections/${stranger}/test`)).body, {
    ok: false,
    status: 'error',
  });
  const nowhere = await connect('http://127.0.0.1:1/');
  const lost = (await platform.client.post(`/v1/oms/channels/connections/${nowhere}/test`)).body;
  t.deepEqual(
    lost.steps.map(({ step, ok }: any) => [step, ok]),
    [
      ['settings', true],
      ['connect', false],
    ],
  );
  const bare = await connect(store.url, { credentials: {} });
  t.is((await platform.client.post(`/v1/oms/channels/connections/${bare}/test`)).body.steps[0].ok, false);
});

test.serial(
  'a store is told whole units less the buffer, once for each change, and what it says is kept',
  async (t) => {
    const store = await startStore(t);
    const { standard, client } = platform;
    const item = await newItem(platform, standard);
    const id = await connect(store.url, { inventory_buffer: 2 });
    await map(id, 'SKU/1', item);
    const duplicate = await client.post('/v1/oms/product-mappings', {
      connection_id: id,
      channel_sku: 'SKU/1',
      oms_product_id: item,
    });
    t.is(duplicate.status, 409);
    await putStock(platform, standard, [{ item, qty: 10.5 }]);
    const first = await sync(id);
    t.is(first.status, 202, first.text);
    t.like(first.body, { queued: 1, unchanged: 0 });
    t.true(first.body.unmapped > 0);
    await sentOf(id, 'SKU%2F1', 1);
    t.deepEqual(store.puts, [
      { path: '/admin/api/inventory/SKU%2F1.json', body: { sku: 'SKU/1', available: 8, version: 1 } },
    ]);
    t.like((await sync(id)).body, { queued: 0, unchanged: 1 });

    store.holds = () => ({ available: 99 });
    await putStock(platform, standard, [{ item, qty: 5 }]);
    t.like((await sync(id)).body, { queued: 1 });
    const drifting = await sentOf(id, 'SKU%2F1', 2);
    t.like(drifting, { sent: { available: 13 }, channel_says: { available: 99 }, has_drift: true });

    const products = await client.post('/v1/oms/sync/products', { connection_id: id, product_ids: [item] });
    t.is(products.status, 202, products.text);
    t.like(products.body, { queued: 1, unmapped: 0 });
    await until('the product was told', () =>
      store.puts.some(({ path }) => path === '/admin/api/products/SKU%2F1.json'),
    );
  },
);

test.serial('asked too much the store is left alone as long as it said, and nothing is lost', async (t) => {
  const store = await startStore(t);
  const { standard, owner } = platform;
  const id = await connect(store.url);
  for (const sku of ['A', 'B', 'C']) await map(id, sku, await newItem(platform, standard));
  let refusals = 0;
  store.before = () => {
    refusals += 1;
    return { status: 429, headers: { 'retry-after': '3000' } };
  };
  await sync(id);
  const paused = await until('the connection pauses', async () => {
    const { rows } = await owner.query<{ seconds: number }>(
      'select extract(epoch from paused_until - clock_timestamp())::float8 as seconds from channel_connections where id = $1 and paused_until is not null',
      [id],
    );
    return rows[0];
  });
  await until('all that were on their way are back', async () => {
    const { rows } = await owner.query(
      'select 1 from channel_pushes where connection_id = $1 and claim is null and last_error is not null',
      [id],
    );
    return rows.length === 3;
  });
  t.true(paused.seconds > 2_900 && paused.seconds <= 3_000, `${paused.seconds} s`);
  t.true(refusals <= 3, 'those on their way, and no more');
  store.before = () => undefined;
  await owner.query('update channel_connections set paused_until = null where id = $1', [id]);
  await owner.query('update channel_pushes set next_try_at = now() where connection_id = $1', [id]);
  // Nothing has changed, and the workers check.
  t.like((await sync(id)).body, { queued: 0, unchanged: 3 });
  for (const sku of ['A', 'B', 'C']) await sentOf(id, sku, 1);
});

test.serial('whatever a store answers, what it has taken is sent once', async (t) => {
  const store = await startStore(t);
  const item = await newItem(platform, platform.standard);
  const id = await connect(store.url);
  await map(id, 'ODD', item);
  for (const [at, odd] of ['a\u0000b', 'a\uD83Db'].entries()) {
    store.holds = (sent) => ({ available: sent.available, note: odd });
    await putStock(platform, platform.standard, [{ item, qty: 1 }]);
    await sync(id);
    t.like(await sentOf(id, 'ODD', at + 1), { has_drift: false, last_error: null });
  }
  t.is(store.puts.length, 2);
});

test.serial(
  'while a push is on its way a newer one waits, and an older one never overwrites it',
  async (t) => {
    const store = await startStore(t);
    const { standard } = platform;
    const item = await newItem(platform, standard);
    const id = await connect(store.url);
    await map(id, 'RACE', item);
    for (let round = 1; round <= 5; round += 1) {
      await putStock(platform, standard, [{ item, qty: 1 }]);
      await Promise.all([sync(id), sync(id)]);
    }
    await sentOf(id, 'RACE', 5);
    const versions = store.puts.map(({ body }) => body.version);
    t.deepEqual(
      versions,
      versions.toSorted((a, b) => a - b),
    );
    t.deepEqual(store.puts.at(-1)!.body, { sku: 'RACE', available: 5, version: 5 });
  },
);

test.serial(
  'a connection that moves to another store tells it everything, whatever the former one was told',
  async (t) => {
    const [former, next] = [await startStore(t), await startStore(t)];
    const { standard, client } = platform;
    const item = await newItem(platform, standard);
    const id = await connect(former.url);
    await map(id, 'MOVED', item);
    await putStock(platform, standard, [{ item, qty: 4 }]);
    await sync(id);
    await sentOf(id, 'MOVED', 1);
    t.is((await client.patch(`/api/integration/connections/${id}`, { name: 'Our store' })).status, 200);
    t.like((await sync(id)).body, { queued: 0, unchanged: 1 });
    t.is(
      (
        await client.patch(`/api/integration/connections/${id}`, {
          api_url: next.url,
          credentials: { access_token: token },
        })
      ).status,
      200,
    );
    t.like(await pushOf(id, 'MOVED'), { sent: null, has_drift: false });
    t.like((await sync(id)).body, { queued: 1, unchanged: 0 });
    await sentOf(id, 'MOVED', 2);
    t.deepEqual(
      next.puts.map(({ body }) => body),
      [{ sku: 'MOVED', available: 4, version: 2 }],
    );
    t.like((await sync(id)).body, { queued: 0, unchanged: 1 });
  },
);

test.serial(
  'a stranger’s connection is as unknown as a random one; a disabled one is told nothing',
  async (t) => {
    const store = await startStore(t);
    const id = await connect(store.url);
    const rival = await platform.clientWith(platform.threePl, ['oms.channels.manage', 'oms.channels.view']);
    for (const path of ['/v1/oms/sync/inventory', '/v1/oms/sync/products'])
      t.is((await rival.post(path, { connection_id: id })).status, 404);
    t.is((await rival.post(`/v1/oms/channels/connections/${id}/test`)).status, 404);
    t.is((await rival.post('/v1/oms/channels/connections', { channel: 'nobody' })).status, 400);
    await platform.client.patch(`/api/integration/connections/${id}`, { status: 'disabled' });
    t.is((await sync(id)).body.error.code, 'CONNECTION_DISABLED');
  },
);

test.serial(
  'a store that hangs holds the part of its organization and not the place of everyone else',
  async (t) => {
    const store = await startStore(t);
    store.isHanging = true;
    const id = await connect(store.url);
    const items = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        newItem(platform, platform.standard, { sku: `HANGS-${index}` }),
      ),
    );
    for (const [index, itemId] of items.entries()) await map(id, `hangs-${index}`, itemId);
    const asked = await platform.client.post('/v1/oms/sync/products', {
      connection_id: id,
      product_ids: items,
    });
    t.is(asked.body.queued, 12, asked.text);
    await until('its part hangs', () => store.hanging >= 8);

    const { threePl } = platform;
    const rival = await platform.clientWith(threePl, everyPermission);
    const good = await startStore(t);
    const connection = await rival.post('/v1/oms/channels/connections', {
      channel: 'storefront',
      merchant_id: threePl.merchantId,
      credentials: { access_token: token },
      sync_scopes: ['products'],
      api_url: good.url,
    });
    t.is(connection.status, 201, connection.text);
    const item = await newItem(platform, threePl, { sku: 'MOVES', merchant_id: threePl.merchantId });
    const connected = { connection_id: connection.body.id as string };
    await rival.post('/v1/oms/product-mappings', {
      ...connected,
      channel_sku: 'moves',
      oms_product_id: item,
    });
    await rival.post('/v1/oms/sync/products', connected);
    await until('the other store is told', () => good.puts.length === 1);
    t.is(store.hanging, 8, 'what hangs is half of what runs at once');
    await platform.client.patch(`/api/integration/connections/${id}`, { status: 'disabled' });
  },
);
