/** Dangerous goods that are kept apart leave in no carton and on no load together. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newShipment, patch, read, stocked, type Running } from '../fulfillment/outbound-rig.ts';
import { assertClash as clash, dangerous, keepClassesApart, rulesPath } from '../moves/hazard-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
  await keepClassesApart(t.context.platform);
});
test.after.always((t) => t.context.platform?.stop());

test('no carton holds what is kept apart, and a plan of cartons knows it', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const size = { packagings: [{ level: 'each', length_cm: 10, width_cm: 10, height_cm: 10, weight_kg: 1 }] };
  const items: string[] = [];
  for (const of of ['3', '8', '9']) {
    const item = await stocked(platform, { 'A-01': 5 }, dangerous(of));
    t.is((await client.patch(`/api/wms/items/${item}`, size)).status, 200);
    items.push(item);
  }
  const [paint, acid, battery] = items;
  const box = await client.post('/api/wms/carton-types', {
    code: 'HAZ-BOX',
    inner_length_cm: 40,
    inner_width_cm: 40,
    inner_height_cm: 40,
  });
  const lines = items.map((item_id) => ({ item_id, qty: 1 }));
  const { id } = await newShipment(platform, lines);
  const path = `/api/wms/shipments/${id}`;
  t.is((await patch(client, path, { action: 'pick' })).status, 200);
  const planned = await client.post('/api/wms/cartonize', {
    shipment_id: id,
    dry_run: true,
    carton_type_ids: [box.body.data.id],
  });
  t.is(planned.status, 200, planned.text);
  const { cartons, unpacked } = planned.body.data;
  t.deepEqual(unpacked, []);
  t.deepEqual(
    cartons.map(({ carton }: any) => carton),
    [1, 2],
  );
  for (const carton of cartons) {
    const held = carton.lines.map(({ item_id }: any) => item_id);
    t.false(held.includes(paint) && held.includes(acid));
  }
  const pack = (...packed: (string | undefined)[]) =>
    client.post(`${path}/cartons`, { lines: packed.map((item_id) => ({ item_id, qty: 1 })) });
  clash(t, await pack(paint, acid));
  t.is((await pack(paint, battery)).status, 201);
  t.is((await pack(acid)).status, 201);
});

test('no load has what is kept apart, and what may share a room shares one', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shipmentOf = async (of: string): Promise<string> => {
    const item = await stocked(platform, { 'A-01': 5 }, dangerous(of));
    return (await newShipment(platform, [{ item_id: item, qty: 1 }])).id;
  };
  const [paint, oxidizer, acid] = [await shipmentOf('3'), await shipmentOf('5.1'), await shipmentOf('8')];
  const newLoad = (...shipment_ids: string[]) =>
    client.post('/api/wms/loads', { warehouse_id: standard.warehouseId, scac: 'ABCD', shipment_ids });
  clash(t, await newLoad(paint, oxidizer));
  const load = await newLoad(paint, acid);
  t.is(load.status, 201, load.text);
  const path = `/api/wms/loads/${load.body.data.id}`;
  clash(t, await patch(client, path, { action: 'add_shipments', shipment_ids: [oxidizer] }), {
    held: '3',
    class: '5.1',
    load_id: load.body.data.id,
  });
  t.is((await read(client, path)).shipments.length, 2);
});

test('a load that a rule came to later leaves only as that says, whichever steps it skips', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shipmentOf = async (of: string): Promise<string> => {
    const item = await stocked(platform, { 'A-01': 5 }, dangerous(of));
    return (await newShipment(platform, [{ item_id: item, qty: 1 }])).id;
  };
  const shipment_ids = [await shipmentOf('6.1'), await shipmentOf('7')];
  const load = await client.post('/api/wms/loads', {
    warehouse_id: standard.warehouseId,
    scac: 'ABCD',
    shipment_ids,
  });
  t.is(load.status, 201, load.text);
  const path = `/api/wms/loads/${load.body.data.id}`;
  const made = await client.post(rulesPath, { class: '7', other_class: '6.1', rule: 'keep_apart' });
  t.is(made.status, 201, made.text);
  clash(t, await patch(client, path, { action: 'ship' }), { load_id: load.body.data.id });
  t.is((await patch(client, path, { action: 'start_loading' })).status, 200);
  for (const action of ['finish_loading', 'ship']) clash(t, await patch(client, path, { action }));
  const removed = await patch(client, path, {
    action: 'remove_shipments',
    shipment_ids: shipment_ids.slice(1),
  });
  t.is(removed.status, 200, removed.text);
  const shipped = await patch(client, path, { action: 'ship' });
  t.is(shipped.body.data?.status, 'shipped', shipped.text);
});
