/** Checks which credentials that opened a stream or session are still valid. */
import { effectivePermissions, rolePermissions, type Permission } from '../../domain/permissions.ts';
import { rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import { areMakersActive } from './makers.ts';

export interface LiveToken {
  id: string;
  merchant_id: string | null;
  permissions: Permission[];
}

/**
 * Which tokens are neither revoked nor expired and have an active member and active makers, with their current permissions; also which
 * signed-in people, whose member id stands in for a token, are still active.
 */
export async function findLiveTokens(
  database: Database,
  keys: readonly { organization_id: string; id: string }[],
): Promise<LiveToken[]> {
  const found = await rows<{
    id: string;
    merchant_id: string | null;
    permissions: Permission[] | null;
    member_roles: string[] | null;
  }>(
    database.system,
    sql`select t.id, t.merchant_id, t.permissions, m.roles as member_roles
          from unnest(${keys.map((key) => key.organization_id)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) as k (organization_id, id)
          join access_tokens t on t.organization_id = k.organization_id and t.id = k.id
          left join members m on m.organization_id = t.organization_id and m.id = t.member_id
         where t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
           and (t.member_id is null or m.is_active) and ${areMakersActive(sql`t`)}
        union all
        select m.id, null, null, m.roles
          from unnest(${keys.map((key) => key.organization_id)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) as k (organization_id, id)
          join members m on m.organization_id = k.organization_id and m.id = k.id
         where m.is_active`,
  );
  return found.map(({ id, merchant_id, permissions, member_roles: roles }) => ({
    id,
    merchant_id,
    permissions: permissions
      ? effectivePermissions({ permissions, merchant_id }, roles)
      : rolePermissions(roles ?? []),
  }));
}

/** Which of these hubs are not revoked. */
export async function findLiveHubs(database: Database, ids: readonly string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(
    database.system,
    sql`select id from hubs where id = any (${ids}::uuid[]) and revoked_at is null`,
  );
  return found.map(({ id }) => id);
}
