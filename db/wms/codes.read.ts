/** From the codes people write to ids. Each refuses 400 UNKNOWN_REFERENCE with the column named. */
import { Refusal, unknownReference } from '../../domain/refusals.ts';
import { row, type TenantTransaction } from '../database.ts';
import { merchantFor } from './merchants.read.ts';

export async function warehouseByCode(
  tx: TenantTransaction,
  organizationId: string,
  code: string,
): Promise<string> {
  const found = await row<{ id: string }>(
    tx,
    'select id from warehouses where organization_id = ? and code = ?',
    [organizationId, code],
  );
  if (!found) throw unknownReference('warehouse', 'warehouse');
  return found.id;
}

export async function locationByCode(
  tx: TenantTransaction,
  organizationId: string,
  warehouseId: string,
  code: string,
): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    tx,
    'select id from locations where organization_id = ? and warehouse_id = ? and code = ?',
    [organizationId, warehouseId, code],
  );
  return found?.id;
}

/** The merchant a line names, else the one a write without a merchant is for; never another than the scope allows. */
export async function merchantByCode(
  tx: TenantTransaction,
  organizationId: string,
  code: string | undefined,
  scopeMerchantId: string | null,
): Promise<string> {
  if (code === undefined) return (await merchantFor(tx, organizationId, undefined, scopeMerchantId)).id;
  const found = await row<{ id: string }>(
    tx,
    'select id from merchants where organization_id = ? and code = ?',
    [organizationId, code],
  );
  if (!found || (scopeMerchantId && found.id !== scopeMerchantId))
    throw unknownReference('merchant', 'merchant');
  return found.id;
}

export interface ItemBySku {
  id: string;
  uom: string;
  lot_tracked: boolean;
  expiry_tracked: boolean;
  serial_tracked: boolean;
}

export function itemBySku(
  tx: TenantTransaction,
  organizationId: string,
  merchantId: string,
  sku: string,
): Promise<ItemBySku | undefined> {
  return row<ItemBySku>(
    tx,
    `select id, uom, lot_tracked, expiry_tracked, serial_tracked from items
      where organization_id = ? and merchant_id = ? and sku = ?`,
    [organizationId, merchantId, sku],
  );
}

/** Knows a lot with its dates. Refuses 409 LOT_EXPIRY_CONFLICT, with both values, when it is known with another expiry. */
export async function recordLot(
  tx: TenantTransaction,
  organizationId: string,
  lot: { item_id: string; lot_no: string; expiry_date: string | null; manufacture_date: string | null },
): Promise<void> {
  const known = await row<{ expiry_date: string | null }>(
    tx,
    `insert into lots as l (organization_id, item_id, lot_no, expiry_date, manufacture_date) values (?, ?, ?, ?, ?)
     on conflict (organization_id, item_id, lot_no) do update
       set expiry_date = coalesce(l.expiry_date, excluded.expiry_date),
           manufacture_date = coalesce(l.manufacture_date, excluded.manufacture_date)
     returning expiry_date`,
    [organizationId, lot.item_id, lot.lot_no, lot.expiry_date, lot.manufacture_date],
  );
  if (lot.expiry_date && known!.expiry_date !== lot.expiry_date) {
    throw new Refusal('LOT_EXPIRY_CONFLICT', `The lot ${lot.lot_no} is on record with another expiry date.`, {
      lot_no: lot.lot_no,
      recorded: known!.expiry_date,
      given: lot.expiry_date,
    });
  }
}
