/** Locations for inventory tests, each with a new item, so that tests of one file do not meet in one row of stock. */
import type { Answer, Client } from './client.ts';
import type { Platform } from './join-platform.ts';

export const unknownId = '01890000-0000-7000-8000-000000000000';

let skus = 0;

export interface Shelf {
  warehouse_id: string;
  item_id: string;
  location_id: string;
}

/** A new item of the standard organization, at A-01. */
export async function freshItem(platform: Platform, flags: object = {}): Promise<Shelf> {
  skus += 1;
  const made = await platform.client.post('/api/wms/items', {
    sku: `INV-${skus}`,
    name: 'Inventory item',
    ...flags,
  });
  const { standard } = platform;
  return {
    warehouse_id: standard.warehouseId,
    item_id: made.body.data.id,
    location_id: standard.locations['A-01']!,
  };
}

export const adjust = (client: Client, shelf: Shelf, change: object): Promise<Answer> =>
  client.post('/api/wms/inventory/adjust', { ...shelf, reason_code: 'found', ...change });

/** The inventory rows of an item. */
export async function rowsOf(client: Client, itemId: string, more = ''): Promise<any[]> {
  return (await client.get(`/api/wms/inventory?item_id=${itemId}${more}`)).body.data;
}

/** Stock on a license plate, put there as receiving does. */
export async function stockOnPlate(
  platform: Platform,
  shelf: Shelf,
  lpnId: string,
  qty: number,
): Promise<void> {
  const { standard, owner } = platform;
  await owner.query(
    `insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no, lpn_id, warehouse_id,
       merchant_id, qty_delta, transaction_type, ref_type, actor)
     values ($1, gen_random_uuid(), gen_random_uuid(), 1, $2, $3, 'available', '', $4, $5, $6, $7, 'receive', 'test', 'test')`,
    [standard.id, shelf.item_id, shelf.location_id, lpnId, shelf.warehouse_id, standard.merchantId, qty],
  );
}
