/** Poison: a command that always times out is set aside; one whose database is unreachable is not. */
import test from 'ava';
import { judgeSqlError } from '../../db/sql-errors.ts';
import { inTenant } from '../../db/database.ts';
import { until } from '../helpers/wait.ts';
import { startPlatform } from '../helpers/platform.ts';

test('a command whose statement always times out fails for good', async (t) => {
  const platform = await startPlatform(t);
  const { owner, client, standard } = platform;
  // The server itself ends the statement, as statement_timeout would after its 20 s.
  await owner.query(`
    create function poison() returns trigger language plpgsql as $$
    begin perform pg_cancel_backend(pg_backend_pid()); perform pg_sleep(5); return new; end $$;
    create trigger poison before insert on inventory_ledger for each row execute function poison()`);
  const sent = await client.post(
    '/api/wms/inventory/adjust',
    {
      warehouse_id: standard.warehouseId,
      item_id: standard.items['PLAIN'],
      location_id: standard.locations['A-01'],
      qty_delta: 3,
      reason_code: 'found',
    },
    { headers: { prefer: 'respond-async' } },
  );
  t.is(sent.status, 202, sent.text);
  const id: string = sent.body.data.operation_id;
  const operation = async () => (await client.get(`/api/operations/${id}`)).body.data;
  await until('it failed', async () => (await operation()).state === 'failed');
  const { rows } = await owner.query('select outcome from commands where id = $1', [id]);
  t.regex(rows[0].outcome.message, /canceling statement/);
});

test('each of our own time limits is a time-out, whatever the statement behind it hears', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { database, standard, owner } = platform;
  const scope = { organizationId: standard.id };
  const verdictOf = async (work: Parameters<typeof inTenant>[2]): Promise<string> =>
    judgeSqlError(await t.throwsAsync(inTenant(database, scope, work))).kind;

  t.is(
    await verdictOf(async (tx) => {
      await tx.raw("set local statement_timeout = '50ms'");
      await tx.raw('select pg_sleep(5)');
    }),
    'timed_out',
  );
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('select 1 from organizations where id = $1 for update', [standard.id]);
  t.is(
    await verdictOf(async (tx) => {
      await tx.raw("set local lock_timeout = '50ms'");
      await tx.raw('select 1 from organizations for update');
    }),
    'timed_out',
  );
  await holder.query('rollback');
  holder.release();
  t.is(
    await verdictOf(async (tx) => {
      await tx.raw("set local idle_in_transaction_session_timeout = '50ms'");
      await tx.raw('select 1');
      await new Promise((resolve) => setTimeout(resolve, 400));
      await tx.raw('select 1');
    }),
    'timed_out',
  );
  t.is(
    await verdictOf(async (tx) => {
      const { rows } = (await tx.raw('select pg_backend_pid() as pid')) as { rows: { pid: number }[] };
      await owner.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      await tx.raw('select pg_sleep(1)');
    }),
    'away',
    'a server that goes is no fault of the command',
  );
});
