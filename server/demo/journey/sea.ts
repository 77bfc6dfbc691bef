/**
 * A purchase order is shipped in a container; its trip from the vessel to the gate runs the demurrage and per diem
 * clocks.
 */
import { containerCheckDigit } from '../../../domain/catalog/container-no.ts';
import { chapter, say } from '../say.ts';
import { hoursAgo, path, type Goods, type Journey } from './journey.ts';

export interface Trip {
  containerNo: string;
  drayageId: string;
  purchaseOrderId: string;
  asnId: string;
}

/** Orders this many of the goods, and brings the container to the gate. */
export async function overTheSea(
  { api, demo, tag }: Journey,
  { item, merchantId }: Goods,
  qty: number,
): Promise<Trip> {
  chapter('Over the sea');
  const order = await api.post('/v1/purchase/orders', {
    body: {
      vendor_id: demo.vendor_id,
      merchant_id: merchantId,
      vendor_ref: tag,
      lines: [{ sku: item.sku, qty, price: 31.5 }],
    },
  });
  const released = await api.post('/v1/purchase/orders/{id}/release', path(order.id));
  say(`${order.po_no} over ${order.total} ${order.currency}: ${released.status}`);
  const containerNo = newContainerNo();
  const asn = await api.post('/v1/purchase/asns', {
    body: { po_id: order.id, container_no: containerNo, eta: hoursAgo(100) },
  });
  await api.post('/v1/purchase/asns/{id}/depart', path(asn.id));
  await api.post('/v1/purchase/asns/{id}/eta', {
    ...path(asn.id),
    body: { eta: hoursAgo(2), reason: 'port', note: 'The slot was taken.' },
  });
  const drayage = await api.post('/v1/drayage/orders', {
    body: {
      merchant_id: merchantId,
      container_no: containerNo,
      pickup: 'Port Newark, terminal 4',
      delivery: { name: 'East warehouse', city: 'Springfield', state: 'MA' },
      demurrage_free_days: 1,
      demurrage_rate: 150,
      per_diem_rate: 90,
    },
  });
  await api.post('/v1/drayage/orders/{id}/dispatch', {
    ...path(drayage.id),
    body: { carrier_id: 'FASTSHIP' },
  });
  const steps = { vessel_discharged: 120, available: 96, full_out: 3, delivered: 1 } as const;
  for (const [code, hours] of Object.entries(steps) as [keyof typeof steps, number][]) {
    await api.post('/v1/drayage/containers/{no}/events', {
      params: { path: { no: containerNo } },
      body: { code, occurred_at: hoursAgo(hours), source: 'terminal', external_id: `${tag}-${code}` },
    });
  }
  const { container_state: state, last_free_day: free } = await api.get(
    '/v1/drayage/orders/{id}',
    path(drayage.id),
  );
  say(`${containerNo} is ${state}; its last free day was ${free}`);
  return { containerNo, drayageId: drayage.id, purchaseOrderId: order.id, asnId: asn.id };
}

/** A number for this run, with the check digit ISO 6346 requires. */
function newContainerNo(): string {
  const body = `DEMU${String(Date.now() % 1_000_000).padStart(6, '0')}`;
  return body + containerCheckDigit(body);
}
