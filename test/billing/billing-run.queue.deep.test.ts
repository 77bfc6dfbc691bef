import test, { type ExecutionContext } from 'ava';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { billingRig, finished, type BillingRig } from './billing-rig.ts';

async function month(platform: OwnPlatform): Promise<BillingRig> {
  const rig = await billingRig(platform);
  const pick = await rig.item('PICK');
  const order = await rig.item('ORDER');
  const fuel = await rig.item('FUEL', { category: 'surcharge' });
  await rig.sheet([
    {
      billing_item_id: pick,
      pricing_model: 'graduated',
      tier_window: 'period',
      tiers: [
        { from: 0, to: 10, rate: 1 },
        { from: 10, to: null, rate: 0.333333 },
      ],
    },
    {
      billing_item_id: order,
      pricing_model: 'flat',
      rate: 2.5,
      surcharge_percent: 12.5,
      surcharge_item_id: fuel,
    },
  ]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', order);
  for (let day = 1; day <= 6; day += 1) await rig.ship(`2026-03-0${day}`, [{ qty: day }, { qty: 2 }]);
  return rig;
}

// 33 units: 10 at 1, 23 at 0.333333; 6 orders at 2.5 with 12.5 % fuel.
const expectedSum = 10 + 23 * 0.333333 + 6 * 2.5 * 1.125;

async function assertOneMonth(t: ExecutionContext, rig: BillingRig): Promise<void> {
  t.is((await rig.charges()).length, 24);
  t.is(await rig.sum(), Math.round(expectedSum * 1e6) / 1e6);
  const { body } = await rig.client.get('/api/accounting/invoices');
  t.is(body.data.length, 1);
  t.is(body.data[0].total, 34.55, 'each line rounded once: 17.67 + 15 + 1.88');
}

test('two runs of other scopes at once charge and invoice as one undisturbed run', async (t) => {
  const platform = await startPlatform(t);
  const rig = await month(platform);
  const start = (more: object) =>
    rig.client.post('/api/accounting/billing/runs', {
      period_start: '2026-03-01',
      period_end: '2026-03-31',
      ...more,
    });
  const answers = await Promise.all([
    start({ merchant_ids: [rig.organization.merchantId] }),
    start({}),
    start({}),
    start({}),
  ]);
  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]));
  const ids = new Set(answers.map(({ body }) => body.data.id));
  t.is(ids.size, 2, 'the same scope answers with the same run');
  t.is(answers.filter(({ body }) => body.meta?.existing).length, 2);
  for (const id of ids) t.is((await finished(rig.client, id)).status, 'completed');
  await assertOneMonth(t, rig);
});

test('workers stopped and backends killed between and within steps change nothing about the result', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const rig = await month(platform);
  const { body } = await rig.client.post('/api/accounting/billing/runs', {
    period_start: '2026-03-01',
    period_end: '2026-03-31',
    merchant_ids: [rig.organization.merchantId],
  });
  const { id } = body.data;
  // A trigger that breaks the connection the first time each step is about to commit its row.
  await platform.owner.query(`
    create table broken_steps (step text primary key);
    grant select on broken_steps to public;
    create function break_step() returns trigger language plpgsql security definer as $$
    begin
      if not exists (select 1 from broken_steps b where b.step = new.step) then
        raise exception 'the server closed the connection' using errcode = '57P01';
      end if;
      return new;
    end $$;
    create trigger break_step before update on billing_run_steps for each row execute function break_step();
  `);
  const steps = ['plan', 'rate', 'storage', 'changed', 'period', 'prove', 'invoice'];
  for (const step of steps) {
    const workers = await platform.startWorkers();
    await until('the run is where the test needs it', async () => (await attempts(platform, id, step)) > 0);
    await platform.owner.query('insert into broken_steps values ($1)', [step]);
    await workers.stop();
  }
  const workers = await platform.startWorkers();
  t.teardown(() => workers.stop());
  const run = await finished(rig.client, id);
  t.is(run.status, 'completed', run.error ?? 'no error');
  t.is(run.charges_created, 24);
  t.is(run.activity_done, run.activity_total);
  await assertOneMonth(t, rig);
});

test('a step given up after its last attempt ends the run as failed with the reason; the same request sets it going', async (t) => {
  const platform = await startPlatform(t);
  const rig = await month(platform);
  // A fault in the step's own bookkeeping, outside what the step itself can judge.
  await platform.owner.query(`
    create function break_step() returns trigger language plpgsql as $$
    begin
      if new.step = 'prove' then raise exception 'out of reach' using errcode = '40001'; end if;
      return new;
    end $$;
    create trigger break_step before update on billing_run_steps for each row execute function break_step();
  `);
  const failed = await rig.run();
  t.is(failed.status, 'failed');
  t.is(failed.error, 'given up after its last attempt: out of reach');
  t.is(failed.step, 'period', 'the last step that was done');
  await platform.owner.query('drop trigger break_step on billing_run_steps');
  const again = await rig.client.post('/api/accounting/billing/runs', {
    period_start: '2026-03-01',
    period_end: '2026-03-31',
    merchant_ids: [rig.organization.merchantId],
  });
  t.is(again.body.data.id, failed.id);
  t.is(again.body.data.error, null);
  t.is((await finished(rig.client, failed.id)).status, 'completed');
  await assertOneMonth(t, rig);
});

test('a source its view lists twice is charged once', async (t) => {
  const platform = await startPlatform(t);
  const rig = await billingRig(platform);
  const pick = await rig.item('PICK');
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 2 }]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  await rig.ship('2026-03-02', [{ qty: 3 }, { qty: 5 }]);
  const { rows } = await platform.owner.query("select pg_get_viewdef('billable_shipment_lines') as text");
  const lines = (rows[0].text as string).replace(/;$/, '');
  await platform.owner.query(
    `create or replace view billable_shipment_lines with (security_invoker = true) as ${lines} union all ${lines}`,
  );
  const run = await rig.run();
  t.is(run.status, 'completed', run.error ?? 'no error');
  t.is(run.charges_created, 2);
  t.is(await rig.sum(), 16);
});

/** Whether the step is next: the one before is done, so a worker has met (or is about to meet) the fault. */
async function attempts(platform: OwnPlatform, runId: string, step: string): Promise<number> {
  const found = await platform.owner.query(
    "select count(*)::integer as n from (select step from billing_run_steps where run_id = $1 and status = 'pending' order by position limit 1) s where s.step = $2",
    [runId, step],
  );
  return (found.rows[0] as { n: number }).n;
}
