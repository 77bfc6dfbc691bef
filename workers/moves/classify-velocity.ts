/** Classes items by what the ledger says was picked. Putaway prefers places of an item's class. */
import { readVelocity, writeVelocity } from '../../db/moves/velocity.write.ts';
import { assertReference } from '../../db/records.read.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import { invalid } from '../../domain/refusal.ts';
import type { slottingCommands } from '../../queues/moves/slotting.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

const itemsShown = 200;

export const classifyVelocity: Handler<typeof slottingCommands.classifyVelocity> = async (work, input) => {
  const { tx } = work;
  assertOperator(work);
  const { warehouse_id: warehouseId, days = 90, a_percent: aPercent = 80, b_percent: bPercent = 15 } = input;
  const isDry = input.dry_run ?? false;
  if (aPercent + bPercent > 100)
    throw invalid('b_percent', 'too_much', 'a_percent and b_percent must not be more than 100 together');
  await assertReference(tx, 'warehouses', warehouseId, 'warehouse_id');
  const bounds = { days, aPercent, bPercent };
  const { totals, items } = await readVelocity(tx, warehouseId, bounds, itemsShown);
  const changed = totals.reduce((so, one) => so + one.changed, 0);
  if (!isDry && changed > 0) {
    await writeVelocity(tx, warehouseId, bounds);
    work.emit({
      type: 'velocity.classified',
      subject_type: 'velocity',
      subject_id: warehouseId,
      data: { warehouse_id: warehouseId, days, items_changed: changed },
    });
  }
  return {
    dry_run: isDry,
    days,
    classes: totals,
    items: items.map(({ merchant_id: _owner, qty, upto_percent: upto, ...item }) => ({
      ...item,
      qty: toJsonNumber(qty),
      upto_percent: toJsonNumber(upto),
    })),
  };
};
