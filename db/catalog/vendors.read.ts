/** Which identities of the shared directory a vendor may be. Nothing that another organization wrote is shown. */
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** What a vendor is known by: its name and numbers in its owner's words. */
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

/** Identities of the same name or number, the ones with most in common first. `only` asks for one of them. */
export function findVendorMatches(
  tx: TenantTransaction,
  { name, identifiers }: VendorWords,
  only: string | null = null,
): Promise<VendorMatch[]> {
  const { gln = null, duns = null } = identifiers;
  return rows<VendorMatch>(
    tx,
    sql`select id as directory_id, matched_by
          from vendor_directory
         cross join lateral (
           select array_remove(array[case when lower(name) = lower(${name}) then 'name' end,
                                     case when identifiers ->> 'gln' = ${gln}::text then 'gln' end,
                                     case when identifiers ->> 'duns' = ${duns}::text then 'duns' end], null) as matched_by
         ) as matched
         where (lower(name) = lower(${name}) or identifiers ->> 'gln' = ${gln}::text
                or identifiers ->> 'duns' = ${duns}::text)
           and (${only}::uuid is null or id = ${only}::uuid)
         order by cardinality(matched_by) desc, id limit ${matchesMax}`,
  );
}

/** A vendor with what it is known by; undefined when there is none. */
export async function findVendorWords(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<(VendorWords & { directory_id: string }) | undefined> {
  const [found] = await rows<VendorWords & { directory_id: string }>(
    tx,
    sql`select name, identifiers, directory_id from vendors where organization_id = ${organizationId} and id = ${id}`,
  );
  return found;
}
