/** Changes an item. Lists of units and barcodes are replaced as a whole when given. */
import { updateRecord } from '../../db/records.write.ts';
import { assertSerialTrackingFree, replaceItemParts } from '../../db/wms/items.write.ts';
import { notFound } from '../../domain/refusals.ts';
import type { wmsMasterDataCommands } from '../../queues/wms/master-data.ts';
import type { Handler } from '../handler.ts';

export const run: Handler<typeof wmsMasterDataCommands.updateItem> = async (work, input) => {
  const { tx, organizationId, tell } = work;
  const { record_id: id, uoms, barcodes, ...changes } = input;
  if (changes.serial_tracked !== undefined)
    await assertSerialTrackingFree(tx, organizationId, id, changes.serial_tracked);
  if (!(await updateRecord(tx, organizationId, 'items', id, changes))) throw notFound('item');
  await replaceItemParts(tx, organizationId, id, { uoms, barcodes });
  tell({ type: 'item.changed', subject_type: 'item', subject_id: id });
  return { id };
};
