/** Writes of what hangs on an item: its other units and its barcodes. */
import { invalid, Refusal } from '../../domain/refusals.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { matching, sql, values } from '../sql-text.ts';

/** Refuses 409 IN_USE to start or end the tracking by serial of an item that has stock: its units would have none. */
export async function assertSerialTrackingFree(
  tx: TenantTransaction,
  organizationId: string,
  itemId: string,
  isTracked: boolean,
): Promise<void> {
  const item = await row<{ serial_tracked: boolean; has_stock: boolean }>(
    tx,
    sql`select i.serial_tracked, exists (select 1 from inventory_balances b
              where b.organization_id = i.organization_id and b.item_id = i.id and b.qty > 0) as has_stock
       from items i where i.organization_id = ${organizationId} and i.id = ${itemId} for update`,
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

/** Replaces the lists that are given. A unit or barcode named twice is 400; a barcode of another item of the merchant 409 DUPLICATE. */
export async function replaceItemParts(
  tx: TenantTransaction,
  organizationId: string,
  itemId: string,
  { uoms, barcodes }: ItemParts,
): Promise<void> {
  const of = { organization_id: organizationId, item_id: itemId };
  if (uoms) {
    assertOnce(
      'uoms',
      uoms.map(({ uom }) => uom),
    );
    await execute(tx, sql`delete from item_uoms where ${matching(of)}`);
    if (uoms.length > 0)
      await execute(tx, sql`insert into item_uoms ${values(uoms.map((unit) => ({ ...of, ...unit })))}`);
  }
  if (barcodes) {
    assertOnce(
      'barcodes',
      barcodes.map(({ barcode }) => barcode),
    );
    await execute(tx, sql`delete from item_barcodes where ${matching(of)}`);
    if (barcodes.length > 0) {
      await execute(
        tx,
        sql`insert into item_barcodes (organization_id, merchant_id, item_id, barcode, uom)
         select i.organization_id, i.merchant_id, i.id, b.barcode, b.uom
           from items i, jsonb_to_recordset(${JSON.stringify(barcodes)}::jsonb) as b (barcode text, uom text)
          where i.organization_id = ${organizationId} and i.id = ${itemId}`,
      );
    }
  }
}

function assertOnce(path: string, values: readonly string[]): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw invalid(path, 'repeated', `${path} names ${twice} more than once`);
}
