/** Writes of accounts with carriers. */
import type { AccountBilling } from '../../domain/parcels/billing.ts';
import type { Adapter, FarSide } from '../../domain/parcels/carriers.ts';
import { openLabelStates } from '../../domain/parcels/label-states.ts';
import { openManifestStates } from '../../domain/parcels/manifest-states.ts';
import type { SigningKey } from '../../domain/parcels/tracking-proof.ts';
import { notFound } from '../../domain/refusal.ts';
import { execute, row, rows, type Database, type TenantTransaction } from '../database.ts';
import { assignments, sql, values, type SqlText } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';

export interface AccountFields {
  name?: string | undefined;
  carrier_code?: string | null | undefined;
  far_side?: FarSide | undefined;
  api_url?: string | undefined;
  credentials_sealed?: string | undefined;
  credential_names?: string[] | undefined;
  label_format?: string | undefined;
  services?: string[] | undefined;
  warehouse_ids?: string[] | undefined;
  settle_after_seconds?: number | undefined;
  invoice_tolerance?: number | undefined;
  is_active?: boolean | undefined;
  billing?: AccountBilling['billing'] | undefined;
  billing_account_no?: string | null | undefined;
  billing_postal?: string | null | undefined;
  billing_country?: string | null | undefined;
}

export interface NewAccount extends AccountFields {
  id: string;
  merchant_id: string | null;
  adapter: Adapter;
  name: string;
  far_side: FarSide;
  api_url: string;
}

/** Refuses 409 DUPLICATE for a name that is taken. */
export async function insertAccount(tx: TenantTransaction, account: NewAccount): Promise<void> {
  await execute(
    tx,
    sql`insert into carrier_accounts ${values({ organization_id: tx.organizationId, ...account })}`,
  );
}

export interface LockedAccount extends AccountBilling {
  organization_id: string;
  id: string;
  adapter: Adapter;
  far_side: FarSide;
  api_url: string;
  credentials_sealed: string | null;
}

/** Refuses 404. */
export const lockAccount = (tx: TenantTransaction, id: string): Promise<LockedAccount> =>
  lockedAccount(tx, id, sql`for no key update`);

/** Waits for who is claiming what is asked with it, and lets nobody claim before the end. Refuses 404. */
export const lockAccountToMove = (tx: TenantTransaction, id: string): Promise<LockedAccount> =>
  lockedAccount(tx, id, sql`for update`);

async function lockedAccount(tx: TenantTransaction, id: string, lock: SqlText): Promise<LockedAccount> {
  const found = await row<LockedAccount>(
    tx,
    sql`select organization_id, id, adapter, far_side, api_url, credentials_sealed,
               billing, billing_account_no, billing_postal, billing_country from carrier_accounts
         where organization_id = ${tx.organizationId} and id = ${id} ${lock}`,
  );
  if (!found) throw notFound('carrier account');
  return found;
}

/** What is asked at the account's address at this moment, or may have been done there. */
export async function unsettledWith(
  tx: TenantTransaction,
  id: string,
): Promise<{ labels: number; manifests: number }> {
  const of = sql`organization_id = ${tx.organizationId} and account_id = ${id}
    and (claim is not null or unknown_since is not null)`;
  const found = await row<{ labels: number; manifests: number }>(
    tx,
    sql`select (select count(*)::integer from label_purchases where ${of} and ${isOneOf('state', openLabelStates)}) as labels,
               (select count(*)::integer from manifests where ${of} and ${isOneOf('state', openManifestStates)}) as manifests`,
  );
  return found!;
}

export async function updateAccount(
  tx: TenantTransaction,
  id: string,
  fields: AccountFields & { last_error?: string | null; last_tested_at?: Date },
): Promise<void> {
  await execute(
    tx,
    sql`update carrier_accounts set ${assignments({ ...fields, updated_at: sql`now()` })}
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** What its far side signs webhooks with; none, and never read, once it is somewhere else. */
export async function changeSigningKeys(
  tx: TenantTransaction,
  id: string,
  keys: readonly SigningKey[] | null,
): Promise<void> {
  await execute(
    tx,
    sql`update carrier_accounts
           set signing_keys = ${JSON.stringify(keys ?? [])}::jsonb, signing_keys_at = case when ${keys !== null} then now() end
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** They could not be read: they are asked for again with the next run, but behind those that were not asked for longer. */
export async function postponeSigningKeys(tx: TenantTransaction, id: string): Promise<void> {
  await execute(
    tx,
    sql`update carrier_accounts set signing_keys_at = now() - interval '50 minutes'
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Accounts whose keys were not read for an hour, across all organizations. */
export function listKeysToRead(
  database: Database,
  adapters: readonly Adapter[],
  limit: number,
): Promise<{ organization_id: string; id: string }[]> {
  return rows(
    database.system,
    sql`select organization_id, id from carrier_accounts
         where is_active and adapter = any (${[...adapters]})
           and (signing_keys_at is null or signing_keys_at < now() - interval '1 hour')
         order by signing_keys_at nulls first, id limit ${limit}`,
  );
}
