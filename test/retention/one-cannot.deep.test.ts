/** Of many organizations, one whose history cannot go holds up no other. */
import test from 'ava';
import { pino } from 'pino';
import { sweepRetention } from '../../workers/retention/sweep-retention.ts';
import { retentionRig } from './retention-rig.ts';

// Before all others in the order of a sweep.
const first = '00000000-0000-7000-8000-000000000001';

test('an organization whose file cannot be written holds up nobody behind it', async (t) => {
  const { platform, files, keep, sweep, age, label, cancel, rowsOf } = await retentionRig(t);
  const { owner, standard } = platform;
  await cancel(await label('one'));
  await age(200);
  const copied = (table: string, key: string): string =>
    `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(c) || '{"${key}": "${first}"}')).*
       from ${table} c where ${key} = '${standard.id}'`;
  await owner.query(`begin; set local session_replication_role = replica;
    ${copied('organizations', 'id')}; ${copied('commands', 'organization_id')}; commit`);
  await keep('commands', 1);
  const refusing: typeof files = {
    put: (file) =>
      file.key.startsWith(first) ? Promise.reject(new Error('no room for this one')) : files.put(file),
    get: (key) => files.get(key),
  };
  t.true((await rowsOf('commands')).length > 0);
  await sweep(refusing);
  t.deepEqual(await rowsOf('commands'), []);
  const { rows } = await owner.query("select problem from retention_policies where table_name = 'commands'");
  t.is(rows[0].problem, 'no room for this one', 'and is told of');
});

test('a sweep that many hold up is followed by one that begins behind them', async (t) => {
  const { platform, files, keep, sweep, age, label, cancel, rowsOf } = await retentionRig(t);
  const { owner, standard } = platform;
  await cancel(await label('one'));
  await age(200);
  const copied = (table: string, key: string): string =>
    `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(c) || jsonb_build_object('${key}', o.id))).*
       from ${table} c, (select ('00000000-0000-7000-8000-0000000001' || lpad(n::text, 2, '0'))::uuid as id
                           from generate_series(1, 11) n) o where c.${key} = '${standard.id}'`;
  await owner.query(`begin; set local session_replication_role = replica;
    ${copied('organizations', 'id')}; ${copied('commands', 'organization_id')}; commit`);
  await keep('commands', 1);
  const refusing: typeof files = {
    put: (file) =>
      file.key.startsWith('00000000-') ? Promise.reject(new Error('no room for this one')) : files.put(file),
    get: (key) => files.get(key),
  };
  await sweep(refusing);
  t.true((await rowsOf('commands')).length > 0, 'ten in front of it could not be swept');
  await sweep(refusing);
  t.deepEqual(await rowsOf('commands'), []);
});

test('a sweep that ends before its tables is counted for each of them', async (t) => {
  const { platform, files, keep } = await retentionRig(t);
  const { owner, database } = platform;
  for (const table of ['commands', 'events'] as const) await keep(table, 13);
  await owner.query('alter table idempotency_keys rename to out_of_reach');
  const told = new Map<string, unknown>();
  const log = pino({ level: 'silent' });
  await t.throwsAsync(
    sweepRetention({
      database,
      files,
      log,
      swept: (table, rows, isWhole) => told.set(table, [rows, isWhole]),
    }),
  );
  t.deepEqual(Object.fromEntries(told), { commands: [0, false], events: [0, false] });
});
