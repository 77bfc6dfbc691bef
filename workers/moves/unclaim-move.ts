/**
 * Returns a claimed move. Anybody on the floor may do it, because whoever went home cannot. Does nothing when repeated.
 */
import { lockPlannedMove, returnMove } from '../../db/moves/planned-moves.write.ts';
import { plannedMoveStates } from '../../domain/moves/planned-move-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { plannedMoveCommands } from '../../queues/moves/moves.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const unclaimMove: Handler<typeof plannedMoveCommands.unclaimMove> = async (work, { move_id: id }) => {
  assertOperator(work);
  const move = await lockPlannedMove(work.tx, id);
  if (move.status === 'open') return { id };
  nextState(plannedMoveStates, move.status, 'unclaim');
  await returnMove(work, move);
  return { id };
};
