/** Making an organization: the row, its own merchant in the standard edition, and what every organization starts with. */
import { v7 as uuidv7 } from 'uuid';
import type { Permission } from '../../domain/tenancy/permissions.ts';
import { execute, type TenantTransaction } from '../database.ts';
import { tokenHash } from './tokens.read.ts';
import { values, sql } from '../sql-text.ts';

export interface NewOrganization {
  id: string;
  name: string;
  edition: 'standard' | 'three_pl';
  inventory_mode?: 'wms_sync' | 'oms_standalone';
  time_zone?: string;
  base_currency?: string;
}

/** Inserts the organization in a transaction bound to its id. Answers its own merchant's id (standard edition). */
export async function insertOrganization(
  tx: TenantTransaction,
  organization: NewOrganization,
): Promise<string | null> {
  await execute(tx, sql`insert into organizations ${values(organization)}`);
  if (organization.edition === 'three_pl') return null;
  const merchantId = uuidv7();
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

/** Stores a token as its hash. Answers its id. */
export async function insertToken(tx: TenantTransaction, token: NewToken): Promise<string> {
  const id = uuidv7();
  await execute(
    tx,
    sql`insert into access_tokens (organization_id, id, name, token_hash, permissions, member_id, merchant_id, expires_at)
      values (${token.organizationId}, ${id}, ${token.name}, ${tokenHash(token.accessToken)}, ${token.permissions}, ${token.memberId ?? null}, ${token.merchantId ?? null}, ${token.expiresAt ?? null})`,
  );
  return id;
}
