/**
 * Orders of every sort that are pushed and shipped by one command in groups leave what they leave one by one, and what
 * they leave is what a push and a ship leave: plain goods, a hold, a license plate, serials, a poisoned order.
 */
import test from 'ava';
import fc from 'fast-check';
import type { OwnPlatform } from '../helpers/platform.ts';
import { assertAsAlone, said } from './as-alone.ts';
import { makeApproved, orders, poisonedPlatform, unknownId } from './every-sort.ts';
import { accept, leftBy, runInGroups, runOneByOne } from './ran-in-groups.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await poisonedPlatform();
});
test.after.always(() => platform?.stop());

const held = 3;
const pushed = 4;
const poisoned = 7;

/** One is on hold, one is pushed already, and of one no shipment gets a step further. */
async function make() {
  const { database, owner } = platform;
  const { organization, orderIds } = await makeApproved(platform);
  await runOneByOne(database, organization, 'oms.hold_order', [
    { order_id: orderIds[held], reason: 'INVALID_ADDRESS' },
  ]);
  await runOneByOne(database, organization, 'oms.push_to_wms', [{ order_id: orderIds[pushed] }]);
  await owner.query(`update sales_orders set ship_to = '{"name": "poison"}' where id = $1`, [
    orderIds[poisoned],
  ]);
  const named = Object.fromEntries(orderIds.map((id, index) => [`order ${index}`, id]));
  return { organization, orderIds, named };
}

interface Wanted {
  order: number;
  ship: boolean | undefined;
  tracking_no: string | undefined;
}

const aPush: fc.Arbitrary<Wanted> = fc.record({
  order: fc.integer({ min: 0, max: orders.length }),
  ship: fc.constantFrom(true, true, true, undefined),
  tracking_no: fc.constantFrom(undefined, undefined, 'T-1'),
});

async function left(wanted: readonly Wanted[], size: number) {
  const { database, owner } = platform;
  const { organization, orderIds, named } = await make();
  const asked = wanted.map(({ order, ...more }) => said({ order_id: orderIds[order] ?? unknownId, ...more }));
  const ids = await accept(database, organization, 'oms.push_to_wms', asked);
  await runInGroups(database, organization.id, ids, size);
  return leftBy(owner, organization, named, ids);
}

test.serial('in groups of 2 and 64 they leave what they leave one by one', async (t) => {
  await assertAsAlone(t, aPush, { commandsMax: 12, runs: 8 }, left);
});

test.serial('all together leave what a push and then a ship of each leave', async (t) => {
  const { database, owner } = platform;
  const all = orders.map((_, order) => ({ order, ship: true, tracking_no: undefined }));
  const atOnce = await left(all, 64);
  const { organization, orderIds, named } = await make();
  const push = await accept(
    database,
    organization,
    'oms.push_to_wms',
    orderIds.map((id) => ({ order_id: id })),
  );
  await runInGroups(database, organization.id, push, 1);
  const { rows } = await owner.query<{ id: string }>(
    'select id from wms_shipments where organization_id = $1 and order_id <> $2 order by shipment_no',
    [organization.id, orderIds[poisoned]],
  );
  const ship = await accept(
    database,
    organization,
    'wms.ship_shipment',
    rows.map(({ id }) => ({ shipment_id: id })),
  );
  await runInGroups(database, organization.id, ship, 1);
  const steps = await leftBy(owner, organization, named, [...push, ...ship]);
  const same = ['balances', 'serials', 'papers', 'followUps', 'plates', 'promises'];
  // The poisoned one is pushed only in steps: its goods are allocated there, and as they were here.
  const without = (rows: readonly string[]): string[] => rows.filter((row) => !row.includes('LOT'));
  for (const what of same) t.deepEqual(without(atOnce[what]!), without(steps[what]!), what);
  const told = (rows: readonly string[]): string[] =>
    without(rows)
      .filter((row) => !row.includes('order 7') && !row.includes('inventory.changed'))
      .map((row) => row.replace(/"n":"\d+",/, ''))
      .sort();
  t.true(told(atOnce['events']!).length > 20);
  t.deepEqual(
    told(atOnce['events']!).map((row) => row.replace(/"position":\d+/, '')),
    told(steps['events']!),
  );
});
