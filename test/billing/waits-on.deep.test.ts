/** A step longer than all tries of another one of its merchant, as after a second start: the run is not failed for that. */
import test from 'ava';
import { until } from '../helpers/wait.ts';
import { startPlatform } from '../helpers/platform.ts';
import { inTenant } from '../../db/database.ts';
import { giveUpBillingStep } from '../../workers/billing/give-up-billing-run.ts';
import type { Work } from '../../workers/engine/handler.ts';
import { billingRig } from './billing-rig.ts';

test('a step that was given up while its merchant was billed waits on; otherwise its run fails', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { database, owner, threePl } = platform;
  const { client } = await billingRig(platform);
  const { body } = await client.post('/api/accounting/billing/runs', {
    period_start: '2026-03-01',
    period_end: '2026-03-31',
    merchant_ids: [threePl.merchantId],
  });
  const input = { run_id: body.data.id as string, merchant_id: threePl.merchantId };
  const again: unknown[] = [];
  const giveUp = (): Promise<void> =>
    inTenant(database, { organizationId: threePl.id }, (tx) =>
      giveUpBillingStep(
        {
          tx,
          emit: () => {},
          enqueue: (_command: unknown, more: unknown) => again.push(more),
        } as unknown as Work,
        input,
        'a lock was not had in time',
      ),
    );
  const statusNow = async (): Promise<string> =>
    (await client.get(`/api/accounting/billing/runs/${input.run_id}`)).body.data.status;

  const other = await owner.connect();
  try {
    await other.query('begin');
    await other.query("select pg_advisory_xact_lock(hashtextextended('billing|' || $1 || '|' || $2, 0))", [
      threePl.id,
      threePl.merchantId,
    ]);
    await giveUp();
    t.deepEqual(again, [input]);
    t.is(await statusNow(), 'queued');
  } finally {
    await other.query('rollback');
    other.release();
  }
  await giveUp();
  t.is(again.length, 1);
  await until('it is failed', async () => (await statusNow()) === 'failed');
});
