/** Starts a move. Does nothing when repeated. */
import { lockMove, setMoveStatus } from '../../db/yard/moves.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { moveStates } from '../../domain/yard/move-states.ts';
import type { moveCommands } from '../../queues/yard/appointments.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const startMove: Handler<typeof moveCommands.startMove> = async (work, { move_id: id }) => {
  assertOperator(work);
  const move = await lockMove(work.tx, id);
  if (move.status === 'in_progress') return { id };
  await setMoveStatus(work, move, nextState(moveStates, move.status, 'start') as 'in_progress');
  return { id };
};
