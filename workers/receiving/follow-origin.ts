/**
 * A receipt and the document that sent its goods: what a return or a transfer says to a count, and how it follows. Goods from
 * outside have none.
 */
import type { TenantTransaction } from '../../db/database.ts';
import type { LockedScan } from '../../db/receiving/lock-scans.write.ts';
import type { LockedReceipt } from '../../db/receiving/receiving-facts.write.ts';
import { completeReturn, serialsRefused, startReturns } from '../../db/returns/follow-receipt.write.ts';
import {
  completeTransfer,
  goodsInTransit,
  notUnderway,
  receiveTransfers,
  type TransferCount,
} from '../../db/transfers/follow-receipt.write.ts';
import { isGood, type Refusal } from '../../domain/refusal.ts';
import type { Work } from '../engine/handler.ts';

/** A count as it was locked, or why it was not. */
export interface LockedCount {
  locked: LockedScan | Refusal;
  serials: readonly string[] | null | undefined;
}

/**
 * The counts with what is in transit to their lines; or why one is refused: a serial that did not leave with what was sold,
 * a transfer that is not under way.
 */
export async function withOrigins(
  tx: TenantTransaction,
  counts: readonly LockedCount[],
): Promise<(LockedScan | Refusal)[]> {
  const receipts = counts.flatMap(({ locked }) => (isGood(locked) ? [locked.receipt] : []));
  const idle = await notUnderway(tx, receipts);
  const inTransit = await goodsInTransit(tx, receipts);
  return Promise.all(
    counts.map(async ({ locked, serials }) => {
      if (!isGood(locked)) return locked;
      const { receipt, line } = locked;
      const { transfer_id: transferId } = receipt;
      if (transferId === null) return (await serialsRefused(tx, receipt, line.id, serials ?? [])) ?? locked;
      const facts = { ...line.facts, inTransit: inTransit.get(line.id) ?? [] };
      return idle.get(transferId) ?? { receipt, line: { ...line, facts } };
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
