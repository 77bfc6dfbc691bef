/** Checks which credentials that opened a stream or session are still valid. */
import { effectivePermissions, rolePermissions, type Permission } from '../../domain/permissions.ts';
import { rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import { movedTo } from './away.ts';
import { areMakersActive } from './makers.ts';

export interface LiveToken {
  id: string;
  merchant_id: string | null;
  permissions: Permission[];
  /** The cell its organization has been moved to. */
  moved_to: string | null;
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
    moved_to: string | null;
  }>(
    database.system,
    sql`select t.id, t.merchant_id, t.permissions, m.roles as member_roles, ${movedTo}
          from unnest(${keys.map((key) => key.organization_id)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) as k (organization_id, id)
          join access_tokens t on t.organization_id = k.organization_id and t.id = k.id
          join organizations o on o.id = k.organization_id
          left join members m on m.organization_id = t.organization_id and m.id = t.member_id
         where t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
           and (t.member_id is null or m.is_active) and ${areMakersActive(sql`t`)}
        union all
        select m.id, null, null, m.roles, ${movedTo}
          from unnest(${keys.map((key) => key.organization_id)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) as k (organization_id, id)
          join members m on m.organization_id = k.organization_id and m.id = k.id
          join organizations o on o.id = k.organization_id
         where m.is_active`,
  );
  return found.map(({ id, merchant_id, permissions, member_roles: roles, moved_to }) => ({
    id,
    merchant_id,
    moved_to,
    permissions: permissions
      ? effectivePermissions({ permissions, merchant_id }, roles)
      : rolePermissions(roles ?? []),
  }));
}

/** Which of these hubs are not revoked, and where the organizations of some have been moved. */
export function findLiveHubs(
  database: Database,
  ids: readonly string[],
): Promise<{ id: string; moved_to: string | null }[]> {
  return rows(
    database.system,
    sql`select h.id, ${movedTo} from hubs h join organizations o on o.id = h.organization_id
         where h.id = any (${ids}::uuid[]) and h.revoked_at is null`,
  );
}
