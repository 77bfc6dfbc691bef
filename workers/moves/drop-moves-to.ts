/**
 * A place takes nothing any more: nobody is sent there, picks that waited for what was to come go on where their goods are,
 * and what was to be put away there is planned anew. Who carries something there now puts it elsewhere by an ordinary move.
 */
import { lockReceiptsOf } from '../../db/moves/lock-to-carry.write.ts';
import { liveMovesToInactive } from '../../db/moves/planned-moves.read.ts';
import { dropMove, lockPlannedMoves, type PlannedMove } from '../../db/moves/planned-moves.write.ts';
import { tellPutAway } from '../../db/moves/putaway/put-away.write.ts';
import { decimal } from '../../domain/decimal.ts';
import { liveMoveStates } from '../../domain/moves/planned-move-states.ts';
import type { plannedMoveCommands } from '../../queues/moves/moves.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { planAgain, planPlate } from './plan-again.ts';

export const dropMovesTo: Handler<typeof plannedMoveCommands.dropMovesTo> = async (
  work,
  { location_id: placeId },
) => {
  const { tx } = work;
  const ids = await liveMovesToInactive(tx, placeId);
  await lockReceiptsOf(tx, ids);
  const live = (await lockPlannedMoves(tx, ids)).filter(({ status }) => liveMoveStates.includes(status));
  for (const move of live) await dropMove(work, move, 'place_inactive');
  for (const move of live) if (move.kind === 'putaway') await planAnew(work, move);
  await tellPutAway(
    tx,
    live.map(({ id }) => ({ work, move_id: id })),
  );
  return { dropped: live.length };
};

async function planAnew(work: Work, move: PlannedMove): Promise<void> {
  if (move.lpn_id === null) await planAgain(work, move, decimal(move.qty));
  else await planPlate(work, move);
}
