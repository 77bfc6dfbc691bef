/** Cancels a move that has not ended; it may be the last that its receipt's goods waited for. Does nothing when repeated. */
import { lockReceiptsOf } from '../../db/moves/lock-to-carry.write.ts';
import { dropMove, lockPlannedMove } from '../../db/moves/planned-moves.write.ts';
import { tellPutAway } from '../../db/moves/putaway/put-away.write.ts';
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
  await lockReceiptsOf(work.tx, [id]);
  const move = await lockPlannedMove(work.tx, id);
  if (move.status === 'cancelled') return { id };
  nextState(plannedMoveStates, move.status, 'cancel');
  await dropMove(work, move, reason);
  await tellPutAway(work.tx, [{ work, move_id: id }]);
  return { id };
};
