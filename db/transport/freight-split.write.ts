/** The split of a load's freight among the merchants whose goods are on it, made anew when the load leaves. */
import { decimal } from '../../domain/decimal.ts';
import { splitsOf } from '../../domain/documents/bill-lines.ts';
import { sharesOfWhatLeaves, type FreightBasis } from '../../domain/transport/freight-basis.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { splitAnew } from '../documents/bills.write.ts';
import { changeDocument, lockAllForChange } from '../documents/drafts.write.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { readAccountingSettings, readMoneyRules } from '../journal/books.read.ts';
import { sql } from '../sql-text.ts';
import { freightBillOf, merchantsOnLoad } from './freight.read.ts';
import { transportOfLoad } from './orders.write.ts';

/**
 * Splits the drafted freight bill of a departing, locked load by what leaves: what was on the load when the bill was
 * drafted may have changed since. Lines entered by hand stay. Locks the bill.
 */
export async function splitByWhatLeaves(work: StockPosting, loadId: string): Promise<void> {
  const { tx } = work;
  const transport = await transportOfLoad(tx, loadId);
  const drafted = transport && (await freightBillOf(tx, transport.id));
  if (drafted?.status !== 'draft') return;
  // Deleted meanwhile, it leaves nothing to split.
  const bill = (await lockAllForChange(tx, 'bill', [drafted.id])).get(drafted.id);
  if (bill?.status !== 'draft') return;
  const lines = await linesSplitByLoad(tx, bill.id);
  if (lines.length === 0) return;
  const merchants = await merchantsOnLoad(tx, loadId);
  const rules = await readMoneyRules(tx, await readAccountingSettings(tx), bill.currency);
  for (const { id, amount, split_basis: was, rebill_item_id } of lines) {
    const { basis, shares } = sharesOfWhatLeaves(merchants, was);
    const splits = splitsOf(shares, basis, decimal(amount), 'line', bill.currency, rules);
    await splitAnew(tx, { id, rebill_item_id, split_basis: basis, splits });
  }
  await changeDocument(tx, 'bill', bill.id, {});
  work.emit({ type: 'bill.changed', subject_type: 'bill', subject_id: bill.id, data: { status: 'draft' } });
}

interface SplitLine {
  id: string;
  amount: string;
  split_basis: FreightBasis;
  rebill_item_id: string | null;
}

function linesSplitByLoad(tx: TenantTransaction, billId: string): Promise<SplitLine[]> {
  return rows(
    tx,
    sql`select id, amount, split_basis, rebill_item_id from bill_lines
         where organization_id = ${tx.organizationId} and bill_id = ${billId}
           and is_split_by_load order by line_no`,
  );
}
