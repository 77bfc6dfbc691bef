/** Charges are waived and added while a run is under way: beside its long steps at once, and after the ones that read waivers. */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import type pg from 'pg';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until, within } from '../helpers/wait.ts';
import { billingRig, finished, type BillingRig } from './billing-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const charges = '/api/accounting/billing/charges';

/** A charge of this source in a transaction that stays open: whoever would write the same one waits for its end. */
async function holdCharge(
  held: pg.PoolClient,
  { organization }: BillingRig,
  { like, rule, source, day }: { like: string; rule: string; source: string; day: string },
): Promise<void> {
  await held.query('begin');
  await held.query("set local session_replication_role = 'replica'");
  await held.query(
    `insert into charges (organization_id, id, merchant_id, billing_item_id, rule_id, source_id, service_date, currency,
                          quantity, unit_price, amount_precise, kind, source_type, uom, pricing)
     select organization_id, $2, merchant_id, billing_item_id, $3, $4, $5, currency, quantity, unit_price, amount_precise,
            'event', 'shipment_line', uom, pricing
       from charges where organization_id = $1 and id = $6`,
    [organization.id, randomUUID(), rule, source, day, like],
  );
}

/** A run waits in the middle of a step for what is held. */
async function waitedFor(held: pg.PoolClient): Promise<void> {
  const { rows: own } = await held.query('select pg_backend_pid() as pid');
  await until('the run waits in the middle of a step', async () => {
    const { rows } = await platform.owner.query(
      'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
      [own[0].pid],
    );
    return rows.length > 0;
  });
}

// One after the other: a run takes along what an earlier month left, and these have the same merchants.
test.serial('a charge is waived while a step of a run takes long', async (t) => {
  const rig = await billingRig(platform);
  const { client, organization } = rig;
  const pick = await rig.item('BESIDE');
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 2 }]);
  const rule = await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  const { lineIds } = await rig.ship('2026-03-05', [{ qty: 3 }]);
  const made = await client.post(charges, {
    billing_item_id: pick,
    merchant_id: organization.merchantId,
    service_date: '2026-03-04',
    quantity: 7,
    unit_price: 1,
    currency: 'USD',
  });
  t.is(made.status, 201, made.text);
  const { id } = made.body.data;

  const held = await platform.owner.connect();
  let run: string;
  try {
    await holdCharge(held, rig, { like: id, rule, source: lineIds[0]!, day: '2026-03-05' });
    const started = await client.post('/api/accounting/billing/runs', {
      period_start: '2026-03-01',
      period_end: '2026-03-31',
      merchant_ids: [organization.merchantId],
    });
    run = started.body.data.id;
    await waitedFor(held);
    const waived = await within(
      'the charge is waived',
      client.post(charges, { charge_id: id, action: 'waive', reason: 'goodwill' }),
    );
    t.is(waived.status, 201, waived.text);
    t.is(waived.body.data.status, 'waived');
  } finally {
    await held.query('rollback').catch(() => {});
    held.release();
  }
  const done = await finished(client, run);
  t.regex(done.status, /^completed/, JSON.stringify(done.error));
  t.deepEqual(
    done.invoices.map(({ total }: { total: number }) => total),
    [6],
    'what was waived beside the run is not on its invoice',
  );
});

test.serial(
  'a waiver and the step that puts charges on the invoice take turns: a charge is billed or waived, never both',
  async (t) => {
    const rig = await billingRig(platform, platform.threePl);
    const { client } = rig;
    const merchantId = rig.organization.secondMerchantId!;
    const pick = await rig.item('TURNS');
    await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 2 }], {
      merchant_id: merchantId,
      code: 'TURNS',
    });
    const ids: string[] = [];
    for (let day = 1; day <= 9; day += 1) {
      const made = await client.post(charges, {
        billing_item_id: pick,
        merchant_id: merchantId,
        service_date: `2026-03-0${day}`,
        quantity: 1,
        unit_price: 10,
        currency: 'USD',
      });
      ids.push(made.body.data.id);
    }
    const started = await client.post('/api/accounting/billing/runs', {
      period_start: '2026-03-01',
      period_end: '2026-03-31',
      merchant_ids: [merchantId],
    });
    const waived = await Promise.all(
      ids.map((id) => client.post(charges, { charge_id: id, action: 'waive', reason: 'goodwill' })),
    );
    const done = await finished(client, started.body.data.id);
    t.regex(done.status, /^completed/);
    for (const { status, body } of waived)
      t.true(status === 201 || body.error.code === 'CHARGE_INVOICED', JSON.stringify(body));
    const kept = waived.filter(({ status }) => status !== 201).length;
    const { rows } = await platform.owner.query(
      `select count(*)::integer as both from invoice_charges x join charge_waivers v using (organization_id, charge_id)
      where x.organization_id = $1 and x.released_at is null`,
      [rig.organization.id],
    );
    t.is(rows[0].both, 0);
    const billed = done.invoices.reduce((sum: number, { total }: { total: number }) => sum + total, 0);
    t.is(billed, kept * 10);
  },
);

test.serial(
  'a charge that is added while a run puts charges on its invoice waits for the next',
  async (t) => {
    const rig = await billingRig(platform, platform.threePl);
    const { client } = rig;
    const merchantId = rig.organization.secondMerchantId!;
    const [early, late] = [await rig.item('EARLY'), await rig.item('LATE')];
    const add = async (item: string, quantity: number): Promise<void> => {
      const made = await client.post(charges, {
        billing_item_id: item,
        merchant_id: merchantId,
        service_date: '2026-05-04',
        quantity,
        unit_price: 1,
        currency: 'USD',
      });
      t.is(made.status, 201, made.text);
    };
    const period = { period_start: '2026-05-01', period_end: '2026-05-31', merchant_ids: [merchantId] };
    await add(early, 7);
    const held = await platform.owner.connect();
    let run: string;
    try {
      await held.query('begin');
      // The invoice's line waits for its item, and the charge comes before the charges are put on the lines.
      await held.query('select from billing_items where id = $1 for update', [early]);
      run = (await client.post('/api/accounting/billing/runs', period)).body.data.id;
      await waitedFor(held);
      await within('the charge is added', add(late, 5));
    } finally {
      await held.query('rollback').catch(() => {});
      held.release();
    }
    const totals = ({ invoices }: any) => invoices.map(({ total }: { total: number }) => total);
    const done = await finished(client, run);
    t.is(done.status, 'completed', JSON.stringify(done.error));
    t.deepEqual(totals(done), [7]);
    t.deepEqual(totals(await rig.run(period)), [12], 'the draft is filled with it');
  },
);
