/** Resolves records that a caller names by id or by code. Another organization's id is as unknown as a random one. */
import { invalid, unknownReference } from '../domain/refusal.ts';
import { uuidPattern } from '../domain/uuid-pattern.ts';
import { row, rows, type TenantTransaction } from './database.ts';
import { name, sql } from './sql-text.ts';

/** Tables whose records have both an id and a code within an organization. */
export type NamedTable =
  | 'warehouses'
  | 'merchants'
  | 'channels'
  | 'customers'
  | 'retailers'
  | 'carriers'
  | 'vendors';

export const asUuid = (given: string): string | null => (uuidPattern.test(given) ? given : null);

/** Their codes are unique per merchant, not within the organization. */
const ofMerchants: ReadonlySet<NamedTable> = new Set<NamedTable>([
  'channels',
  'customers',
  'retailers',
  'vendors',
]);

export interface NamedBy {
  /** The id or code given, and the field it came from. */
  given: string;
  path: string;
  /** The merchant whose records are meant, when known. */
  merchantId?: string | null | undefined;
}

/**
 * Returns the id. If the text is one record's id and another's code, the id wins. A code shared by several merchants is
 * refused with 400, see `findPartner`.
 */
export async function findNamed(
  tx: TenantTransaction,
  table: NamedTable,
  named: NamedBy,
): Promise<string | undefined> {
  if (ofMerchants.has(table)) return findPartner(tx, table, named);
  const { given } = named;
  const id = asUuid(given);
  const found = await row<{ id: string }>(
    tx,
    sql`select id from ${name(table)} where organization_id = ${tx.organizationId} and (id = ${id}::uuid or code = ${given})
      order by id = ${id}::uuid desc nulls last limit 1`,
  );
  return found?.id;
}

/**
 * The merchant's own record takes precedence over the operator's. Refuses 400 when several merchants use the code and
 * none is named.
 */
async function findPartner(
  tx: TenantTransaction,
  table: NamedTable,
  { given, path, merchantId = null }: NamedBy,
): Promise<string | undefined> {
  const id = asUuid(given);
  const found = await rows<{ id: string; merchant_id: string | null }>(
    tx,
    sql`select id, merchant_id from ${name(table)}
      where organization_id = ${tx.organizationId} and (id = ${id}::uuid or code = ${given})
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

/** Finds a location or a spot of a warehouse. Refuses 400 UNKNOWN_REFERENCE with the path. */
const placeNamed =
  (place: 'location' | 'spot') =>
  async (tx: TenantTransaction, warehouseId: string, given: string, path: string): Promise<string> => {
    const id = asUuid(given);
    const found = await row<{ id: string }>(
      tx,
      sql`select id from ${name(`${place}s`)}
           where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId} and (id = ${id}::uuid or code = ${given})
           order by id = ${id}::uuid desc nulls last limit 1`,
    );
    if (!found) throw unknownReference(path, `${place} of that warehouse`);
    return found.id;
  };

export const locationNamed = placeNamed('location');
export const spotNamed = placeNamed('spot');

export interface NamedPlate {
  id: string;
  lpn: string;
  warehouse_id: string;
  location_id: string | null;
}

/** The existing license plates among those named by id or by LPN; unknown ones are left out. */
export async function platesNamed(
  tx: TenantTransaction,
  given: readonly string[],
): Promise<ReadonlyMap<string, NamedPlate>> {
  const found = await rows<NamedPlate>(
    tx,
    sql`select id, lpn, warehouse_id, location_id from lpns
      where organization_id = ${tx.organizationId} and (lpn = any (${[...given]}::text[]) or id = any (${given.filter((one) => asUuid(one))}::uuid[]))`,
  );
  const byId = found.map((plate) => [plate.id, plate] as const);
  return new Map([...byId, ...found.map((plate) => [plate.lpn, plate] as const)]);
}

/**
 * The items for a merchant's SKUs, in the order given. Refuses 400 UNKNOWN_REFERENCE with the path of the first unknown
 * SKU.
 */
export async function itemsOfSkus(
  tx: TenantTransaction,
  merchantId: string,
  skus: readonly string[],
  pathOf: (index: number) => string,
): Promise<string[]> {
  const found = await rows<{ id: string; sku: string }>(
    tx,
    sql`select id, sku from items where organization_id = ${tx.organizationId} and merchant_id = ${merchantId} and sku = any (${[...new Set(skus)]}::text[])`,
  );
  const ids = new Map(found.map(({ id, sku }) => [sku, id]));
  return skus.map((sku, index) => {
    const id = ids.get(sku);
    if (!id) throw unknownReference(pathOf(index), 'item of the merchant');
    return id;
  });
}
