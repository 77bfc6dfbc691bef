/**
 * Reads vendors, and finds which identities of the shared directory one may be. Nothing another organization entered is
 * shown.
 */
import { rows, type TenantTransaction } from '../database.ts';
import { every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { mentioning } from '../search.ts';

/** A vendor's name and identifying numbers, as its owner entered them. */
export interface VendorWords {
  name: string;
  identifiers: { gln?: string; duns?: string };
}

export type MatchedBy = 'name' | 'gln' | 'duns';

export interface VendorMatch {
  directory_id: string;
  matched_by: MatchedBy[];
}

const matchesMax = 50;

/** Directory identities with the same name or number, best match first. `only` restricts the search to one of them. */
export function findVendorMatches(
  tx: TenantTransaction,
  { name: words, identifiers }: VendorWords,
  only: string | null = null,
): Promise<VendorMatch[]> {
  const { gln = null, duns = null } = identifiers;
  return rows<VendorMatch>(
    tx,
    sql`select id as directory_id, matched_by
          from vendor_directory
         cross join lateral (
           select array_remove(array[case when lower(name) = lower(${words}) then 'name' end,
                                     case when identifiers ->> 'gln' = ${gln}::text then 'gln' end,
                                     case when identifiers ->> 'duns' = ${duns}::text then 'duns' end], null) as matched_by
         ) as matched
         where (lower(name) = lower(${words}) or identifiers ->> 'gln' = ${gln}::text
                or identifiers ->> 'duns' = ${duns}::text)
           and (${only}::uuid is null or id = ${only}::uuid)
         order by cardinality(matched_by) desc, id limit ${matchesMax}`,
  );
}

/** A vendor with its name and numbers; undefined when there is none. */
export async function findVendorWords(
  tx: TenantTransaction,
  id: string,
): Promise<(VendorWords & { directory_id: string }) | undefined> {
  const [found] = await rows<VendorWords & { directory_id: string }>(
    tx,
    sql`select name, identifiers, directory_id from vendors where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  return found;
}

export interface VendorRow {
  id: string;
  directory_id: string;
  merchant_id: string | null;
  code: string;
  name: string;
  identifiers: Record<string, unknown>;
  contact: Record<string, unknown>;
  payment_terms_days: number | null;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
}

export const vendorSorts = { created_at: 'v.created_at', name: 'v.name', code: 'v.code' } as const;

const columns = sql`v.id, v.directory_id, v.merchant_id, v.code, v.name, v.identifiers, v.contact, v.payment_terms_days,
  v.is_active, v.created_at, v.updated_at`;

const words = { table: 'vendors', id: 'v.id', columns: ['v.name', 'v.code'] } as const;

/** A page of vendors, newest first. */
export async function listVendors(
  tx: TenantTransaction,
  filters: { merchant_id?: string | undefined; code?: string | undefined; q?: string | undefined },
  page: PageQuery,
): Promise<PageOf<VendorRow>> {
  const { merchant_id, code, q } = filters;
  const wanted = [sql`v.organization_id = ${tx.organizationId}`];
  if (merchant_id) wanted.push(sql`v.merchant_id = ${merchant_id}`);
  if (code) wanted.push(sql`v.code = ${code}`);
  const search = await mentioning(tx, words, q);
  const where = every(wanted);
  const from = sql`vendors v`;
  const list = { columns, from, where, search, sorts: vendorSorts, id: 'v.id', usual: '-created_at' };
  return readPage<VendorRow>(tx, list, page);
}

export async function findVendor(tx: TenantTransaction, id: string): Promise<VendorRow | undefined> {
  const [found] = await rows<VendorRow>(
    tx,
    sql`select ${columns} from vendors v where v.organization_id = ${tx.organizationId} and v.id = ${id}`,
  );
  return found;
}
