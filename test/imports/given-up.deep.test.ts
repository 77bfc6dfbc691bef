/** An import that cannot go on ends, and says why. */
import test from 'ava';
import { rerunFailedCommand } from '../../db/engine/command-reruns.write.ts';
import { startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { importFile } from './import-file.ts';

test('an import given up after its last attempt has failed; run again, it goes on where it was', async (t) => {
  const platform = await startPlatform(t);
  const { client, owner } = platform;
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
  const { rows: chunks } = await owner.query<{ id: string; input: { after_line: number } }>(
    "select id, input from commands where name = 'wms.import_chunk' and state = 'failed'",
  );
  t.is(chunks.length, 1);
  const of = { organization_id: platform.standard.id, command_id: chunks[0]!.id };
  t.truthy(await rerunFailedCommand(platform.database, of, { name: 'somebody' }));
  const again = await until('it has gone on', async () => {
    const { data } = (await client.get(`/api/wms/imports/${failed.id}`)).body;
    return data.finished_at && data.state !== 'failed' && data;
  });
  t.like(again, { state: 'completed', reason: null, created_count: 1, lines_applied: 1, lines_checked: 1 });
});
