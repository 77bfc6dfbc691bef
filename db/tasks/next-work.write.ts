/** The next piece of work of each kind, and which kind has the most urgent, and of those the nearest. */
import { isMove, type WorkKind } from '../../domain/tasks/work-kinds.ts';
import type { CountTaskRow } from '../counting/counts.write.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { metresTo, type Here } from '../picking/nearness.ts';
import { metresToMove, openMoves } from '../moves/planned-moves.write.ts';
import { metresToPick, openPicks, walkingOrder } from '../picking/pick-tasks.read.ts';
import { joined, sql, type SqlText } from '../sql-text.ts';

/** Planned moves of every kind have one table and one queue. */
export type WorkSource = 'receive' | 'count' | 'pick' | 'put_back' | 'move';

export interface WantedWork {
  warehouseId: string;
  kinds: readonly WorkKind[];
  zone: string | null;
  /** Where the person stands. */
  here: Here | undefined;
  personId: string;
}

const usualPriority = sql`100`;

const inZone = (zone: string | null, locationIds: SqlText): SqlText =>
  sql`(${zone}::text is null or exists (select 1 from locations l
         where l.organization_id = t.organization_id and l.id in (${locationIds}) and l.zone = ${zone}))`;

/** A receipt's open task is on its own row as well, which is the one that is locked. A dock is in no zone. */
const openReceivingTasks = (
  { organizationId }: TenantTransaction,
  { warehouseId, zone, personId }: WantedWork,
): SqlText => sql`tasks t join inbound_receipts r on r.organization_id = t.organization_id and r.open_task_id = t.id
   where t.organization_id = ${organizationId} and t.warehouse_id = ${warehouseId} and t.task_type = 'receive'
     and t.status = 'pending' and r.open_task_status = 'pending' and ${zone}::text is null
     and (r.open_task_assignee_id is null or r.open_task_assignee_id = ${personId})`;

/** One that locks with its start waits until no other count holds any of its places. */
const openCounts = (
  { organizationId }: TenantTransaction,
  { warehouseId, zone, personId }: WantedWork,
): SqlText => sql`count_tasks t
   where t.organization_id = ${organizationId} and t.warehouse_id = ${warehouseId} and t.state = 'pending'
     and (t.assignee_id is null or t.assignee_id = ${personId})
     and not (t.lock = 'start' and exists (
       select 1 from count_task_locations c
         join location_locks k on k.organization_id = c.organization_id and k.location_id = c.location_id
        where c.organization_id = t.organization_id and c.task_id = t.id))
     and ${inZone(
       zone,
       sql`select c.location_id from count_task_locations c
            where c.organization_id = t.organization_id and c.task_id = t.id`,
     )}`;

const openPutBacks = (
  { organizationId }: TenantTransaction,
  { warehouseId, zone }: WantedWork,
): SqlText => sql`put_back_tasks t
   where t.organization_id = ${organizationId} and t.warehouse_id = ${warehouseId} and t.status = 'open'
     and (t.claimed_until is null or t.claimed_until < now())
     and ${inZone(zone, sql`t.from_location_id, t.to_location_id`)}
     and not exists (select 1 from location_locks k where k.organization_id = t.organization_id
                        and k.location_id in (t.from_location_id, t.to_location_id))`;

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
  put_back: (here) => metresTo(here, sql`t.from_location_id`),
  move: metresToMove,
};

const oldestFirst = sql`t.created_at, t.id`;

/** The nearest first, then the oldest; of what is equally urgent. */
const nearestFirst = (source: WorkSource, here: Here | undefined): SqlText =>
  here ? sql`${metresTowards[source](here)} nulls last, ${oldestFirst}` : oldestFirst;

interface Queue {
  source: WorkSource;
  isWanted: boolean;
  hasPriority?: boolean;
  open: SqlText;
  order: SqlText;
}

/** Where there is work for this person, the most urgent first, then the oldest. Read without locks. */
export async function kindsWithWork(tx: TenantTransaction, wanted: WantedWork): Promise<WorkSource[]> {
  const { warehouseId, kinds, zone, here } = wanted;
  const queue = (source: WorkSource, open: SqlText, order: SqlText, hasPriority = false): Queue => ({
    source,
    isWanted: source === 'move' ? kinds.some(isMove) : kinds.includes(source),
    hasPriority,
    open,
    order: hasPriority ? sql`t.priority, ${order}` : order,
  });
  const near = (source: WorkSource): SqlText => nearestFirst(source, here);
  const heads = [
    queue('receive', openReceivingTasks(tx, wanted), oldestFirst, true),
    queue('count', openCounts(tx, wanted), near('count')),
    queue('pick', openPicks(tx, { warehouseId, waveId: null, zone }), walkingOrder(here)),
    queue('put_back', openPutBacks(tx, wanted), near('put_back')),
    queue('move', openMoves(tx, { warehouseId, kinds: kinds.filter(isMove), zone }), near('move'), true),
  ]
    .filter(({ isWanted }) => isWanted)
    .map(
      ({ source, hasPriority, open, order }) =>
        sql`(select ${source}::text as source, ${hasPriority ? sql`t.priority` : usualPriority} as priority,
                    ${metresTowards[source](here)} as metres, t.created_at from ${open} order by ${order} limit 1)`,
    );
  const found = await rows<{ source: WorkSource }>(
    tx,
    sql`select source from (${joined(heads, ' union all ')}) as head
         order by priority, metres nulls last, created_at, source`,
  );
  return found.map(({ source }) => source);
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
    sql`select t.id, t.warehouse_id, t.state, t.kind, t.lock, t.is_blind, t.rules from ${openCounts(tx, wanted)}
         order by ${nearestFirst('count', wanted.here)} limit 1 for update of t skip locked`,
  );
}

/** Keeps the next put-back for this person for half an hour: it has no state in which somebody else could return it. */
export async function claimNextPutBack(
  tx: TenantTransaction,
  wanted: WantedWork,
): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    tx,
    sql`update put_back_tasks set claimed_by = ${wanted.personId}, claimed_until = now() + interval '30 minutes'
         where organization_id = ${tx.organizationId} and id = (
           select t.id from ${openPutBacks(tx, wanted)}
            order by ${nearestFirst('put_back', wanted.here)} limit 1 for update of t skip locked)
        returning id`,
  );
  return found?.id;
}
