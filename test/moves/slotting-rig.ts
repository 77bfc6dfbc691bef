/** What the slotting tests need: an aisle, stock in it, and picks of it. */
import { patch, type Running } from '../fulfillment/outbound-rig.ts';

let warehouses = 0;

/** A warehouse of its own: a dock in the corner and storage places so many metres down the aisle. */
export async function aisle({ client }: Running, metres: Record<string, number>, more: object = {}) {
  warehouses += 1;
  const made = await client.post('/api/wms/warehouses', { code: `SLOT-${warehouses}`, name: 'Slots' });
  const warehouse_id: string = made.body.data.id;
  const place = async (fields: object): Promise<string> => {
    const answer = await client.post('/api/wms/locations', { warehouse_id, ...fields });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.data.id;
  };
  await place({ code: 'DOCK', type: 'dock', x_m: 0, y_m: 0 });
  const places: Record<string, string> = {};
  for (const [code, y] of Object.entries(metres))
    places[code] = await place({ code, type: 'storage', x_m: 1, y_m: y, ...more });
  return { warehouse_id, places };
}

/** Picks the item so many times, one unit each. */
export async function pickTimes({ client }: Running, warehouse_id: string, item_id: string, times: number) {
  for (let at = 0; at < times; at += 1) {
    const made = await client.post('/api/wms/shipments', {
      warehouse_id,
      lines: [{ item_id, qty: 1 }],
      ship_to: { name: 'A' },
    });
    if (made.status !== 201) throw new Error(made.text);
    const picked = await patch(client, `/api/wms/shipments/${made.body.data.id}`, { action: 'pick' });
    if (picked.status !== 200) throw new Error(picked.text);
  }
}

export async function stockAt(
  platform: Running,
  warehouse_id: string,
  item_id: string,
  location_id: string,
  qty: number,
) {
  const fields = { warehouse_id, item_id, location_id, qty_delta: qty, reason_code: 'found' };
  const answer = await platform.client.post('/api/wms/inventory/adjust', fields);
  if (answer.status >= 300) throw new Error(answer.text);
}
