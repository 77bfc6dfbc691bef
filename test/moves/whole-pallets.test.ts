/** Which pallets a wave does not bring to a face whole. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, putStock } from '../orders/orders-rig.ts';
import { newShipment, newWave, onTask, read, tasksOf, type Running } from '../fulfillment/outbound-rig.ts';
import { actOn } from './putaway-rig.ts';
import { until } from '../helpers/wait.ts';
import { at, faced, planned } from './replenishment-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

/** A pallet there with this on it. */
async function onPallet(
  platform: Running,
  reserve: string,
  stock: { item: string; qty: number; lot?: string }[],
): Promise<string> {
  const { client, standard, owner } = platform;
  const made = await client.post('/api/wms/pallets', {
    warehouse_id: standard.warehouseId,
    location_id: reserve,
  });
  const { id, lpn } = made.body.data;
  await putStock(
    platform,
    standard,
    stock.map((one) => ({ ...one, location: reserve, lpnId: id })),
  );
  await owner.query(`update lpns set state = 'active' where id = $1`, [id]);
  return lpn;
}

/** The moves of a new wave that picks so many, and its pick. */
async function wavePicking(
  platform: Running,
  item: string,
  qty: number,
): Promise<{ moves: any[]; pick: any }> {
  const { client } = platform;
  const shipment = await newShipment(platform, [{ item_id: item, qty }]);
  const wave = await newWave(platform, [shipment.id]);
  const [pick] = await tasksOf(client, { wave_id: wave.id });
  return { moves: await read(client, `/api/wms/moves?wave_id=${wave.id}`), pick };
}

const claimOf = async (platform: Running, pick: any): Promise<string> => {
  const { status, body } = await onTask(platform.client, pick.id, 'claim');
  return `${status} ${body.error?.code ?? ''}`.trim();
};

test('a pallet of two lots does not go whole, and of one that is to go elsewhere nothing goes to a face', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const lots = await faced(platform, [0], { min_qty: 0, max_qty: 100 }, { item: { lot_tracked: true } });
  const away = await faced(platform, [0, 0], { min_qty: 0, max_qty: 100 });
  await onPallet(platform, lots.reserve[0]!, [
    { item: lots.item, qty: 3, lot: 'L1' },
    { item: lots.item, qty: 10, lot: 'L2' },
  ]);
  const lpn = await onPallet(platform, away.reserve[0]!, [{ item: away.item, qty: 40 }]);
  const byHand = await client.post('/api/wms/moves', {
    kind: 'reslot',
    warehouse_id: standard.warehouseId,
    pallet_lpn: lpn,
    to_location_id: away.reserve[1],
  });
  t.is(byHand.status, 201, byHand.text);
  const mixed = await wavePicking(platform, lots.item, 5);
  t.true(mixed.moves.length > 0);
  t.true(mixed.moves.every((one: any) => one.pallet_lpn === null));
  for (const one of mixed.moves) t.is((await actOn(client, one.id, 'confirm')).body.data.status, 'done');
  t.is(await at(platform, lots.face, 'allocated'), 5);
  const leaving = await wavePicking(platform, away.item, 5);
  t.deepEqual(leaving.moves, []);
  t.is(await claimOf(platform, leaving.pick), '200');
  await assertInvariants(t, platform);
});

test('picks of a pallet that is to go to the face wait for the move it has, and can be taken after it', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { item, face, reserve } = await faced(platform, [0], { min_qty: 0, max_qty: 100 });
  const lpn = await onPallet(platform, reserve[0]!, [{ item, qty: 40 }]);
  const first = await wavePicking(platform, item, 5);
  t.like(first.moves, [{ pallet_lpn: lpn, qty: 40, to_location_id: face }]);
  const second = await wavePicking(platform, item, 6);
  t.deepEqual(second.moves, []);
  t.is(await claimOf(platform, second.pick), '409 PICK_WAITS');
  const [move] = first.moves;
  t.is((await actOn(client, move.id, 'confirm')).body.data.status, 'done');
  t.is(await at(platform, face), 40);
  for (const { pick } of [first, second]) t.is(await claimOf(platform, pick), '200');
  await assertInvariants(t, platform);
});

test('a pallet that a planner brings to the face is waited for as well, until its move is cancelled', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { item, face, reserve } = await faced(platform, [0], { min_qty: 10, max_qty: 100 });
  const other = await faced(platform, [0], { min_qty: 0, max_qty: 100 });
  const lpn = await onPallet(platform, reserve[0]!, [{ item, qty: 40 }]);
  await onPallet(platform, other.reserve[0]!, [{ item: other.item, qty: 40 }]);
  const plan = { warehouse_id: standard.warehouseId, location_ids: [face] };
  const planned = await client.post('/api/wms/replenishments/plan', plan, {
    headers: { prefer: 'wait=60' },
  });
  const [move] = planned.body.data.moves;
  t.like(move, { pallet_lpn: lpn, qty: 40 });
  const { moves, pick } = await wavePicking(platform, item, 5);
  t.deepEqual(moves, []);
  t.is(await claimOf(platform, pick), '409 PICK_WAITS');
  const ofWave = (await wavePicking(platform, other.item, 5)).moves[0];
  t.is(
    (await read(client, `/api/wms/moves/${move.id}`)).priority,
    ofWave.priority,
    'as urgent as a wave’s own',
  );
  t.is((await actOn(client, move.id, 'cancel', { reason: 'not today' })).status, 200);
  t.is(await claimOf(platform, pick), '200');
  await assertInvariants(t, platform);
});

test('a pallet that is too high for the face does not go there whole, for a wave or to fill it', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  for (const [height_cm, isWhole] of [
    [90, true],
    [110, false],
  ] as const) {
    const carried = async (face: any, ask: () => Promise<any[]>): Promise<void> => {
      const low = await client.patch(`/api/wms/locations/${face.face}`, { max_lpn_height_cm: 100 });
      t.is(low.status, 200, low.text);
      const lpn = await onPallet(platform, face.reserve[0], [{ item: face.item, qty: 40 }]);
      const [{ id }] = await read(client, `/api/wms/pallets?lpn=${lpn}`);
      t.is((await client.patch(`/api/wms/pallets/${id}`, { height_cm })).status, 200);
      t.deepEqual(
        (await ask()).map((move: any) => move.pallet_lpn),
        [isWhole ? lpn : null],
      );
    };
    const picked = await faced(platform, [0], { min_qty: 0, max_qty: 100 });
    await carried(picked, async () => (await wavePicking(platform, picked.item, 5)).moves);
    const filled = await faced(platform, [0], { min_qty: 10, max_qty: 100 });
    await carried(filled, async () => (await planned(platform, { location_ids: [filled.face] })).moves);
  }
});

test('a pallet that somebody set down elsewhere is planned to the face again for its wave, and its picks wait again', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { item, face, reserve } = await faced(platform, [0, 0], { min_qty: 0, max_qty: 100 });
  const lpn = await onPallet(platform, reserve[0]!, [{ item, qty: 40 }]);
  const { moves, pick } = await wavePicking(platform, item, 5);
  t.like(moves, [{ pallet_lpn: lpn, qty: 40 }]);
  const byHand = await client.post(
    '/api/wms/inventory/move',
    { warehouse_id: standard.warehouseId, pallet_lpn: lpn, to_location_id: reserve[1] },
    { headers: { prefer: 'wait=60' } },
  );
  t.is(byHand.status, 200, byHand.text);
  t.like((await actOn(client, moves[0].id, 'confirm')).body.data, { end_reason: 'source_gone' });
  const again = await until(
    'it is planned again',
    async () => (await read(client, `/api/wms/moves?wave_id=${pick.wave_id}&status=open`))[0],
  );
  t.like(again, { pallet_lpn: lpn, from_location_id: reserve[1], to_location_id: face });
  t.is(await claimOf(platform, pick), '409 PICK_WAITS');
  t.is((await actOn(client, again.id, 'confirm')).body.data.status, 'done');
  t.is(await claimOf(platform, pick), '200');
  await assertInvariants(t, platform);
});
