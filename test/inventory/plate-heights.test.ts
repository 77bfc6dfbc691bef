/** How high a license plate stands is known until something is put on it or taken off. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newItem, putStock, settled } from '../orders/orders-rig.ts';
import { patch, read, type Running } from '../fulfillment/outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('how high pallets stand is known no more when goods or cartons are put on or taken off', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  const heightOf = async (id: string) => (await read(client, `/api/wms/pallets/${id}`)).height_cm;
  const at = { warehouse_id: standard.warehouseId, location_id: standard.locations['A-01'] };
  const measured = async (): Promise<{ id: string; lpn: string }> => {
    const { id, lpn } = (await client.post('/api/wms/pallets', { ...at, height_cm: 150 })).body.data;
    await putStock(platform, standard, [{ item, qty: 5, location: 'A-01', lpnId: id }]);
    return { id, lpn };
  };
  const ask = async (verb: 'merge' | 'split', body: object) => {
    const path = `/api/wms/pallets/${verb}`;
    return settled(client, await client.post(path, body), path);
  };
  const [one, other, third] = [await measured(), await measured(), await measured()];
  const merged = await ask('merge', { pallet_lpn: one.lpn, from_lpns: [other.lpn] });
  t.is(merged.status, 200, merged.text);
  t.deepEqual([await heightOf(one.id), await heightOf(third.id)], [null, 150]);
  await patch(client, `/api/wms/pallets/${one.id}`, { height_cm: 170 });
  const lines = [{ item_id: item, qty: 1 }];
  const split = await ask('split', { pallet_lpn: one.lpn, to_lpn: third.lpn, lines });
  t.is(split.status, 200, split.text);
  t.deepEqual([await heightOf(one.id), await heightOf(third.id)], [null, null]);
  const carton = await client.post('/api/wms/pallets', { ...at, type: 'carton', height_cm: 20 });
  for (const parent_id of [one.id, null]) {
    await patch(client, `/api/wms/pallets/${one.id}`, { height_cm: 170 });
    const nested = await patch(client, `/api/wms/pallets/${carton.body.data.id}`, { parent_id });
    t.is(nested.body.data.height_cm, 20, nested.text);
    t.is(await heightOf(one.id), null);
  }
});
