/**
 * What was allocated of a lot before its recall, or before it expired, goes to no customer, by whatever way it would leave.
 */
import test from 'ava';
import { readTenant } from '../../db/database.ts';
import { lotsToExpire } from '../../db/inventory/lots/expiring-lots.ts';
import type { Answer, Client } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { runHere } from '../helpers/run-here.ts';
import {
  newShipment,
  newWave,
  onTask,
  patch,
  pickAll,
  read,
  tasksOf,
  type Running,
} from '../fulfillment/outbound-rig.ts';
import { act, assertInvariants, drive, newOrder, putStock } from '../orders/orders-rig.ts';
import { post, stockByStatus } from '../returns/returns-rig.ts';
import { done, newTransfer, secondWarehouse } from '../transfers/transfers-rig.ts';
import { hold, lot, lotIn, recall, release } from './lot-rig.ts';

let platform: Running;
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const code = ({ status, body }: Answer): string => body.error?.code ?? String(status);

const step = (id: string, action: string): Promise<Answer> =>
  patch(client, `/api/wms/shipments/${id}`, { action });

/** The shipment of an order of so many, pushed. */
async function pushed(itemId: string, qty: number, more: object = {}): Promise<{ order: any; id: string }> {
  const order = await newOrder(client, [{ item: itemId, qty }], more);
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const [shipment] = (await read(client, `/api/oms/orders/${order.id}`)).wms_shipments;
  return { order, id: shipment.id };
}

test('what is allocated of a lot on hold is neither picked nor shipped until it is released', async (t) => {
  const itemId = await lotIn(platform, { 'A-01': 9 });
  const { order, id } = await pushed(itemId, 5);
  const wave = await newWave(platform, [id]);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  await onTask(client, task.id, 'claim');
  t.is((await hold(client, itemId)).status, 200);

  const confirm = await onTask(client, task.id, 'confirm');
  t.is(code(confirm), 'LOT_ON_HOLD', confirm.text);
  const { lot_no, kind, reason } = recall;
  t.deepEqual(confirm.body.error.details, {
    shipment_id: id,
    lots: [{ item_id: itemId, lot_no, kind, reason, is_operators: true, qty: 5 }],
    ways: ['short_pick', 'release_lot', 'cancel_shipment'],
  });
  t.is(code(await onTask(client, task.id, 'short', { picked_qty: 2 })), 'LOT_ON_HOLD');
  t.is(code(await step(id, 'pick')), 'LOT_ON_HOLD');
  t.is(code(await step(id, 'ship')), 'LOT_ON_HOLD');
  t.is(code(await act(client, order.id, 'fulfill')), 'LOT_ON_HOLD');
  const part = { lines: [{ line_id: order.lines[0].id, qty: 2 }] };
  t.is(code(await act(client, order.id, 'partial_fulfill', part)), 'LOT_ON_HOLD');
  t.deepEqual(await stockByStatus(client, itemId), { allocated: 5, hold: 4 });

  t.is((await release(client, itemId)).status, 200);
  t.is((await onTask(client, task.id, 'confirm')).status, 200);
  t.is((await hold(client, itemId)).status, 200);
  t.is(code(await step(id, 'ship')), 'LOT_ON_HOLD', 'nor does what was picked before');
  t.is((await release(client, itemId)).status, 200);
  t.is((await step(id, 'ship')).status, 200);
  await assertInvariants(t, platform);
});

test('one that has some of it keeps its load and what else is in it, and is cancelled', async (t) => {
  const itemId = await lotIn(platform, { 'A-01': 4 });
  const { id } = await newShipment(platform, [{ item_id: itemId, qty: 3 }]);
  const wave = await newWave(platform, [id]);
  await pickAll(client, wave.id);
  const { warehouseId: warehouse_id } = platform.standard;
  const made = await post(client, '/api/wms/loads', { warehouse_id, shipment_ids: [id] });
  t.is(made.status, 201, made.text);
  t.is((await hold(client, itemId)).status, 200);
  const load = `/api/wms/loads/${made.body.data.id}`;
  t.is(code(await patch(client, load, { action: 'ship' })), 'LOT_ON_HOLD');
  t.is((await step(id, 'cancel')).status, 200);
  t.deepEqual(await stockByStatus(client, itemId), { hold: 4 });
  await assertInvariants(t, platform);
});

test('other lots leave, and a transfer takes some of it to another warehouse', async (t) => {
  const there = await secondWarehouse(client, 'KEPT');
  const itemId = await lotIn(platform, { 'A-01': 4 });
  const sent = await newTransfer(client, platform.standard, there, [{ item_id: itemId, qty: 4 }]);
  await putStock(platform, platform.standard, [{ item: itemId, qty: 2, lot: 'OTHER' }]);
  const other = await newShipment(platform, [{ item_id: itemId, qty: 2 }]);
  t.is((await hold(client, itemId)).status, 200);
  t.is((await step(other.id, 'ship')).status, 200);
  await done(client, sent, 'ship');
  t.like((await hold(client, itemId)).body.data.in_transit, { total: 1, qty: 4 });
});

test('a recall against what ships at once: its answer says of each whether it left', async (t) => {
  for (let round = 0; round < 8; round += 1) {
    const itemId = await lotIn(platform, { 'A-01': 6 });
    const made = await Promise.all([1, 2, 3].map(() => newShipment(platform, [{ item_id: itemId, qty: 2 }])));
    const [held, ...steps] = await Promise.all([
      hold(client, itemId),
      ...made.map(({ id }) => step(id, 'ship')),
    ]);
    t.is(held.status, 200, held.text);
    for (const one of steps) t.true(['200', 'LOT_ON_HOLD'].includes(code(one)), one.text);
    const of = (what: string): string[] =>
      (held.body.data[what].shipments as { shipment_id: string }[]).map((one) => one.shipment_id).sort();
    const ids = (isGone: boolean): string[] =>
      made
        .flatMap(({ id }, index) => ((steps[index]!.status === 200) === isGone ? [id as string] : []))
        .sort();
    t.deepEqual(of('shipped'), ids(true));
    t.deepEqual(of('allocated'), ids(false));
    const again = await Promise.all(made.map(({ id }) => step(id, 'ship')));
    t.is(again.filter((one) => code(one) === 'LOT_ON_HOLD').length, ids(false).length);
  }
  await assertInvariants(t, platform);
});

/** As if time had passed: the lot has so many days left. */
async function leaves(itemId: string, days: number): Promise<void> {
  await platform.owner.query(
    `update lots set expiry_date = (now() at time zone w.time_zone)::date + $3::integer
       from warehouses w where w.id = $2 and lots.item_id = $1`,
    [itemId, platform.standard.warehouseId, days],
  );
}

const follow = async (itemId: string): Promise<number | null> =>
  (await runHere(platform, 'wms.follow_expiry', { item_id: itemId, lot_no: lot })).result.told;

const isDue = async (itemId: string): Promise<boolean> =>
  (await readTenant(platform.database, { organizationId: platform.standard.id }, lotsToExpire)).some(
    ({ item_id: id }) => id === itemId,
  );

async function told(itemId: string): Promise<any[]> {
  const { rows } = await platform.owner.query(
    `select type, data from events where subject_id = $1 and type in ('lot.expiring', 'lot.held') order by transaction_id, position`,
    [itemId],
  );
  return rows;
}

test('a lot that expires is told of 30, 7 and 0 days before, each time once', async (t) => {
  const itemId = await lotIn(platform, { 'A-01': 9 });
  await leaves(itemId, 31);
  t.false(await isDue(itemId));
  t.is(await follow(itemId), null);
  for (const [days, stage] of [
    [30, 30],
    [6, 7],
    [0, 0],
  ] as const) {
    await leaves(itemId, days);
    t.true(await isDue(itemId));
    t.is(await follow(itemId), stage);
    t.false(await isDue(itemId));
    t.is(await follow(itemId), null);
  }
  t.deepEqual(
    (await told(itemId)).map(({ type, data }) => [type, data.days_left, data.stock]),
    [30, 6, 0].map((days) => [
      'lot.expiring',
      days,
      [{ warehouse_id: platform.standard.warehouseId, qty: 9 }],
    ]),
  );
  t.deepEqual(await stockByStatus(client, itemId), { available: 9 });
});

test('an expired lot is on hold, its allocated stock too; whoever releases it decides for good', async (t) => {
  const itemId = await lotIn(platform, { 'A-01': 9 });
  const { id } = await pushed(itemId, 5);
  const wave = await newWave(platform, [id]);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  await onTask(client, task.id, 'claim');
  await leaves(itemId, -1);

  t.true(await isDue(itemId));
  t.is(await follow(itemId), -1);
  t.is(await follow(itemId), null);
  t.deepEqual(await stockByStatus(client, itemId), { allocated: 5, hold: 4 });
  t.like(await told(itemId), [
    { type: 'lot.held', data: { kind: 'expired', held_qty: 4, is_operators: true } },
  ]);
  t.is(code(await onTask(client, task.id, 'confirm')), 'LOT_ON_HOLD');
  t.is(code(await step(id, 'ship')), 'LOT_ON_HOLD');

  t.is((await release(client, itemId)).body.data.released_qty, 4);
  t.false(await isDue(itemId));
  t.is(await follow(itemId), null);
  const corrected = { item_id: itemId, lot_no: lot, expiry_date: '2026-01-01', note: 'as printed' };
  t.is((await post(client, '/api/wms/lots/correct', corrected)).status, 200);
  t.is(await follow(itemId), -1, 'another date is another matter');
});

test('a recall of an expired lot leaves it expired: released, it is on hold for that', async (t) => {
  const itemId = await lotIn(platform, { 'A-01': 3 });
  await leaves(itemId, -1);
  await follow(itemId);
  t.like((await hold(client, itemId)).body.data, { kind: 'recall', held_qty: 0 });
  t.is(await follow(itemId), null, 'on hold already');
  t.is((await release(client, itemId)).body.data.released_qty, 3);
  t.is(await follow(itemId), -1);
  t.deepEqual(await stockByStatus(client, itemId), { hold: 3 });
  await assertInvariants(t, platform);
});

test('of what nobody has any more nothing is told, and it is looked at once', async (t) => {
  const itemId = await lotIn(platform, { 'A-01': 2 });
  t.is((await step((await pushed(itemId, 2)).id, 'ship')).status, 200);
  await leaves(itemId, 5);
  t.false(await isDue(itemId));
  await leaves(itemId, -3);
  t.true(await isDue(itemId));
  t.is(await follow(itemId), -1);
  t.false(await isDue(itemId));
  t.deepEqual(await told(itemId), []);
});
