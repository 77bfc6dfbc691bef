/** What was picked whole leaves as it stands: nothing goes onto its license plate that does not leave with it, nor off to others. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, newItem, putStock, settled } from '../orders/orders-rig.ts';
import { newShipment, patch, read, type Running } from '../fulfillment/outbound-rig.ts';

let platform: Running;
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

async function palletOf(item: string, qty: number, place: string): Promise<{ id: string; lpn: string }> {
  const { client, standard, owner } = platform;
  const body = { warehouse_id: standard.warehouseId, location_id: standard.locations[place] };
  const { id, lpn } = (await client.post('/api/wms/pallets', body)).body.data;
  await putStock(platform, standard, [{ item, qty, lpnId: id, location: place }]);
  await owner.query(`update lpns set state = 'active' where id = $1`, [id]);
  return { id, lpn };
}

/** A pallet that was picked whole, in staging. */
async function picked(qty: number): Promise<{ id: string; lpn: string; shipmentId: string }> {
  const item = await newItem(platform, platform.standard);
  const pallet = await palletOf(item, qty, 'A-01');
  const { id } = await newShipment(platform, [{ item_id: item, qty }]);
  const done = await patch(platform.client, `/api/wms/shipments/${id}`, { action: 'pick' });
  if (done.status !== 200) throw new Error(done.text);
  return { ...pallet, shipmentId: id };
}

const ask = async (verb: string, body: object) => {
  const path = `/api/wms/pallets/${verb}`;
  return settled(platform.client, await platform.client.post(path, body), path);
};
const plate = (id: string) => read(platform.client, `/api/wms/pallets/${id}`);

test('a picked pallet and one with goods that were not picked do not become one, and no goods are split onto it', async (t) => {
  const item = await newItem(platform, platform.standard);
  const [going, staying] = [await picked(4), await palletOf(item, 3, 'STAGE-1')];
  t.like(await plate(going.id), {
    state: 'picked',
    location_id: platform.standard.locations['STAGE-1'],
  });
  const line = [{ item_id: item, qty: 1 }];
  for (const [verb, body] of [
    ['merge', { pallet_lpn: going.lpn, from_lpns: [staying.lpn] }],
    ['merge', { pallet_lpn: staying.lpn, from_lpns: [going.lpn] }],
    ['consolidate', { pallet_lpn: going.lpn, from_lpns: [staying.lpn] }],
    ['consolidate', { pallet_lpn: staying.lpn, from_lpns: [going.lpn] }],
    ['split', { pallet_lpn: staying.lpn, to_lpn: going.lpn, lines: line }],
  ] as const) {
    const refused = await ask(verb, body);
    t.is(`${refused.status} ${refused.body.error?.code}`, '409 LPN_IN_USE', `${verb} ${refused.text}`);
  }
  const left = await patch(platform.client, `/api/wms/shipments/${going.shipmentId}`, { action: 'ship' });
  t.is(left.status, 200, left.text);
  t.is((await plate(going.id)).state, 'shipped');
  t.is((await plate(staying.id)).state, 'active');
  await assertInvariants(t, platform);
});

test('a pallet that keeps what was not sent after all is free again once the rest has left, by a load or by itself', async (t) => {
  const { client, standard } = platform;
  for (const isByLoad of [true, false]) {
    const [stays, goes] = [await picked(4), await picked(2)];
    t.is((await ask('merge', { pallet_lpn: goes.lpn, from_lpns: [stays.lpn] })).status, 200);
    const cancelled = await patch(client, `/api/wms/shipments/${stays.shipmentId}`, { action: 'cancel' });
    t.is(cancelled.status, 200, cancelled.text);
    t.is((await plate(goes.id)).state, 'picked');
    if (isByLoad) {
      const load = await client.post('/api/wms/loads', {
        warehouse_id: standard.warehouseId,
        ship_mode: 'ltl',
        shipment_ids: [goes.shipmentId],
      });
      t.is(load.status, 201, load.text);
      for (const action of ['start_loading', 'finish_loading', 'ship'])
        t.is((await patch(client, `/api/wms/loads/${load.body.data.id}`, { action })).status, 200, action);
    } else
      t.is((await patch(client, `/api/wms/shipments/${goes.shipmentId}`, { action: 'ship' })).status, 200);
    t.is((await plate(goes.id)).state, 'active');
    const [back] = await read(client, `/api/wms/put-back-tasks?shipment_id=${stays.shipmentId}`);
    const put = await patch(client, `/api/wms/put-back-tasks/${back.id}`, { action: 'complete' });
    t.is(put.status, 200, put.text);
    t.like(await plate(goes.id), { state: 'active', location_id: standard.locations['A-01'] });
    const moved = await client.post('/api/wms/inventory/move', {
      warehouse_id: standard.warehouseId,
      pallet_lpn: goes.lpn,
      to_location_id: standard.locations['A-02'],
    });
    t.is(moved.status, 200, moved.text);
    await assertInvariants(t, platform);
  }
});

test('a carton that was not picked is not nested on a pallet that was, and one that was leaves with it', async (t) => {
  const { client, standard } = platform;
  const going = await picked(4);
  const carton = {
    type: 'carton',
    warehouse_id: standard.warehouseId,
    location_id: standard.locations['STAGE-1'],
  };
  const { id, lpn } = (await client.post('/api/wms/pallets', carton)).body.data;
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 3, lpnId: id, location: 'STAGE-1' }]);
  for (const refused of [
    await client.patch(`/api/wms/pallets/${id}`, { parent_id: going.id }),
    await client.post('/api/wms/pallets', { ...carton, parent_id: going.id }),
  ]) {
    t.is(`${refused.status} ${refused.body.error?.code}`, '409 LPN_IN_USE', refused.text);
    t.like(refused.body.error.details, { lpn: going.lpn, state: 'picked' });
  }
  const second = await newShipment(platform, [{ item_id: item, qty: 3 }]);
  t.is((await patch(client, `/api/wms/shipments/${second.id}`, { action: 'pick' })).status, 200);
  t.like(await plate(id), { lpn, state: 'picked' });
  t.is((await client.patch(`/api/wms/pallets/${id}`, { parent_id: going.id })).status, 200);
  for (const one of [going.shipmentId, second.id])
    t.is((await patch(client, `/api/wms/shipments/${one}`, { action: 'ship' })).status, 200);
  t.deepEqual([(await plate(going.id)).state, (await plate(id)).state], ['shipped', 'shipped']);
  await assertInvariants(t, platform);
});

test('pallets that were picked become one and leave with the last of their shipments', async (t) => {
  const [one, other] = [await picked(4), await picked(2)];
  const merged = await ask('merge', { pallet_lpn: one.lpn, from_lpns: [other.lpn] });
  t.is(merged.status, 200, merged.text);
  t.is((await plate(one.id)).state, 'picked');
  for (const { shipmentId } of [one, other])
    t.is((await patch(platform.client, `/api/wms/shipments/${shipmentId}`, { action: 'ship' })).status, 200);
  t.is((await plate(one.id)).state, 'shipped');
  await assertInvariants(t, platform);
});
