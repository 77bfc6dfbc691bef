/** Creates and changes pick faces: the place is in the warehouse, keeps goods like the item, and is filled in one of its units. */
import { classRefusals, faceItem, hasUnit, locationsOf } from '../../db/moves/pick-faces.read.ts';
import { invalid, notFound, unknownReference } from '../../domain/refusal.ts';
import { pickFaceRecord, type replenishmentCommands } from '../../queues/moves/replenishment.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { recordHandlers } from '../record-handlers.ts';

const plain = recordHandlers(pickFaceRecord);

async function assertUnit({ tx }: Work, itemId: string, uom: string | null | undefined): Promise<void> {
  if (!uom || (await hasUnit(tx, itemId, uom))) return;
  throw invalid('refill_uom', 'unit_unknown', 'refill_uom must be a unit of the item');
}

export const createPickFace: Handler<typeof replenishmentCommands.createPickFace> = async (work, input) => {
  assertOperator(work);
  const known = await locationsOf(work.tx, input.warehouse_id, [input.location_id]);
  if (known.length === 0) throw unknownReference('location_id', 'location of that warehouse');
  await assertUnit(work, input.item_id, input.refill_uom);
  for (const refusal of (await classRefusals(work.tx, [input])).values()) throw refusal;
  return plain.create(work, input);
};

export const updatePickFace: Handler<typeof replenishmentCommands.updatePickFace> = async (work, input) => {
  assertOperator(work);
  const itemId = await faceItem(work.tx, input.record_id);
  if (!itemId) throw notFound('pick face');
  await assertUnit(work, itemId, input.refill_uom);
  return plain.update(work, input);
};
