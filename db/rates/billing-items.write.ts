/** Checks on billing items beyond their own columns. */
import { invalid, unknownReference } from '../../domain/refusal.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/**
 * Refuses UNKNOWN_REFERENCE for another organization's account, and 400 when the revenue account has the wrong type.
 */
export async function assertItemAccounts(
  tx: TenantTransaction,
  {
    revenue_account_id: revenue,
    cost_account_id: cost,
  }: { revenue_account_id?: string; cost_account_id?: string | null },
): Promise<void> {
  for (const [path, id, type] of [
    ['revenue_account_id', revenue, 'revenue'],
    ['cost_account_id', cost, 'expense'],
  ] as const) {
    if (!id) continue;
    const account = await row<{ type: string }>(
      tx,
      sql`select type from accounts where organization_id = ${tx.organizationId} and id = ${id}`,
    );
    if (!account) throw unknownReference(path, 'account');
    if (account.type !== type)
      throw invalid(path, 'account_type', `${path} must name an account of type ${type}`);
  }
}

/** Whether anything refers to the item: rates, rules, charges, invoice lines, freight lines. */
export async function isItemUsed(tx: TenantTransaction, id: string): Promise<boolean> {
  const used = await row<{ used: boolean }>(
    tx,
    sql`select exists (select 1 from rate_sheet_lines where organization_id = ${tx.organizationId} and (billing_item_id = ${id} or surcharge_item_id = ${id}))
         or exists (select 1 from billing_rules where organization_id = ${tx.organizationId} and billing_item_id = ${id})
         or exists (select 1 from charges where organization_id = ${tx.organizationId} and billing_item_id = ${id})
         or exists (select 1 from invoice_lines where organization_id = ${tx.organizationId} and billing_item_id = ${id})
         or exists (select 1 from bill_lines where organization_id = ${tx.organizationId} and rebill_item_id = ${id}) as used`,
  );
  return used!.used;
}

/** Whether there are charges of the item, or prices that cannot change any more. */
export async function isItemPriced(tx: TenantTransaction, id: string): Promise<boolean> {
  const priced = await row<{ priced: boolean }>(
    tx,
    sql`select exists (select 1 from rate_sheet_lines l
                         join rate_sheets s on s.organization_id = l.organization_id and s.id = l.rate_sheet_id
                        where l.organization_id = ${tx.organizationId} and l.billing_item_id = ${id} and s.status <> 'draft')
         or exists (select 1 from charges where organization_id = ${tx.organizationId} and billing_item_id = ${id}) as priced`,
  );
  return priced!.priced;
}

/** Deletes an item that nothing refers to. */
export async function removeBillingItem(tx: TenantTransaction, id: string): Promise<void> {
  await execute(
    tx,
    sql`delete from billing_items where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}
