/** Writes access tokens; only their hashes are stored. */
import { execute, row, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';

export interface StoredToken {
  id: string;
  name: string;
  token_hash: Buffer;
  permissions: readonly string[];
  member_id?: string | null | undefined;
  made_by?: readonly string[];
  merchant_id?: string | null | undefined;
  expires_at?: string | Date | null | undefined;
}

export async function storeToken(
  tx: TenantTransaction,
  organizationId: string,
  token: StoredToken,
): Promise<void> {
  await execute(tx, sql`insert into access_tokens ${values({ ...token, organization_id: organizationId })}`);
}

/** Locks a token, live or not. */
export function lockToken(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<{ revoked_at: Date | null } | undefined> {
  return row<{ revoked_at: Date | null }>(
    tx,
    sql`select revoked_at from access_tokens where organization_id = ${organizationId} and id = ${id} for update`,
  );
}

/** Revokes a token. False when there is no live one. */
export async function endToken(tx: TenantTransaction, organizationId: string, id: string): Promise<boolean> {
  const ended = await execute(
    tx,
    sql`update access_tokens set revoked_at = now()
      where organization_id = ${organizationId} and id = ${id} and revoked_at is null`,
  );
  return ended > 0;
}
