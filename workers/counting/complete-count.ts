/**
 * Completes the counting. Every planned line must be counted (409 COUNT_INCOMPLETE) unless the rest is to count as zero.
 * What the task's rules let pass is posted; a line beyond its tolerance is counted again while they say so; else the task
 * goes to review. Completing a task that is completed or in review gives the same answer again.
 */
import { readOrganization } from '../../db/tenancy/organizations.read.ts';
import { findingOf } from '../../db/counting/count-posting.write.ts';
import { finishCount, recountLines } from '../../db/counting/finish-count.write.ts';
import { enterOwnPlaces } from '../../db/counting/free-places.write.ts';
import {
  lockCountLines,
  lockCountTask,
  setCountState,
  type CountLineRow,
  type CountTaskRow,
} from '../../db/counting/counts.write.ts';
import {
  planCountLines,
  recordCount,
  unvisitedPlaces,
  visitPlaces,
} from '../../db/counting/count-scans.write.ts';
import { lockStock } from '../../db/inventory/inventory.write.ts';
import { invalid, notFound, Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { verdictOn } from '../../domain/counting/count-rules.ts';
import { countStates } from '../../domain/counting/count-states.ts';
import type { countCommands } from '../../queues/counting/counts.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { assertOperator, floorPerson } from '../acting-person.ts';
import { assertAsked } from './assert-asked.ts';
import { beginCount } from './begin-count.ts';
import { tellHazards } from './tell-hazards.ts';

const namedMax = 50;

export const completeCount: Handler<typeof countCommands.completeCount> = async (work, input) => {
  assertOperator(work);
  const { tx, emit } = work;
  const { count_task_id: id, zero_uncounted: zeroUncounted = false, missing_serials: missing } = input;
  const task = await lockCountTask(tx, id);
  if (!task) throw notFound('count task');
  if (task.state === 'completed' || task.state === 'review') return { id };
  nextState(countStates, task.state, 'complete');

  await enterOwnPlaces(tx, id);
  const lines = await countedLines(work, task, zeroUncounted);
  const { count_approval_threshold: threshold } = await readOrganization(tx);
  const judged = lines.map((line) => ({ line, verdict: verdictOn(findingOf(line), task.rules, threshold) }));
  const again = judged.filter(({ verdict }) => verdict === 'recount').map(({ line }) => line.id);
  if (again.length > 0) {
    await recountLines(work, task, nextState(countStates, task.state, 'count'), again);
    return { id };
  }
  if (judged.some(({ verdict }) => verdict === 'review')) {
    await setCountState(tx, id, { state: nextState(countStates, task.state, 'submit') });
    emit({ type: 'count_task.review', subject_type: 'count_task', subject_id: id });
    return { id };
  }
  await finishCount(work, task, lines, nextState(countStates, task.state, 'complete'), { missing });
  return { id, ...(await tellHazards(work, task)) };
};

async function countedLines(work: Work, task: CountTaskRow, zeroUncounted: boolean): Promise<CountLineRow[]> {
  const { tx } = work;
  const lines = await lockCountLines(tx, task.id);
  const uncounted = lines.filter((line) => line.counted_qty === null);
  const unvisited = task.lock === 'creation' ? [] : await unvisitedPlaces(tx, task.id);
  if (uncounted.length === 0 && unvisited.length === 0) return lines;
  if (!zeroUncounted) {
    throw new Refusal('COUNT_INCOMPLETE', `${uncounted.length} planned lines have not been counted.`, {
      uncounted: uncounted.length,
      line_ids: uncounted.slice(0, namedMax).map((line) => line.id),
      location_ids: unvisited.slice(0, namedMax),
    });
  }
  if (task.lock === 'none') {
    const message =
      'zero_uncounted is for locked locations; say empty_location_ids where nothing else lies, while standing there';
    throw invalid('zero_uncounted', 'not_locked', message);
  }
  // Where nobody stood, what the ledger has there is zero as well: a count that locks with its start plans it now.
  if (task.lock === 'start') await beginCount(work, task);
  await visitPlaces(tx, task.id, unvisited);
  if (unvisited.length > 0) await planCountLines(tx, task.id, unvisited);
  const rest = (await lockCountLines(tx, task.id)).filter((line) => line.counted_qty === null);
  await assertAsked({ work, task, moment: undefined }, rest);
  for (const line of rest) {
    await lockStock(tx, line, line.status === 'available' ? [{ ...line, status: 'allocated' }] : []);
    await recordCount(tx, task.id, { ...line, counted_qty: '0', serial_nos: [] }, floorPerson(work));
  }
  return lockCountLines(tx, task.id);
}
