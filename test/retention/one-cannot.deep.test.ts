/** Of many organizations, one whose history cannot go holds up no other. */
import test from 'ava';
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
