/**
 * Records counted lines. Each stores what the ledger says at this moment, under the stock's lock: the difference
 * between the two is the count's finding, whatever moves before it is posted. The first scan starts the task.
 */
import { countedLocations } from '../../db/counting/counts.read.ts';
import { ledgerPosition, lockCountTask, recordCount, setCountState } from '../../db/counting/counts.write.ts';
import { lockStock } from '../../db/inventory/inventory.write.ts';
import { requireStockItem } from '../../db/inventory/stock-references.read.ts';
import { decimal } from '../../domain/decimal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { assertSerialsOf } from '../../domain/inventory/serials.ts';
import { countStates } from '../../domain/counting/count-states.ts';
import { invalid, notFound, within } from '../../domain/refusal.ts';
import type { countCommands } from '../../queues/counting/counts.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';

export const recordCounts: Handler<typeof countCommands.recordCounts> = async (
  work,
  { count_task_id: id, lines },
) => {
  assertOperator(work);
  const { tx, actor, emit } = work;
  const task = await lockCountTask(tx, id);
  if (!task) throw notFound('count task');
  const state = nextState(countStates, task.state, 'count');
  const locationIds = await countedLocations(tx, id);

  for (const [index, line] of lines.entries()) {
    if (!locationIds.has(line.location_id)) {
      throw invalid(
        `lines.${index}.location_id`,
        'not_of_task',
        `lines.${index}.location_id is not counted by this task`,
      );
    }
    const { item_id, location_id, lot_no: lotNo = '', status = 'available', serial_nos = [] } = line;
    const item = await within(`lines.${index}`, () => requireStockItem(tx, item_id, { lotNo }));
    assertSerialsOf(item, serial_nos, decimal(line.counted_qty), `lines.${index}.serial_nos`);
    const at = { item_id, location_id, lot_no: lotNo, status };
    await lockStock(tx, at, status === 'available' ? [{ ...at, status: 'allocated' }] : []);
    const expected = await ledgerPosition(tx, at);
    const counted = {
      ...at,
      merchant_id: item.merchant_id,
      counted_qty: decimal(line.counted_qty).toString(),
      expected_qty: expected,
      serial_nos,
    };
    await recordCount(tx, id, counted, actor.name);
  }
  if (state !== task.state) {
    await setCountState(tx, id, { state });
    emit({ type: 'count_task.started', subject_type: 'count_task', subject_id: id });
  }
  return { id };
};
