/** Whether what an order names is the organization's own, all problems found before anything is written. */
import { unknownReference } from '../../domain/refusals.ts';
import { assertReference } from '../records.read.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { assertPartner, type PartnerTable } from '../partners.read.ts';
import { sql } from '../sql-text.ts';

const partners = { customer_id: 'customers', channel_id: 'channels', retailer_id: 'retailers' } as const;

type References = { [K in keyof typeof partners | 'warehouse_id']?: string | null };

/** Refuses 400 UNKNOWN_REFERENCE with the path; a product, customer, channel or retailer of another merchant is unknown, too. */
export async function assertOrderReferences(
  tx: TenantTransaction,
  organizationId: string,
  merchantId: string,
  fields: References,
  lines: readonly { product_id?: string | null }[],
  /** Where the fields stand in what was sent. */
  within = '',
): Promise<void> {
  for (const [path, table] of Object.entries(partners) as [keyof typeof partners, PartnerTable][]) {
    const id = fields[path];
    if (id) await assertPartner(tx, organizationId, merchantId, table, id, within + path);
  }
  const { warehouse_id: warehouseId } = fields;
  if (warehouseId)
    await assertReference(tx, organizationId, 'warehouses', warehouseId, `${within}warehouse_id`);
  const wanted = [...new Set(lines.flatMap(({ product_id: id }) => (id ? [id] : [])))];
  if (wanted.length === 0) return;
  const known = await rows<{ id: string }>(
    tx,
    sql`select id from items where organization_id = ${organizationId} and merchant_id = ${merchantId} and id = any (${wanted}::uuid[])`,
  );
  const ids = new Set(known.map(({ id }) => id));
  const missing = lines.findIndex(({ product_id: id }) => id && !ids.has(id));
  if (missing >= 0) throw unknownReference(`lines.${missing}.product_id`, 'product of the merchant');
}
