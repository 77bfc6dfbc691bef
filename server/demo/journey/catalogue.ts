/** Before the journey: an item for each merchant, doors and spots in the yard, one merchant's stock on the shelf. */
import type { Goods, Journey } from './journey.ts';

export interface Yard {
  inboundDoor: string;
  outboundDoor: string;
  spot: string;
  staging: string;
}

export async function goodsOf({ api, demo, tag }: Journey): Promise<[Goods, Goods]> {
  const make = async (merchantId: string, name: string, weight: number): Promise<Goods> => {
    const body = {
      merchant_id: merchantId,
      sku: `J${tag}-${name.toUpperCase()}`,
      name: `${name}, of the journey`,
      weight_kg: weight,
      volume_cbm: 0.01,
      units_per_carton: 12,
      units_per_pallet: 240,
    };
    return { merchantId, item: await api.post('/api/wms/items', { body }) };
  };
  const [first, second] = demo.merchant_ids as [string, string];
  return [await make(first, 'Tent', 4.5), await make(second, 'Soap', 1.5)];
}

export async function putOnShelf(
  { api, demo }: Journey,
  { item, merchantId }: Goods,
  qty: number,
): Promise<void> {
  await api.post('/api/wms/inventory/adjust', {
    body: {
      warehouse_id: demo.warehouse_id,
      location_id: demo.locations['B-01-01']!,
      item_id: item.id,
      merchant_id: merchantId,
      qty_delta: qty,
      reason_code: 'found',
    },
  });
}

/** Doors and a spot for this run: an earlier run's trailer may still be on its spot. */
export async function yardOf({ api, demo, tag }: Journey): Promise<Yard> {
  const make = (
    code: string,
    kind: 'door' | 'parking' | 'staging',
    direction: 'inbound' | 'outbound' | 'both',
  ) =>
    api.post('/api/yms/spots', {
      body: { warehouse_id: demo.warehouse_id, code: `${code}-${tag}`, kind, direction },
    });
  const inbound = await make('IN', 'door', 'inbound');
  const outbound = await make('OUT', 'door', 'outbound');
  const spot = await make('P', 'parking', 'both');
  const staging = await make('S', 'staging', 'both');
  return { inboundDoor: inbound.code, outboundDoor: outbound.code, spot: spot.code, staging: staging.code };
}
