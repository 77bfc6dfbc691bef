/** Merchants that come and go: a run of all merchants asks for no fee and no minimum of a time they were not there. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { billingRig, finished, type BillingRig } from './billing-rig.ts';

const january = { period_start: '2026-01-01', period_end: '2026-01-31' };
const february = { period_start: '2026-02-01', period_end: '2026-02-28' };
const march = { period_start: '2026-03-01', period_end: '2026-03-31' };
const april = { period_start: '2026-04-01', period_end: '2026-04-30' };

interface Fees {
  fee: string;
  pick: string;
  ofMerchant(merchantId: string, item: string): Promise<string[]>;
  runOfAll(period: object): Promise<any>;
}

/** A fee and a cycle's minimum on the default sheet, and on request a minimum invoice amount. */
async function withFees(rig: BillingRig, more: object = {}): Promise<Fees> {
  const [fee, pick] = [await rig.item('FEE'), await rig.item('PICK')];
  await rig.item('MIN', { category: 'minimum', uom: 'flat' });
  await rig.sheet(
    [
      { billing_item_id: fee, pricing_model: 'flat', rate: 100 },
      { billing_item_id: pick, pricing_model: 'per_unit', rate: 1, min_charge: 20, min_scope: 'period' },
    ],
    { merchant_id: null, ...more },
  );
  await rig.rule('period.recurring', fee);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  return {
    fee,
    pick,
    ofMerchant: async (merchantId, item) =>
      (await rig.charges(`&merchant_id=${merchantId}&billing_item_id=${item}`))
        .map(({ service_date: day, amount }) => `${day} ${amount}`)
        .toSorted(),
    runOfAll: async (period) => {
      const started = await rig.client.post('/api/accounting/billing/runs', period);
      if (started.status >= 300) throw new Error(started.text);
      const run = await finished(rig.client, started.body.data.id);
      if (run.status !== 'completed') throw new Error(JSON.stringify(run));
      return run;
    },
  };
}

const created = (rig: BillingRig, merchantId: string, day: string): Promise<void> =>
  rig.plant(`update merchants set created_at = '${day} 12:00Z' where id = '${merchantId}'`);

/** Leaves by the API, on a day before today. */
async function leaves(rig: BillingRig, merchantId: string, day: string): Promise<void> {
  const answer = await rig.client.patch(`/api/wms/merchants/${merchantId}`, { is_active: false });
  if (answer.status !== 200) throw new Error(answer.text);
  await rig.plant(
    `update merchant_absences set deactivated_at = '${day} 12:00Z' where merchant_id = '${merchantId}' and reactivated_at is null`,
  );
}

/** Is back by the API, on a day before today. */
async function comesBack(rig: BillingRig, merchantId: string, day: string): Promise<void> {
  const answer = await rig.client.patch(`/api/wms/merchants/${merchantId}`, { is_active: true });
  if (answer.status !== 200) throw new Error(answer.text);
  await rig.plant(
    `update merchant_absences set reactivated_at = '${day} 12:00Z' where merchant_id = '${merchantId}' and reactivated_at > now() - interval '1 hour'`,
  );
}

test('a merchant that is new pays for its first cycle whole, and for none before it; what it did before is charged', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const { merchantId, secondMerchantId: late } = rig.organization;
  const { fee, pick, ofMerchant, runOfAll } = await withFees(rig);
  await created(rig, merchantId, '2025-06-01');
  // It was not there when January was billed.
  await created(rig, late!, '2026-03-20');
  await runOfAll(january);
  await runOfAll(february);
  t.deepEqual(await ofMerchant(late!, fee), [], 'runs of all merchants ask for nothing from before');
  await rig.ship('2026-02-10', [{ qty: 3 }], { merchantId: late! });
  await runOfAll(march);
  await runOfAll(april);
  t.deepEqual(await ofMerchant(late!, fee), ['2026-03-31 100', '2026-04-30 100']);
  t.deepEqual(
    await ofMerchant(late!, pick),
    ['2026-02-10 3', '2026-02-28 17', '2026-03-31 20', '2026-04-30 20'],
    'a cycle with activity has its minimum, as ever',
  );
  const days = ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'];
  t.deepEqual(
    await ofMerchant(merchantId, fee),
    days.map((day) => `${day} 100`),
  );
  t.deepEqual(
    await ofMerchant(merchantId, pick),
    days.map((day) => `${day} 20`),
  );
});

test('periods that were billed before a merchant was there are searched for its activity, not for fees', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const { id: organizationId, secondMerchantId: late } = rig.organization;
  const { fee, pick, ofMerchant, runOfAll } = await withFees(rig);
  await runOfAll(january);
  const { body } = await rig.client.post('/api/wms/merchants', { code: 'M4', name: 'Merchant Four' });
  const added = body.data.id;
  // As if it had been there all along: January's run was not its own.
  await rig.plant(
    `update merchants set created_at = '2025-06-01' where organization_id = '${organizationId}'`,
  );
  await rig.ship('2026-01-10', [{ qty: 25 }], { merchantId: added });
  await runOfAll(february);
  t.deepEqual(await ofMerchant(added, fee), ['2026-02-28 100']);
  t.deepEqual(await ofMerchant(added, pick), ['2026-01-10 25', '2026-02-28 20']);
  t.deepEqual(await ofMerchant(late!, fee), ['2026-01-31 100', '2026-02-28 100'], 'January was its own');
});

test('a run that names a merchant charges its fees of whatever period, and later runs leave them', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const { merchantId } = rig.organization;
  const { fee, ofMerchant, runOfAll } = await withFees(rig);
  await rig.run(january);
  t.deepEqual(await ofMerchant(merchantId, fee), ['2026-01-31 100']);
  await runOfAll(february);
  await runOfAll(january);
  t.deepEqual(await ofMerchant(merchantId, fee), ['2026-01-31 100']);
});

test('a merchant that left pays no fee and no minimum of a cycle that began after; its activity is charged', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const { merchantId } = rig.organization;
  const { fee, pick, ofMerchant, runOfAll } = await withFees(rig, { minimum_invoice_amount: 500 });
  await created(rig, merchantId, '2025-06-01');
  await leaves(rig, merchantId, '2026-02-10');
  await runOfAll(january);
  await runOfAll(february);
  await rig.ship('2026-03-10', [{ qty: 25 }]);
  await runOfAll(march);
  await rig.run(april);
  t.deepEqual(await ofMerchant(merchantId, fee), ['2026-01-31 100', '2026-02-28 100']);
  t.deepEqual(await ofMerchant(merchantId, pick), ['2026-01-31 20', '2026-02-28 20', '2026-03-10 25']);
  const { body } = await rig.client.get(`/api/accounting/invoices?merchant_id=${merchantId}`);
  t.deepEqual(body.data.map(({ total }: any) => total).toSorted(), [25, 500, 500]);
  await comesBack(rig, merchantId, '2026-04-05');
  await rig.run(april);
  t.deepEqual(
    await ofMerchant(merchantId, fee),
    ['2026-01-31 100', '2026-02-28 100', '2026-04-30 100'],
    'back again, it pays again, and not for when it was away',
  );
  t.deepEqual(await ofMerchant(merchantId, pick), [
    '2026-01-31 20',
    '2026-02-28 20',
    '2026-03-10 25',
    '2026-04-30 20',
  ]);
  const paid = (await rig.client.get(`/api/accounting/invoices?merchant_id=${merchantId}`)).body.data;
  t.deepEqual(paid.map(({ total }: any) => total).toSorted(), [25, 500, 500, 500]);
});

test('a merchant that left twice pays for neither time, however late the months are billed', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const { merchantId } = rig.organization;
  const { fee, pick, ofMerchant, runOfAll } = await withFees(rig);
  await created(rig, merchantId, '2025-06-01');
  await leaves(rig, merchantId, '2025-12-20');
  await comesBack(rig, merchantId, '2026-02-03');
  await leaves(rig, merchantId, '2026-02-20');
  await comesBack(rig, merchantId, '2026-04-05');
  for (const period of [january, february, march, april]) await runOfAll(period);
  await rig.run(january);
  t.deepEqual(await ofMerchant(merchantId, fee), ['2026-02-28 100', '2026-04-30 100']);
  t.deepEqual(await ofMerchant(merchantId, pick), ['2026-02-28 20', '2026-04-30 20']);
});
