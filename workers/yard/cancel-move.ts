/** Cancels a move, which frees its target. Does nothing when repeated. */
import { lockMove, setMoveStatus } from '../../db/yard/moves.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { moveStates } from '../../domain/yard/move-states.ts';
import type { moveCommands } from '../../queues/yard/appointments.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const cancelMove: Handler<typeof moveCommands.cancelMove> = async (work, { move_id: id }) => {
  assertOperator(work);
  const move = await lockMove(work.tx, id);
  if (move.status === 'cancelled') return { id };
  nextState(moveStates, move.status, 'cancel');
  await setMoveStatus(work, move, 'cancelled');
  return { id };
};
