/** However many organizations wait for an open transaction, the reader of stores' news looks now and then, and reads on after it. */
import test from 'ava';
import { pino } from 'pino';
import { keyRing } from '../../domain/secrets/platform-keys.ts';
import { startReadingStoreNews } from '../../workers/channels/read-store-news.ts';
import { startPlatform } from '../helpers/platform.ts';
import { testSecrets } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';

test('what an open transaction holds back is not looked at over and over', async (t) => {
  const { owner, database } = await startPlatform(t, { workers: false });
  // One more than it looks at at once. Their stores were compared just now.
  await owner.query(`
    with made as (
      insert into organizations (id, name, edition)
      select gen_random_uuid(), 'Waiting ' || n, 'standard' from generate_series(1, 101) n returning id
    ), merchant as (
      insert into merchants (organization_id, id, code, name)
      select id, gen_random_uuid(), 'M', 'M' from made returning organization_id, id
    ), channel as (
      insert into channels (organization_id, id, code, name)
      select id, gen_random_uuid(), 'C', 'C' from made returning organization_id, id
    ), place as (
      insert into channel_streams (organization_id, transaction_id)
      select id, pg_current_xact_id() from made
    )
    insert into channel_connections (organization_id, id, merchant_id, channel_id, connector, name, api_url,
      credentials_sealed, compared_at)
    select m.organization_id, gen_random_uuid(), m.id, c.id, 'storefront', 'Store', 'http://127.0.0.1:9', 'sealed', now()
      from merchant m join channel c using (organization_id)`);
  const { rows: stores } = await owner.query<{ organization_id: string }>(
    "select organization_id from channel_connections where name = 'Store'",
  );
  t.is(stores.length, 101);
  const older = await owner.connect();
  t.teardown(() => older.release(true));
  await older.query('begin');
  await older.query('select pg_current_xact_id()');
  await owner.query(`
    insert into events (organization_id, id, type, subject_type, subject_id, subject_seq, data, command_id)
    select organization_id, gen_random_uuid(), 'item.changed', 'item', gen_random_uuid(), 1, '{}',
           gen_random_uuid()
      from channel_connections where name = 'Store'`);

  let asked = 0;
  for (const pool of [database.app, database.system]) pool.on('query', () => (asked += 1));
  const reader = startReadingStoreNews({
    database,
    producer: undefined as never,
    keys: keyRing(testSecrets, 'credentials'),
    send: () => Promise.reject(new Error('It calls nobody.')),
    wakes: { on: () => {}, tell: () => {}, close: async () => {} },
    log: pino({ level: 'silent' }),
  });
  t.teardown(() => reader.stop());
  await until('it looked', () => asked > 0);
  await new Promise((resolve) => {
    setTimeout(resolve, 1_500);
  });
  t.true(asked <= 10, `asked the database ${asked} times`);

  await older.query('commit');
  await until('all of it is read', async () => {
    const { rows } = await owner.query<{ waiting: number }>(`
      select count(*)::integer as waiting from events e join channel_streams s using (organization_id)
       where (e.transaction_id, e.position) > (s.transaction_id, s.position)`);
    return rows[0]!.waiting === 0;
  });
});
