/** Completes a move: the trailer is on its new spot, and the old one is free. Does nothing when repeated. */
import { lockMove, moveSubject, setMoveStatus } from '../../db/yard/moves.write.ts';
import { assertSpotFree, lockSpot, putOnSpot } from '../../db/yard/spots.write.ts';
import { lockVisit } from '../../db/yard/visits.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { moveStates } from '../../domain/yard/move-states.ts';
import type { moveCommands } from '../../queues/yard/appointments.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const completeMove: Handler<typeof moveCommands.completeMove> = async (work, { move_id: id }) => {
  const { tx } = work;
  assertOperator(work);
  const { visit_id: visitId, to_spot_id: spotId } = await moveSubject(tx, id);
  await lockVisit(tx, visitId);
  const spot = await lockSpot(tx, spotId);
  const move = await lockMove(tx, id);
  if (move.status === 'completed') return { id };
  nextState(moveStates, move.status, 'complete');
  // Reserved for this move, so it is free unless it was closed since.
  await assertSpotFree(tx, spot, id);
  await putOnSpot(tx, visitId, spotId, work.acceptedAt);
  await setMoveStatus(work, move, 'completed');
  return { id };
};
