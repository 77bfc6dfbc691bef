/** Idempotency keys whose time is over go, however many they are. */
import test from 'ava';
import { openDatabase } from '../../db/database.ts';
import { forgetOldKeys } from '../../db/engine/commands.write.ts';
import { startPlatform } from '../helpers/platform.ts';

test('more old keys than one statement may take the time for are forgotten, and young ones stay', async (t) => {
  const { owner, standard, appUrl, systemUrl } = await startPlatform(t, { workers: false });
  const planted = 20_000;
  await owner.query(
    `insert into idempotency_keys (organization_id, principal, route, key, fingerprint, command_id, created_at)
     select $1::uuid, $1::uuid, 'r', n::text, '', $1::uuid, now() - interval '80 hours' + n * interval '1 millisecond'
       from generate_series(1, $2::integer) n
     union all select $1::uuid, $1::uuid, 'r', 'young', '', $1::uuid, now() - interval '71 hours'`,
    [standard.id, planted],
  );
  // Every thousandth takes a tenth of a second: two seconds for all of them.
  await owner.query(`
    create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.1); return old; end $$;
    create trigger slow before delete on idempotency_keys for each row when (old.key like '%500') execute function slow()`);
  // As behind a pooler, the limit is the role's own: here a shorter one than the 20 s.
  const limited = new URL(systemUrl);
  limited.searchParams.set('options', '-c statement_timeout=1500');
  const database = openDatabase({
    appUrl,
    systemUrl: limited.href,
    poolMax: 2,
    isPooled: true,
    applicationName: 'test',
  });
  t.teardown(() => database.close());
  await forgetOldKeys(database);
  const { rows } = await owner.query('select key from idempotency_keys');
  t.deepEqual(rows, [{ key: 'young' }]);
});
