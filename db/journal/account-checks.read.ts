/** Checks that accounts can take a posting: they exist, are active, and have the right kind and currency. */
import type { AccountType, SystemKey } from '../../domain/journal/chart.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import type { SystemAccounts } from './books.read.ts';

export interface CheckedAccount {
  id: string;
  code: string;
  name: string;
  type: AccountType;
  subtype: string;
  currency: string | null;
  is_control: boolean;
  is_active: boolean;
}

interface AccountUse {
  accountId: string;
  path: string;
  currency: string;
}

/** Refuses what `assertPostable` refuses. */
export async function checkAccounts(tx: TenantTransaction, uses: readonly AccountUse[]): Promise<void> {
  const ids = uses.map(({ accountId }) => accountId);
  const { accounts } = await readAccounts(tx, ids);
  assertPostable(accounts, uses);
}

export interface Chart {
  system: SystemAccounts;
  /** By id: the system accounts and those asked for. */
  accounts: ReadonlyMap<string, CheckedAccount>;
}

/** The system accounts and these. */
export function readAccounts(tx: TenantTransaction, ids: readonly string[]): Promise<Chart> {
  return readAccountsIn(tx, sql`select unnest(${[...new Set(ids)]}::uuid[])`);
}

/** The system accounts and those whose ids a query lists. */
export async function readAccountsIn(tx: TenantTransaction, ids: SqlText): Promise<Chart> {
  const found = await rows<CheckedAccount & { system_key: SystemKey | null }>(
    tx,
    sql`select id, code, name, type, subtype, currency, is_control, is_active, system_key from accounts
      where organization_id = ${tx.organizationId} and (id = any(array(${ids})) or system_key is not null)`,
  );
  const system = found.flatMap(({ id, system_key: key }) => (key === null ? [] : [[key, id]]));
  return {
    system: Object.fromEntries(system) as SystemAccounts,
    accounts: new Map(found.map((account) => [account.id, account])),
  };
}

/**
 * Refuses 400 UNKNOWN_REFERENCE, ACCOUNT_INACTIVE, CONTROL_ACCOUNT (only documents post to receivable and payable) and
 * CURRENCY_MISMATCH, each with the path of the account.
 */
export function assertPostable(accounts: Chart['accounts'], uses: readonly AccountUse[]): void {
  for (const { accountId, path, currency } of uses) {
    const account = accounts.get(accountId.toLowerCase());
    if (!account) throw unknownReference(path, 'account');
    const words = `${account.code} ${account.name}`;
    if (!account.is_active) throw new Refusal('ACCOUNT_INACTIVE', `Account ${words} is archived.`, { path });
    if (account.is_control) {
      throw new Refusal('CONTROL_ACCOUNT', `Only documents post to account ${words}.`, {
        path,
        account_id: account.id,
      });
    }
    if (account.currency !== null && account.currency !== currency) {
      const message = `Account ${words} takes ${account.currency} only, not ${currency}.`;
      throw new Refusal('CURRENCY_MISMATCH', message, { path, currency: account.currency });
    }
  }
}

/** How a document's lines use their accounts. */
export const accountUses = (lines: readonly { account_id: string }[], currency: string): AccountUse[] =>
  lines.map(({ account_id: accountId }, index) => ({
    accountId,
    path: `lines.${index}.account_id`,
    currency,
  }));

/** Refuses 400 for a line of anything but earnings: profit and loss leaves out the whole entry. */
export function assertClosesYear(accounts: Chart['accounts'], uses: readonly AccountUse[]): void {
  for (const { accountId, path } of uses) {
    const { code, name, type, subtype } = accounts.get(accountId.toLowerCase())!;
    if (type === 'revenue' || type === 'expense' || subtype === 'retained_earnings') continue;
    const message = `${path}: a closing entry posts to revenue, expense and retained earnings, not to ${code} ${name}`;
    throw invalid(path, 'not_allowed', message);
  }
}
