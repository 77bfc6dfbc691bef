/** GTINs of packagings are barcodes of their items: they are scanned alike, and none belongs to two of a merchant's items. */
import { execute, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/**
 * Makes the barcodes of these items agree with the GTINs of their packagings; the items are locked or new. One of another
 * item is 409 DUPLICATE.
 */
export async function keepGtins(tx: TenantTransaction, itemIds: readonly string[]): Promise<void> {
  const ofItems = sql`p.organization_id = ${tx.organizationId} and p.item_id = any (${[...itemIds]}::uuid[])`;
  // Sent together, run in this order: what has to go is gone before anything is added.
  await Promise.all([
    execute(
      tx,
      sql`delete from item_barcodes b
        where b.organization_id = ${tx.organizationId} and b.item_id = any (${[...itemIds]}::uuid[]) and b.is_gtin
          and not exists (select 1 from item_packagings p
            where p.organization_id = b.organization_id and p.item_id = b.item_id and p.gtin = b.barcode)`,
    ),
    execute(
      tx,
      sql`update item_barcodes b set uom = p.uom, is_gtin = true
         from item_packagings p
        where ${ofItems} and b.organization_id = p.organization_id and b.item_id = p.item_id and b.barcode = p.gtin
          and (not b.is_gtin or b.uom is distinct from p.uom)`,
    ),
    execute(
      tx,
      sql`insert into item_barcodes (organization_id, merchant_id, item_id, barcode, uom, is_gtin)
       select i.organization_id, i.merchant_id, i.id, p.gtin, p.uom, true
         from item_packagings p
         join items i on i.organization_id = p.organization_id and i.id = p.item_id
        where ${ofItems} and p.gtin is not null
          and not exists (select 1 from item_barcodes b
            where b.organization_id = i.organization_id and b.merchant_id = i.merchant_id
              and b.barcode = p.gtin and b.item_id = i.id)`,
    ),
  ]);
}
