/** What happens to a period after it was billed: its invoice is voided, its activity is forgotten, it is billed by weeks. */
import { createHash } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { billingRig, withMinimum, type BillingRig } from './billing-rig.ts';

const invoices = '/api/accounting/invoices';
const april = { period_start: '2026-04-01', period_end: '2026-04-30' };

async function start(t: ExecutionContext): Promise<BillingRig & { platform: Platform }> {
  const platform = await joinPlatform(t);
  return { ...(await billingRig(platform)), platform };
}

const billed = async (rig: BillingRig): Promise<number> => {
  const { body } = await rig.client.get(`${invoices}?page_size=200`);
  const live = body.data.filter(({ status }: { status: string }) => status !== 'void');
  return Math.round(live.reduce((sum: number, { total }: { total: number }) => sum + total * 100, 0)) / 100;
};

for (const shipped of [20, 80]) {
  test(`a voided invoice billed with the next period is topped up no second time, ${shipped} shipped`, async (t) => {
    const rig = await start(t);
    await withMinimum(rig);
    await rig.ship('2026-03-05', [{ qty: shipped }]);
    await rig.ship('2026-04-05', [{ qty: 70 }]);
    const march = await rig.run({ auto_issue: true });
    const voided = await rig.client.patch(`${invoices}/${march.invoices[0].id}`, {
      action: 'void',
      reason: 'wrong',
    });
    t.is(voided.status, 200);
    await rig.run({ ...april, auto_issue: true });
    const due = Math.max(100, shipped * 2) + 140;
    t.is(await billed(rig), due);
    const again = await rig.run({ auto_issue: true });
    t.deepEqual([again.status, again.invoices_count], ['completed', 0], again.error ?? '');
    t.is(await billed(rig), due);
  });
}

test('a month billed by weeks is topped up to what its minimum lacks', async (t) => {
  const rig = await start(t);
  await withMinimum(rig);
  await rig.ship('2026-03-05', [{ qty: 20 }]);
  await rig.ship('2026-03-12', [{ qty: 10 }]);
  for (const [from, to] of [
    ['2026-03-02', '2026-03-08'],
    ['2026-03-09', '2026-03-15'],
  ])
    await rig.run({ period_start: from, period_end: to, auto_issue: true });
  t.is(await billed(rig), 60);
  const month = await rig.run({ auto_issue: true });
  t.is(month.invoices[0].total, 40);
  t.is((await rig.run({ auto_issue: true })).invoices_count, 0);
  t.is(await billed(rig), 100);
});

test('a preview of a week says what the run will charge: tiers and minimums of the month go on', async (t) => {
  const rig = await start(t);
  const [pick, pack] = [await rig.item('PICK'), await rig.item('PACK')];
  const tiers = [
    { from: 0, to: 100, rate: 1 },
    { from: 100, to: null, rate: 0.5 },
  ];
  await rig.sheet([
    { billing_item_id: pick, pricing_model: 'graduated', tiers, tier_window: 'period' },
    { billing_item_id: pack, pricing_model: 'per_unit', rate: 1, min_charge: 150, min_scope: 'period' },
  ]);
  for (const item of [pick, pack]) await rig.rule('shipment.line_shipped', item, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  await rig.ship('2026-03-05', [{ qty: 100 }]);
  await rig.ship('2026-03-25', [{ qty: 20 }]);
  await rig.run({ period_end: '2026-03-15' });
  const rest = { period_start: '2026-03-16' };
  const { merchants } = await rig.run({ ...rest, mode: 'preview' });
  const previewed = merchants[0].preview.map(({ code, amount }: any) => [code, amount]);
  await rig.run(rest);
  const charged = async (item: string) => rig.sum(`&billing_item_id=${item}&service_from=2026-03-16`);
  t.deepEqual(
    [await charged(pick), await charged(pack)],
    [10, 50],
    '20 at the second price; 120 topped up to 150',
  );
  t.deepEqual(previewed, [
    ['PACK', 50],
    ['PICK', 10],
  ]);
});

test('labels whose records retention has removed stay charged', async (t) => {
  const rig = await start(t);
  const { organization, platform } = rig;
  const label = await rig.item('LABEL');
  await rig.sheet([{ billing_item_id: label, pricing_model: 'per_unit', rate: 0.5 }]);
  const conditions = { all: [{ field: 'label_kind', op: 'eq', value: 'carton' }] };
  await rig.rule('label.printed', label, { quantity_basis: 'labels', conditions });
  const text = createHash('sha256').update('^XA^XZ').digest('hex');
  const behind = (statement: string) =>
    platform.owner.query(`begin; set local session_replication_role = 'replica'; ${statement}; commit`);
  await behind(`insert into print_jobs (organization_id, id, merchant_id, warehouse_id, is_device_given, label_kind, copies, zpl_sha256,
      status, finished_at) values ('${organization.id}', uuid7(), '${organization.merchantId}', '${organization.warehouseId}', false,
      'carton', 3, decode('${text}', 'hex'), 'done', '2026-03-05 15:00Z')`);
  const march = await rig.run({ auto_issue: true });
  t.is(march.invoices[0]?.total, 1.5, JSON.stringify(march.exceptions));
  await behind(`delete from print_jobs where organization_id = '${organization.id}'`);
  const later = await rig.run(april);
  t.deepEqual([later.status, later.charges_adjusted], ['completed', 0], later.error ?? '');
  t.is(await rig.sum(), 1.5);
});
