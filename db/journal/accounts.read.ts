/** Reads the chart of accounts, each account with its balance in base currency. */
import type { AccountSubtype, AccountType, SystemKey } from '../../domain/journal/chart.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { containsPattern } from '../search.ts';
import { liveFrom } from './frozen-months.read.ts';
import { bookedSums } from './journal-closings.read.ts';

export interface AccountRow {
  id: string;
  code: string;
  name: string;
  type: AccountType;
  subtype: AccountSubtype;
  parent_id: string | null;
  currency: string | null;
  system_key: SystemKey | null;
  is_control: boolean;
  is_active: boolean;
  description: string;
  version: number;
  created_at: Date;
  updated_at: Date;
  /** Debit less credit, in base currency. */
  net: string;
}

export interface AccountFilters {
  q?: string;
  type?: AccountType;
  subtype?: AccountSubtype;
  system_key?: string;
  is_active?: boolean;
}

const columns = sql`a.id, a.code, a.name, a.type, a.subtype, a.parent_id, a.currency, a.system_key, a.is_control, a.is_active,
  a.description, a.version, a.created_at, a.updated_at`;

export async function listAccounts(
  tx: TenantTransaction,
  filters: AccountFilters & PageQuery,
): Promise<PageOf<AccountRow>> {
  const { q, page, page_size, ...exact } = filters;
  const wanted = equalTo('a', { organization_id: tx.organizationId, ...exact });
  if (q) {
    const pattern = containsPattern(q);
    wanted.push(sql`(a.code ilike ${pattern} or a.name ilike ${pattern})`);
  }
  const found = await readPage<Omit<AccountRow, 'net'>>(
    tx,
    { columns, from: sql`accounts a`, where: every(wanted), order: ['a.code', 'a.id'] },
    { page, page_size },
  );
  return { ...found, rows: await withBalances(tx, found.rows) };
}

export async function findAccount(tx: TenantTransaction, id: string): Promise<AccountRow | undefined> {
  const found = await rows<Omit<AccountRow, 'net'>>(
    tx,
    sql`select ${columns} from accounts a where a.organization_id = ${tx.organizationId} and a.id = ${id}`,
  );
  const [account] = await withBalances(tx, found);
  return account;
}

async function withBalances(
  tx: TenantTransaction,
  accounts: readonly Omit<AccountRow, 'net'>[],
): Promise<AccountRow[]> {
  if (accounts.length === 0) return [];
  const from = await liveFrom(tx);
  const ids = accounts.map(({ id }) => id);
  const live = bookedSums(tx.organizationId, { from, to: null }, { account_ids: ids });
  const balances = await rows<{ account_id: string; net: string }>(
    tx,
    sql`select account_id, sum(net) as net from (
        select account_id, base_debit - base_credit as net from account_month_balances
         where organization_id = ${tx.organizationId} and account_id = any(${ids}::uuid[])
        union all
        select account_id, base_debit - base_credit from (${live}) live) movements
      group by account_id`,
  );
  const netOf = new Map(balances.map(({ account_id: id, net }) => [id, net]));
  return accounts.map((account) => ({ ...account, net: netOf.get(account.id) ?? '0' }));
}
