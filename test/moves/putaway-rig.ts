/** A floor of its own for each test of putaway: a storage class that no other place and no other item has. */
import { v7 as uuidv7 } from 'uuid';
import { inTenant } from '../../db/database.ts';
import { newItem, putStock, settled } from '../orders/orders-rig.ts';
import type { Running } from '../fulfillment/outbound-rig.ts';
import type { Answer, Client } from '../helpers/client.ts';

export interface PutawayFloor {
  item: string;
  /** By the codes given. */
  places: Record<string, string>;
  /** Where the goods wait. */
  dock: string;
  storage_class: string;
}

/** Places in the order given, an item of their class, and a dock with so many units of it. */
export async function putawayFloor(
  platform: Running,
  wanted: Record<string, object>,
  { qty = 0, item: more = {} }: { qty?: number; item?: object } = {},
): Promise<PutawayFloor> {
  const { database, standard } = platform;
  const own = uuidv7().slice(-8);
  const made = Object.entries(wanted).map(([code, fields], index) => ({
    organization_id: standard.id,
    id: uuidv7(),
    warehouse_id: standard.warehouseId,
    code: `${code}-${own}`,
    type: 'storage',
    zone: 'Z',
    pick_sequence: index,
    storage_class: own,
    ...fields,
  }));
  const dock = { id: uuidv7(), code: `DOCK-${own}`, type: 'dock', zone: '', storage_class: '' };
  await inTenant(database, { organizationId: standard.id }, async (tx) => {
    await tx('locations').insert({ ...made[0], ...dock, capacity: null, max_lpns: null, mixing: 'any' });
    for (const place of made) await tx('locations').insert(place);
  });
  const item = await newItem(platform, standard, { storage_class: own, ...more });
  if (qty > 0) await putStock(platform, standard, [{ item, qty, location: dock.id }]);
  const places = Object.fromEntries(Object.keys(wanted).map((code, index) => [code, made[index]!.id]));
  return { item, places, dock: dock.id, storage_class: own };
}

const patient = { headers: { prefer: 'wait=30' } };

/** Plans loose goods of the floor. */
export const planLoose = (
  client: Client,
  { item, dock }: PutawayFloor,
  qty: number,
  more: object = {},
): Promise<Answer> =>
  client.post('/api/wms/putaway/plan', { location_id: dock, item_id: item, qty, ...more }, patient);

/** Carries loose goods of the floor elsewhere, as nobody planned. */
export const moveByHand = (
  { client, standard }: Running,
  { item, dock }: PutawayFloor,
  to: string,
  qty: number,
): Promise<Answer> =>
  client.post('/api/wms/inventory/move', {
    warehouse_id: standard.warehouseId,
    from_location_id: dock,
    to_location_id: to,
    item_id: item,
    qty,
  });

export const actOn = async (client: Client, id: string, action: string, more: object = {}): Promise<Answer> =>
  settled(client, await client.patch(`/api/wms/moves/${id}`, { action, ...more }), '/api/wms/moves');

/** Which places got how much, by the names of the floor. */
export function where({ places }: PutawayFloor, moves: readonly any[]): Record<string, number> {
  const names = new Map(Object.entries(places).map(([code, id]) => [id, code]));
  return Object.fromEntries(moves.map(({ to_location_id: id, qty }) => [names.get(id) ?? id, qty]));
}
