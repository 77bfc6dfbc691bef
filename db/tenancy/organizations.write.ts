/**
 * Creates an organization: the row, its own merchant in the standard edition, and what every organization starts with.
 */
import { newId } from '../../domain/new-id.ts';
import type { Permission } from '../../domain/permissions.ts';
import { execute, type TenantTransaction } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';
import { tokenHash } from './tokens.read.ts';
import { storeToken } from './tokens.write.ts';

export interface NewOrganization {
  id: string;
  name: string;
  edition: 'standard' | 'three_pl';
  inventory_mode?: 'wms_sync' | 'oms_standalone';
  time_zone?: string;
  base_currency?: string;
}

/** Inserts the organization in a transaction bound to its id. Returns its own merchant's id (standard edition). */
export async function insertOrganization(
  tx: TenantTransaction,
  organization: NewOrganization,
): Promise<string | null> {
  await execute(tx, sql`insert into organizations ${values(organization)}`);
  if (organization.edition === 'three_pl') return null;
  const merchantId = newId();
  await execute(
    tx,
    sql`insert into merchants (organization_id, id, code, name, is_own)
      values (${organization.id}, ${merchantId}, 'OWN', ${organization.name}, true)`,
  );
  return merchantId;
}

export interface NewToken {
  organizationId: string;
  name: string;
  accessToken: string;
  permissions: readonly Permission[];
  memberId?: string | null;
  merchantId?: string | null;
  expiresAt?: Date | null;
}

/** Stores a token as its hash. Returns its id. */
export async function insertToken(tx: TenantTransaction, token: NewToken): Promise<string> {
  const id = newId();
  await storeToken(tx, {
    id,
    name: token.name,
    token_hash: tokenHash(token.accessToken),
    permissions: token.permissions,
    member_id: token.memberId ?? null,
    merchant_id: token.merchantId ?? null,
    expires_at: token.expiresAt ?? null,
  });
  return id;
}

/** Writes settings of the organization; undefined ones stay as they are. */
export async function changeSettings(tx: TenantTransaction, settings: object): Promise<void> {
  await execute(
    tx,
    sql`update organizations set ${assignments({ ...settings, updated_at: sql`now()` })} where id = ${tx.organizationId}`,
  );
}
