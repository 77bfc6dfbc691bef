/**
 * Completes the counting. Every planned line must be counted (409 COUNT_INCOMPLETE) unless the rest is to count as
 * zero. Differences within the organization's threshold are posted at once; one above it sends the task to review.
 * Completing a task that is completed or in review gives the same answer again.
 */
import { readOrganization } from '../../db/tenancy/organizations.read.ts';
import { differenceOf, postDifferences } from '../../db/counting/count-posting.write.ts';
import {
  ledgerPosition,
  lockCountLines,
  lockCountTask,
  recordCount,
  setCountState,
  unlockLocations,
  type CountLineRow,
} from '../../db/counting/counts.write.ts';
import { decimal } from '../../domain/decimal.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { countStates } from '../../domain/counting/count-states.ts';
import type { countCommands } from '../../queues/counting/counts.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';

const namedMax = 50;

export const completeCount: Handler<typeof countCommands.completeCount> = async (work, input) => {
  assertOperator(work);
  const { tx, emit } = work;
  const { count_task_id: id, zero_uncounted: zeroUncounted = false, missing_serials: missing } = input;
  const task = await lockCountTask(tx, id);
  if (!task) throw notFound('count task');
  if (task.state === 'completed' || task.state === 'review') return { id };
  nextState(countStates, task.state, 'complete');

  const lines = await countedLines(work, id, zeroUncounted);
  const { count_approval_threshold: threshold } = await readOrganization(tx);
  const isOver = lines.some((line) => differenceOf(line).abs().gt(decimal(threshold)));
  const state = nextState(countStates, task.state, isOver ? 'submit' : 'complete');
  if (isOver) {
    await setCountState(tx, id, { state });
    emit({ type: 'count_task.review', subject_type: 'count_task', subject_id: id });
    return { id };
  }
  await postDifferences(work, task, lines, missing);
  await setCountState(tx, id, { state });
  const freed = await unlockLocations(tx, id);
  emit({ type: 'count_task.completed', subject_type: 'count_task', subject_id: id });
  emit({
    type: 'inventory.unlocked',
    subject_type: 'count_task',
    subject_id: id,
    data: { location_ids: freed },
  });
  return { id };
};

async function countedLines(
  { tx, actor }: Work,
  id: string,
  zeroUncounted: boolean,
): Promise<CountLineRow[]> {
  const lines = await lockCountLines(tx, id);
  const uncounted = lines.filter((line) => line.counted_qty === null);
  if (uncounted.length === 0) return lines;
  if (!zeroUncounted) {
    throw new Refusal('COUNT_INCOMPLETE', `${uncounted.length} planned lines have not been counted.`, {
      uncounted: uncounted.length,
      line_ids: uncounted.slice(0, namedMax).map((line) => line.id),
    });
  }
  for (const line of uncounted) {
    const expected = await ledgerPosition(tx, line);
    await recordCount(
      tx,
      id,
      { ...line, counted_qty: '0', expected_qty: expected, serial_nos: [] },
      actor.name,
    );
  }
  return lockCountLines(tx, id);
}
