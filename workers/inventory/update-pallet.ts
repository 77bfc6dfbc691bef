/** Nests a carton on a pallet, takes it off, or sets the SSCC. Where a plate stands is changed by a move. */
import { requireParent } from '../../db/inventory/lpn-nesting.write.ts';
import { lockLpnById } from '../../db/inventory/lpns.write.ts';
import { notFound } from '../../domain/refusals.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Handler } from '../handler.ts';
import { execute } from '../../db/database.ts';
import { assignments, sql } from '../../db/sql-text.ts';

export const updatePallet: Handler<typeof inventoryCommands.updatePallet> = async (
  { tx, organizationId, emit },
  input,
) => {
  const { pallet_id: id, parent_id: parentId, sscc } = input;
  const plate = await lockLpnById(tx, organizationId, id);
  if (!plate) throw notFound('pallet');
  if (parentId) await requireParent(tx, organizationId, parentId, plate);
  await execute(
    tx,
    sql`update lpns set ${assignments({
      ...(parentId === undefined ? {} : { parent_lpn_id: parentId }),
      ...(sscc === undefined ? {} : { sscc }),
      updated_at: sql`now()`,
    })}
      where organization_id = ${organizationId} and id = ${id}`,
  );
  emit({ type: 'pallet.changed', subject_type: 'pallet', subject_id: id });
  return { id };
};
