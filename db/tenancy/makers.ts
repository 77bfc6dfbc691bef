/**
 * Who and what made an access token or an enrollment key. The members whose access it was made with, at any remove: it
 * works only while they are all active, and again once they are. And the token it was made with: its revocation is final
 * for everything made with it, at any remove. Nothing outlives that token either, so one that expires leaves nothing
 * behind.
 */
import { Refusal } from '../../domain/refusal.ts';
import { row, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** Whether every maker of a row, named by its alias, is still an active member. */
export function areMakersActive(alias: SqlText): SqlText {
  return sql`not exists (select 1 from members maker
    where maker.organization_id = ${alias}.organization_id and maker.id = any (${alias}.made_by) and not maker.is_active)`;
}

/** The makers of what is made with an access. */
export interface Makers {
  made_by: string[];
  maker_token_id: string | null;
}

export interface MakingAccess {
  /** When the access ends by itself; null: it does not. */
  expires_at: Date | null;
  makers: Makers;
}

/**
 * The access that something is made with: a token with its makers, or a person who signed in. The token stays locked
 * until what is made is stored, so that its revocation comes before, and is told here, or after, and finds that too.
 */
export async function makingAccess(
  tx: TenantTransaction,
  actor: { token_id: string | null; member_id: string | null },
): Promise<MakingAccess> {
  const token = await row<{
    id: string;
    expires_at: Date | null;
    revoked_at: Date | null;
    made_by: string[];
  }>(
    tx,
    sql`select id, expires_at, revoked_at, made_by from access_tokens
         where organization_id = ${tx.organizationId} and id = ${actor.token_id} for share`,
  );
  if (token?.revoked_at) throw new Refusal('UNAUTHENTICATED', 'The access token has just been revoked.');
  const madeBy = new Set(token?.made_by);
  if (actor.member_id) madeBy.add(actor.member_id);
  return {
    expires_at: token?.expires_at ?? null,
    makers: { made_by: [...madeBy], maker_token_id: token?.id ?? null },
  };
}
