/** A wave is cancelled while a move carries what it was to pick to a face. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants } from '../orders/orders-rig.ts';
import {
  newShipment,
  newWave,
  onTask,
  patch,
  read,
  tasksOf,
  type Running,
} from '../fulfillment/outbound-rig.ts';
import { actOn } from './putaway-rig.ts';
import { at, faced, planned } from './replenishment-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

/** A wave that picks all seven of a reserve place, cancelled while they are on their way to the face. */
async function cancelledOnTheWay(platform: Running, inReserve: number) {
  const { client } = platform;
  const floor = await faced(platform, [inReserve], { min_qty: 0, max_qty: 60, refill_uom: 'CS' });
  const shipments = [
    await newShipment(platform, [{ item_id: floor.item, qty: 3 }]),
    await newShipment(platform, [{ item_id: floor.item, qty: 4 }]),
  ].map(({ id }) => id as string);
  const wave = await newWave(platform, shipments);
  const [move] = await read(client, `/api/wms/moves?wave_id=${wave.id}`);
  for (const action of ['claim', 'start']) await actOn(client, move.id, action);
  const cancelled = await patch(client, `/api/wms/waves/${wave.id}`, { action: 'cancel' });
  if (cancelled.status !== 200) throw new Error(cancelled.text);
  return { ...floor, shipments, move };
}

test('what a cancelled wave has allocated goes to the face with the move that is under way, and is picked there', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { face, reserve, shipments, move } = await cancelledOnTheWay(platform, 7);
  t.is(move.qty, 7);
  t.like((await actOn(client, move.id, 'confirm')).body.data, { status: 'done', done_qty: 7 });
  t.is(await at(platform, face, 'allocated'), 7);
  t.is(await at(platform, reserve[0]!), 0);
  await assertInvariants(t, platform);
  const next = await newWave(platform, shipments);
  for (const { id, location_id: from } of await tasksOf(client, { wave_id: next.id })) {
    t.is(from, face);
    for (const action of ['claim', 'confirm']) t.is((await onTask(client, id, action)).status, 200);
  }
  await assertInvariants(t, platform);
});

test('a next wave waits for the move that carries its goods already, and what is free beside them is told', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { face, faceId, shipments, move } = await cancelledOnTheWay(platform, 24);
  t.is(move.qty, 12);
  await client.patch(`/api/wms/pick-faces/${faceId}`, { min_qty: 6, max_qty: 24 });
  const filled = await planned(platform, { location_ids: [face] });
  t.deepEqual(
    filled.moves.map(({ qty }: any) => qty),
    [12],
    'only five come free with the move',
  );
  const next = await newWave(platform, shipments);
  t.deepEqual(await read(client, `/api/wms/moves?wave_id=${next.id}`), []);
  const tasks = await tasksOf(client, { wave_id: next.id });
  for (const { id } of tasks) t.is((await onTask(client, id, 'claim')).body.error?.code, 'PICK_WAITS');
  t.like((await actOn(client, move.id, 'confirm')).body.data, { status: 'done', done_qty: 12 });
  t.is(await at(platform, face, 'allocated'), 7);
  for (const { id } of tasks) {
    t.is((await read(client, `/api/wms/pick-tasks/${id}`)).location_id, face);
    for (const action of ['claim', 'confirm']) t.is((await onTask(client, id, action)).status, 200);
  }
  await assertInvariants(t, platform);
});
