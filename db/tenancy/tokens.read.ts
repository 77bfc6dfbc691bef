/**
 * Authenticates bearer tokens. They are stored as the SHA-256 of 32 random bytes: nothing to guess, nothing to steal.
 */
import { createHash } from 'node:crypto';
import { effectivePermissions, type Permission } from '../../domain/permissions.ts';
import { quotasInForce, type Quotas } from '../../domain/tenancy/quotas.ts';
import type { SignIn } from '../../domain/tenancy/sign-in.ts';
import { row, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import { isLeaving, movedTo } from './away.ts';
import { areMakersActive } from './makers.ts';

export interface Principal {
  token_id: string;
  organization_id: string;
  member_id: string | null;
  merchant_id: string | null;
  name: string;
  permissions: Permission[];
  expires_at: Date | null;
  edition: 'standard' | 'three_pl';
  /** The organization's quotas in each API process. */
  quotas: Quotas;
  /** The cell its organization has been moved to. */
  moved_to?: string | null;
  /** It has stopped here and does not work there yet. */
  is_leaving?: boolean;
  /** Of a person identified by the provider's token: the sign-in it tells of. */
  sign_in?: SignIn;
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * The principal of a live token; undefined when it is unknown, revoked or expired, or its member or one of its makers is
 * no longer active.
 */
export async function findPrincipal(database: Database, token: string): Promise<Principal | undefined> {
  const found = await row<
    Omit<Principal, 'quotas'> & { member_roles: string[] | null; quotas: Partial<Quotas> | null }
  >(
    database.system,
    sql`select t.id as token_id, t.organization_id, t.member_id, t.merchant_id, t.name, t.permissions, t.expires_at,
            o.edition, ${movedTo}, ${isLeaving}, m.roles as member_roles, to_jsonb(q) as quotas
       from access_tokens t join organizations o on o.id = t.organization_id
       left join organization_quotas q on q.organization_id = t.organization_id
       left join members m on m.organization_id = t.organization_id and m.id = t.member_id
      where t.token_hash = ${tokenHash(token)} and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
        and (t.member_id is null or m.is_active) and ${areMakersActive(sql`t`)}`,
  );
  if (!found) return undefined;
  const { member_roles: memberRoles, quotas, ...principal } = found;
  return {
    ...principal,
    quotas: quotasInForce(quotas),
    permissions: effectivePermissions(principal, memberRoles),
  };
}
