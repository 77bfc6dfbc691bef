/**
 * A store that gives no answer: what it was told is unknown and told again, and nothing is locked while it is asked. One
 * that refused is told at once when its connection is mended.
 */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
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

test.serial(
  'while a store is asked who we are nothing is locked; a connection changed meanwhile is not judged by it',
  async (t) => {
    const store = await startStore(t);
    const id = await connect(store.url);
    store.isHanging = true;
    const asked = platform.client.post(`/v1/oms/channels/connections/${id}/test`);
    await until('the store is asked', () => store.hanging >= 2);
    const { rowCount } = await platform.owner.query(
      'select 1 from channel_connections where id = $1 for update nowait',
      [id],
    );
    t.is(rowCount, 1);
    const moved = { api_url: `${store.url}/moved`, credentials: { access_token: token } };
    t.is((await platform.client.patch(`/api/integration/connections/${id}`, moved)).status, 200);
    const answer = await asked;
    t.is(answer.status, 409, answer.text);
    t.is(answer.body.error.code, 'CONFLICT');
    store.isHanging = false;
    t.like((await platform.client.post(`/v1/oms/channels/connections/${id}/test`)).body, { ok: true });
  },
);

test.serial('a push without an answer is unknown, and sent again as the same version', async (t) => {
  const store = await startStore(t);
  const { standard, owner } = platform;
  const id = await connect(store.url);
  await map(id, 'UNKNOWN', await newItem(platform, standard));
  const soon = () =>
    owner.query('update channel_pushes set next_try_at = now() where connection_id = $1', [id]);
  const retried = async (status: number | undefined): Promise<any> => {
    store.before = () => (status === undefined ? undefined : { status });
    await soon();
    await sync(id);
  };
  await retried(500);
  const lost = await until('no usable answer came', async () => {
    const push = await pushOf(id, 'UNKNOWN');
    return push?.unknown_since && push;
  });
  t.like(lost, { sent_version: 0, last_error: 'The store answered 500.' });
  await retried(422);
  await until('a refusal settles it', async () => {
    const push = await pushOf(id, 'UNKNOWN');
    return push.last_error === 'The store answered 422.' && push.unknown_since === null;
  });
  // A worker that died with its claim may have sent it.
  await owner.query(
    `update channel_pushes set claim = gen_random_uuid(), claimed_until = now() - interval '1 minute'
      where connection_id = $1`,
    [id],
  );
  store.isHanging = true;
  await retried(undefined);
  await until('it is claimed again', () => store.hanging > 0);
  t.truthy((await pushOf(id, 'UNKNOWN')).unknown_since);
  store.isHanging = false;
  await owner.query(
    'update channel_pushes set claim = null, claimed_until = null, next_try_at = now() where connection_id = $1',
    [id],
  );
  await sync(id);
  t.like(await sentOf(id, 'UNKNOWN', 1), { unknown_since: null, last_error: null });
  t.deepEqual(
    store.puts.map(({ body }) => body.version),
    [1],
  );
});

/** A SKU whose store refused it eleven times: it is tried again in an hour. */
async function refusedForLong(store: Awaited<ReturnType<typeof startStore>>, id: string, sku: string) {
  const item = await newItem(platform, platform.standard);
  await map(id, sku, item);
  await sync(id);
  await until('it is refused', async () => {
    const push = await pushOf(id, sku);
    return push.last_error !== null && push.unknown_since === null;
  });
  await platform.owner.query(
    `update channel_pushes set attempts = 11, next_try_at = now() + interval '1 hour' where connection_id = $1`,
    [id],
  );
  store.before = () => undefined;
  return item;
}

test.serial('what waits to be tried again is told at once when its connection is mended', async (t) => {
  const store = await startStore(t);
  const { client } = platform;
  const locked = await connect(store.url, { credentials: { access_token: 'wrong' } });
  await refusedForLong(store, locked, 'LOCKED');
  const path = `/api/integration/connections/${locked}`;
  t.is((await client.patch(path, { credentials: { access_token: token } })).status, 200);
  await sentOf(locked, 'LOCKED', 1);

  const broken = await connect(store.url);
  store.before = () => ({ status: 422 });
  await refusedForLong(store, broken, 'BROKEN');
  t.true((await client.post(`/v1/oms/channels/connections/${broken}/test`)).body.ok);
  await sentOf(broken, 'BROKEN', 1);
});

test.serial('what became of an older version does not keep the newer one waiting', async (t) => {
  const store = await startStore(t);
  const id = await connect(store.url);
  store.before = () => ({ status: 422 });
  const item = await refusedForLong(store, id, 'CHANGED');
  store.isHanging = true;
  await platform.owner.query('update channel_pushes set next_try_at = now() where connection_id = $1', [id]);
  await sync(id);
  await until('it is on its way', () => store.hanging === 1);
  await putStock(platform, platform.standard, [{ item, qty: 1 }]);
  t.is((await sync(id)).body.queued, 1);
  store.isHanging = false;
  store.hangUp();
  t.like(await sentOf(id, 'CHANGED', 2), { sent: { available: 1 } });
});
