/**
 * A worker process killed in the middle of a group: before the group's last statement none of it is there; after it,
 * with the commit on its way, all of it may be. In both cases every command takes effect once.
 */
import test, { type ExecutionContext } from 'ava';
import { openDatabase } from '../../db/database.ts';
import { roleUrl } from '../../db/roles.ts';
import { startRig } from '../chaos/rig.ts';
import { testSecrets, testServers } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';
import { accept } from './ran-in-groups.ts';

const count = 64;
// A job whose worker is gone is found by its lock, which lasts 15 s, or by the sweeper.
const recoveredMsMax = 90_000;

async function killAt(t: ExecutionContext, table: 'inventory_ledger' | 'events'): Promise<void> {
  const rig = await startRig({ databaseUrl: testServers().databaseUrl, start: false });
  t.teardown(() => rig.stop());
  const { owner, ownerUrl, organization } = rig;
  const database = openDatabase({
    appUrl: roleUrl(ownerUrl, 'app', testSecrets),
    systemUrl: roleUrl(ownerUrl, 'system', testSecrets),
    poolMax: 2,
    applicationName: 'test',
  });
  t.teardown(() => database.close());
  // Nobody dispatches them: the worker's sweeper finds them and makes one job of them.
  await accept(
    database,
    organization,
    'wms.adjust_inventory',
    Array.from({ length: count }, () => ({
      warehouse_id: organization.warehouseId,
      location_id: organization.locations['A-03'],
      item_id: organization.items['PLAIN'],
      qty_delta: 1,
      reason_code: 'found',
    })),
  );
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query(`lock table ${table} in exclusive mode`);
  const [worker] = rig.workers;
  await worker!.start();
  await until(
    'the group waits in its middle',
    async () => {
      const { rows } = await owner.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
        [`%insert into ${table}%`],
      );
      return rows.length > 0;
    },
    recoveredMsMax,
  );
  const jobs = await owner.query('select count(*)::int as n from commands group by job_id');
  t.deepEqual(jobs.rows, [{ n: count }], 'all of them in one job');
  worker!.signal('SIGKILL');
  await until('the worker is gone', () => !worker!.isRunning);
  await holder.query('rollback');
  holder.release();
  await worker!.start();
  await until(
    'all are done',
    async () => {
      const { rows } = await owner.query("select 1 from commands where state <> 'done' limit 1");
      return rows.length === 0;
    },
    recoveredMsMax,
  );
  const { rows } = await owner.query(
    `select count(*)::int as posted, count(distinct command_id)::int as commands,
            (select sum(qty)::int from inventory_balances where location_id = $1) as lying,
            (select count(distinct command_id)::int from events) as told
       from inventory_ledger`,
    [organization.locations['A-03']],
  );
  t.deepEqual(rows, [{ posted: count, commands: count, lying: count, told: count }]);
}

test.serial('killed before the last statement, a group is run again as a whole', (t) =>
  killAt(t, 'inventory_ledger'),
);
test.serial('killed with its commit on the way, a group is done once', (t) => killAt(t, 'events'));
