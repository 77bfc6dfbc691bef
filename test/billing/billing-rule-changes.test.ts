/** Rules and prices that change while a billing cycle is under way, or after it was billed. */
import test, { type ExecutionContext } from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { billingRig, type BillingRig } from './billing-rig.ts';

interface Rig extends BillingRig {
  platform: Platform;
  /** Puts the sheet's next version, with other lines, in force from a day on. */
  revise(sheet: string, from: string, lines: object[]): Promise<void>;
}

const sheets = '/api/accounting/billing/rate-sheets';
const april = { period_start: '2026-04-01', period_end: '2026-04-30' };

async function start(t: ExecutionContext): Promise<Rig> {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  return {
    ...rig,
    platform,
    revise: async (sheet, from, lines) => {
      const revised = await rig.client.patch(`${sheets}/${sheet}`, {
        action: 'revise',
        effective_from: from,
      });
      const { id, lines: copied } = revised.body.data;
      for (const [index, line] of lines.entries()) {
        const changed = await rig.client.patch(`${sheets}/${id}/lines/${copied[index].id}`, line);
        t.is(changed.status, 200, changed.text);
      }
      const activated = await rig.client.patch(`${sheets}/${id}`, { action: 'activate' });
      t.is(activated.status, 200, activated.text);
    },
  };
}

test('a rule put in front of its exclusive group later does not charge again what another has charged', async (t) => {
  const rig = await start(t);
  const [slow, fast] = [await rig.item('SLOW'), await rig.item('FAST')];
  await rig.sheet([
    { billing_item_id: slow, pricing_model: 'per_unit', rate: 2 },
    { billing_item_id: fast, pricing_model: 'per_unit', rate: 3 },
  ]);
  const group = { quantity_basis: 'units', exclusive_group: 'pick' };
  await rig.rule('shipment.line_shipped', slow, group);
  await rig.rule('shipment.shipped', null);
  const { id } = await rig.ship('2026-03-05', [{ qty: 5 }], { carrier: 'UPS' });
  await rig.run();
  t.is(await rig.sum(), 10);
  const conditions = { all: [{ field: 'carrier_code', op: 'in', value: ['UPS', 'FDX'] }] };
  await rig.rule('shipment.line_shipped', fast, { ...group, priority: 10, conditions });
  const again = await rig.run();
  t.is(await rig.sum(), 10, 'rules that change later leave existing charges alone');
  t.is(again.status, 'completed', JSON.stringify(again.exceptions));
  t.is(again.activity_charged + again.activity_free, again.activity_total);
  await rig.ship('2026-04-05', [{ qty: 1 }], { carrier: 'FDX' });
  await rig.run(april);
  t.is(await rig.sum(), 10 + 3, 'what is new is charged by the rule in front');
  // A source whose own fields change is charged by whichever rule of the group fits it then, once.
  const carrier = (code: string) =>
    rig.platform.owner.query('update wms_shipments set carrier_code = $1 where id = $2', [code, id]);
  const sumOf = async (item: string) => rig.sum(`&billing_item_id=${item}&service_to=2026-03-31`);
  await rig.ship('2026-03-06', [{ qty: 4 }], { carrier: 'FDX' });
  await rig.run();
  t.is(await sumOf(fast), 12);
  const moved = await rig.ship('2026-03-07', [{ qty: 2 }], { carrier: 'UPS' });
  await rig.run();
  t.is(await sumOf(fast), 18);
  await rig.platform.owner.query('update wms_shipments set carrier_code = $1 where id = $2', [
    'OWN',
    moved.id,
  ]);
  await carrier('OWN');
  const corrected = await rig.run();
  t.is(corrected.status, 'completed', JSON.stringify(corrected.exceptions));
  t.deepEqual([await sumOf(fast), await sumOf(slow)], [12, 14]);
  t.is((await rig.run()).charges_adjusted, 0);
});

test('a cycle’s minimum and maximum are the merchant’s, whatever prices were revised in it', async (t) => {
  const rig = await start(t);
  const [pick, label] = [await rig.item('PICK'), await rig.item('LABEL')];
  const sheet = await rig.sheet([
    { billing_item_id: pick, pricing_model: 'per_unit', rate: 2, min_charge: 100, min_scope: 'period' },
    { billing_item_id: label, pricing_model: 'flat', rate: 30, max_charge: 50, min_scope: 'period' },
  ]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', label);
  await rig.revise(sheet, '2026-03-16', [{ rate: 3, min_charge: 120 }, { max_charge: 70 }]);
  for (const day of ['2026-03-05', '2026-03-06', '2026-03-20', '2026-03-21'])
    await rig.ship(day, [{ qty: 10 }]);
  await rig.run();
  t.is(
    await rig.sum(`&billing_item_id=${pick}`),
    120,
    '40 and 60, topped up once by the line in force at the end',
  );
  t.is(await rig.sum(`&billing_item_id=${label}`), 70);
  await rig.ship('2026-03-07', [{ qty: 30 }]);
  await rig.run(april);
  t.is(
    await rig.sum(`&billing_item_id=${pick}&service_to=2026-03-31`),
    160,
    'late activity takes the top-up’s place',
  );
  t.is(await rig.sum(`&billing_item_id=${pick}&service_from=2026-04-01`), 120, 'an idle month');
  t.is((await rig.run()).charges_created, 0);
});

test('tiers and free units of a cycle go on when their prices are revised in it', async (t) => {
  const rig = await start(t);
  const [pick, pack, all] = [await rig.item('PICK'), await rig.item('PACK'), await rig.item('ALL')];
  const tiers = (first: number, then: number) => [
    { from: 0, to: 100, rate: first },
    { from: 100, to: null, rate: then },
  ];
  const perPeriod = { tier_window: 'period' };
  const sheet = await rig.sheet([
    { billing_item_id: pick, pricing_model: 'graduated', tiers: tiers(1, 0.5), ...perPeriod },
    { billing_item_id: pack, pricing_model: 'per_unit', rate: 1, included_qty: 50, ...perPeriod },
    { billing_item_id: all, pricing_model: 'volume', tiers: tiers(1, 0.5), ...perPeriod },
  ]);
  for (const item of [pick, pack, all])
    await rig.rule('shipment.line_shipped', item, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  await rig.revise(sheet, '2026-03-16', [{ tiers: tiers(2, 1) }, { rate: 2 }, { tiers: tiers(2, 1) }]);
  await rig.ship('2026-03-05', [{ qty: 80 }]);
  await rig.ship('2026-03-20', [{ qty: 80 }]);
  await rig.run();
  const sumOf = (item: string) => rig.sum(`&billing_item_id=${item}`);
  t.is(await sumOf(pick), 80 + 20 * 2 + 60 * 1);
  t.is(await sumOf(pack), 30 + 80 * 2, 'fifty are free once');
  t.is(await sumOf(all), 80 * 0.5 + 80 * 1, 'all 160 at the second tier, each at the price of its day');
  const again = await rig.run();
  t.deepEqual([again.charges_created, again.charges_adjusted], [0, 0]);
});

/** A hundred units on the shelf since February, as the ledger has it. */
async function stock({ platform, organization }: Rig): Promise<void> {
  await platform.owner.query(
    `begin; set local session_replication_role = 'replica';
     insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no, warehouse_id,
            merchant_id, qty_delta, transaction_type, ref_type, actor, occurred_at)
     values ('${organization.id}', uuid7(), uuid7(), 1, '${organization.items['PLAIN']}', '${organization.locations['A-01']}',
             'available', '', '${organization.warehouseId}', '${organization.merchantId}', 100, 'receive', 'test', 'test',
             '2026-02-10 17:00Z'); commit`,
  );
}

const stored = (item: string, method: string, rate: number) => ({
  billing_item_id: item,
  pricing_model: 'per_unit',
  rate,
  storage_method: method,
  storage_basis: 'unit',
});

test('storage that goes over from days to months charges no day in both', async (t) => {
  const rig = await start(t);
  const item = await rig.item('STORE', { category: 'storage' });
  await stock(rig);
  const sheet = await rig.sheet([stored(item, 'daily', 0.01)]);
  await rig.rule('inventory.stored', item);
  await rig.revise(sheet, '2026-03-16', [{ storage_method: 'average', rate: 1 }]);
  const run = await rig.run();
  t.is(run.status, 'completed', JSON.stringify(run.exceptions));
  const later = Math.round(((100 * 16) / 31) * 1e6) / 1e6;
  t.is(await rig.sum(), 15 + later, 'fifteen days, and the other sixteen of the month');
  await rig.run(april);
  t.is(await rig.sum('&service_from=2026-04-01'), 100);
  t.is((await rig.run()).charges_adjusted, 0);
});

test('days that no line charges at the end of their month are exceptions, not silence', async (t) => {
  const rig = await start(t);
  const item = await rig.item('STORE', { category: 'storage' });
  await stock(rig);
  const sheet = await rig.sheet([stored(item, 'calendar_month', 1)]);
  await rig.rule('inventory.stored', item);
  await rig.revise(sheet, '2026-03-16', [{ storage_method: 'daily', rate: 0.01 }]);
  const run = await rig.run();
  t.is(await rig.sum(), 16);
  t.deepEqual([run.activity_charged, run.exceptions_count], [16, 15]);
  t.deepEqual([...new Set(run.exceptions.map(({ reason }: any) => reason))], ['NO_RATE']);
});

test('a month that was charged as a whole is not charged again by days revised into it', async (t) => {
  const rig = await start(t);
  const item = await rig.item('STORE', { category: 'storage' });
  await stock(rig);
  const sheet = await rig.sheet([stored(item, 'calendar_month', 1)]);
  await rig.rule('inventory.stored', item);
  await rig.run();
  t.is(await rig.sum(), 100);
  await rig.revise(sheet, '2026-03-01', [{ storage_method: 'daily', rate: 0.01 }]);
  await rig.run({ ...april, period_end: '2026-04-03' });
  t.is(await rig.sum(), 103);
  const again = await rig.run();
  t.is(again.status, 'completed', JSON.stringify(again.exceptions));
  t.is(await rig.sum(), 103);
});
