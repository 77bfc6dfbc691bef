/** Writes the chart of accounts. */
import { newId } from '../../domain/new-id.ts';
import { seedChart, type AccountSubtype, type AccountType } from '../../domain/journal/chart.ts';
import { invalid, notFound, unknownReference } from '../../domain/refusal.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';

/** Creates a new organization's initial chart of accounts. Repeating it changes nothing. */
export async function seedAccounts(tx: TenantTransaction, organizationId: string): Promise<void> {
  const accounts = seedChart.map((account) => ({ ...account, id: newId() }));
  await execute(
    tx,
    sql`insert into accounts (organization_id, id, code, name, type, subtype, system_key, is_control)
     select ${organizationId}::uuid, id, code, name, type, subtype, system_key, is_control
       from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as a (id uuid, code text, name text, type text, subtype text, system_key text,
            is_control boolean)
     on conflict (organization_id, code) do nothing`,
  );
}

export interface AccountRow {
  id: string;
  code: string;
  type: AccountType;
  subtype: AccountSubtype;
  parent_id: string | null;
  currency: string | null;
  system_key: string | null;
}

/** Locks an account. Postings to it go on: what they must not see change needs `hasJournalLines`. Refuses 404. */
export async function lockAccount(tx: TenantTransaction, id: string): Promise<AccountRow> {
  const account = await row<AccountRow>(
    tx,
    sql`select id, code, type, subtype, parent_id, currency, system_key from accounts
      where organization_id = ${tx.organizationId} and id = ${id} for no key update`,
  );
  if (!account) throw notFound('account');
  return account;
}

/** Whether anything was posted to the account. Waits for postings on their way; until commit, later ones wait. */
export async function hasJournalLines(tx: TenantTransaction, accountId: string): Promise<boolean> {
  await execute(tx, sql`select enter_books_alone(${tx.organizationId}::uuid)`);
  const line = await row(
    tx,
    sql`select 1 from journal_lines where organization_id = ${tx.organizationId} and account_id = ${accountId} limit 1`,
  );
  return line !== undefined;
}

/** Whether a draft, a payment, another account or a billing item refers to the account. */
export async function isReferenced(tx: TenantTransaction, accountId: string): Promise<boolean> {
  const found = await row<{ is_used: boolean }>(
    tx,
    sql`select exists (select 1 from accounts a where a.organization_id = k.org and a.parent_id = k.id)
         or exists (select 1 from invoice_lines l where l.organization_id = k.org and l.account_id = k.id)
         or exists (select 1 from bill_lines l where l.organization_id = k.org and l.account_id = k.id)
         or exists (select 1 from payments p where p.organization_id = k.org and p.account_id = k.id)
         or exists (select 1 from billing_items b where b.organization_id = k.org
                     and k.id in (b.revenue_account_id, b.cost_account_id)) as is_used
       from (select ${tx.organizationId}::uuid as org, ${accountId}::uuid as id) k`,
  );
  return found!.is_used;
}

// Deep enough for any chart; the limit keeps a corrupt one from looping.
const ancestorsMax = 20;

/**
 * Checks a parent account: it exists, has the same type, and is not a descendant. Its ancestors are locked on the way
 * up, so that two accounts cannot become each other's parents at once.
 */
export async function checkParent(
  tx: TenantTransaction,
  account: { id: string; type: AccountType; parentId: string | null },
): Promise<void> {
  let next = account.parentId;
  for (let depth = 0; next !== null; depth += 1) {
    if (next === account.id || depth === ancestorsMax) {
      throw invalid('parent_id', 'cycle', 'parent_id must not be the account itself or one below it');
    }
    const parent: Pick<AccountRow, 'type' | 'parent_id'> | undefined = await row(
      tx,
      sql`select type, parent_id from accounts where organization_id = ${tx.organizationId} and id = ${next} for share`,
    );
    if (!parent) throw unknownReference('parent_id', 'account');
    if (parent.type !== account.type) {
      throw invalid('parent_id', 'other_type', `parent_id must be a ${account.type} account`);
    }
    next = parent.parent_id;
  }
}

/** Adds an account. Refuses DUPLICATE for a code already in the chart. */
export async function insertAccount(tx: TenantTransaction, account: { id: string }): Promise<void> {
  await execute(tx, sql`insert into accounts ${values({ ...account, organization_id: tx.organizationId })}`);
}

/** Changes the given fields and increments the version. The caller holds the account locked. */
export async function changeAccount(tx: TenantTransaction, id: string, changes: object): Promise<void> {
  await execute(
    tx,
    sql`update accounts set ${assignments({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })}
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Deletes an account that nothing refers to. */
export async function removeAccount(tx: TenantTransaction, id: string): Promise<void> {
  await execute(tx, sql`delete from accounts where organization_id = ${tx.organizationId} and id = ${id}`);
}
