/** What a caller names by its id or by its code. Another organization's id is as unknown as a random one. */
import { unknownReference } from '../domain/refusals.ts';
import { row, rows, type TenantTransaction } from './database.ts';

/** Whatever has both an id and a code of its own in an organization. */
export type NamedTable =
  'warehouses' | 'merchants' | 'channels' | 'customers' | 'retailers' | 'carriers' | 'vendors';

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const asUuid = (given: string): string | null => (uuidPattern.test(given) ? given : null);

/** The id; where one's id is another's code, the id goes first. */
export async function findNamed(
  tx: TenantTransaction,
  organizationId: string,
  table: NamedTable,
  given: string,
): Promise<string | undefined> {
  const id = asUuid(given);
  const found = await row<{ id: string }>(
    tx,
    `select id from ${table} where organization_id = ? and (id = ?::uuid or code = ?)
      order by id = ?::uuid desc nulls last limit 1`,
    [organizationId, id, given, id],
  );
  return found?.id;
}

/** A location of the warehouse. Refuses 400 UNKNOWN_REFERENCE with the path. */
export async function locationNamed(
  tx: TenantTransaction,
  organizationId: string,
  warehouseId: string,
  given: string,
  path: string,
): Promise<string> {
  const id = asUuid(given);
  const found = await row<{ id: string }>(
    tx,
    `select id from locations where organization_id = ? and warehouse_id = ? and (id = ?::uuid or code = ?)
      order by id = ?::uuid desc nulls last limit 1`,
    [organizationId, warehouseId, id, given, id],
  );
  if (!found) throw unknownReference(path, 'location of that warehouse');
  return found.id;
}

/** The license plate's text for its id; anything else is the plate's text already. */
export async function plateNamed(
  tx: TenantTransaction,
  organizationId: string,
  given: string,
): Promise<string> {
  const id = asUuid(given);
  if (!id) return given;
  const found = await row<{ lpn: string }>(tx, 'select lpn from lpns where organization_id = ? and id = ?', [
    organizationId,
    id,
  ]);
  return found?.lpn ?? given;
}

/** The items of a merchant's SKUs, in the order given. Refuses 400 UNKNOWN_REFERENCE with `lines.<n>.sku` (or `sku`). */
export async function itemsOfSkus(
  tx: TenantTransaction,
  organizationId: string,
  merchantId: string,
  skus: readonly string[],
  pathOf: (index: number) => string = (index) => `lines.${index}.sku`,
): Promise<string[]> {
  const found = await rows<{ id: string; sku: string }>(
    tx,
    'select id, sku from items where organization_id = ? and merchant_id = ? and sku = any (?::text[])',
    [organizationId, merchantId, [...new Set(skus)]],
  );
  const ids = new Map(found.map(({ id, sku }) => [sku, id]));
  return skus.map((sku, index) => {
    const id = ids.get(sku);
    if (!id) throw unknownReference(pathOf(index), 'item of the merchant');
    return id;
  });
}
