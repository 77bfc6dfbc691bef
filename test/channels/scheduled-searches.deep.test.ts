/** The clock asks stores for orders that never arrived: every hour, and at once where a search left out the end. */
import test from 'ava';
import { scheduleGapSearches } from '../../workers/channels/schedule-gap-searches.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { openBackend, closeBackend } from '../../queues/engine/backend.ts';
import { openProducer } from '../../queues/engine/producer.ts';
import { until } from '../helpers/wait.ts';
import { publish } from '../integration/storefront-rig.ts';
import { ago, connected as connectedTo, ended as endOf, fill, path } from './gap-rig.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined);
  await publish(platform.client, [{ action: 'create_order' }]);
});
test.after.always(() => platform?.stop());

const connected = (t: { teardown(stop: () => void): void }, more: object = {}) =>
  connectedTo(platform.client, t, more);
const ended = (id: string) => endOf(platform.client, id);

const found = async (searchId: string): Promise<any[]> =>
  (await platform.client.get(`/api/integration/gap-orders?search_id=${searchId}&page_size=200`)).body.data;

/** What the clock does when it strikes. */
function clock(t: { teardown(stop: () => Promise<void>): void }): () => Promise<void> {
  const { redisUrl, systemUrl: postgresUrl, prefix, database } = platform;
  const backend = openBackend({ redisUrl, postgresUrl, prefix });
  const producer = openProducer(backend);
  t.teardown(async () => {
    await producer.close();
    await closeBackend(backend);
  });
  return () => scheduleGapSearches({ database, producer });
}

test.serial(
  'the clock asks every active connection once an hour, however many clocks there are',
  async (t) => {
    const { store, id } = await connected(t);
    const [missing] = fill(store, 74_001, 1);
    const pending = await connected(t);
    const told = await connected(t, { sync_scopes: ['inventory'] });
    for (const one of [id, told.id])
      t.is((await platform.client.post(`/v1/oms/channels/connections/${one}/test`)).body.status, 'active');
    const strike = clock(t);
    await Promise.all([strike(), strike(), strike()]);
    const [begun, ...more] = await until('it was begun', async () => {
      const { data } = (await platform.client.get(`${path}?connection_id=${id}`)).body;
      return data.length > 0 && data;
    });
    t.deepEqual(more, []);
    t.like(begun, { is_scheduled: true, looked_by: 'created' });
    t.like(await ended(begun.id), { orders_fetched: 1 });
    t.is((await found(begun.id))[0].external_id, missing);
    await strike();
    t.is((await platform.client.get(`${path}?connection_id=${id}`)).body.meta.total, 1);
    for (const other of [pending.id, told.id])
      t.is((await platform.client.get(`${path}?connection_id=${other}`)).body.meta.total, 0);
  },
);

test.serial('what is long behind is searched through day by day, and less after a failure', async (t) => {
  const { client, owner } = platform;
  const { id } = await connected(t);
  t.is((await client.post(`/v1/oms/channels/connections/${id}/test`)).body.status, 'active');
  const searched = (status: string, until: Date) =>
    owner.query(
      `insert into channel_gap_searches (organization_id, id, connection_id, merchant_id, is_scheduled, looked_by, since,
         until, status, created_at, ended_at)
       select organization_id, gen_random_uuid(), id, merchant_id, true, 'created', $2::timestamptz - interval '1 hour',
              $2, $3, clock_timestamp() - interval '2 hours', now() from channel_connections where id = $1`,
      [id, until.toISOString(), status],
    );
  const strike = clock(t);
  const next = async (since: Date, hours: number, count: number): Promise<Date> => {
    await strike();
    const [begun] = await until(`search ${count} is begun`, async () => {
      const { data } = (await client.get(`${path}?connection_id=${id}`)).body;
      return data.length === count && data;
    });
    t.is(begun.since, since.toISOString());
    const done = new Date(since.getTime() + hours * 3_600_000);
    t.is(begun.until, done.toISOString());
    await ended(begun.id);
    return done;
  };
  const hourBefore = (moment: Date) => new Date(moment.getTime() - 3_600_000);
  const last = ago(24 * 6);
  await searched('done', last);
  const first = await next(hourBefore(last), 24, 2);
  // Its hour is not over, but it is behind.
  await next(hourBefore(first), 24, 3);

  const other = ago(24 * 3);
  await owner.query('delete from channel_gap_searches where connection_id = $1', [id]);
  await searched('done', other);
  for (const _of of [1, 2]) await searched('failed', ago(1));
  await next(hourBefore(other), 6, 4);
});
