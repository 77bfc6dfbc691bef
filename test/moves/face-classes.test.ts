/** Under `capacity_policy: refuse` nobody is sent to a face with what may not be kept there, and no such face is made. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newShipment, newWave, patch, read, tasksOf, type Running } from '../fulfillment/outbound-rig.ts';
import { importFile } from '../imports/import-file.ts';
import { at, faced, facesPath, planned } from './replenishment-rig.ts';
import { actOn } from './putaway-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const policy = async ({ client }: Running, capacity_policy: string): Promise<void> => {
  const set = await patch(client, '/api/tenancy/settings', { capacity_policy });
  if (set.status !== 200) throw new Error(set.text);
};

test.serial('a face of another class is filled with a warning, or not at all', async (t) => {
  const { platform } = t.context;
  await policy(platform, 'warn');
  const cold = { item: { storage_class: 'cold' } };
  const { face } = await faced(platform, [40], { min_qty: 5, max_qty: 10 }, cold);
  const { moves } = await planned(platform, { location_ids: [face] });
  const done = await actOn(platform.client, moves[0].id, 'confirm');
  t.is(done.status, 200, done.text);
  t.is(done.body.data.warnings[0].code, 'CLASS_REFUSED');
  t.is(await at(platform, face), 10);

  for (const item of [cold.item, { temperature_class: 'chilled' }]) {
    await policy(platform, 'warn');
    const other = await faced(platform, [40], { min_qty: 5, max_qty: 10 }, { item });
    await policy(platform, 'refuse');
    const { moves: none, not_replenished: not } = await planned(platform, { location_ids: [other.face] });
    t.deepEqual(none, []);
    t.like(not[0], { face_id: other.faceId, reason: 'class' });
  }
});

test.serial('what a wave picks waits for no move that nobody could confirm', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  await policy(platform, 'warn');
  const cold = { item: { storage_class: 'cold' } };
  const { item } = await faced(platform, [100], { min_qty: 0, max_qty: 60, refill_uom: 'CS' }, cold);
  await policy(platform, 'refuse');
  const { id } = await newShipment(platform, [{ item_id: item, qty: 3 }]);
  const wave = await newWave(platform, [id]);
  t.deepEqual(await read(client, `/api/wms/moves?wave_id=${wave.id}`), []);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  t.is((await patch(client, `/api/wms/pick-tasks/${task.id}`, { action: 'claim' })).status, 200);
  const { not_replenished: not } = await planned(platform, { wave_id: wave.id, kinds: ['on_demand'] });
  t.deepEqual(not, [], 'it is somebody else’s by now');
});

test.serial('a face of another class is not made under refuse, by hand or from a file', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  await policy(platform, 'refuse');
  const { item, face, reserve } = await faced(platform, [1], { min_qty: 1, max_qty: 2 });
  t.is((await patch(client, `/api/wms/locations/${reserve[0]}`, { storage_class: 'cold' })).status, 200);
  const made = { warehouse_id: standard.warehouseId, location_id: reserve[0], item_id: item };
  const isRefused = async (): Promise<void> => {
    const refused = await client.post(facesPath, { ...made, min_qty: 1, max_qty: 2 });
    t.is(`${refused.status} ${refused.body.error?.code}`, '409 CLASS_REFUSED', refused.text);
  };
  await isRefused();
  const chilled = { storage_class: '', temperature_class: 'chilled' };
  t.is((await patch(client, `/api/wms/locations/${reserve[0]}`, chilled)).status, 200);
  await isRefused();
  const code = async (id: string): Promise<string> => (await read(client, `/api/wms/locations/${id}`)).code;
  const { sku } = await read(client, `/api/wms/items/${item}`);
  const { code: warehouse } = await read(client, `/api/wms/warehouses/${standard.warehouseId}`);
  const line = async (id: string): Promise<string> => `${warehouse},${await code(id)},${sku},3,4`;
  const csv = ['warehouse,location,sku,min_qty,max_qty', await line(face), await line(reserve[0]!)].join(
    '\n',
  );
  const file = await importFile(client, 'pick-faces', { csv });
  t.is(file.state, 'rejected');
  t.deepEqual(
    file.errors.map((error: any) => [error.line, error.problems[0].code]),
    [[3, 'CLASS_REFUSED']],
  );
});
