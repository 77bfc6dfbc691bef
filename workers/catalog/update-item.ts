/** Changes an item. Lists of units and barcodes are replaced as a whole when given. */
import { updateRecord } from '../../db/records.write.ts';
import { assertSerialTrackingFree, isMeasuredAnew, replaceItemParts } from '../../db/catalog/items.write.ts';
import { wholeHazard } from '../../domain/catalog/hazard.ts';
import { notFound } from '../../domain/refusal.ts';
import type { catalogCommands } from '../../queues/catalog/master-data.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const updateItem: Handler<typeof catalogCommands.updateItem> = async (work, input) => {
  const { tx, actor, emit } = work;
  const { record_id: id, uoms, packagings, barcodes, ...changes } = input;
  if (changes.serial_tracked !== undefined) await assertSerialTrackingFree(tx, id, changes.serial_tracked);
  if (actor.merchant_id && (await isMeasuredAnew(tx, id, changes)))
    assertOperator(
      work,
      'What goods that moved measure is set by the operator, who bills by it, not by the merchant.',
    );
  const whole = changes.hazard ? { ...changes, hazard: wholeHazard(changes.hazard) } : changes;
  if (!(await updateRecord(tx, 'items', id, whole))) throw notFound('item');
  await replaceItemParts(tx, id, { uoms, packagings, barcodes });
  emit({ type: 'item.changed', subject_type: 'item', subject_id: id });
  return { id };
};
