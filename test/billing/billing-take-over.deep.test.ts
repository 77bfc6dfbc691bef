/** Runs that are taken over, cancelled, or started after the invoice is out. */
import test from 'ava';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { billingRig, finished, type BillingRig } from './billing-rig.ts';

const runs = '/api/accounting/billing/runs';

/** One shipment in March at 2.00 per unit. */
async function month(platform: OwnPlatform): Promise<BillingRig> {
  const rig = await billingRig(platform);
  const pick = await rig.item('PICK');
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 2 }]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  await rig.ship('2026-03-05', [{ qty: 5 }]);
  return rig;
}

function start(rig: BillingRig, more: object = {}) {
  return rig.client.post(runs, {
    period_start: '2026-03-01',
    period_end: '2026-03-31',
    merchant_ids: [rig.organization.merchantId],
    ...more,
  });
}

test('a run whose worker went silent is taken over by the same request, not before two minutes', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const rig = await month(platform);
  const { id } = (await start(rig)).body.data;
  // Its commands are lost for good, as if set aside by hand.
  const loseCommands = () =>
    platform.owner.query("update commands set state = 'failed' where queue = 'billing-runs'");
  await loseCommands();
  const early = await start(rig);
  t.deepEqual([early.body.data.id, early.body.data.status, early.body.meta.existing], [id, 'queued', true]);
  const waiting =
    "select count(*)::int as n from commands where queue = 'billing-runs' and state = 'accepted'";
  t.is((await platform.owner.query(waiting)).rows[0].n, 0, 'a run with a heartbeat is left alone');
  await platform.owner.query("update billing_runs set heartbeat_at = now() - interval '121 seconds'");
  const late = await start(rig);
  t.deepEqual([late.body.data.id, late.body.data.status, late.body.meta.existing], [id, 'running', true]);
  t.is((await platform.owner.query(waiting)).rows[0].n, 1);
  const workers = await platform.startWorkers();
  t.teardown(() => workers.stop());
  const run = await finished(rig.client, id);
  t.deepEqual([run.status, run.charges_created, run.invoices.length], ['completed', 1, 1]);
});

test('a cancelled run charges nothing any more, and the next one begins anew', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const rig = await month(platform);
  const { id } = (await start(rig)).body.data;
  const cancelled = await rig.client.post(runs, { run_id: id, action: 'cancel' });
  t.is(cancelled.status, 202);
  t.deepEqual([cancelled.body.data.id, cancelled.body.data.status], [id, 'cancelled']);
  t.not(cancelled.body.data.finished_at, null);
  const workers = await platform.startWorkers();
  t.teardown(() => workers.stop());
  const next = (await start(rig)).body;
  t.not(next.data.id, id);
  t.is(next.meta?.existing, undefined);
  t.is((await finished(rig.client, next.data.id)).charges_created, 1);
  const { body } = await rig.client.get(`${runs}/${id}`);
  t.deepEqual([body.data.status, body.data.charges_created], ['cancelled', 0]);
  const again = await rig.client.post(runs, { run_id: id, action: 'cancel' });
  t.deepEqual([again.status, again.body.error.code], [400, 'ILLEGAL_TRANSITION']);
});

test('what comes after the invoice is out waits for the next one, or is billed on a supplement when asked', async (t) => {
  const platform = await startPlatform(t);
  const rig = await month(platform);
  const first = await rig.run({ auto_issue: true });
  t.is(first.invoices[0].status, 'open');
  await rig.ship('2026-03-20', [{ qty: 3 }]);
  const waits = await rig.run();
  t.deepEqual([waits.charges_created, waits.invoices_count], [1, 0]);
  const policy = { late_charge_policy: 'supplement' };
  const supplement = await rig.run(policy);
  t.deepEqual([supplement.charges_created, supplement.invoices_count], [0, 1]);
  const drafted = await rig.client.get(`/api/accounting/invoices/${supplement.invoices[0].id}`);
  const { supplement_no, status, total, period_start } = drafted.body.data;
  t.deepEqual([supplement_no, status, total, period_start], [1, 'draft', 6, '2026-03-01']);
  await rig.ship('2026-03-21', [{ qty: 1 }]);
  const topped = await rig.run(policy);
  const again = await rig.client.get(`/api/accounting/invoices/${drafted.body.data.id}`);
  t.deepEqual([topped.charges_created, again.body.data.total], [1, 8], 'a draft is filled, not doubled');
  t.is((await rig.client.get('/api/accounting/invoices')).body.meta.total, 2);
});
