/** Nests a carton on a pallet, removes it from one, or sets the SSCC or the height. Its location is changed by a move. */
import { changeLpn, forgetHeights, lockLpnById, requireParent } from '../../db/inventory/lpns.write.ts';
import { notFound } from '../../domain/refusal.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Handler } from '../engine/handler.ts';

export const updatePallet: Handler<typeof inventoryCommands.updatePallet> = async ({ tx, emit }, input) => {
  const { pallet_id: id, parent_id: parentId, sscc, height_cm } = input;
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
  return { id };
};
