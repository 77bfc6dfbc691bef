/** Claims the most urgent open move that nobody else is claiming at this moment. Refuses 404 when none is left. */
import { lockNextMoves } from '../../db/moves/next-moves.write.ts';
import { assignMoves } from '../../db/moves/planned-moves.write.ts';
import { plannedMoveKinds } from '../../domain/moves/move-kinds.ts';
import { notFound } from '../../domain/refusal.ts';
import type { plannedMoveCommands } from '../../queues/moves/moves.ts';
import { assertOperator, floorPerson } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const claimNextMove: Handler<typeof plannedMoveCommands.claimNextMove> = async (
  work,
  { warehouse_id: warehouseId, kinds = plannedMoveKinds, zone = null },
) => {
  assertOperator(work);
  const [move] = await lockNextMoves(work.tx, { warehouseId, kinds, zone }, 1);
  if (!move) throw notFound('open move');
  await assignMoves(work.tx, [{ work, move, person: floorPerson(work) }]);
  return { id: move.id };
};
