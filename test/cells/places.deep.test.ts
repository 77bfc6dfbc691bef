/** An organization that is frozen, moved, or here: what its callers are told, and what cannot commit meanwhile. */
import test, { type ExecutionContext } from 'ava';
import knex, { type Knex } from 'knex';
import { organizationsServed } from '../../db/cells/maps.read.ts';
import { findPlace, freeze, setPlace } from '../../db/cells/places.write.ts';
import { inTenant } from '../../db/database.ts';
import { createClient, type Client } from '../helpers/client.ts';
import { openEvents } from '../helpers/event-reader.ts';
import { createOrganization } from '../helpers/organization.ts';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';
import { adjust, freshItem, rowsOf } from '../helpers/shelf.ts';
import { until, within } from '../helpers/wait.ts';
import { connect, publish, sampleOrder, send } from '../integration/storefront-rig.ts';
import { enrollHub, TestLink } from '../printing/relay-client.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
let owner: Knex;
test.before(async () => {
  platform = await startPlatform(undefined);
  owner = knex({ client: 'pg', connection: platform.ownerUrl });
});
test.after.always(async () => {
  await owner?.destroy();
  await platform?.stop();
});

const active = { state: 'active', cell: null } as const;
const gone = { state: 'moved', cell: 'b' } as const;

/** Each test moves the standard organization and brings it back. */
async function frozen(t: ExecutionContext): Promise<string> {
  const { id } = platform.standard;
  await freeze(owner, id);
  t.teardown(() => setPlace(owner, id, active));
  return id;
}

const writes = (client: Client): Promise<{ status: number; headers: Headers; body: any }>[] => [
  client.post('/api/wms/items', { sku: `F-${Math.random()}`, name: 'inline' }),
  client.post(
    '/api/wms/items',
    { sku: `K-${Math.random()}`, name: 'keyed' },
    { headers: { 'idempotency-key': `k${Math.random()}` } },
  ),
  client.post('/api/wms/inventory/adjust', { ...shelf, reason_code: 'found', qty_delta: 1 }),
  client.post('/v1/wms/waves'),
];
let shelf: Awaited<ReturnType<typeof freshItem>>;

test.serial('one that is being moved reads and does not write; its neighbours do both', async (t) => {
  const { client, threePl, url, standard } = platform;
  shelf = await freshItem(platform);
  t.is((await adjust(client, shelf, { qty_delta: 4 })).status, 200);
  const id = await frozen(t);
  const neighbour = createClient(url, threePl);
  const [refused, others] = await Promise.all([
    Promise.all(writes(client).slice(0, 3)),
    Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        neighbour.post('/api/wms/items', {
          sku: `N-${at}`,
          name: 'of a neighbour',
          merchant_id: threePl.merchantId,
        }),
      ),
    ),
  ]);
  for (const { status, headers, body } of refused) {
    t.is(status, 503);
    t.is(body.error.code, 'ORGANIZATION_MOVING');
    t.is(headers.get('retry-after'), '1');
  }
  t.deepEqual([...new Set(others.map(({ status }) => status))], [201]);
  t.is(Number((await rowsOf(client, shelf.item_id))[0].qty), 4);
  const added = await owner('commands').where({ organization_id: id, state: 'accepted' });
  t.is(added.length, 0, 'what was refused left no row');
  await setPlace(owner, standard.id, active);
  t.is((await adjust(client, shelf, { qty_delta: 1 })).status, 200);
});

test.serial('between the two places nobody is answered, and nobody is sent away', async (t) => {
  const { client, url, standard } = platform;
  const stream = await openEvents(url, client);
  t.teardown(() => stream.hangUp());
  const id = await frozen(t);
  t.is((await client.get('/api/oms/orders')).status, 200);
  await setPlace(owner, id, { state: 'moving', cell: 'b' });
  const isRefused = async (): Promise<boolean> => (await client.get('/api/oms/orders')).status === 503;
  await until('reads are refused', isRefused);
  const reads = [client.get('/api/oms/orders'), client.get('/v1/wms/inventory')];
  for (const { status, headers, body } of await Promise.all([...reads, ...writes(client)])) {
    t.is(status, 503);
    t.is(body.error.code, 'ORGANIZATION_MOVING');
    t.is(headers.get('retry-after'), '1');
  }
  t.false(
    (await organizationsServed(platform.database)).includes(standard.id),
    'it is nobody’s for a moment',
  );
  t.false(stream.events.some(({ event }) => event === 'end'));
});

test.serial('one that has moved is told where, on both surfaces, and what is open ends', async (t) => {
  const { client, url } = platform;
  const hub = await enrollHub(url, client);
  const link = await TestLink.greeted(url, hub, []);
  const stream = await openEvents(url, client);
  const id = await frozen(t);
  await setPlace(owner, id, gone);
  await within('the stream ends', stream.ended);
  t.deepEqual(stream.events.at(-1)?.data.reason, 'moved');
  await until('the link is closed', () => link.closeCode !== undefined);
  t.is(link.closeCode, 1012, 'to be opened again');
  const reads = [client.get('/api/oms/orders'), client.get('/v1/wms/inventory')];
  for (const { status, body } of await Promise.all([...reads, ...writes(client)])) {
    t.is(status, 421);
    t.is(body.error.code, 'ORGANIZATION_MOVED');
    t.is(body.error.details.cell, 'b');
  }
  await t.throwsAsync(openEvents(url, client), { message: /^421/ });
});

test.serial('a store is told to come again, then where to', async (t) => {
  const { client, url } = platform;
  await connect(client);
  await publish(client, [{ action: 'create_order' }]);
  const id = await frozen(t);
  const early = await send(url, { body: sampleOrder });
  t.is(early.status, 503);
  t.is(early.headers.get('retry-after'), '1');
  await setPlace(owner, id, gone);
  t.is((await send(url, { body: sampleOrder })).status, 421);
  await setPlace(owner, id, active);
  t.is((await send(url, { body: sampleOrder })).status, 200);
});

test.serial('what was accepted before waits for the end of the move, and runs once', async (t) => {
  const rig = await startPlatform(t, { workers: false });
  const { client, standard } = rig;
  const ofRig = knex({ client: 'pg', connection: rig.ownerUrl });
  t.teardown(() => ofRig.destroy());
  const item = await freshItem(rig);
  const asked = await client.post(
    '/api/wms/inventory/adjust',
    { ...item, reason_code: 'found', qty_delta: 3 },
    { headers: { prefer: 'respond-async' } },
  );
  t.is(asked.status, 202);
  await freeze(ofRig, standard.id);
  const workers = await rig.startWorkers();
  t.teardown(() => workers.stop());
  // Behind it in the same queue.
  const neighbour = createClient(rig.url, rig.threePl);
  const theirs = await neighbour.post('/api/wms/inventory/adjust', {
    merchant_id: rig.threePl.merchantId,
    item_id: rig.threePl.items['PLAIN'],
    warehouse_id: rig.threePl.warehouseId,
    location_id: rig.threePl.locations['A-01'],
    reason_code: 'found',
    qty_delta: 1,
  });
  t.is(theirs.status, 200, theirs.text);
  t.is((await rowsOf(client, item.item_id)).length, 0);
  await setPlace(ofRig, standard.id, active);
  await until('it is carried out', async () => (await rowsOf(client, item.item_id)).length > 0);
  t.is(Number((await rowsOf(client, item.item_id))[0].qty), 3);
});

test.serial('the freeze waits for who writes, whom nobody follows', async (t) => {
  const { id } = platform.standard;
  const other = await createOrganization(platform.database, { edition: 'standard' });
  let entered = (): void => {};
  const inside = new Promise<void>((resolve) => (entered = resolve));
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => (leave = resolve));
  const writing = inTenant(platform.database, { organizationId: id }, async (tx) => {
    await tx.raw(`update organizations set name = 'Written before' where id = ?`, [id]);
    entered();
    await left;
  });
  await inside;
  const freezing = freeze(owner, id);
  t.teardown(() => setPlace(owner, id, active));
  await until('the freeze waits for the lock', async () => {
    const { rows } = await platform.owner.query(
      `select 1 from pg_locks where locktype = 'advisory' and not granted and objid = (organization_lock($1) & x'ffffffff'::bigint)::oid`,
      [id],
    );
    return rows.length > 0;
  });
  // Behind a freeze that waits nobody enters, so it does not wait for ever.
  const late = await t.throwsAsync(
    inTenant(platform.database, { organizationId: id }, (tx) => tx.raw('select 1')),
  );
  t.is((late as { code?: string }).code, 'WP003');
  await inTenant(platform.database, { organizationId: other.id }, (tx) => tx.raw('select 1'));
  t.is((await findPlace(owner, id))?.state, 'active');
  leave();
  await Promise.all([writing, freezing]);
  t.is((await findPlace(owner, id))?.state, 'moving');
  t.is((await owner('organizations').where({ id }).first())!.name, 'Written before');
});

test.serial('the freeze waits for what works across organizations', async (t) => {
  const { id } = platform.standard;
  const row = (key: string) => ({
    organization_id: id,
    principal: id,
    route: 'r',
    key,
    fingerprint: '',
    command_id: id,
  });
  const system = await platform.database.system.transaction();
  await system('idempotency_keys').insert(row('before'));
  let isFrozen = false;
  const freezing = freeze(owner, id).then(() => (isFrozen = true));
  t.teardown(() => setPlace(owner, id, active));
  await until('it is told to everybody else', async () => (await findPlace(owner, id))?.state === 'moving');
  await t.throwsAsync(platform.database.system('idempotency_keys').insert(row('late')) as never, {
    message: /is on its way/,
  });
  t.is(await platform.database.system('idempotency_keys').where({ organization_id: id }).delete(), 0);
  t.false(isFrozen);
  await system.commit();
  await within('it ends with that transaction', freezing);
  t.is((await owner('idempotency_keys').where({ organization_id: id, route: 'r' })).length, 1);
});

test.serial(
  'one that works across organizations for minutes keeps nobody from writing meanwhile',
  async (t) => {
    const { id } = platform.standard;
    const system = await platform.database.system.transaction();
    await system.raw("set local idle_in_transaction_session_timeout = '60s'");
    await system.raw('select pg_current_xact_id()');
    t.teardown(() => setPlace(owner, id, active));
    t.teardown(async () => void (await system.rollback().catch(() => {})));
    const given = within('the freeze gives up', freeze(owner, id), 10_000);
    const fault = await t.throwsAsync(given);
    t.is((fault as { code?: string }).code, '55P03', fault?.message);
    t.is((await findPlace(owner, id))?.state, 'active');
  },
);
