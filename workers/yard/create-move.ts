/** Requests moving a trailer to a spot. The visit is locked, then the target: two trailers to one spot take turns. */
import { insertMove, openMoveOf, spotOfVisit } from '../../db/yard/moves.write.ts';
import { assertSpotFree, lockSpotIn } from '../../db/yard/spots.write.ts';
import { lockActiveVisit } from '../../db/yard/visits.write.ts';
import { assertReference } from '../../db/records.read.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { moveCommands } from '../../queues/yard/appointments.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const createMove: Handler<typeof moveCommands.createMove> = async (
  work,
  { trailer_id: trailerId, to_spot_id: toSpotId, note = '' },
) => {
  const { tx } = work;
  assertOperator(work);
  await assertReference(tx, 'trailers', trailerId, 'trailer_id');
  const visit = await lockActiveVisit(tx, { id: trailerId });
  if (!visit) throw new Refusal('NOT_IN_YARD', 'The trailer is in no yard.', { trailer_id: trailerId });
  const open = await openMoveOf(tx, visit.id);
  if (open) {
    throw new Refusal('MOVE_OPEN', `${visit.plate} is being moved already, by ${open.move_no}.`, {
      move_id: open.id,
    });
  }
  const from = await spotOfVisit(tx, visit.id);
  const target = await lockSpotIn(tx, visit.warehouse_id, toSpotId, 'to_location');
  if (target.id === from)
    throw invalid('to_location', 'same_spot', `${visit.plate} stands on ${target.code} already`);
  await assertSpotFree(tx, target);
  const { id } = await insertMove(work, {
    warehouse_id: visit.warehouse_id,
    visit_id: visit.id,
    trailer_id: trailerId,
    from_spot_id: from,
    to_spot_id: target.id,
    note,
  });
  return { id };
};
