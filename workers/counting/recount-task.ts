/** Sends lines of a count in review back to be recounted. Earlier counts stay in the scans. */
import { readOrganization } from '../../db/tenancy/organizations.read.ts';
import { findingOf } from '../../db/counting/count-posting.write.ts';
import { lockCountLines, lockCountTask } from '../../db/counting/counts.write.ts';
import { recountLines } from '../../db/counting/finish-count.write.ts';
import { notFound, assertAllFound } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { verdictOn } from '../../domain/counting/count-rules.ts';
import { countStates } from '../../domain/counting/count-states.ts';
import type { countCommands } from '../../queues/counting/counts.ts';
import type { Handler } from '../engine/handler.ts';
import { assertOperator } from '../acting-person.ts';

export const recountTask: Handler<typeof countCommands.recountTask> = async (
  work,
  { count_task_id: id, line_ids: named },
) => {
  assertOperator(work);
  const { tx } = work;
  const task = await lockCountTask(tx, id);
  if (!task) throw notFound('count task');
  const state = nextState(countStates, task.state, 'recount');
  const lines = await lockCountLines(tx, id);
  const { count_approval_threshold: threshold } = await readOrganization(tx);
  const again = lines.filter((line) =>
    named ? named.includes(line.id) : verdictOn(findingOf(line), task.rules, threshold) !== 'post',
  );
  const ids = again.map((line) => line.id);
  if (named) assertAllFound('line_ids', named, ids, 'line of this count task');
  await recountLines(work, task, state, ids);
  return { id };
};
