/** Goods in, goods out, over v1 alone. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { onHand, patient, type Running } from './rig.ts';

let platform: Running;
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

async function done(status: number, path: string, body: object = {}): Promise<any> {
  const answer = await platform.client.post(path, body, patient);
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

const only = async (path: string): Promise<any> => {
  const { body } = await platform.client.get(path);
  if (body.total !== 1) throw new Error(`${path} has ${body.total} rows`);
  return body.data[0];
};

test('receipt, pallets, inventory, order, release, wave, ship, deliver', async (t) => {
  const { client, standard } = platform;
  await client.post('/api/wms/items', { sku: 'FLOW', name: 'Flow' });
  const receipt = await done(201, '/v1/wms/receipts', {
    merchant_id: standard.merchantId,
    warehouse_id: standard.warehouseId,
    lines: [{ sku: 'FLOW', qty: 20 }],
  });
  const received = await done(200, `/v1/wms/receipts/${receipt.id}/receive`, {
    lines: [
      { sku: 'FLOW', qty_received: 12, pallet_id: 'FLOW-1', location_id: 'A-01' },
      { sku: 'FLOW', qty_received: 8, pallet_id: 'FLOW-2', location_id: 'A-02' },
    ],
  });
  t.is(received.pallets.length, 2);
  t.is(await onHand(platform, 'FLOW'), 20);

  const order = await done(201, '/v1/oms/orders', {
    merchant_id: standard.merchantId,
    channel: 'WEB',
    lines: [{ sku: 'FLOW', qty: 15 }],
  });
  t.like(order, { status: 'draft', merchant_id: standard.merchantId, channel: 'WEB' });
  t.like(order.lines[0], { sku: 'FLOW', qty: 15 });
  t.like(await only('/v1/oms/inventory?filter[sku]=FLOW'), { source: 'wms', qty_available: 20, qty_atp: 20 });

  const released = await done(200, `/v1/oms/orders/${order.id}/release`);
  t.is(released.status, 'released');
  t.is(released.lines[0].qty_allocated, 15);
  t.like(await only('/v1/oms/inventory?filter[sku]=FLOW'), { qty_available: 5, qty_atp: 5 });
  const shipment = await only(`/v1/wms/shipments?filter[order_id]=${order.id}`);
  t.is(shipment.id, released.shipments[0].id);
  t.is(shipment.status, 'commit');

  const wave = await done(201, '/v1/wms/waves', { warehouse_id: 'W1', shipment_ids: [shipment.id] });
  t.true((await done(200, '/v1/wms/waves/release', { wave_id: wave.id })).pick_task_count > 0);
  const shipped = await done(200, `/v1/wms/shipments/${shipment.id}/ship`, { tracking_no: 'TRACK-1' });
  t.is(shipped.status, 'shipped');
  t.is(await onHand(platform, 'FLOW'), 5);
  t.is((await only(`/v1/wms/waves?filter[status]=completed`)).id, wave.id);
  const delivered = await done(200, `/v1/wms/shipments/${shipment.id}/deliver`, {
    delivered_at: new Date().toISOString(),
    signed_by: 'Ada',
  });
  t.is(delivered.status, 'delivered');
  const end = await only('/v1/oms/orders?filter[status]=delivered');
  t.is(end.id, order.id);

  const events = (await client.get(`/api/oms/orders/${order.id}/events`)).body.data;
  const types = events.map(({ type }: { type: string }) => type);
  for (const step of ['created', 'submitted', 'confirmed', 'released', 'fulfilled', 'delivered'])
    t.true(types.includes(`sales_order.${step}`), step);
  t.is((await client.get('/api/wms/inventory/integrity')).body.data.mismatch_count, 0);
});
