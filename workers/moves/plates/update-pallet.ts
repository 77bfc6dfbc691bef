/**
 * Nests a carton on a pallet, removes it from one, or sets the SSCC or the height. Its location is changed by a move. What
 * is to be put away where it is too high for by now, and nobody has taken up, is planned anew.
 */
import { changeLpn, forgetHeights, lockLpnById, requireParent } from '../../../db/inventory/lpns.write.ts';
import { lockMovesOfPlates, lockReceiptsOfPlates } from '../../../db/moves/lock-to-carry.write.ts';
import { dropMove, type PlannedMove } from '../../../db/moves/planned-moves.write.ts';
import { readRoom } from '../../../db/moves/room.read.ts';
import { decimal } from '../../../domain/decimal.ts';
import { notFound } from '../../../domain/refusal.ts';
import type { inventoryCommands } from '../../../queues/inventory/inventory.ts';
import type { Handler, Work } from '../../engine/handler.ts';
import { planPlate } from '../plan-again.ts';

export const updatePallet: Handler<typeof inventoryCommands.updatePallet> = async (work, input) => {
  const { tx, emit, actor } = work;
  const { pallet_id: id, parent_id: parentId, sscc, height_cm } = input;
  // A merchant's token does not see the whole floor.
  const isPlanned = typeof height_cm === 'number' && !actor.merchant_id;
  if (isPlanned) await lockReceiptsOfPlates(tx, { ids: [id] });
  const plate = await lockLpnById(tx, id);
  if (!plate) throw notFound('pallet');
  if (parentId) await requireParent(tx, parentId, plate);
  if (parentId !== undefined && parentId !== plate.parent_lpn_id)
    await forgetHeights(
      tx,
      [parentId, plate.parent_lpn_id].filter((one) => one !== null),
    );
  await changeLpn(tx, id, { parent_lpn_id: parentId, sscc, height_cm });
  emit({ type: 'pallet.changed', subject_type: 'pallet', subject_id: id });
  if (isPlanned)
    for (const move of await lockMovesOfPlates(tx, [id])) await planHigher(work, move, height_cm);
  return { id };
};

async function planHigher(work: Work, move: PlannedMove, height: number): Promise<void> {
  if (move.kind !== 'putaway' || move.status !== 'open') return;
  const { to_location_id: to } = move;
  const max = (await readRoom(work.tx, [to], { listed: [] })).get(to)!.max_lpn_height_cm;
  if (max === null || decimal(height).lte(decimal(max))) return;
  await dropMove(work, move, 'replanned');
  await planPlate(work, move);
}
