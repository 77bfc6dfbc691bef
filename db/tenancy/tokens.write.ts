/** Writes access tokens; only their hashes are stored. */
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';
import { madeWith } from './lives-on.read.ts';

export interface StoredToken {
  id: string;
  name: string;
  token_hash: Buffer;
  permissions: readonly string[];
  member_id?: string | null | undefined;
  made_by?: readonly string[];
  maker_token_id?: string | null;
  merchant_id?: string | null | undefined;
  expires_at?: string | Date | null | undefined;
}

export async function storeToken(tx: TenantTransaction, token: StoredToken): Promise<void> {
  await execute(
    tx,
    sql`insert into access_tokens ${values({ ...token, organization_id: tx.organizationId })}`,
  );
}

/** Locks a token, live or not. */
export function lockToken(tx: TenantTransaction, id: string): Promise<{ id: string } | undefined> {
  return row<{ id: string }>(
    tx,
    sql`select id from access_tokens where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
}

// Each pass ends what the one before could not see yet; more than two mean that tokens are made with them meanwhile.
const passesMax = 1_000;

/**
 * Revokes a token and every live one made with it, at any remove; returns their ids. A token is stored while its maker is
 * locked (`makingAccess`), so one that is being stored now is waited for and found by the next pass, and no other can be.
 */
export async function endTokens(tx: TenantTransaction, id: string): Promise<string[]> {
  const ended: string[] = [];
  for (let pass = 0; pass < passesMax; pass++) {
    const found = await rows<{ id: string }>(
      tx,
      sql`${madeWith(tx, id)},
        live as (
          select id from access_tokens
           where organization_id = ${tx.organizationId} and id in (select id from made) and revoked_at is null
           order by id for update)
        update access_tokens t set revoked_at = now() from live
         where t.organization_id = ${tx.organizationId} and t.id = live.id returning t.id`,
    );
    if (found.length === 0) return ended;
    ended.push(...found.map((token) => token.id));
  }
  throw new Error('Tokens are being made faster than they can be revoked.');
}
