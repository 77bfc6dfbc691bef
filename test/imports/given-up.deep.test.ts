/** An import that cannot go on ends, and says why. */
import test from 'ava';
import { startPlatform } from '../helpers/platform.ts';
import { importFile } from './import-file.ts';

test('an import given up after its last attempt has failed, and its file can be imported again', async (t) => {
  const { client, owner } = await startPlatform(t);
  await owner.query(`
    create function break_import() returns trigger language plpgsql as $$
    begin
      if new.state = 'completed' then raise exception 'out of reach' using errcode = '40001'; end if;
      return new;
    end $$;
    create trigger break_import before update on imports for each row execute function break_import();
  `);
  const csv = 'sku,name\nA,One\n';
  const failed = await importFile(client, 'items', { csv });
  t.is(failed.state, 'failed');
  t.is(failed.reason, 'out of reach');
  const { rows } = await owner.query('select data from events where type = $1 and subject_id = $2', [
    'import.failed',
    failed.id,
  ]);
  t.deepEqual(
    rows.map(({ data }) => data),
    [{ kind: 'items', reason: 'out of reach' }],
  );
  await owner.query('drop trigger break_import on imports');
  const again = await importFile(client, 'items', { csv });
  t.is(again.state, 'completed');
  t.is(again.reason, null);
  t.is(again.created_count, 1, 'a chunk that failed left nothing');
});
