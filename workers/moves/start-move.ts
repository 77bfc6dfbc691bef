/**
 * Starts a claimed move. Does nothing when repeated. Refuses 409 LOCATION_LOCKED where a count holds the place the goods are
 * taken from: what is in hand passes its lock, as only what was taken before the lock may.
 */
import { assertUnlocked } from '../../db/inventory/location-locks.read.ts';
import { assertMoveMine, beginMove, lockPlannedMove } from '../../db/moves/planned-moves.write.ts';
import { plannedMoveStates } from '../../domain/moves/planned-move-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { plannedMoveCommands } from '../../queues/moves/moves.ts';
import { assertOperator, floorPerson } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const startMove: Handler<typeof plannedMoveCommands.startMove> = async (work, { move_id: id }) => {
  assertOperator(work);
  const move = await lockPlannedMove(work.tx, id);
  const person = floorPerson(work);
  if (move.status === 'assigned' || move.status === 'in_progress') assertMoveMine(move, person);
  if (move.status === 'in_progress') return { id };
  nextState(plannedMoveStates, move.status, 'start');
  await assertUnlocked(work.tx, [move.from_location_id]);
  await beginMove(work, move, person);
  return { id };
};
