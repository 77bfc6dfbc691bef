/** Claims an open move: of two at once one gets it, the other 409 MOVE_TAKEN. Does nothing when repeated. */
import { lockPlannedMove, takeMove } from '../../db/moves/planned-moves.write.ts';
import type { plannedMoveCommands } from '../../queues/moves/moves.ts';
import { assertOperator, floorPerson } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const claimMove: Handler<typeof plannedMoveCommands.claimMove> = async (work, { move_id: id }) => {
  assertOperator(work);
  await takeMove(work, await lockPlannedMove(work.tx, id), floorPerson(work));
  return { id };
};
