/** Pick tasks. Lock order: order, shipment, pick task, balances, wave. */
import { notFound, Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import {
  notBegunStates,
  openTaskStates,
  pickTaskStates,
  type PickTaskStatus,
} from '../../domain/picking/pick-task-states.ts';
import { shipmentStates } from '../../domain/shipping/shipment-states.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { assignments, sql, type SqlText } from '../sql-text.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { lockShipment, lockShipments, writeStep, type Shipment } from '../shipping/shipments.write.ts';
import { isOneOf, stateReached } from '../state-columns.ts';
import { mayGoOn, openPicks, type WantedPick } from './pick-tasks.read.ts';
import { isTaken } from './taken-picks.ts';

export interface PickTask {
  id: string;
  wave_id: string;
  shipment_id: string;
  allocation_id: string;
  warehouse_id: string;
  merchant_id: string;
  item_id: string;
  location_id: string;
  lot_no: string;
  lpn_id: string | null;
  qty: string;
  picked_qty: string | null;
  status: PickTaskStatus;
  assignee_id: string | null;
  assignee: string | null;
  count_task_id: string | null;
  waits_for_move_id: string | null;
  zone: string;
  job_id: string | null;
  position: number | null;
  /** A batch took its goods from their place, and they are not put anywhere yet. */
  is_taken: boolean;
}

const columns = sql`t.id, t.wave_id, t.shipment_id, t.allocation_id, t.warehouse_id, t.merchant_id, t.item_id, t.location_id,
  t.lot_no, t.lpn_id, t.qty, t.picked_qty, t.status, t.assignee_id, t.assignee, t.count_task_id, t.waits_for_move_id, t.zone, t.job_id, t.position,
  ${isTaken} as is_taken`;

/** Locks a task after its order and shipment. Refuses 404 NOT_FOUND. */
export async function lockPickTask(
  tx: TenantTransaction,
  id: string,
): Promise<{ task: PickTask; shipment: Shipment }> {
  const found = await row<{ shipment_id: string }>(
    tx,
    sql`select shipment_id from pick_tasks where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  if (!found) throw notFound('pick task');
  const shipment = await lockShipment(tx, found.shipment_id);
  const task = await row<PickTask>(
    tx,
    sql`select ${columns} from pick_tasks t where t.organization_id = ${tx.organizationId} and t.id = ${id} for update`,
  );
  return { task: task!, shipment };
}

/** Locks the tasks `t` of locked shipments that meet the condition, by id. */
export function lockPicksOf(tx: TenantTransaction, condition: SqlText): Promise<PickTask[]> {
  return rows<PickTask>(
    tx,
    sql`select ${columns} from pick_tasks t
         where t.organization_id = ${tx.organizationId} and ${condition} order by t.id for update`,
  );
}

/** Locks those of the tasks, of locked shipments, that can still be taken, by id. */
export function lockFreePicks(tx: TenantTransaction, ids: readonly string[]): Promise<PickTask[]> {
  return lockPicksOf(
    tx,
    sql`t.id = any (${[...ids]}::uuid[]) and t.status = 'open' and t.waits_for_move_id is null and ${mayGoOn(tx)}`,
  );
}

/** Locks what is open of a locked shipment and could be taken now. */
export function lockOpenPicks(
  tx: TenantTransaction,
  shipmentId: string,
  wanted: WantedPick,
): Promise<PickTask[]> {
  return rows<PickTask>(
    tx,
    sql`select ${columns} from ${openPicks(tx, wanted)} and t.shipment_id = ${shipmentId} order by t.id for update of t`,
  );
}

/** Locks the orders of pick tasks and then their shipments, each in id order: the first locks of every pick. */
export async function lockShipmentsOfTasks(tx: TenantTransaction, taskIds: readonly string[]): Promise<void> {
  const of = await rows<{ id: string }>(
    tx,
    sql`select distinct shipment_id as id from pick_tasks
         where organization_id = ${tx.organizationId} and id = any (${[...taskIds]}::uuid[])`,
  );
  await lockShipments(
    tx,
    of.map(({ id }) => id),
  );
}

export interface Person {
  id: string;
  name: string;
}

/** Refuses 409 PICK_TASK_TAKEN {assignee} when somebody else is working on the task. */
export function assertMine(task: PickTask, person: Person): void {
  if (task.assignee_id === null || task.assignee_id === person.id) return;
  throw new Refusal('PICK_TASK_TAKEN', `The pick task is assigned to ${task.assignee}.`, {
    assignee_id: task.assignee_id,
    assignee: task.assignee,
  });
}

/** Refuses 409 PICK_WAITS {move_id} while its goods are on their way to a pick face. */
export function assertArrived({ waits_for_move_id: moveId }: PickTask): void {
  if (moveId === null) return;
  throw new Refusal('PICK_WAITS', 'The goods are on their way to their pick face: their move comes first.', {
    move_id: moveId,
  });
}

/** Writes a task's status and date and emits the event. The caller holds its row locked. */
export async function writePickTask(
  work: StockPosting,
  task: PickTask,
  status: PickTaskStatus,
  changes: Record<string, unknown> = {},
): Promise<void> {
  const { tx, organizationId } = work;
  await execute(
    tx,
    sql`update pick_tasks set ${assignments({ ...stateReached(pickTaskStates, status), ...changes })}
      where organization_id = ${organizationId} and id = ${task.id}`,
  );
  tellPick(work, task, status);
}

/** The goods of a locked task were taken from their place: it is in progress, if nobody had started it before. */
export function writeTaken(work: StockPosting, task: PickTask): Promise<void> {
  const to = task.status === 'in_progress' ? task.status : nextState(pickTaskStates, task.status, 'start');
  return writePickTask(work, task, to, { taken_at: sql`clock_timestamp()`, put_back_at: null });
}

/** An open task, locked with its shipment, and the command by which its person takes it. */
export interface TakenPick {
  work: StockPosting;
  task: PickTask;
  person: Person;
}

/** Gives locked open tasks to a person each. */
export async function assignTakenPicks(tx: TenantTransaction, taken: readonly TakenPick[]): Promise<void> {
  const ids = taken.map(({ task }) => task.id);
  await execute(
    tx,
    // Named twice: joined alone, a table without statistics would be read from one end to the other.
    sql`update pick_tasks t
           set ${assignments(stateReached(pickTaskStates, 'assigned'))}, assignee_id = g.person_id, assignee = g.person
          from unnest(${ids}::uuid[], ${taken.map(({ person }) => person.id)}::uuid[],
                      ${taken.map(({ person }) => person.name)}::text[]) as g (id, person_id, person)
         where t.organization_id = ${tx.organizationId} and t.id = g.id and t.id = any (${ids}::uuid[])`,
  );
  for (const { work, task } of taken) tellPick(work, task, 'assigned');
}

/** Tells of a task's new status. */
export function tellPick(work: StockPosting, task: PickTask, status: PickTaskStatus): void {
  work.emit({
    type: `pick_task.${status}`,
    subject_type: 'pick_task',
    subject_id: task.id,
    data: {
      pick_task_id: task.id,
      wave_id: task.wave_id,
      shipment_id: task.shipment_id,
      merchant_id: task.merchant_id,
      status,
      previous_status: task.status,
    },
  });
}

/**
 * Creates a task for every piece of stock these shipments still need picked. Returns their ids. The allocations stay
 * locked until commit: one that is being moved with its pallet is read where it ends up.
 */
export async function makePickTasks(
  tx: TenantTransaction,
  waveId: string,
  shipmentIds: readonly string[],
): Promise<string[]> {
  const made = await rows<{ id: string }>(
    tx,
    sql`insert into pick_tasks (organization_id, id, wave_id, shipment_id, allocation_id, merchant_id, warehouse_id, item_id,
            location_id, lot_no, lpn_id, zone, pick_sequence, priority, qty)
     select a.organization_id, uuid7(), w.id, a.shipment_id, a.id, a.merchant_id, a.warehouse_id, a.item_id, a.location_id,
            a.lot_no, a.lpn_id, l.zone, l.pick_sequence, w.priority, a.qty
       from allocations a join locations l on l.organization_id = a.organization_id and l.id = a.location_id
       join waves w on w.organization_id = a.organization_id and w.id = ${waveId}
      where a.organization_id = ${tx.organizationId} and a.shipment_id = any (${[...shipmentIds]}::uuid[]) and a.status = 'open'
        and not exists (select 1 from pick_tasks t where t.organization_id = a.organization_id and t.allocation_id = a.id
                           and ${isOneOf('t.status', openTaskStates)})
      order by l.zone, l.pick_sequence, l.code, a.id for share of a
     returning id`,
  );
  return made.map(({ id }) => id);
}

/** The unfinished tasks of a wave. They change only under their shipments' locks. */
export function livePicks(
  tx: TenantTransaction,
  waveId: string,
): Promise<Pick<PickTask, 'id' | 'status' | 'job_id'>[]> {
  return rows(
    tx,
    sql`select id, status, job_id from pick_tasks where organization_id = ${tx.organizationId} and wave_id = ${waveId}
        and ${isOneOf('status', openTaskStates)} order by id`,
  );
}

/** Cancels the tasks of a wave that nobody has started. */
export async function cancelPicks(tx: TenantTransaction, waveId: string): Promise<void> {
  await execute(
    tx,
    sql`update pick_tasks set status = 'cancelled', finished_at = now()
      where organization_id = ${tx.organizationId} and wave_id = ${waveId} and ${isOneOf('status', notBegunStates)}`,
  );
}

/** Records the count task for what a short pick did not find. */
export async function noteCount(tx: TenantTransaction, id: string, countTaskId: string): Promise<void> {
  await execute(
    tx,
    sql`update pick_tasks set count_task_id = ${countTaskId} where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Refuses 409 SHIPMENT_IN_PROGRESS {pick_task_ids} while somebody is picking stock of the shipment. */
export async function assertNotBeingPicked(tx: TenantTransaction, shipmentId: string): Promise<void> {
  const busy = await rows<{ id: string }>(
    tx,
    sql`select id from pick_tasks where organization_id = ${tx.organizationId} and shipment_id = ${shipmentId} and status = 'in_progress' order by id`,
  );
  refuseBeingPicked(
    shipmentId,
    busy.map(({ id }) => id),
  );
}

/** The same by tasks already read. */
export function refuseBeingPicked(shipmentId: string, busy: readonly string[]): void {
  if (busy.length === 0) return;
  throw new Refusal('SHIPMENT_IN_PROGRESS', 'A pick task of the shipment is in progress.', {
    shipment_id: shipmentId,
    pick_task_ids: busy,
  });
}

/** After a pick the shipment is picking, and picked once nothing is left to pick. */
export async function advancePicking(work: StockPosting, shipment: Shipment): Promise<Shipment> {
  const { tx, organizationId } = work;
  let now = shipment;
  if (now.status === 'commit') now = await writeStep(work, now, 'picking');
  const left = await row(
    tx,
    sql`select 1 from allocations where organization_id = ${organizationId} and shipment_id = ${shipment.id} and status = 'open' limit 1`,
  );
  return left ? now : writeStep(work, now, nextState(shipmentStates, now.status, 'pick'));
}
