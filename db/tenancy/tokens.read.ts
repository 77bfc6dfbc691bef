/** Who a bearer token is. Tokens are stored as a SHA-256 of 32 random bytes: nothing to guess, nothing to steal. */
import { createHash } from 'node:crypto';
import type { Permission } from '../../domain/tenancy/permissions.ts';
import { row, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface Principal {
  token_id: string;
  organization_id: string;
  member_id: string | null;
  merchant_id: string | null;
  name: string;
  permissions: Permission[];
  expires_at: Date | null;
  edition: 'standard' | 'three_pl';
  rate_limit_per_second: number;
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The principal of a live token; undefined when unknown, revoked or expired. */
export function findPrincipal(database: Database, token: string): Promise<Principal | undefined> {
  return row<Principal>(
    database.system,
    sql`select t.id as token_id, t.organization_id, t.member_id, t.merchant_id, t.name, t.permissions, t.expires_at,
            o.edition, o.rate_limit_per_second
       from access_tokens t join organizations o on o.id = t.organization_id
      where t.token_hash = ${tokenHash(token)} and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())`,
  );
}
