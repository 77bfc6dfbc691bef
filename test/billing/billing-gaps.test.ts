/** Days that no billing run covered are told: nobody else would ever find them. */
import test from 'ava';
import { listUncoveredDays } from '../../db/billing/gaps/billing-gaps.read.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { billingRig, type BillingRig } from './billing-rig.ts';

const gapsOf = async ({ client }: BillingRig, query = ''): Promise<any[]> => {
  const { status, body, text } = await client.get(`/api/accounting/billing/gaps?total=exact${query}`);
  if (status !== 200) throw new Error(text);
  if (body.meta.total !== body.data.length) throw new Error(`${body.meta.total} counted`);
  return body.data;
};
const daysOf = (gaps: readonly any[]) => gaps.map((one) => `${one.first_day} ${one.last_day} ${one.days}`);

const half = { period_start: '2026-03-01', period_end: '2026-03-15' };
const rest = { period_start: '2026-03-17', period_end: '2026-03-31' };

async function rigged(t: Parameters<typeof joinPlatform>[0]) {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const pick = await rig.item('PICK');
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 1 }], { merchant_id: null });
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  const { merchantId, secondMerchantId: second } = rig.organization;
  await rig.plant(
    `update merchants set created_at = '2026-02-01 12:00Z' where organization_id = '${rig.organization.id}'`,
  );
  const away = (from: string, to: string | null, merchant = merchantId) =>
    rig.plant(`insert into merchant_absences values
      ('${rig.organization.id}', '${merchant}', '${from} 12:00Z', ${to ? `'${to} 12:00Z'` : 'null'})`);
  return { platform, rig, merchantId, second: second!, away };
}

test('the 16th between two runs is a gap, with what happened on it, until a run covers it', async (t) => {
  const { rig, merchantId, second } = await rigged(t);
  await rig.ship('2026-03-16', [{ qty: 4 }, { qty: 1 }]);
  for (const period of [half, rest]) await rig.run({ ...period, merchant_ids: [merchantId, second] });
  const found = (await gapsOf(rig, `&merchant_id=${merchantId}`)).slice(0, 1);
  t.like(found[0], { merchant_id: merchantId, first_day: '2026-03-16', last_day: '2026-03-16', days: 1 });
  t.truthy(found[0].merchant_code && found[0].merchant_name);
  t.deepEqual(
    found[0].activity
      .filter(({ event }: any) => event.startsWith('shipment'))
      .toSorted((a: any, b: any) => a.event.localeCompare(b.event)),
    [
      { event: 'shipment.line_shipped', activities: 2 },
      { event: 'shipment.shipped', activities: 1 },
    ],
  );
  t.deepEqual(daysOf(await gapsOf(rig, `&merchant_id=${second}`)), [
    '2026-03-16 2026-03-16 1',
    '2026-02-01 2026-02-28 28',
  ]);
  await rig.run({ period_start: '2026-03-16', period_end: '2026-03-16' });
  t.deepEqual(daysOf(await gapsOf(rig, `&merchant_id=${merchantId}`)), ['2026-02-01 2026-02-28 28']);
  t.is((await gapsOf(rig, `&merchant_id=${second}`)).length, 2, 'the run named the other merchant');
});

test('a preview and a cancelled run cover nothing; what comes after the last run is no gap', async (t) => {
  const { rig, merchantId } = await rigged(t);
  await rig.run({ period_start: '2026-02-01', period_end: '2026-03-15' });
  await rig.run({ period_start: '2026-03-16', period_end: '2026-03-31', mode: 'preview' });
  t.deepEqual(await gapsOf(rig, `&merchant_id=${merchantId}`), []);
  await rig.run({ period_start: '2026-04-01', period_end: '2026-04-30' });
  t.deepEqual(daysOf(await gapsOf(rig, `&merchant_id=${merchantId}`)), ['2026-03-16 2026-03-31 16']);
});

test('whole days away are no gap, however often; a merchant that no run billed is one to the end of the last', async (t) => {
  const { rig, merchantId, second, away } = await rigged(t);
  await away('2026-02-05', '2026-02-10');
  await away('2026-03-15', '2026-03-17');
  await away('2026-02-20', null, second);
  for (const period of [half, rest]) await rig.run(period);
  t.deepEqual(daysOf(await gapsOf(rig, `&merchant_id=${merchantId}`)), [
    '2026-02-10 2026-02-28 19',
    '2026-02-01 2026-02-05 5',
  ]);
  t.deepEqual(daysOf(await gapsOf(rig, `&merchant_id=${second}`)), ['2026-02-01 2026-02-20 20']);
});

test('a merchant is shown no gaps: it does not see runs of others beside itself, which covered its days', async (t) => {
  const { platform, rig, merchantId, second } = await rigged(t);
  await rig.ship('2026-03-10', [{ qty: 4 }]);
  await rig.run({ merchant_ids: [merchantId, second], period_start: '2026-02-01', period_end: '2026-03-31' });
  t.deepEqual(await gapsOf(rig), []);
  const merchant = await platform.clientWith(rig.organization, ['accounting.view'], { merchantId });
  const { status, body } = await merchant.get('/api/accounting/billing/gaps');
  t.deepEqual([status, body.data], [200, []]);
});

const monthsAgo = (months: number, day = 1): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, day)).toISOString().slice(0, 10);
};
const uncovered = async ({ database, owner }: Platform, organization: string) => {
  const { rows } = await owner.query('select name from organizations where id = $1', [organization]);
  return (await listUncoveredDays(database, 100_000)).filter((one) => one.organization === rows[0].name);
};

test('what happened after the last run is a gap once its month and another are over; for who is idle there is none', async (t) => {
  const { platform, rig, merchantId, second } = await rigged(t);
  await rig.plant(
    `update merchants set created_at = '${monthsAgo(6)} 12:00Z' where organization_id = '${rig.organization.id}'`,
  );
  const everybody = { merchant_ids: [merchantId, second] };
  await rig.run({ ...everybody, period_start: monthsAgo(6), period_end: monthsAgo(4, 0) });
  await rig.ship(monthsAgo(1, 1), [{ qty: 1 }]);
  await rig.ship(monthsAgo(0, 1), [{ qty: 1 }]);
  t.deepEqual(await gapsOf(rig), [], 'last month is not over for long');
  await rig.ship(monthsAgo(2, 0), [{ qty: 3 }]);
  const found = await gapsOf(rig);
  t.like(found[0], { merchant_id: merchantId, first_day: monthsAgo(4), last_day: monthsAgo(1, 0) });
  t.is(found.length, 1);
  t.true(found[0].activity.some(({ event }: any) => event === 'shipment.line_shipped'));
  t.deepEqual(await uncovered(platform, rig.organization.id), [], 'no goods moved in the ledger');
  await rig.run({ ...everybody, period_start: monthsAgo(4), period_end: monthsAgo(1, 0) });
  t.deepEqual(await gapsOf(rig), []);
});

test('a merchant billed by the week is late sooner', async (t) => {
  const { rig, merchantId, second } = await rigged(t);
  const pick = await rig.item('WEEKLY');
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 1 }], {
    merchant_id: second,
    billing_cycle: 'weekly',
    cycle_anchor_day: 1,
  });
  const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  await rig.run({ period_start: '2026-02-01', period_end: ago(22), merchant_ids: [merchantId, second] });
  for (const merchant of [merchantId, second])
    await rig.ship(ago(15), [{ qty: 1 }], { merchantId: merchant });
  const found = await gapsOf(rig);
  t.deepEqual(
    found.map((one) => [one.merchant_id, one.first_day]),
    [[second, ago(21)]],
  );
  t.true(found[0].last_day >= ago(15) && found[0].last_day < ago(6));
});

test('storage of a merchant that is never run is told, to its organization and on /ops, unless nothing is charged', async (t) => {
  const { platform, rig, merchantId, second } = await rigged(t);
  const { organization } = rig;
  const stored = (day: string) =>
    rig.plant(`insert into inventory_snapshots (organization_id, warehouse_id, snapshot_day, merchant_id, item_id, location_id, status, lot_no, qty, first_received_on, storage_class)
      select l.organization_id, l.warehouse_id, '${day}', '${merchantId}', '${organization.items['PLAIN']}', l.id, 'available', '', 5, '${day}', 'ambient'
        from locations l where l.organization_id = '${organization.id}' order by l.id limit 1`);
  await stored(monthsAgo(2, 3));
  await stored(monthsAgo(2, 4));
  const [gap, ...more] = await gapsOf(rig);
  t.deepEqual(more, [], `nothing happened with ${second}`);
  t.like(gap, { merchant_id: merchantId, first_day: '2026-02-01', last_day: monthsAgo(1, 0) });
  t.deepEqual(gap.activity, [{ event: 'inventory.stored', activities: 2 }]);
  t.like((await uncovered(platform, organization.id))[0], { merchants: '1', first_day: '2026-02-01' });
  await rig.plant(`update billing_rules set is_active = false where organization_id = '${organization.id}'`);
  t.deepEqual(await gapsOf(rig), []);
  t.deepEqual(await uncovered(platform, organization.id), []);
});

test('goods that moved on the last day of a run, or in the month after what is late, are no gap on /ops', async (t) => {
  const { platform, rig, merchantId, second } = await rigged(t);
  const { organization } = rig;
  await rig.plant(
    `update merchants set created_at = '${monthsAgo(6)} 12:00Z' where organization_id = '${organization.id}'`,
  );
  await rig.run({
    merchant_ids: [merchantId, second],
    period_start: monthsAgo(6),
    period_end: monthsAgo(4, 0),
  });
  const moved = (at: string) =>
    rig.plant(`insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no, warehouse_id, merchant_id, qty_delta,
        transaction_type, ref_type, actor, occurred_at)
      select l.organization_id, uuid7(), uuid7(), 1, '${organization.items['PLAIN']}', l.id, 'available', '', l.warehouse_id, '${merchantId}', 1,
             'adjust', 'adjustment', 'test', '${at}' from locations l where l.organization_id = '${organization.id}' order by l.id limit 1`);
  await moved(`${monthsAgo(4, 0)} 20:00Z`);
  await moved(`${monthsAgo(1, 1)} 12:00Z`);
  t.deepEqual(await uncovered(platform, organization.id), []);
  await moved(`${monthsAgo(3, 3)} 12:00Z`);
  t.like((await uncovered(platform, organization.id))[0], { merchants: '1', first_day: monthsAgo(4) });
});
