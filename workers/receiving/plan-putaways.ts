/**
 * Plans the putaway of what scans brought to a dock or to staging, when the organization has it done (`putaway: task`).
 * Left to others: damaged goods, what waits for an inspection, what crosses the dock, what comes back and is looked at first, and what a
 * merchant's token receives, which does not see the whole floor.
 */
import { putAwayReceived } from '../../db/moves/putaway/put-away-received.write.ts';
import type { LockedScan } from '../../db/receiving/lock-scans.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import type { CountPlan } from '../../domain/receiving/receive-plan.ts';
import type { Work } from '../engine/handler.ts';

interface Scanned {
  work: Work;
  locked: LockedScan;
  plan: CountPlan;
  pallet_lpn: string | null;
  isKept: boolean;
}

export async function planPutaways(tx: TenantTransaction, scans: readonly Scanned[]): Promise<void> {
  const kept = scans.filter(
    ({ work, locked: { receipt, line }, isKept }) =>
      isKept &&
      line.putsAway &&
      (receipt.return_id === null || line.facts.isPassed) &&
      !work.actor.merchant_id,
  );
  await putAwayReceived(
    tx,
    kept.map(
      ({ work, locked: { receipt, line }, plan: { stock, batch, locationId, inspected }, pallet_lpn }) => ({
        work,
        goods: stock
          .filter(({ status }) => status !== 'damaged' && !(status === 'hold' && inspected))
          .map(({ status, qty }) => ({
            item_id: line.item_id,
            location_id: locationId,
            lot_no: batch.lotNo,
            status,
            qty: qty.toFixed(),
            pallet_lpn,
            receipt_id: receipt.id,
            source_type: receipt.source_type,
          })),
      }),
    ),
  );
}
