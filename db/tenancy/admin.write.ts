/** What the operator of an installation does across organizations, from the command line. */
import { execute, inTenant, row, rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

export function listOrganizations(
  database: Database,
): Promise<{ id: string; name: string; edition: string }[]> {
  return rows(
    database.system,
    sql`select id, name, edition, inventory_mode, time_zone, created_at from organizations order by created_at limit 1000`,
  );
}

export async function isOrganization(database: Database, id: string): Promise<boolean> {
  return (await row(database.system, sql`select id from organizations where id::text = ${id}`)) !== undefined;
}

/** True when a live token was revoked. */
export function revokeTokenById(
  database: Database,
  organizationId: string,
  tokenId: string,
): Promise<boolean> {
  return inTenant(database, { organizationId }, async (tx) => {
    const revoked = await execute(
      tx,
      sql`update access_tokens set revoked_at = now()
      where organization_id = ${organizationId} and id = ${tokenId} and revoked_at is null`,
    );
    return revoked > 0;
  });
}
