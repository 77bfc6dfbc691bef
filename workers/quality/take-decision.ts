/** What becomes of the units of an inspection, which the caller holds locked. */
import { putAwayFreed } from '../../db/moves/putaway/put-away-freed.write.ts';
import { setInspection, type LockedInspection } from '../../db/quality/goods-inspections.write.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import { inspectionEvent } from '../../domain/quality/events.ts';
import type { InspectionDecision } from '../../domain/quality/inspection-plans.ts';
import { goodsInspectionStates } from '../../domain/quality/inspection-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { Work } from '../engine/handler.ts';
import { liftInspected } from '../inventory/lift-hold.ts';

const became = { accept: 'available', reject: 'damaged' } as const;

/** Refuses 409 INSUFFICIENT_STOCK when its units are not on hold where they are said to be. */
export async function takeDecision(
  work: Work,
  found: LockedInspection,
  { decision, location_id: at }: { decision: InspectionDecision; location_id: string | null },
): Promise<void> {
  const { warehouse_id, item_id, lot_no, location_id: cameTo } = found;
  const status = nextState(goodsInspectionStates, found.status, 'decide');
  const held_qty = toJsonNumber(found.held_qty);
  // First: what waits for an inspection is not lifted.
  await setInspection(work.tx, found.id, status, { decision, decided_by: work.actor.name });
  if (decision !== 'hold')
    await liftInspected(work, {
      warehouse_id,
      item_id,
      location_id: at ?? cameTo,
      ...(lot_no ? { lot_no } : {}),
      qty: held_qty,
      reason_code: 'sample',
      to_status: became[decision],
    });
  if (decision === 'accept')
    await putAwayFreed(work, {
      item_id,
      lot_no,
      location_id: at ?? cameTo,
      qty: found.held_qty,
      receipt_id: found.receipt_id,
      source_type: null,
    });
  const states = { status, previous_status: found.status };
  work.emit(inspectionEvent(found, 'decided', { ...states, decision, held_qty }));
}
