/** Adds an item to the catalog. In the standard edition it belongs to the organization's own merchant. */
import { insertRecord } from '../../db/records.write.ts';
import { replaceItemParts } from '../../db/catalog/items.write.ts';
import { wholeHazard } from '../../domain/catalog/hazard.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import type { catalogCommands } from '../../queues/catalog/master-data.ts';
import type { Handler } from '../engine/handler.ts';

export const createItem: Handler<typeof catalogCommands.createItem> = async (work, input) => {
  const { tx, actor, emit } = work;
  const { uoms, packagings, barcodes, ...fields } = input;
  const merchant = await merchantFor(tx, input.merchant_id, actor.merchant_id);
  const id = await insertRecord(tx, 'items', {
    ...fields,
    merchant_id: merchant.id,
    hazard: fields.hazard ? wholeHazard(fields.hazard) : null,
  });
  await replaceItemParts(tx, id, { uoms, packagings, barcodes });
  emit({ type: 'item.created', subject_type: 'item', subject_id: id });
  return { id };
};
