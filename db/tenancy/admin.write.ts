/** What the operator of an installation does across organizations, from the command line. */
import { inTenant, rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import { endToken } from './tokens.write.ts';

export function listOrganizations(
  database: Database,
): Promise<{ id: string; name: string; edition: string }[]> {
  return rows(
    database.system,
    sql`select id, name, edition, inventory_mode, time_zone, created_at from organizations order by created_at limit 1000`,
  );
}

/** True when a live token was revoked. */
export function revokeTokenById(
  database: Database,
  organizationId: string,
  tokenId: string,
): Promise<boolean> {
  return inTenant(database, { organizationId }, (tx) => endToken(tx, organizationId, tokenId));
}
