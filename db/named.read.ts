/** What a caller names by its id or by its code. Another organization's id is as unknown as a random one. */
import { invalid, unknownReference } from '../domain/refusals.ts';
import { row, rows, type TenantTransaction } from './database.ts';
import { name, sql } from './sql-text.ts';

/** Whatever has both an id and a code of its own in an organization. */
export type NamedTable =
  'warehouses' | 'merchants' | 'channels' | 'customers' | 'retailers' | 'carriers' | 'vendors';

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const asUuid = (given: string): string | null => (uuidPattern.test(given) ? given : null);

/** Whose codes are once per merchant, and not in the whole organization. */
const ofMerchants: ReadonlySet<NamedTable> = new Set<NamedTable>([
  'channels',
  'customers',
  'retailers',
  'vendors',
]);

export interface NamedBy {
  /** What was given, and the field it was given in. */
  given: string;
  path: string;
  /** Whose records are meant, where that is known. */
  merchantId?: string | null | undefined;
}

/** The id; where one's id is another's code, the id goes first. A code of several merchants: 400, see `findPartner`. */
export async function findNamed(
  tx: TenantTransaction,
  organizationId: string,
  table: NamedTable,
  named: NamedBy,
): Promise<string | undefined> {
  if (ofMerchants.has(table)) return findPartner(tx, organizationId, table, named);
  const { given } = named;
  const id = asUuid(given);
  const found = await row<{ id: string }>(
    tx,
    sql`select id from ${name(table)} where organization_id = ${organizationId} and (id = ${id}::uuid or code = ${given})
      order by id = ${id}::uuid desc nulls last limit 1`,
  );
  return found?.id;
}

/** The merchant's own goes before the operator's. Refuses 400 for a code that several merchants have, when none is meant. */
async function findPartner(
  tx: TenantTransaction,
  organizationId: string,
  table: NamedTable,
  { given, path, merchantId = null }: NamedBy,
): Promise<string | undefined> {
  const id = asUuid(given);
  const found = await rows<{ id: string; merchant_id: string | null }>(
    tx,
    sql`select id, merchant_id from ${name(table)}
      where organization_id = ${organizationId} and (id = ${id}::uuid or code = ${given})
        and (${merchantId}::uuid is null or merchant_id is null or merchant_id = ${merchantId}::uuid)
      order by id = ${id}::uuid desc nulls last, merchant_id is null limit 2`,
  );
  const [first, second] = found;
  if (second?.merchant_id && first!.id !== id) {
    const several = `several merchants have one of that code: name it by its id, or its merchant as well`;
    throw invalid(path, 'ambiguous', several);
  }
  return first?.id;
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
    sql`select id from locations where organization_id = ${organizationId} and warehouse_id = ${warehouseId} and (id = ${id}::uuid or code = ${given})
      order by id = ${id}::uuid desc nulls last limit 1`,
  );
  if (!found) throw unknownReference(path, 'location of that warehouse');
  return found.id;
}

export interface NamedPlate {
  id: string;
  lpn: string;
  warehouse_id: string;
  location_id: string | null;
}

/** The license plates there are of those named by id or by their text; a new one is not among them. */
export async function platesNamed(
  tx: TenantTransaction,
  organizationId: string,
  given: readonly string[],
): Promise<ReadonlyMap<string, NamedPlate>> {
  const found = await rows<NamedPlate>(
    tx,
    sql`select id, lpn, warehouse_id, location_id from lpns
      where organization_id = ${organizationId} and (lpn = any (${[...given]}::text[]) or id = any (${given.filter((one) => asUuid(one))}::uuid[]))`,
  );
  const byId = found.map((plate) => [plate.id, plate] as const);
  return new Map([...byId, ...found.map((plate) => [plate.lpn, plate] as const)]);
}

/** The items of a merchant's SKUs, in the order given. Refuses 400 UNKNOWN_REFERENCE with the path of the first unknown one. */
export async function itemsOfSkus(
  tx: TenantTransaction,
  organizationId: string,
  merchantId: string,
  skus: readonly string[],
  pathOf: (index: number) => string,
): Promise<string[]> {
  const found = await rows<{ id: string; sku: string }>(
    tx,
    sql`select id, sku from items where organization_id = ${organizationId} and merchant_id = ${merchantId} and sku = any (${[...new Set(skus)]}::text[])`,
  );
  const ids = new Map(found.map(({ id, sku }) => [sku, id]));
  return skus.map((sku, index) => {
    const id = ids.get(sku);
    if (!id) throw unknownReference(pathOf(index), 'item of the merchant');
    return id;
  });
}
