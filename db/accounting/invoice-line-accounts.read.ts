/** Lines as a request gives them, with the account each one's billing item leads to filled in. */
import type { NewInvoiceLine } from '../../domain/accounting/invoice-lines.ts';
import { invalid, unknownReference } from '../../domain/refusals.ts';
import type { TenantTransaction } from '../database.ts';
import { revenueAccounts } from './invoice-locks.write.ts';

export type GivenLine = Omit<NewInvoiceLine, 'account_id'> & { account_id?: string };

/** Refuses 400 when a line names neither an account nor a billing item, or an unknown item. */
export async function withAccounts(
  tx: TenantTransaction,
  organizationId: string,
  lines: readonly GivenLine[],
): Promise<NewInvoiceLine[]> {
  const items = lines.flatMap(({ billing_item_id: id }) => (id ? [id] : []));
  const accounts = await revenueAccounts(tx, organizationId, items);
  return lines.map(({ account_id: given, ...line }, index) => {
    const item = line.billing_item_id;
    const known = item ? accounts.get(item.toLowerCase()) : undefined;
    if (item && known === undefined) throw unknownReference(`lines.${index}.billing_item_id`, 'billing item');
    const account = given ?? known;
    if (account === undefined) {
      throw invalid(`lines.${index}.account_id`, 'required', `lines.${index} needs an account_id or a billing_item_id`);
    }
    return { ...line, account_id: account };
  });
}
