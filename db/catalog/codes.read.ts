/** Resolves the codes people write to records, many at once. */
import type { Apart } from '../../domain/inventory/hazard-segregation.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { apartOf } from '../inventory/stock-references.read.ts';
import { name, sql } from '../sql-text.ts';

/** Ids of a table's records by code. */
export async function idsByCode(
  tx: TenantTransaction,
  table: 'carriers' | 'merchants' | 'warehouses',
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await rows<{ id: string; code: string }>(
    tx,
    sql`select id, code from ${name(table)} where organization_id = ${tx.organizationId} and code = any (${codes}::text[])`,
  );
  return new Map(found.map(({ id, code }) => [code, id]));
}

export interface LocationName {
  warehouse_id: string;
  code: string;
}

export const locationName = ({ warehouse_id: warehouseId, code }: LocationName): string =>
  `${warehouseId}/${code}`;

/** Ids of locations by warehouse and code, under `locationName`. */
export async function locationsByCode(
  tx: TenantTransaction,
  asked: readonly LocationName[],
): Promise<ReadonlyMap<string, string>> {
  const found = await rows<LocationName & { id: string }>(
    tx,
    sql`select l.id, l.warehouse_id, l.code
         from unnest(${asked.map((one) => one.warehouse_id)}::uuid[], ${asked.map(({ code }) => code)}::text[]) as k (warehouse_id, code)
         join locations l on l.organization_id = ${tx.organizationId} and l.warehouse_id = k.warehouse_id and l.code = k.code`,
  );
  return new Map(found.map((location) => [locationName(location), location.id]));
}

export interface ItemName {
  merchant_id: string;
  sku: string;
}

export interface ItemBySku extends ItemName {
  id: string;
  uom: string;
  lot_tracked: boolean;
  expiry_tracked: boolean;
  serial_tracked: boolean;
  customs_value: string | null;
  customs_currency: string | null;
  apart: Apart | null;
}

export const itemName = ({ merchant_id: merchantId, sku }: ItemName): string => `${merchantId}/${sku}`;

/** Items by merchant and SKU, under `itemName`. */
export async function itemsBySku(
  tx: TenantTransaction,
  asked: readonly ItemName[],
): Promise<ReadonlyMap<string, ItemBySku>> {
  const found = await rows<ItemBySku>(
    tx,
    sql`select i.id, i.merchant_id, i.sku, i.uom, i.lot_tracked, i.expiry_tracked, i.serial_tracked,
              i.customs_value, i.customs_currency, ${apartOf} as apart
         from unnest(${asked.map((one) => one.merchant_id)}::uuid[], ${asked.map(({ sku }) => sku)}::text[]) as k (merchant_id, sku)
         join items i on i.organization_id = ${tx.organizationId} and i.merchant_id = k.merchant_id and i.sku = k.sku`,
  );
  return new Map(found.map((item) => [itemName(item), item]));
}
