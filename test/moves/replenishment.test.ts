/** Replenishment: faces filled from reserve, and a wave's picks that wait for the pallet that carries them. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, newItem, putStock } from '../orders/orders-rig.ts';
import { newShipment, newWave, patch, read, tasksOf, type Running } from '../fulfillment/outbound-rig.ts';
import { until } from '../helpers/wait.ts';
import { actOn } from './putaway-rig.ts';
import { at, faced, facesPath, planned } from './replenishment-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const qtyOf = (moves: readonly any[]): number[] => moves.map(({ qty }) => qty);

test('a face under its least is filled to its most in whole units, and what is planned is not planned again', async (t) => {
  const { platform } = t.context;
  const { item, face, faceId, reserve } = await faced(platform, [20, 100], {
    min_qty: 10,
    max_qty: 50,
    refill_uom: 'CS',
  });
  const only = { location_ids: [face] };
  const dry = await planned(platform, { ...only, dry_run: true });
  t.deepEqual(qtyOf(dry.moves), [12, 36], 'a case of the older place, three of the next: 48 of 50');
  t.is(dry.moves[0].id, null);
  const { moves } = await planned(platform, only);
  t.deepEqual(
    moves.map(({ from_location_id: from }: any) => from),
    reserve,
  );
  const again = await planned(platform, only);
  t.deepEqual(again.moves, []);
  t.like(again.not_replenished[0], { face_id: faceId, reason: 'already_planned' });
  const topped = await planned(platform, { ...only, kinds: ['top_up'] });
  t.like(topped.not_replenished[0], { reason: 'no_room' }, 'two more are no whole case');
  for (const { id } of moves) t.is((await actOn(platform.client, id, 'confirm')).body.data.status, 'done');
  t.is(await at(platform, face), 48);
  t.like((await planned(platform, only)).not_replenished[0], { reason: 'enough' });
  const none = await faced(platform, [], { min_qty: 1, max_qty: 5 });
  t.like((await planned(platform, { location_ids: [none.face] })).not_replenished[0], {
    reason: 'no_source',
  });
  t.truthy(item);
});

test('sixteen planners at once fill a face once', async (t) => {
  const { platform } = t.context;
  const { face } = await faced(platform, [30, 30, 30], { min_qty: 10, max_qty: 40 });
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => planned(platform, { location_ids: [face] })),
  );
  const all = answers.flatMap(({ moves }) => qtyOf(moves));
  t.is(
    all.reduce((sum, qty) => sum + qty, 0),
    40,
  );
});

test('what a wave picks from reserve goes to the face with its allocation, and its picks wait', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { item, face, reserve } = await faced(platform, [100], { min_qty: 0, max_qty: 60, refill_uom: 'CS' });
  const shipments = [
    await newShipment(platform, [{ item_id: item, qty: 3 }]),
    await newShipment(platform, [{ item_id: item, qty: 4 }]),
    await newShipment(platform, [{ item_id: item, qty: 12 }]),
  ];
  const wave = await newWave(
    platform,
    shipments.map(({ id }) => id),
  );
  const [move] = await read(client, `/api/wms/moves?wave_id=${wave.id}`);
  t.like(move, { kind: 'replenish', qty: 12, from_location_id: reserve[0], to_location_id: face });
  const tasks = await tasksOf(client, { wave_id: wave.id });
  const small = tasks.filter(({ qty }: any) => qty < 12);
  const whole = tasks.find(({ qty }: any) => qty === 12);
  t.is(small.length, 2);
  for (const { id } of small) {
    const refused = await patch(client, `/api/wms/pick-tasks/${id}`, { action: 'claim' });
    t.is(`${refused.status} ${refused.body.error?.code}`, '409 PICK_WAITS', refused.text);
    t.is(refused.body.error.details.move_id, move.id);
  }
  t.is(
    (await patch(client, `/api/wms/pick-tasks/${whole.id}`, { action: 'claim' })).status,
    200,
    'a whole case is picked from reserve',
  );
  const next = await client.post('/api/wms/pick-tasks/claim', {
    warehouse_id: platform.standard.warehouseId,
    wave_id: wave.id,
  });
  t.is(next.status, 404, 'nothing else can be claimed');

  t.like((await actOn(client, move.id, 'confirm')).body.data, { status: 'done', done_qty: 12 });
  t.is(await at(platform, face, 'allocated'), 7);
  t.is(await at(platform, face, 'available'), 5);
  for (const { id } of small) {
    t.is((await read(client, `/api/wms/pick-tasks/${id}`)).location_id, face);
    for (const action of ['claim', 'confirm'])
      t.is((await patch(client, `/api/wms/pick-tasks/${id}`, { action })).status, 200);
  }
  await assertInvariants(t, platform);
});

test('a face that is deactivated is filled no more, and what waited for it is picked from reserve', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { item, face } = await faced(platform, [100], { min_qty: 0, max_qty: 60, refill_uom: 'CS' });
  const { id } = await newShipment(platform, [{ item_id: item, qty: 3 }]);
  const wave = await newWave(platform, [id]);
  const [move] = await read(client, `/api/wms/moves?wave_id=${wave.id}`);
  const claim = () =>
    client.post('/api/wms/pick-tasks/claim', { warehouse_id: standard.warehouseId, wave_id: wave.id });
  t.is((await claim()).status, 404);
  t.is((await client.patch(`/api/wms/moves/${move.id}`, { action: 'claim' })).status, 200);
  t.is((await client.patch(`/api/wms/locations/${face}`, { is_active: false })).status, 200);
  await until('its move is dropped', async () => {
    const { status, end_reason: reason } = await read(client, `/api/wms/moves/${move.id}`);
    return status === 'cancelled' && reason === 'place_inactive';
  });
  t.is((await claim()).status, 200);
  await assertInvariants(t, platform);
});

test('what a move carries of orders is not counted against what is free beside it', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { item, reserve } = await faced(platform, [20, 0], { min_qty: 0, max_qty: 60, refill_uom: 'CS' });
  const { id } = await newShipment(platform, [{ item_id: item, qty: 7 }]);
  const wave = await newWave(platform, [id]);
  t.like(
    (await read(client, `/api/wms/moves?wave_id=${wave.id}`))[0],
    { qty: 12 },
    '7 of them the order has',
  );
  const byHand = (qty: number) =>
    client.post('/api/wms/moves', {
      kind: 'reslot',
      warehouse_id: standard.warehouseId,
      item_id: item,
      from_location_id: reserve[0],
      to_location_id: reserve[1],
      qty,
    });
  const over = await byHand(9);
  t.like(over.body.error, { code: 'INSUFFICIENT_STOCK', details: { available: 13, planned: 5 } }, over.text);
  t.is((await byHand(8)).status, 201);
});

test('a pallet goes whole with what is on it, unless somebody picks from it or it does not fit', async (t) => {
  const { platform } = t.context;
  const { client, standard, owner } = platform;
  const fits = await faced(platform, [0.5], { min_qty: 0, max_qty: 100 });
  const big = await faced(platform, [0.5], { min_qty: 0, max_qty: 10 });
  const lines: any[] = [];
  for (const { item, reserve } of [fits, big]) {
    await owner.query(`update locations set is_active = true where id = $1`, [reserve[0]]);
    const made = await client.post('/api/wms/pallets', {
      warehouse_id: standard.warehouseId,
      location_id: reserve[0],
    });
    await putStock(platform, standard, [{ item, qty: 40, location: reserve[0]!, lpnId: made.body.data.id }]);
    await owner.query(`update lpns set state = 'active' where id = $1`, [made.body.data.id]);
    await client.post('/api/wms/inventory/adjust', {
      warehouse_id: standard.warehouseId,
      item_id: item,
      location_id: reserve[0],
      qty_delta: -0.5,
      reason_code: 'lost',
    });
    lines.push({ item_id: item, qty: 5 });
  }
  const shipment = await newShipment(platform, lines);
  const wave = await newWave(platform, [shipment.id]);
  const moves = await read(client, `/api/wms/moves?wave_id=${wave.id}`);
  t.like(
    moves.find(({ item_id: id }: any) => id === fits.item),
    { qty: 40, to_location_id: fits.face },
  );
  t.truthy(moves.find(({ item_id: id }: any) => id === fits.item).pallet_lpn);
  t.like(
    moves.find(({ item_id: id }: any) => id === big.item),
    { qty: 5, pallet_lpn: null },
  );
  for (const { id } of moves) t.is((await actOn(client, id, 'confirm')).body.data.status, 'done');
  t.is(await at(platform, fits.face), 40);
  t.is(await at(platform, big.face, 'allocated'), 5);
  const tasks = await tasksOf(client, { wave_id: wave.id });
  for (const { face } of [fits, big]) t.true(tasks.some(({ location_id: id }: any) => id === face));
  await assertInvariants(t, platform);
});

test('when its stock is gone or the move is cancelled its picks wait no longer; a cancelled shipment’s goods stay behind', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const face = { min_qty: 0, max_qty: 60, refill_uom: 'CS' };
  const one = await faced(platform, [24], face);
  const shipments = [
    await newShipment(platform, [{ item_id: one.item, qty: 3 }]),
    await newShipment(platform, [{ item_id: one.item, qty: 2 }]),
  ];
  const wave = await newWave(
    platform,
    shipments.map(({ id }) => id),
  );
  const [move] = await read(client, `/api/wms/moves?wave_id=${wave.id}`);
  const cancelled = await patch(client, `/api/wms/shipments/${shipments[0].id}`, { action: 'cancel' });
  t.is(cancelled.status, 200, cancelled.text);
  t.like((await actOn(client, move.id, 'confirm')).body.data, { status: 'done', done_qty: 12 });
  t.is(await at(platform, one.face, 'allocated'), 2);

  const other = await faced(platform, [24], face);
  const shipment = await newShipment(platform, [{ item_id: other.item, qty: 3 }]);
  const second = await newWave(platform, [shipment.id]);
  const [dropped] = await read(client, `/api/wms/moves?wave_id=${second.id}`);
  await actOn(client, dropped.id, 'cancel', { reason: 'no forklift' });
  const [task] = await tasksOf(client, { wave_id: second.id });
  t.is((await patch(client, `/api/wms/pick-tasks/${task.id}`, { action: 'claim' })).status, 200);
  await assertInvariants(t, platform);
});

test('a pick that leaves a face under its least has it filled', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { item, face } = await faced(platform, [50], { min_qty: 5, max_qty: 20 });
  await putStock(platform, standard, [{ item, qty: 6, location: face }]);
  await client.patch('/api/tenancy/settings', { pick_from: 'face_first' });
  const shipment = await newShipment(platform, [{ item_id: item, qty: 2 }]);
  const wave = await newWave(platform, [shipment.id]);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  t.is(task.location_id, face, 'face first');
  for (const action of ['claim', 'confirm'])
    t.is((await patch(client, `/api/wms/pick-tasks/${task.id}`, { action })).status, 200);
  const [move]: any[] = await until('the face is being filled', async () => {
    const moves = await read(client, `/api/wms/moves?item_id=${item}`);
    return moves.length > 0 ? moves : undefined;
  });
  t.like(move, { kind: 'replenish', qty: 16, to_location_id: face });
});

test('faces name what is there, once each, and are nobody else’s', async (t) => {
  const { platform } = t.context;
  const { client, standard, threePl, clientWith } = platform;
  const { item, face, faceId } = await faced(platform, [], { min_qty: 1, max_qty: 5 });
  const make = (fields: object) =>
    client.post(facesPath, {
      warehouse_id: standard.warehouseId,
      location_id: face,
      item_id: item,
      min_qty: 1,
      max_qty: 2,
      ...fields,
    });
  const twice = await make({});
  t.is(`${twice.status} ${twice.body.error?.code}`, '409 FACE_EXISTS', twice.text);
  const fresh = await newItem(platform, standard);
  for (const [fields, named] of [
    [{ item_id: fresh, min_qty: 3 }, 'max_qty'],
    [{ item_id: fresh, refill_uom: 'XX' }, 'refill_uom'],
    [{ item_id: faceId }, 'item_id'],
    [{ location_id: faceId }, 'location_id'],
    [{ item_id: fresh, colour: 'red' }, 'colour'],
  ] as const) {
    const refused = await make(fields);
    t.is(refused.status, 400, refused.text);
    t.true(refused.text.includes(named), refused.text);
  }
  t.is((await read(client, `${facesPath}?item_id=${item}`)).length, 1);
  const changed = await client.patch(`${facesPath}/${faceId}`, { max_qty: 6 });
  t.deepEqual(changed.body.data, await read(client, `${facesPath}/${faceId}`));
  t.is(changed.body.data.max_qty, 6);
  const other = await clientWith(threePl, ['wms.putaway.view', 'wms.moves.plan']);
  t.is((await other.get(`${facesPath}/${faceId}`)).status, 404);
  t.is((await other.patch(`${facesPath}/${faceId}`, { max_qty: 9 })).status, 404);
  const plan = { warehouse_id: standard.warehouseId };
  t.is((await other.post('/api/wms/replenishments/plan', plan)).status, 400);
});
