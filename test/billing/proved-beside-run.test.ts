/** A run proves that nothing is left out while more is shipped on the days it bills. */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { billingRig, finished } from './billing-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('what is shipped while a run proves that nothing is left out is an exception like the rest', async (t) => {
  const rig = await billingRig(platform);
  const { organization } = rig;
  const { id: shipment } = await rig.ship('2026-07-05', [{ qty: 1 }]);
  const held = await platform.owner.connect();
  let run: string;
  try {
    await held.query('begin');
    await held.query("set local session_replication_role = 'replica'");
    // The exception that the run is about to write: it waits to know whether it is there.
    const { rows: own } = await held.query(
      `insert into billing_exceptions (organization_id, id, run_id, merchant_id, event, source_type, source_id, rule_id,
                                       service_date, reason)
       values ($1, $2, $2, $3, 'shipment.shipped', 'shipment', $4, '00000000-0000-0000-0000-000000000000', '2026-07-05', 'NO_RULE')
       returning pg_backend_pid() as pid`,
      [organization.id, randomUUID(), organization.merchantId, shipment],
    );
    const period = { period_start: '2026-07-01', period_end: '2026-07-31' };
    run = (await rig.client.post('/api/accounting/billing/runs', period)).body.data.id;
    await until('the run waits for the exception', async () => {
      const { rows } = await platform.owner.query(
        'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
        [own[0].pid],
      );
      return rows.length > 0;
    });
    await rig.ship('2026-07-06', [{ qty: 2 }]);
  } finally {
    await held.query('rollback').catch(() => {});
    held.release();
  }
  const done = await finished(rig.client, run);
  t.is(done.status, 'completed_with_exceptions', JSON.stringify(done.error));
  t.is(done.exceptions_count, done.activity_total);
  t.is(done.exceptions.length, 4, 'two shipments of a line each');
});
