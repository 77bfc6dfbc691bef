/**
 * Who made an access token or an enrollment key: the members whose access it was made with, at any remove. What a person
 * made works only while that person is an active member.
 */
import { row, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** Whether every maker of a row, named by its alias, is still an active member. */
export function areMakersActive(alias: SqlText): SqlText {
  return sql`not exists (select 1 from members maker
    where maker.organization_id = ${alias}.organization_id and maker.id = any (${alias}.made_by) and not maker.is_active)`;
}

export interface MakingAccess {
  /** When the access ends by itself; null or undefined: it does not. */
  expires_at: Date | null | undefined;
  /** The makers of what is made with it. */
  made_by: string[];
}

/** The access that something is made with: a token with its makers, or a person who signed in. */
export async function makingAccess(
  tx: TenantTransaction,
  organizationId: string,
  actor: { token_id: string | null; member_id: string | null },
): Promise<MakingAccess> {
  const token = await row<{ expires_at: Date | null; made_by: string[] }>(
    tx,
    sql`select expires_at, made_by from access_tokens
         where organization_id = ${organizationId} and id = ${actor.token_id}`,
  );
  const makers = new Set(token?.made_by);
  if (actor.member_id) makers.add(actor.member_id);
  return { expires_at: token?.expires_at, made_by: [...makers] };
}
