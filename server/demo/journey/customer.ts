/** To the customer's door: orders of two merchants, a wave, a load, a carrier, its tracking and the signed proof. */
import { chapter, say } from '../say.ts';
import { StartError } from '../../start-error.ts';
import { hoursAgo, path, type Goods, type Journey } from './journey.ts';

// A one-pixel picture: what a driver's phone sends is larger but no different.
const signature =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const shipTo = {
  name: 'Harbour Stores',
  address: '1 Quay Street',
  city: 'Dayton',
  state: 'OH',
  postal: '45402',
  country: 'US',
};

/** Sells this many of each, and picks and packs them in one wave. Returns the shipments. */
export async function pickedAndPacked(
  { api, demo }: Journey,
  goods: readonly Goods[],
  qty: number,
): Promise<string[]> {
  chapter("To the customer's door");
  const shipmentIds: string[] = [];
  for (const { item, merchantId } of goods) {
    const order = await api.post('/api/oms/orders', {
      body: {
        customer_id: demo.customer_id,
        merchant_id: merchantId,
        ship_to: shipTo,
        lines: [{ product_id: item.id, qty, price: 59 }],
      },
    });
    for (const action of ['submit', 'approve'] as const)
      await api.patch('/api/oms/orders/{id}', { ...path(order.id), body: { action } });
    await api.post('/api/oms/orders/{id}/push-to-wms', { ...path(order.id), body: { ship_mode: 'ltl' } });
    const pushed = await api.get('/api/oms/orders/{id}', path(order.id));
    shipmentIds.push(...pushed.wms_shipments.map(({ id }) => id));
    say(`${order.order_no} over ${order.total}: ${pushed.status}`);
  }
  const wave = await api.post('/api/wms/waves', {
    body: { warehouse_id: demo.warehouse_id, ship_mode: 'ltl', shipment_ids: shipmentIds },
  });
  await api.post('/v1/wms/waves/release', { body: { wave_id: wave.id } });
  for await (const task of api.each('/api/wms/pick-tasks', { params: { query: { wave_id: wave.id } } })) {
    for (const action of ['claim', 'confirm'] as const)
      await api.patch('/api/wms/pick-tasks/{id}', { ...path(task.id), body: { action } });
  }
  for (const id of shipmentIds)
    await api.patch('/api/wms/shipments/{id}', { ...path(id), body: { action: 'pack' } });
  const { status, pick_task_count: picks } = await api.get('/api/wms/waves/{id}', path(wave.id));
  say(`${wave.wave_no} is ${status}: ${picks} picks for ${shipmentIds.length} shipments`);
  return shipmentIds;
}

/** Loads, tenders, ships, tracks, and uploads the proof of delivery. Returns the transport order. */
export async function overTheRoad(
  { api, demo, tag }: Journey,
  shipmentIds: readonly string[],
  door: string,
): Promise<string> {
  const load = await api.post('/api/wms/loads', {
    body: {
      warehouse_id: demo.warehouse_id,
      carrier_id: demo.carrier_id,
      ship_mode: 'ltl',
      ship_to: shipTo,
      trailer_no: `TR-${tag}`,
      shipment_ids: [...shipmentIds],
    },
  });
  const transport = await api.post('/v1/tms/orders', { body: { load_id: load.id } });
  const at = path(transport.id);
  await api.post('/v1/tms/orders/{id}/assign', {
    ...at,
    body: { carrier_id: 'FASTSHIP', rate: 480, expires_at: hoursAgo(-4) },
  });
  const accepted = await api.post('/v1/tms/orders/{id}/answer', { ...at, body: { answer: 'accepted' } });
  say(`${load.load_no}: ${accepted.carrier} takes it for ${accepted.rate} ${accepted.currency}`);
  const pickup = await api.post('/v1/yms/appointments', {
    body: {
      carrier: 'FASTSHIP',
      plate: `TR ${tag}`,
      type: 'outbound',
      warehouse_id: demo.warehouse_id,
      load_id: load.id,
      door,
      window_start: hoursAgo(0),
      window_end: hoursAgo(-1),
    },
  });
  await api.post('/v1/yms/appointments/{id}/check-in', path(pickup.id));
  await api.post('/v1/yms/appointments/{id}/to-door', path(pickup.id));
  await api.post('/v1/tms/orders/{id}/dispatch', at);
  const shipped = await api.post('/v1/wms/loads/{id}/ship', path(load.id));
  await api.post('/v1/yms/gate-entries', {
    body: { plate: `TR ${tag}`, direction: 'out', appointment_id: pickup.id, content: 'loaded' },
  });
  for (const [code, location] of [
    ['picked_up', 'East warehouse'],
    ['out_for_delivery', 'Dayton, OH'],
  ] as const) {
    await api.post('/v1/tms/orders/{id}/events', {
      ...at,
      body: { code, location, occurred_at: hoursAgo(0), source: 'edi214', external_id: `${tag}-${code}` },
    });
  }
  const delivered = await api.post('/v1/tms/orders/{id}/pod', {
    ...at,
    body: { pod_files: [{ filename: 'signature.png', content: signature }], signed_by: 'A. Lovelace' },
  });
  await api.post('/v1/tms/orders/{id}/complete', at);
  const ends = await Promise.all(shipmentIds.map((id) => api.get('/api/wms/shipments/{id}', path(id))));
  say(
    `bill of lading ${shipped.bol_number}; ${delivered.transport_no} is ${delivered.status}, signed by ${delivered.signed_by}, and so are its shipments: ${ends.map(({ status }) => status).join(', ')}`,
  );
  if (ends.some(({ status }) => status !== 'delivered'))
    throw new StartError('A shipment was not delivered.');
  return transport.id;
}
