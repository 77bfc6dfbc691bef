/**
 * R20: the worker that bills a month is killed in every step, with its work done and its commit not sent; and Postgres
 * crashes right after a chunk is rated, which commits without waiting for the disk.
 */
import type { Platform } from '../../helpers/join-platform.ts';
import { billingRig, type BillingRig } from '../../billing/billing-rig.ts';
import { checkHouse } from '../checker.ts';
import { pause } from '../program.ts';
import { startRig, type Rig } from '../rig.ts';
import type { Chaos, Result } from '../scenario.ts';

const steps = ['plan', 'rate', 'storage', 'changed', 'period', 'prove', 'invoice', 'issue'];
// Steps whose writes must not happen twice: the plan, charges, the draft with its links, number and journal entry.
const stepsThatWrite = ['plan', 'rate', 'invoice', 'issue'];
const shipments = 12;
const stepMsMax = 60_000;

/**
 * The last statement of a step waits until its worker has been killed once. Then whatever the step did is lost with its
 * connection, and another worker does it again. The result must be what one undisturbed run produces.
 */
export async function billingKilled(chaos: Chaos): Promise<Result> {
  const rig = await startRig({
    workers: 1,
    // Queues on Postgres would flush the log with every job, and the crash would find everything kept.
    redis: chaos.postgres !== undefined,
    edition: 'three_pl',
    ...(chaos.databaseUrl ? { databaseUrl: chaos.databaseUrl } : {}),
  });
  try {
    const month = await prepareMonth(rig);
    await holdSteps(rig);
    const { body } = await month.client.post('/api/accounting/billing/runs', {
      period_start: '2026-03-01',
      period_end: '2026-03-31',
      auto_issue: true,
    });
    const chosen = chaos.size >= 1 ? steps : stepsThatWrite;
    const started = performance.now();
    let unflushed = 0;
    for (const step of steps) {
      if (step === 'storage' && chaos.postgres) unflushed = await crashAfterRating(rig, chaos.postgres);
      if (chosen.includes(step)) await killIn(rig, step);
      await rig.owner.query('insert into steps_let_go values ($1)', [step]);
    }
    const run = await outcome(month, body.data.id);
    const problems = [...(await judge(rig, month, run)), ...(await checkHouse(rig.owner))];
    return {
      figures: {
        kills: chosen.length,
        ...(chaos.postgres ? { charges_lost_in_the_crash: unflushed } : {}),
        charges: run.charges_created,
        run_ms: Math.round(performance.now() - started),
      },
      problems,
    };
  } finally {
    await rig.stop();
  }
}

/** Two merchants, units by tiers and orders with fuel: the first merchant has all the shipments. */
async function prepareMonth(rig: Rig): Promise<BillingRig> {
  const { owner, url, organization } = rig;
  const month = await billingRig({ owner, url } as Platform, organization);
  const [pick, order, fuel] = [
    await month.item('PICK'),
    await month.item('ORDER'),
    await month.item('FUEL', { category: 'surcharge' }),
  ];
  const tiers = [
    { from: 0, to: 10, rate: 1 },
    { from: 10, to: null, rate: 0.333333 },
  ];
  await month.sheet([
    { billing_item_id: pick, pricing_model: 'graduated', tier_window: 'period', tiers },
    {
      billing_item_id: order,
      pricing_model: 'flat',
      rate: 2.5,
      surcharge_percent: 12.5,
      surcharge_item_id: fuel,
    },
  ]);
  await month.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await month.rule('shipment.shipped', order);
  for (let day = 1; day <= shipments; day += 1)
    await month.ship(`2026-03-${String(day).padStart(2, '0')}`, [{ qty: 2 }, { qty: 1 }]);
  return month;
}

// 36 units: 10 at 1 and 26 at 0.333333 make 18.67; 12 orders at 2.50 make 30.00; 12.5 % of that is 3.75.
const expected = { charges: shipments * 4, total: 18.67 + 30 + 3.75 };

async function holdSteps(rig: Rig): Promise<void> {
  await rig.owner.query(`
    create table steps_let_go (step text primary key);
    grant select on steps_let_go to public;
    create function hold_step() returns trigger language plpgsql as $$
    begin
      if not exists (select 1 from steps_let_go s where s.step = new.step) then
        perform set_config('application_name', 'held in ' || new.step, true);
        perform pg_sleep(300);
      end if;
      return new;
    end $$;
    create trigger hold_step before update on billing_run_steps for each row
      when (new.status = 'done') execute function hold_step();
  `);
}

const heldIn = (step: string): string => `held in ${step}`;

/** Waits for a worker to reach the end of the step. */
async function reached(rig: Rig, step: string): Promise<void> {
  const deadline = Date.now() + stepMsMax;
  for (;;) {
    const { rows } = await rig.owner.query('select 1 from pg_stat_activity where application_name = $1', [
      heldIn(step),
    ]);
    if (rows.length > 0) return;
    if (Date.now() > deadline) throw new Error(`no worker came to the step ${step}`);
    await pause(10);
  }
}

/** How many charges the log had not kept yet: they are rated again, or there would be none. */
async function crashAfterRating(rig: Rig, postgres: NonNullable<Chaos['postgres']>): Promise<number> {
  const charges = async (): Promise<number> => {
    const { rows } = await rig.owner.query<{ count: number }>('select count(*)::int from charges');
    return rows[0]!.count;
  };
  await reached(rig, 'storage');
  const before = await charges();
  await postgres.crash();
  return before - (await charges());
}

/** Kills the worker at the end of the step, and ends the session its server was left with. */
async function killIn(rig: Rig, step: string): Promise<void> {
  await reached(rig, step);
  const gone = rig.workers[0]!.crash();
  // The server would notice its client's death only when it answers: from here on the work is lost, as it would be
  // then.
  await rig.owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
    [heldIn(step)],
  );
  await gone;
}

async function outcome(month: BillingRig, id: string): Promise<any> {
  const deadline = Date.now() + stepMsMax;
  for (;;) {
    const { body } = await month.client.get(`/api/accounting/billing/runs/${id}`);
    const isOpen = body.data.status === 'queued' || body.data.status === 'running';
    if (!isOpen || Date.now() > deadline) return body.data;
    await pause(100);
  }
}

async function judge(rig: Rig, month: BillingRig, run: any): Promise<string[]> {
  const problems: string[] = [];
  const same = (what: string, found: unknown, wanted: unknown): void => {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      problems.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
  };
  same('the run', [run.status, run.error], ['completed', null]);
  same('charges of the run', run.charges_created, expected.charges);
  same('charges', (await month.charges()).length, expected.charges);
  same(
    'activity',
    [run.activity_total, run.activity_done, run.activity_charged],
    [shipments * 3, shipments * 3, shipments * 3],
  );
  const invoices = await month.client.get('/api/accounting/invoices');
  same(
    'invoices',
    invoices.body.data.map((one: any) => [one.invoice_no, one.status, one.total]),
    [['INV-202603-0001', 'open', expected.total]],
  );
  const entries = await month.client.get('/api/accounting/journal-entries?source_type=invoice');
  same(
    'journal entries',
    entries.body.data.map((one: any) => one.event),
    ['issue'],
  );
  const { rows } = await rig.owner.query(
    'select count(*)::int as links, count(distinct charge_id)::int as charges from invoice_charges where released_at is null',
  );
  same('charges on invoice lines', rows[0], { links: expected.charges, charges: expected.charges });
  return problems;
}
