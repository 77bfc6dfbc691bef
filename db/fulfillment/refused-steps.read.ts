/** What keeps shipments of a group where they are, beside what their locks told: labels they lack, and lots on hold. */
import type { Refusal } from '../../domain/refusal.ts';
import type { TenantTransaction } from '../database.ts';
import { refusedUnlabelled } from '../parcels/needed-labels.read.ts';
import { refusedHeldLots, type Leaving } from '../shipping/held-lots.ts';
import type { Shipment, StepFacts } from '../shipping/shipments.write.ts';

interface Stepping extends Leaving {
  shipment: Shipment;
  facts: StepFacts;
}

/**
 * Why each of them is refused. None leaves without its labels, unless a number from elsewhere is given with it. Locks the
 * lots, before the stock.
 */
export async function refusedSteps(
  tx: TenantTransaction,
  stepping: readonly Stepping[],
  isLeaving: boolean,
): Promise<ReadonlyMap<string, Refusal>> {
  const unlabelled = isLeaving
    ? await refusedUnlabelled(
        tx,
        stepping.filter(({ facts }) => !facts.tracking_no).map(({ shipment }) => shipment),
      )
    : new Map<string, Refusal>();
  const labelled = stepping.filter(({ shipment: { id } }) => !unlabelled.has(id));
  return new Map([...unlabelled, ...(await refusedHeldLots(tx, labelled))]);
}
