/**
 * The goods of a batch were taken at one place, for all its shipments at once; they are told apart at the wall, task by task.
 * Until then the ledger has them where they were, and counts know that they are not. What is not there is reported short,
 * task by task, before. What joins a stop later is taken by itself. Does nothing when repeated.
 */
import { assertJobMine, goOn, lockPickJob } from '../../../db/picking/pick-jobs.write.ts';
import { writeTaken, type PickTask } from '../../../db/picking/pick-tasks.write.ts';
import { decimal, sum, toJsonNumber } from '../../../domain/decimal.ts';
import { pickJobStates } from '../../../domain/picking/pick-job-states.ts';
import { Refusal, unknownReference } from '../../../domain/refusal.ts';
import { nextState } from '../../../domain/state-machine.ts';
import type { pickJobCommands } from '../../../queues/picking/pick-jobs.ts';
import { assertOperator, floorPerson } from '../../acting-person.ts';
import type { Handler } from '../../engine/handler.ts';
import { assertMethod } from './in-job.ts';

export const pickStop: Handler<typeof pickJobCommands.pickStop> = async (work, input) => {
  const { pick_job_id: id, pick_task_id: taskId, qty } = input;
  assertOperator(work);
  const { job, left } = await lockPickJob(work.tx, id);
  const person = floorPerson(work);
  nextState(pickJobStates, job.status, 'pick');
  assertMethod(job, 'batch', 'pick');
  assertJobMine(job, person);
  const named = left.find((task) => task.id === taskId);
  if (!named) throw unknownReference('pick_task_id', 'pick task left in that job');
  const there = left.filter((task) => isOfStop(task, named) && !task.is_taken);
  if (there.length === 0) return { id };
  const needed = sum(there.map((task) => decimal(task.qty)));
  if (!needed.eq(decimal(qty)))
    throw new Refusal(
      'PICK_QTY_DIFFERS',
      `The batch needs ${needed.toString()} of it there; report what is missing as short first.`,
      { expected: toJsonNumber(needed), given: qty },
    );
  for (const task of there) await writeTaken(work, task);
  await goOn(work, id, person);
  return { id };
};

const isOfStop = (task: PickTask, named: PickTask): boolean =>
  task.location_id === named.location_id &&
  task.item_id === named.item_id &&
  task.lot_no === named.lot_no &&
  task.lpn_id === named.lpn_id;
