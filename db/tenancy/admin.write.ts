/** What the platform operator does across organizations from the command line. */
import { inTenant, rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

export function listOrganizations(
  database: Database,
): Promise<{ id: string; name: string; edition: string }[]> {
  return rows(
    database.system,
    sql`select id, name, edition, inventory_mode, time_zone, created_at from organizations order by created_at limit 1000`,
  );
}

export interface ListedToken {
  id: string;
  name: string;
  /** How many permissions it holds. */
  permissions: number;
  /** The code of the one merchant it is limited to. */
  merchant: string | null;
  expires_at: Date | null;
  created_at: Date;
}

/** An organization's live tokens, newest first, at most 1,000. The token values themselves are not stored. */
export function listTokens(database: Database, organizationId: string): Promise<ListedToken[]> {
  return inTenant(database, { organizationId }, (tx) =>
    rows(
      tx,
      sql`select t.id, t.name, cardinality(t.permissions) as permissions, m.code as merchant, t.expires_at, t.created_at
       from access_tokens t
       left join merchants m on m.organization_id = t.organization_id and m.id = t.merchant_id
      where t.organization_id = ${organizationId} and t.revoked_at is null
      order by t.created_at desc, t.id desc limit 1000`,
    ),
  );
}

/** Whether the organization exists, and the merchant in it when one is named. */
export async function findScope(
  database: Database,
  organizationId: string,
  merchantId?: string,
): Promise<{ organization: boolean; merchant: boolean }> {
  const [found] = await inTenant(database, { organizationId }, (tx) =>
    rows<{ organization: boolean; merchant: boolean }>(
      tx,
      sql`select exists (select 1 from organizations where id = ${organizationId}) as organization,
              exists (select 1 from merchants where organization_id = ${organizationId} and id = ${merchantId ?? null}::uuid) as merchant`,
    ),
  );
  return found!;
}

export async function isCurrency(database: Database, code: string): Promise<boolean> {
  const found = await rows(database.app, sql`select 1 from currencies where code = ${code}`);
  return found.length > 0;
}
