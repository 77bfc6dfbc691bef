/**
 * Returned units that were to go home, were picked and stayed may be disposed of before they are put back, or go back to
 * their vendor: nobody puts them back then, and their task ends with nothing, or is of those that are left.
 */
import { forgetPicks } from '../../db/inventory/serials/picked-serials.write.ts';
import { lowerPutBack, readLackingOf, type PutBack } from '../../db/shipping/put-backs.write.ts';
import { decimal, zero, type Decimal } from '../../domain/decimal.ts';
import type { Work } from '../engine/handler.ts';
import { endPutBackTask } from './end-put-back.ts';

/** Of tasks that were locked before the units' stock was. */
export async function endPutBacks(work: Work, tasks: readonly PutBack[]): Promise<void> {
  if (tasks.length === 0) return;
  const found = await readLackingOf(
    work.tx,
    tasks.map(({ id }) => id),
  );
  const lackingOf = new Map<string, Decimal>();
  for (const task of tasks) {
    const { location_id: at, lacking: ofAll } = found.find(({ id }) => id === task.id)!;
    const stock = `${at}/${task.item_id}/${task.lot_no}`;
    const lacking = lackingOf.get(stock) ?? decimal(ofAll);
    if (lacking.eq(zero)) continue;
    const left = decimal(task.qty).minus(lacking);
    if (left.gt(zero)) await lowerPutBack(work.tx, task.id, left.toFixed());
    else await endPutBackTask(work, { ...task, qty: '0' }, task.to_location_id);
    lackingOf.set(stock, left.gt(zero) ? zero : left.neg());
  }
  await forgetPicks(
    work.tx,
    tasks.map(({ shipment_id: shipment }) => shipment),
  );
}
