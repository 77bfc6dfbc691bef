/** Pallets that are moved while their goods wait to be picked. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, newItem, putStock } from '../orders/orders-rig.ts';
import {
  newShelf,
  newShipment,
  newWave,
  onTask,
  pickAll,
  read,
  tasksOf,
  type Running,
} from '../fulfillment/outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

/** A pallet with 10 of a new item, of which a shipment holds 6. */
async function heldPallet(platform: Running, shelf: string) {
  const { client, standard } = platform;
  const at = { warehouse_id: standard.warehouseId, location_id: shelf };
  const { id, lpn } = (await client.post('/api/wms/pallets', at)).body.data;
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 10, location: shelf, lpnId: id }]);
  const shipment = await newShipment(platform, [{ item_id: item, qty: 6 }]);
  const move = (to: string) =>
    client.post(
      '/api/wms/inventory/move',
      { warehouse_id: standard.warehouseId, to_location_id: to, pallet_lpn: lpn },
      { headers: { prefer: 'wait=60' } },
    );
  return { shipment, move };
}

test('the pick goes along with its pallet, and what is not found is counted where the pallet stands', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const [from, to] = [
    await newShelf(platform, { zone: 'NEAR', pick_sequence: 1 }),
    await newShelf(platform, { zone: 'FAR', pick_sequence: 9 }),
  ];
  const { shipment, move } = await heldPallet(platform, from);
  const wave = await newWave(platform, [shipment.id]);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  t.is(task.location_id, from);
  t.is((await move(to)).status, 200);
  t.like((await tasksOf(client, { wave_id: wave.id }))[0], {
    location_id: to,
    zone: 'FAR',
    pick_sequence: 9,
  });

  await onTask(client, task.id, 'claim');
  const short = await onTask(client, task.id, 'short', { picked_qty: 2 });
  t.is(short.status, 200, short.text);
  const count = await read(client, `/api/wms/count-tasks/${short.body.data.count_task_id}`);
  t.is(count.locations[0].location_id, to);
  t.deepEqual(
    await tasksOf(client, { wave_id: wave.id, status: 'open' }),
    [],
    'what was not found is not sent for again',
  );
  await assertInvariants(t, platform);
});

test('a release and a move at once leave no task at a place the pallet has left', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const [from, to] = [await newShelf(platform), await newShelf(platform)];
  for (let round = 0; round < 6; round += 1) {
    const { shipment, move } = await heldPallet(platform, from);
    const wave = await newWave(platform, [shipment.id], false);
    const [moved, released] = await Promise.all([
      move(to),
      client.patch(`/api/wms/waves/${wave.id}`, { action: 'release' }, { headers: { prefer: 'wait=60' } }),
    ]);
    t.deepEqual([moved.status, released.status], [200, 200], moved.text + released.text);
    const [task] = await tasksOf(client, { wave_id: wave.id });
    t.is(task.location_id, to);
    await Promise.all([pickAll(client, wave.id), move(from)]);
    t.is((await read(client, `/api/wms/shipments/${shipment.id}`)).status, 'picked');
  }
  await assertInvariants(t, platform);
});
