/** The next pieces of work of each kind: what there is, read without locks, and the next of a kind, locked. */
import { isMove, usualPriority, type WorkKind } from '../../domain/tasks/work-kinds.ts';
import { countTaskColumns, type CountTaskRow } from '../counting/counts.write.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { metresTo, type Here } from '../picking/nearness.ts';
import { areUnlocked } from '../inventory/location-locks.read.ts';
import { metresToMove, movesToTake } from '../moves/next-moves.write.ts';
import { handedOn } from '../picking/handed-on.read.ts';
import { metresToPick, openPicks, walkingOrder } from '../picking/pick-tasks.read.ts';
import type { WaitingWork, WorkSource } from '../../domain/tasks/hand-out.ts';
import { standsAt } from '../shipping/put-back-place.ts';
import { joined, sql, type SqlText } from '../sql-text.ts';

export interface WantedWork {
  warehouseId: string;
  kinds: readonly WorkKind[];
  zone: string | null;
  /** Where the person stands. */
  here: Here | undefined;
  /** Who asks. */
  people: readonly string[];
}

const usual = sql`${usualPriority}::integer`;

const inZone = (zone: string | null, locationIds: SqlText): SqlText =>
  sql`(${zone}::text is null or exists (select 1 from locations l
         where l.organization_id = t.organization_id and l.id in (${locationIds}) and l.zone = ${zone}))`;

/** A receipt's open task is on its own row as well, which is the one that is locked. A dock is in no zone. */
const openReceivingTasks = (
  { organizationId }: TenantTransaction,
  { warehouseId, zone, people }: WantedWork,
): SqlText => sql`tasks t join inbound_receipts r on r.organization_id = t.organization_id and r.open_task_id = t.id
   where t.organization_id = ${organizationId} and t.warehouse_id = ${warehouseId} and t.task_type = 'receive'
     and t.status = 'pending' and r.open_task_status = 'pending' and ${zone}::text is null
     and (r.open_task_assignee_id is null or r.open_task_assignee_id = any (${[...people]}::uuid[]))`;

// As the index `count_tasks_to_give` has it.
const isToGive = sql`(t.state = 'pending' or (t.state = 'in_progress' and t.assignee_id is null and t.claimed_at is null))`;

/** Those of these people for whom a count under way has something that another person has to count again. */
const countersOf = (people: readonly string[]): SqlText => sql`array(
  select p.id from unnest(${[...people]}::uuid[]) as p (id)
   where t.rules -> 'recount' -> 'other_person' = 'true' and exists (
     select 1 from count_lines n
      where n.organization_id = t.organization_id and n.task_id = t.id and n.attempt > 1 and n.counted_qty is null
        and not exists (select 1 from count_scans c where c.organization_id = n.organization_id and c.line_id = n.id
                           and c.attempt < n.attempt and c.counter_id = p.id)))`;

/** One that locks with its start waits until no other count holds any of its places. */
const openCounts = (
  { organizationId }: TenantTransaction,
  { warehouseId, zone, people }: WantedWork,
): SqlText => sql`count_tasks t
   where t.organization_id = ${organizationId} and t.warehouse_id = ${warehouseId} and ${isToGive}
     and (t.state = 'pending' or cardinality(${countersOf(people)}) > 0)
     and (t.assignee_id is null or t.assignee_id = any (${[...people]}::uuid[]))
     and not (t.lock = 'start' and exists (
       select 1 from count_task_locations c
         join location_locks k on k.organization_id = c.organization_id and k.location_id = c.location_id
          and k.count_task_id <> t.id
        where c.organization_id = t.organization_id and c.task_id = t.id))
     and ${inZone(
       zone,
       sql`select c.location_id from count_task_locations c
            where c.organization_id = t.organization_id and c.task_id = t.id`,
     )}`;

const openPutBacks = (
  tx: TenantTransaction,
  { warehouseId, zone }: WantedWork,
): SqlText => sql`put_back_tasks t cross join lateral (select ${standsAt('t')} as location_id) here
   where t.organization_id = ${tx.organizationId} and t.warehouse_id = ${warehouseId} and t.status = 'open'
     and (t.claimed_until is null or t.claimed_until < now())
     and ${inZone(zone, sql`here.location_id, t.to_location_id`)}
     and ${areUnlocked(tx, 'here.location_id', 't.to_location_id')}`;

/** A dock has no coordinates of its own work: what is received is as far as anything unknown. */
const metresTowards: Record<WorkSource, (here: Here | undefined) => SqlText> = {
  receive: () => sql`null::numeric`,
  count: (here) =>
    metresTo(
      here,
      sql`(select c.location_id from count_task_locations c
            where c.organization_id = t.organization_id and c.task_id = t.id order by c.location_id limit 1)`,
    ),
  pick: metresToPick,
  // A cart that waits is gone on with before anything that is as urgent.
  handed_on: () => sql`0::numeric`,
  put_back: (here) => metresTo(here, sql`here.location_id`),
  move: metresToMove,
};

const oldestFirst = sql`t.created_at, t.id`;

/** The nearest first, then the oldest; of what is equally urgent. */
const nearestFirst = (source: WorkSource, here: Here | undefined): SqlText =>
  here ? sql`${metresTowards[source](here)} nulls last, ${oldestFirst}` : oldestFirst;

interface Queue {
  source: WorkSource;
  priority: SqlText;
  /** When it was made. */
  since: SqlText;
  /** Whom of those who ask it is for, as an array; null: anybody. */
  onlyFor: SqlText;
  open: SqlText;
  order: SqlText;
}

const onlyOf = (assignee: SqlText): SqlText =>
  sql`case when ${assignee} is not null then array[${assignee}] end`;

function queueOf(tx: TenantTransaction, source: WorkSource, wanted: WantedWork): Queue {
  const { warehouseId, kinds, zone, here, people } = wanted;
  const queue = {
    source,
    priority: usual,
    since: sql`t.created_at`,
    onlyFor: sql`null::uuid[]`,
    order: nearestFirst(source, here),
  };
  switch (source) {
    case 'receive': {
      const [priority, onlyFor] = [sql`t.priority`, onlyOf(sql`r.open_task_assignee_id`)];
      return { ...queue, priority, onlyFor, open: openReceivingTasks(tx, wanted), order: oldestFirst };
    }
    case 'count': {
      const onlyFor = sql`case t.state when 'pending' then ${onlyOf(sql`t.assignee_id`)} else ${countersOf(people)} end`;
      return { ...queue, onlyFor, open: openCounts(tx, wanted) };
    }
    case 'pick': {
      const open = openPicks(tx, { warehouseId, waveId: null, zone });
      return { ...queue, priority: sql`t.priority`, open, order: walkingOrder(here) };
    }
    case 'handed_on': {
      const open = handedOn(tx, { warehouseId, zone });
      return { ...queue, priority: sql`t.priority`, since: sql`to_timestamp(0)`, open, order: oldestFirst };
    }
    case 'put_back':
      return { ...queue, open: openPutBacks(tx, wanted) };
    case 'move': {
      const open = movesToTake(tx, { warehouseId, kinds: kinds.filter(isMove), zone, here });
      return { ...queue, priority: sql`t.priority`, open };
    }
  }
}

/** Where these kinds of work are kept. */
export function sourcesOf(kinds: readonly WorkKind[]): WorkSource[] {
  const sources = kinds.flatMap((kind): WorkSource[] => {
    if (kind === 'pick') return ['pick', 'handed_on'];
    return [isMove(kind) ? 'move' : kind];
  });
  return [...new Set(sources)];
}

/** The first pieces of work of each of these sources for who asks, so many of each, in its order. Read without locks. */
export async function firstWork(
  tx: TenantTransaction,
  wanted: WantedWork,
  sources: readonly WorkSource[],
  ofEach: number,
): Promise<(WaitingWork & { source: WorkSource })[]> {
  const queues = sources.map((name) => {
    const { source, priority, since, onlyFor, open, order } = queueOf(tx, name, wanted);
    // Its own order is that of the priority first, where it has one.
    const sorted = priority === usual ? order : sql`${priority}, ${order}`;
    // Numbered once they are chosen: before that, all there is would be.
    return sql`(select first.*, row_number() over () as place from (
                 select ${source}::text as source, ${priority} as priority, ${metresTowards[source](wanted.here)}::float8 as metres,
                        (extract(epoch from ${since}) * 1000000)::float8 as since, (${onlyFor})::text[] as only_for
                   from ${open} order by ${sorted} limit ${ofEach}) first)`;
  });
  return rows(
    tx,
    sql`select source, priority, metres, since, only_for from (${joined(queues, ' union all ')}) as work order by source, place`,
  );
}

/** Locks the receipt of the next receiving task, its commands' first lock. Returns the task. */
export async function lockNextReceivingTask(
  tx: TenantTransaction,
  wanted: WantedWork,
): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    tx,
    sql`select t.id from ${openReceivingTasks(tx, wanted)}
         order by t.priority, ${oldestFirst} limit 1 for update of r skip locked`,
  );
  return found?.id;
}

export function lockNextCount(tx: TenantTransaction, wanted: WantedWork): Promise<CountTaskRow | undefined> {
  return row<CountTaskRow>(
    tx,
    sql`select ${countTaskColumns} from ${openCounts(tx, wanted)}
         order by ${nearestFirst('count', wanted.here)} limit 1 for update of t skip locked`,
  );
}

/** Keeps the next put-back for this person for half an hour: it has no state in which somebody else could return it. */
export async function claimNextPutBack(
  tx: TenantTransaction,
  wanted: WantedWork,
  personId: string,
): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    tx,
    sql`update put_back_tasks set claimed_by = ${personId}, claimed_until = now() + interval '30 minutes'
         where organization_id = ${tx.organizationId} and id = (
           select t.id from ${openPutBacks(tx, wanted)}
            order by ${nearestFirst('put_back', wanted.here)} limit 1 for update of t skip locked)
        returning id`,
  );
  return found?.id;
}
