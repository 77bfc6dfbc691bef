/** Writes what a correction leaves of a receipt's line, and moves the receipt's progress along. */
import type { Decimal } from '../../domain/decimal.ts';
import type { ProgressCounters } from '../../domain/receiving/receipt-progress.ts';
import type { LineCounts, LineShare } from '../../domain/receiving/receipt-line.ts';
import type { ReceiptStatus } from '../../domain/receiving/receipt-states.ts';
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface CountedLine {
  id: string;
  counts: LineCounts;
  before: LineShare;
  share: LineShare;
}

/**
 * Sets the line's counts and moves the receipt's counters by the difference, in one statement under the receipt's lock.
 */
export async function writeCounts(
  tx: TenantTransaction,
  receiptId: string,
  status: ReceiptStatus,
  { id, counts, before, share }: CountedLine,
): Promise<{ status: ReceiptStatus; counters: ProgressCounters }> {
  const doneDelta = Number(share.isDone) - Number(before.isDone);
  const difference = (of: (share: LineShare) => Decimal): string => of(share).minus(of(before)).toFixed();
  const written = await row<ProgressCounters & { status: ReceiptStatus }>(
    tx,
    sql`with line as (
       update inbound_receipt_lines
          set received_qty = ${counts.received.toFixed()}::numeric, damaged_qty = ${counts.damaged.toFixed()}::numeric,
              rejected_qty = ${counts.rejected.toFixed()}::numeric, updated_at = now()
        where organization_id = ${tx.organizationId} and id = ${id}
     )
     update inbound_receipts
        set status = ${status}, lines_done = lines_done + ${doneDelta},
            covered_qty = covered_qty + ${difference(({ covered }) => covered)}::numeric,
            counted_qty = counted_qty + ${difference(({ counted }) => counted)}::numeric, updated_at = now()
      where organization_id = ${tx.organizationId} and id = ${receiptId}
     returning status, lines_total, lines_done, expected_qty, covered_qty, counted_qty`,
  );
  const { status: present, ...counters } = written!;
  return { status: present, counters };
}
