/** Cancels a move that has not ended. Does nothing when repeated. */
import { dropMove, lockPlannedMove } from '../../db/moves/planned-moves.write.ts';
import { plannedMoveStates } from '../../domain/moves/planned-move-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { plannedMoveCommands } from '../../queues/moves/moves.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const cancelMove: Handler<typeof plannedMoveCommands.cancelMove> = async (
  work,
  { move_id: id, reason },
) => {
  assertOperator(work);
  const move = await lockPlannedMove(work.tx, id);
  if (move.status === 'cancelled') return { id };
  nextState(plannedMoveStates, move.status, 'cancel');
  await dropMove(work, move, reason);
  return { id };
};
