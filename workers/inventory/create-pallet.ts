/** Creates a license plate: at a location, or planned when none is given. */
import { newId } from '../../domain/new-id.ts';
import { insertLpn, requireParent } from '../../db/inventory/lpns.write.ts';
import { requireLocation } from '../../db/inventory/stock-references.read.ts';
import { assertReference } from '../../db/records.read.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Handler } from '../engine/handler.ts';

export const createPallet: Handler<typeof inventoryCommands.createPallet> = async (
  { tx, actor, emit, takeNumber },
  input,
) => {
  const {
    warehouse_id: warehouseId,
    location_id: locationId = null,
    parent_id: parentId = null,
    type = 'pallet',
  } = input;
  if (locationId) await requireLocation(tx, warehouseId, locationId);
  else await assertReference(tx, 'warehouses', warehouseId, 'warehouse_id');
  const state = locationId ? 'active' : 'planned';
  const plate = { type, state, warehouse_id: warehouseId, location_id: locationId } as const;
  if (parentId) await requireParent(tx, parentId, plate);
  const lpn = input.lpn ?? (await takeNumber('LPN'));
  const id = newId();
  await insertLpn(tx, {
    ...plate,
    id,
    lpn,
    parent_lpn_id: parentId,
    sscc: input.sscc ?? null,
    height_cm: input.height_cm ?? null,
    merchant_id: actor.merchant_id,
  });
  emit({ type: 'pallet.created', subject_type: 'pallet', subject_id: id, data: { lpn } });
  return { id };
};
