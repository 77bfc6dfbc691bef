/**
 * A receipt and the document that sent its goods: what a return or a transfer says to a count, and how it follows. Goods from
 * outside have none.
 */
import type { TenantTransaction } from '../../db/database.ts';
import type { LockedScan } from '../../db/receiving/lock-scans.write.ts';
import type { LockedReceipt } from '../../db/receiving/receiving-facts.write.ts';
import { completeReturn, judgeUnits, startReturns } from '../../db/returns/follow-receipt.write.ts';
import {
  completeTransfer,
  goodsInTransit,
  notUnderway,
  receiveTransfers,
  type TransferCount,
} from '../../db/transfers/follow-receipt.write.ts';
import { isGood, type Refusal, type Warning } from '../../domain/refusal.ts';
import type { Work } from '../engine/handler.ts';

/** A count as it was locked, or why it was not. */
export interface LockedCount {
  locked: LockedScan | Refusal;
  serials: readonly string[] | null | undefined;
  lot_no: string | null;
}

/** A count that may be made, and what its answer warns of. */
export interface AllowedCount extends LockedScan {
  warnings: readonly Warning[];
}

/**
 * The counts with what is in transit to their lines; or why one is refused: a serial or a lot that did not leave with what
 * was sold, a transfer that is not under way.
 */
export async function withOrigins(
  tx: TenantTransaction,
  counts: readonly LockedCount[],
): Promise<(AllowedCount | Refusal)[]> {
  const receipts = counts.flatMap(({ locked }) => (isGood(locked) ? [locked.receipt] : []));
  const idle = await notUnderway(tx, receipts);
  const inTransit = await goodsInTransit(tx, receipts);
  return Promise.all(
    counts.map(async ({ locked, serials, lot_no }) => {
      if (!isGood(locked)) return locked;
      const { receipt, line } = locked;
      const { transfer_id: transferId } = receipt;
      if (transferId === null) {
        const judged = await judgeUnits(tx, receipt, line.id, { serials: serials ?? [], lot_no });
        return Array.isArray(judged) ? { ...locked, warnings: judged } : judged;
      }
      const facts = { ...line.facts, inTransit: inTransit.get(line.id) ?? [] };
      return idle.get(transferId) ?? { receipt, line: { ...line, facts }, warnings: [] };
    }),
  );
}

/** Returns and transfers follow the counts written for them. */
export async function followCounts(
  tx: TenantTransaction,
  counts: readonly (TransferCount & { work: Work })[],
): Promise<void> {
  await startReturns(tx, counts);
  await receiveTransfers(tx, counts);
}

/** Their receipt is received. */
export async function followCompletion(work: Work, receipt: LockedReceipt): Promise<void> {
  if (receipt.return_id !== null) await completeReturn(work, receipt);
  if (receipt.transfer_id !== null) await completeTransfer(work, receipt);
}
