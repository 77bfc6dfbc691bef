/**
 * Pick jobs under lock, and the one place that writes them and tells of them. A job is locked after the shipments and tasks
 * it picks, and after their waves: whoever confirms holds one of its tasks, whoever takes it over or gives it up all.
 */
import { pickJobEvent } from '../../domain/picking/events.ts';
import { liveJobStates, pickJobStates, type PickJobStatus } from '../../domain/picking/pick-job-states.ts';
import { openTaskStates } from '../../domain/picking/pick-task-states.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { lockShipments } from '../shipping/shipments.write.ts';
import { assignments, sql } from '../sql-text.ts';
import { isOneOf, stateReached } from '../state-columns.ts';
import type { PickJobRow } from './pick-jobs.read.ts';
import { lockPicksOf, tellPick, type Person, type PickTask } from './pick-tasks.write.ts';
import { isTaken } from './taken-picks.ts';
import { walkAnew } from './walk-anew.write.ts';

export type PickJob = Pick<
  PickJobRow,
  | 'id'
  | 'job_no'
  | 'warehouse_id'
  | 'method'
  | 'status'
  | 'person_id'
  | 'person'
  | 'cart'
  | 'put_wall'
  | 'zone'
  | 'metres'
> & { from_location_id: string | null };

const columns = sql`id, job_no, warehouse_id, method, status, person_id, person, cart, put_wall, zone, metres, from_location_id`;

/** A job as it is committed. */
export function readJob(tx: TenantTransaction, id: string): Promise<PickJob | undefined> {
  return row<PickJob>(
    tx,
    sql`select ${columns} from pick_jobs where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

async function lockJob(tx: TenantTransaction, id: string): Promise<PickJob> {
  const found = await row<PickJob>(
    tx,
    sql`select ${columns} from pick_jobs where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
  if (!found) throw notFound('pick job');
  return found;
}

/** The shipments of which a job has tasks, picked or not: locked before it. */
export async function jobShipments(tx: TenantTransaction, jobId: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select distinct shipment_id as id from pick_tasks
         where organization_id = ${tx.organizationId} and job_id = ${jobId}`,
  );
  return found.map(({ id }) => id);
}

/** Locks a job with the tasks that are left of it, after their shipments. Refuses 404. */
export async function lockPickJob(
  tx: TenantTransaction,
  id: string,
): Promise<{ job: PickJob; left: PickTask[] }> {
  await lockShipments(tx, await jobShipments(tx, id));
  const left = await lockPicksOf(tx, sql`t.job_id = ${id} and ${isOneOf('t.status', openTaskStates)}`);
  return { job: await lockJob(tx, id), left };
}

/** Refuses 409 PICK_JOB_TAKEN {person} when somebody else walks the job. */
export function assertJobMine(job: PickJob, { id }: Person): void {
  if (job.person_id === null || job.person_id === id) return;
  throw new Refusal('PICK_JOB_TAKEN', `${job.job_no} is picked by ${job.person}.`, {
    person_id: job.person_id,
    person: job.person,
  });
}

/** Writes a locked job's status and what else changes, and tells of it. */
export async function moveJob(
  work: StockPosting,
  job: PickJob,
  status: PickJobStatus,
  changes: Partial<Pick<PickJob, 'person_id' | 'person' | 'zone'>> & { picked_tasks?: number } = {},
): Promise<void> {
  await execute(
    work.tx,
    sql`update pick_jobs set ${assignments({ ...stateReached(pickJobStates, status), ...changes, updated_at: sql`now()` })}
         where organization_id = ${work.organizationId} and id = ${job.id}`,
  );
  const { picked_tasks: picked, ...more } = changes;
  tellJob(work, { ...job, ...more, status }, job.status, picked ?? 0);
}

export function tellJob(
  work: StockPosting,
  job: PickJob,
  previous: PickJobStatus | null,
  picked_tasks = 0,
): void {
  const { status } = job;
  const facts = { status, previous_status: previous };
  if (status === 'done' || status === 'abandoned')
    work.emit(pickJobEvent(job, status, { ...facts, picked_tasks }));
  else work.emit(pickJobEvent(job, status, facts));
}

/** Gives open or assigned tasks of locked shipments to a person, in a job's positions. */
export async function assignPicks(
  work: StockPosting,
  tasks: readonly PickTask[],
  { jobId, person, positions }: { jobId: string; person: Person; positions: ReadonlyMap<string, number> },
): Promise<void> {
  const given = tasks.map(({ id, shipment_id }) => ({ id, position: positions.get(shipment_id)! }));
  await execute(
    work.tx,
    sql`update pick_tasks t
           set job_id = ${jobId}, position = g.position, status = 'assigned', assigned_at = now(),
               assignee_id = ${person.id}, assignee = ${person.name}
          from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id uuid, position smallint)
         where t.organization_id = ${work.organizationId} and t.id = g.id`,
  );
  for (const task of tasks) tellPick(work, task, 'assigned');
}

/** New tasks of a task's shipment are picked in its job as well, into the same position. */
export async function keepInJob(
  work: StockPosting,
  { shipment_id, job_id: jobId, position }: PickTask,
  taskIds: readonly string[],
  person: Person,
): Promise<void> {
  const tasks = await lockPicksOf(work.tx, sql`t.id = any (${[...taskIds]}::uuid[])`);
  const positions = new Map([[shipment_id, position!]]);
  await assignPicks(work, tasks, { jobId: jobId!, person, positions });
}

/** What is left of a job goes to whoever takes it over. */
export async function handOver(tx: TenantTransaction, jobId: string, person: Person): Promise<void> {
  await execute(
    tx,
    sql`update pick_tasks set assignee_id = ${person.id}, assignee = ${person.name}
         where organization_id = ${tx.organizationId} and job_id = ${jobId} and ${isOneOf('status', openTaskStates)}`,
  );
}

/** Locked tasks that were given to a person are open again, and of no job; what was taken of them lies where it was. */
export async function freePicks(work: StockPosting, tasks: readonly PickTask[]): Promise<void> {
  await execute(
    work.tx,
    sql`update pick_tasks t set status = 'open', job_id = null, position = null, assignee_id = null, assignee = null,
               assigned_at = null, started_at = null,
               put_back_at = case when ${isTaken} then clock_timestamp() else t.put_back_at end
         where t.organization_id = ${work.organizationId} and t.id = any (${tasks.map(({ id }) => id)}::uuid[])`,
  );
  for (const task of tasks) tellPick(work, task, 'open');
}

interface Progress {
  is_left: boolean;
  picked: number;
}

export async function progressOf(tx: TenantTransaction, jobId: string): Promise<Progress> {
  const found = await row<Progress>(
    tx,
    sql`select is_left, picked from pick_job_progress(${tx.organizationId}, ${jobId})`,
  );
  return found!;
}

/**
 * Ends a job of which nothing is left: abandoned if none of it was picked. Two pickers' last tasks see each other through
 * the job's lock. Returns the job while it goes on.
 */
export async function advanceJob(work: StockPosting, jobId: string): Promise<PickJob | undefined> {
  const { tx } = work;
  const job = await lockJob(tx, jobId);
  if (!liveJobStates.includes(job.status)) return undefined;
  const { is_left: isLeft, picked } = await progressOf(tx, jobId);
  if (isLeft) return job;
  if (picked > 0) await walkAnew(tx, job);
  const to = nextState(pickJobStates, job.status, picked > 0 ? 'finish' : 'abandon');
  await moveJob(work, job, to, { picked_tasks: picked });
  return undefined;
}

/**
 * After a pick: the job is under way, with whoever picked if it waited for somebody. Its walk follows what is left of it
 * (`walkAnew`).
 */
export async function goOn(work: StockPosting, jobId: string, person: Person): Promise<void> {
  const job = await advanceJob(work, jobId);
  if (!job) return;
  if (job.status === 'open') {
    const walker = job.person_id === null ? { person_id: person.id, person: person.name } : {};
    await moveJob(work, job, nextState(pickJobStates, job.status, 'start'), walker);
  }
  await walkAnew(work.tx, job);
}

/** Jobs that had tasks of these shipments, by id: each is to go on without them. */
export async function jobsOf(tx: TenantTransaction, shipmentIds: readonly string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select distinct j.id from pick_tasks t join pick_jobs j on j.organization_id = t.organization_id and j.id = t.job_id
         where t.organization_id = ${tx.organizationId} and t.shipment_id = any (${[...shipmentIds]}::uuid[])
           and ${isOneOf('j.status', liveJobStates)} order by j.id`,
  );
  return found.map(({ id }) => id);
}
