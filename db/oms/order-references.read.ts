/** Whether what an order names is the organization's own, all problems found before anything is written. */
import { unknownReference } from '../../domain/refusals.ts';
import { assertReference } from '../records.read.ts';
import { row, rows, type TenantTransaction } from '../database.ts';

const tables = {
  customer_id: 'customers',
  channel_id: 'channels',
  warehouse_id: 'warehouses',
  retailer_id: 'retailers',
} as const;

type References = { [K in keyof typeof tables]?: string | null };

/** Refuses 400 UNKNOWN_REFERENCE with the path; a product, customer, channel or retailer of another merchant is unknown, too. */
export async function assertOrderReferences(
  tx: TenantTransaction,
  organizationId: string,
  merchantId: string,
  fields: References,
  lines: readonly { product_id?: string | null }[],
): Promise<void> {
  for (const [path, table] of Object.entries(tables) as [keyof typeof tables, string][]) {
    const id = fields[path];
    if (!id) continue;
    if (table === 'warehouses') await assertReference(tx, organizationId, table, id, path);
    else await assertPartner(tx, organizationId, merchantId, table, id, path);
  }
  const wanted = [...new Set(lines.flatMap(({ product_id: id }) => (id ? [id] : [])))];
  if (wanted.length === 0) return;
  const known = await rows<{ id: string }>(
    tx,
    'select id from items where organization_id = ? and merchant_id = ? and id = any (?::uuid[])',
    [organizationId, merchantId, wanted],
  );
  const ids = new Set(known.map(({ id }) => id));
  const missing = lines.findIndex(({ product_id: id }) => id && !ids.has(id));
  if (missing >= 0) throw unknownReference(`lines.${missing}.product_id`, 'product of the merchant');
}

/** Who buys and where is the merchant's own, or the house's; whose it is never changes, so nothing is locked. */
async function assertPartner(
  tx: TenantTransaction,
  organizationId: string,
  merchantId: string,
  table: string,
  id: string,
  path: string,
): Promise<void> {
  const found = await row(
    tx,
    `select 1 from ${table} where organization_id = ? and id = ? and (merchant_id is null or merchant_id = ?)`,
    [organizationId, id, merchantId],
  );
  if (!found) throw unknownReference(path, `${path.replace(/_id$/, '')} of the merchant`);
}
