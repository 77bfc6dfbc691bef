/** A picker says what is left at a place: a count that costs no walk. */
import { openCount } from '../counting/open-count.write.ts';
import { findingOf } from '../counting/count-posting.write.ts';
import { finishCount, recountLines } from '../counting/finish-count.write.ts';
import { recordCount, visitPlaces } from '../counting/count-scans.write.ts';
import { lockCountLines, lockCountTask, setCountState } from '../counting/counts.write.ts';
import { lockStock } from '../inventory/inventory.write.ts';
import type { StockPosting } from '../inventory/posting.ts';
import type { Person, PickTask } from '../picking/pick-tasks.write.ts';
import { row } from '../database.ts';
import { sql } from '../sql-text.ts';
import { zero } from '../../domain/decimal.ts';

/**
 * Counts what is left of the item and lot where a task was picked, by the picker's number. One that agrees with the
 * ledger is a count that is over; one that differs is the first count of a task that somebody counts once more, beside
 * the work. Returns the count; one that is still open for the item and lot is not
 * made twice.
 */
export async function countLeft(
  work: StockPosting,
  task: PickTask,
  left: string,
  picker: Person,
): Promise<string> {
  const { tx } = work;
  const found = (await row<{ lot_no: string; open_id: string | null; others: boolean }>(
    tx,
    sql`select k.lot_no,
            (select t.id from count_tasks t
              join count_lines n on n.organization_id = t.organization_id and n.task_id = t.id
             where t.organization_id = k.organization_id and n.location_id = k.location_id and n.item_id = k.item_id
               and n.lot_no = k.lot_no and n.status = 'available' and t.kind = 'zero'
               and t.state in ('pending', 'in_progress', 'review') limit 1) as open_id,
            exists (select 1 from inventory_balances b where b.organization_id = k.organization_id
               and b.location_id = k.location_id and b.qty > 0 and (b.item_id <> k.item_id or b.lot_no <> k.lot_no)) as others
       from pick_tasks k where k.organization_id = ${tx.organizationId} and k.id = ${task.id}`,
  ))!;
  if (found.open_id) return found.open_id;
  const { item_id, location_id, merchant_id } = task;
  const at = { item_id, location_id, lot_no: found.lot_no, status: 'available' as const };
  await lockStock(tx, at, [{ ...at, status: 'allocated' }]);
  const id = await openCount(work, {
    kind: 'zero',
    lock: 'none',
    warehouse_id: task.warehouse_id,
    location_ids: [location_id],
    item_ids: found.others ? [item_id] : undefined,
    rules: { recount: { times: 1, other_person: false } },
    pick_task_id: task.id,
  });
  await recordCount(tx, id, { ...at, merchant_id, counted_qty: left, serial_nos: [] }, picker);
  const [lines, count] = [await lockCountLines(tx, id), await lockCountTask(tx, id)];
  const isExact = lines.every((line) => findingOf(line).difference.eq(zero));
  if (isExact) {
    await visitPlaces(tx, id, [location_id]);
    await setCountState(tx, id, { state: 'in_progress' });
    work.emit({ type: 'count_task.started', subject_type: 'count_task', subject_id: id });
    await finishCount(work, count!, lines, 'completed');
    return id;
  }
  // It stays pending, so that a claim hands it out; whoever goes there finds a line for all that lies there by then.
  await recountLines(
    work,
    count!,
    'pending',
    lines.map((line) => line.id),
  );
  return id;
}
