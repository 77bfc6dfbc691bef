/** Fills in the account of each requested line from its billing item. */
import type { NewInvoiceLine } from '../../domain/documents/invoice-lines.ts';
import { invalid, unknownReference } from '../../domain/refusal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { assertLineReferences } from '../records.read.ts';

export type GivenLine = Omit<NewInvoiceLine, 'account_id'> & { account_id?: string };

/** Refuses 400 when a line names neither an account nor a billing item, or an unknown item or warehouse. */
export async function withAccounts(
  tx: TenantTransaction,
  lines: readonly GivenLine[],
): Promise<NewInvoiceLine[]> {
  await assertLineReferences<'warehouse_id'>(tx, lines, { warehouse_id: 'warehouses' });
  const items = lines.flatMap(({ billing_item_id: id }) => (id ? [id] : []));
  const accounts = await revenueAccounts(tx, items);
  return lines.map(({ account_id: given, ...line }, index) => {
    const item = line.billing_item_id;
    const known = item ? accounts.get(item.toLowerCase()) : undefined;
    if (item && known === undefined) throw unknownReference(`lines.${index}.billing_item_id`, 'billing item');
    const account = given ?? known;
    if (account === undefined) {
      throw invalid(
        `lines.${index}.account_id`,
        'required',
        `lines.${index} needs an account_id or a billing_item_id`,
      );
    }
    return { ...line, account_id: account };
  });
}

/** The revenue account of each billing item. */
async function revenueAccounts(
  tx: TenantTransaction,
  itemIds: readonly string[],
): Promise<Map<string, string>> {
  const items = await rows<{ id: string; revenue_account_id: string }>(
    tx,
    sql`select id, revenue_account_id from billing_items where organization_id = ${tx.organizationId} and id = any(${itemIds}::uuid[])`,
  );
  return new Map(items.map(({ id, revenue_account_id: account }) => [id, account]));
}
