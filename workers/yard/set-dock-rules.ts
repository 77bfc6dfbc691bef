/** Sets a warehouse's dock rules; omitted ones stay as they are. */
import { assertReference } from '../../db/records.read.ts';
import { putDockRules } from '../../db/yard/dock-rules.write.ts';
import type { spotCommands } from '../../queues/yard/spots.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const setDockRules: Handler<typeof spotCommands.setDockRules> = async (
  work,
  { warehouse_id: warehouseId, ...rules },
) => {
  assertOperator(work);
  await assertReference(work.tx, 'warehouses', warehouseId, 'warehouse_id');
  await putDockRules(work.tx, warehouseId, rules);
  work.emit({
    type: 'dock_rules.changed',
    subject_type: 'warehouse',
    subject_id: warehouseId,
    data: { warehouse_id: warehouseId, ...rules },
  });
  return { id: warehouseId };
};
