/** Writes an item's other units and its barcodes. */
import { invalid, Refusal } from '../../domain/refusal.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { postingLock } from '../posting-lock.ts';

/**
 * Refuses 409 IN_USE when serial tracking is turned on or off for an item with stock, whose units would have no
 * serials.
 */
export async function assertSerialTrackingFree(
  tx: TenantTransaction,
  itemId: string,
  isTracked: boolean,
): Promise<void> {
  // Postings hold this lock shared, from before they post until they commit, and its queue is in order. The stock is read
  // by a statement of its own, whose snapshot is younger than the lock.
  await execute(tx, sql`select pg_advisory_xact_lock(${postingLock(tx.organizationId)})`);
  const item = await row<{ serial_tracked: boolean; has_stock: boolean }>(
    tx,
    sql`select i.serial_tracked, exists (select 1 from inventory_balances b
              where b.organization_id = i.organization_id and b.item_id = i.id and b.qty > 0) as has_stock
       from items i where i.organization_id = ${tx.organizationId} and i.id = ${itemId}`,
  );
  if (!item?.has_stock || item.serial_tracked === isTracked) return;
  throw new Refusal('IN_USE', 'serial_tracked cannot change while the item has stock.', {
    path: 'serial_tracked',
  });
}

export interface ItemParts {
  uoms?: readonly { uom: string; factor: number | string }[] | undefined;
  barcodes?: readonly { barcode: string; uom?: string | null }[] | undefined;
}

/**
 * Replaces the lists that are given. A unit or barcode listed twice is 400; a barcode of another of the merchant's
 * items is 409 DUPLICATE.
 */
export async function replaceItemParts(
  tx: TenantTransaction,
  itemId: string,
  parts: ItemParts,
): Promise<void> {
  const item = parts.uoms && (await row<{ uom: string }>(tx, itemUnit(tx.organizationId, itemId)));
  assertPartsOnce(parts, item?.uom);
  await replacePartsOfItems(tx, [{ ...parts, item_id: itemId }]);
}

const itemUnit = (organizationId: string, itemId: string) =>
  sql`select uom from items where organization_id = ${organizationId} and id = ${itemId}`;

/**
 * Refuses 400 when an item lists a unit or a barcode twice, its base unit being one it has already. A unit is found in
 * whatever case it is written, so `cs` beside `CS` never would be.
 */
export function assertPartsOnce({ uoms = [], barcodes = [] }: ItemParts, baseUom = ''): void {
  const units = uoms.map(({ uom }) => uom.toUpperCase());
  assertOnce('uoms', units);
  if (units.includes(baseUom.toUpperCase())) {
    throw invalid('uoms', 'base_unit', `uoms names ${baseUom}, the item's base unit, which is always 1`);
  }
  assertOnce(
    'barcodes',
    barcodes.map(({ barcode }) => barcode),
  );
}

/** A merchant's barcode with the item that will have it; null for an item not created yet. */
export interface OwnBarcode {
  merchant_id: string;
  barcode: string;
  item_id: string | null;
}

/** Whether another item has any of these barcodes, or one is listed twice here. */
export async function areBarcodesTaken(
  tx: TenantTransaction,
  wanted: readonly OwnBarcode[],
): Promise<boolean> {
  if (wanted.length === 0) return false;
  const names = new Set(wanted.map(({ merchant_id, barcode }) => `${merchant_id}/${barcode}`));
  if (names.size < wanted.length) return true;
  const taken = await row(
    tx,
    sql`select 1
       from unnest(${wanted.map((one) => one.merchant_id)}::uuid[], ${wanted.map(({ barcode }) => barcode)}::text[],
                   ${wanted.map((one) => one.item_id)}::uuid[]) as k (merchant_id, barcode, item_id)
       join item_barcodes b on b.organization_id = ${tx.organizationId} and b.merchant_id = k.merchant_id
        and b.barcode = k.barcode and b.item_id is distinct from k.item_id
      limit 1`,
  );
  return taken !== undefined;
}

/**
 * Replaces the given lists of many items and leaves alone what is the same already; `assertPartsOnce` has checked the
 * lists, and the items are locked or new. A barcode of another item is 409 DUPLICATE.
 */
export async function replacePartsOfItems(
  tx: TenantTransaction,
  items: readonly (ItemParts & { item_id: string })[],
): Promise<void> {
  const ofUnits = items.filter(({ uoms }) => uoms !== undefined);
  if (ofUnits.length > 0) {
    const units = ofUnits.flatMap(({ item_id, uoms = [] }) => uoms.map((unit) => ({ ...unit, item_id })));
    const given = sql`jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as g (item_id uuid, uom text, factor numeric)`;
    // Sent together, run in this order: what has to go is gone before anything is added.
    await Promise.all([
      execute(
        tx,
        sql`delete from item_uoms u
          where u.organization_id = ${tx.organizationId} and u.item_id = any (${idsOf(ofUnits)}::uuid[])
            and not exists (select 1 from ${given} where g.item_id = u.item_id and g.uom = u.uom and g.factor = u.factor)`,
      ),
      execute(
        tx,
        sql`insert into item_uoms (organization_id, item_id, uom, factor)
         select ${tx.organizationId}::uuid, g.item_id, g.uom, g.factor from ${given}
          where not exists (select 1 from item_uoms u
            where u.organization_id = ${tx.organizationId} and u.item_id = g.item_id and u.uom = g.uom)`,
      ),
    ]);
  }
  const ofBarcodes = items.filter(({ barcodes }) => barcodes !== undefined);
  if (ofBarcodes.length > 0) {
    const codes = ofBarcodes.flatMap(({ item_id, barcodes = [] }) =>
      barcodes.map((code) => ({ ...code, item_id })),
    );
    const given = sql`jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as g (item_id uuid, barcode text, uom text)`;
    await Promise.all([
      execute(
        tx,
        sql`delete from item_barcodes b
          where b.organization_id = ${tx.organizationId} and b.item_id = any (${idsOf(ofBarcodes)}::uuid[])
            and not exists (select 1 from ${given}
              where g.item_id = b.item_id and g.barcode = b.barcode and g.uom is not distinct from b.uom)`,
      ),
      execute(
        tx,
        sql`insert into item_barcodes (organization_id, merchant_id, item_id, barcode, uom)
         select i.organization_id, i.merchant_id, i.id, g.barcode, g.uom
           from ${given}
           join items i on i.organization_id = ${tx.organizationId} and i.id = g.item_id
          where not exists (select 1 from item_barcodes b
            where b.organization_id = ${tx.organizationId} and b.merchant_id = i.merchant_id
              and b.barcode = g.barcode and b.item_id = g.item_id)`,
      ),
    ]);
  }
}

function idsOf(items: readonly { item_id: string }[]): string[] {
  return items.map(({ item_id: id }) => id);
}

function assertOnce(path: string, values: readonly string[]): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw invalid(path, 'repeated', `${path} names ${twice} more than once`);
}
