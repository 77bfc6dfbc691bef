/** Reads of accounts with carriers. */
import type { AccountBilling } from '../../domain/parcels/billing.ts';
import type { Adapter, FarSide, LabelFormat } from '../../domain/parcels/carriers.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface AccountRow extends AccountBilling {
  organization_id: string;
  id: string;
  merchant_id: string | null;
  adapter: Adapter;
  name: string;
  carrier_code: string | null;
  far_side: FarSide;
  api_url: string;
  credential_names: string[];
  label_format: LabelFormat;
  services: string[];
  warehouse_ids: string[];
  settle_after_seconds: number;
  invoice_tolerance: string;
  is_active: boolean;
  last_error: string | null;
  last_tested_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`a.organization_id, a.id, a.merchant_id, a.adapter, a.name, a.carrier_code, a.far_side, a.api_url,
  a.credential_names, a.label_format, a.services, a.warehouse_ids, a.settle_after_seconds, a.invoice_tolerance, a.billing,
  a.billing_account_no, a.billing_postal, a.billing_country, a.is_active, a.last_error, a.last_tested_at,
  a.created_at, a.updated_at`;

export const accountSorts = { created_at: 'a.created_at', name: 'a.name' };

export function listAccounts(
  tx: TenantTransaction,
  { page, page_size, sort, ...filters }: { merchant_id?: string; adapter?: string } & PageQuery,
): Promise<PageOf<AccountRow>> {
  const list = {
    columns,
    from: sql`carrier_accounts a`,
    where: every(equalTo('a', { organization_id: tx.organizationId, ...filters })),
    sorts: accountSorts,
    id: 'a.id',
    usual: '-created_at',
  };
  return readPage(tx, list, { page, page_size, sort });
}

/** The accounts that could be asked for a parcel of this merchant, with what they are asked with. */
export function accountsFor(
  tx: TenantTransaction,
  merchantId: string,
  only: readonly string[] | null,
  limit: number,
): Promise<(AccountRow & { credentials_sealed: string | null })[]> {
  return rows(
    tx,
    sql`select ${columns}, a.credentials_sealed from carrier_accounts a
         where a.organization_id = ${tx.organizationId} and (a.merchant_id is null or a.merchant_id = ${merchantId})
           and (a.is_active or a.id = any (${only}::uuid[])) and (${only}::uuid[] is null or a.id = any (${only}::uuid[]))
         order by a.created_at, a.id limit ${limit}`,
  );
}

/** With what it is called. */
export function findCallableAccount(
  tx: TenantTransaction,
  id: string,
): Promise<(AccountRow & { credentials_sealed: string | null }) | undefined> {
  return row(
    tx,
    sql`select ${columns}, a.credentials_sealed from carrier_accounts a
         where a.organization_id = ${tx.organizationId} and a.id = ${id}`,
  );
}

/** Ids of the operator's own accounts by name: merchants may call theirs alike. */
export async function accountsByName(
  tx: TenantTransaction,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await rows<{ id: string; name: string }>(
    tx,
    sql`select id, name from carrier_accounts where organization_id = ${tx.organizationId} and merchant_id is null and name = any (${names}::text[])`,
  );
  return new Map(found.map(({ id, name }) => [name, id]));
}

export async function invoiceToleranceOf(tx: TenantTransaction, id: string): Promise<string> {
  const found = await row<{ invoice_tolerance: string }>(
    tx,
    sql`select invoice_tolerance from carrier_accounts where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  return found!.invoice_tolerance;
}

export function findAccount(tx: TenantTransaction, id: string): Promise<AccountRow | undefined> {
  return row<AccountRow>(
    tx,
    sql`select ${columns} from carrier_accounts a where a.organization_id = ${tx.organizationId} and a.id = ${id}`,
  );
}
