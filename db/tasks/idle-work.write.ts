/**
 * Work that somebody was given and that nobody has touched for hours, locked; what others have locked at this moment is
 * touched. A receiving task is touched by each count of its receipt, a count by each scan at one of its places and each
 * recount that is asked for.
 */
import { idleHours, type IdleKind } from '../../domain/tasks/idle-work.ts';
import { countTaskColumns, type CountTaskRow } from '../counting/counts.write.ts';
import { rows, type Database, type TenantTransaction } from '../database.ts';
import { moveColumns, type PlannedMove } from '../moves/planned-moves.write.ts';
import { lockPicksOf, type PickTask } from '../picking/pick-tasks.write.ts';
import { lockFreeShipments } from '../shipping/shipments.write.ts';
import { joined, sql, type SqlText } from '../sql-text.ts';

/** Of each kind, so many at once; the rest follow. */
const oneRunMax = 100;

const isOld = (moment: SqlText): SqlText =>
  sql`${moment} < now() - make_interval(hours => ${idleHours}::integer)`;

const tables: Record<IdleKind, SqlText> = {
  receive: sql`tasks`,
  count: sql`count_tasks`,
  pick: sql`pick_tasks`,
  move: sql`planned_moves`,
};

/** Whether `t` may be idle, by its own row. */
const isIdle: Record<IdleKind, SqlText> = {
  receive: sql`t.task_type = 'receive' and t.status = 'in_progress' and t.assignee_id is not null and ${isOld(sql`t.updated_at`)}`,
  count: sql`t.state = 'in_progress' and t.claimed_by is not null and ${isOld(sql`t.claimed_at`)}`,
  pick: sql`t.status in ('assigned', 'in_progress') and t.job_id is null and ${isOld(sql`coalesce(t.started_at, t.assigned_at)`)}`,
  move: sql`t.status in ('assigned', 'in_progress') and ${isOld(sql`coalesce(t.started_at, t.assigned_at)`)}`,
};

/** Where there may be any, of every organization. */
export function organizationsWithIdleWork({
  system,
}: Database): Promise<{ organization_id: string; kind: IdleKind }[]> {
  const kinds = Object.keys(tables) as IdleKind[];
  const found = kinds.map(
    (kind) =>
      sql`select distinct t.organization_id, ${kind}::text as kind from ${tables[kind]} t where ${isIdle[kind]}`,
  );
  return rows(system, joined(found, ' union all '));
}

/** Locks the receipts of idle receiving tasks. Returns the tasks. */
export async function lockIdleReceiving(tx: TenantTransaction): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select t.id from tasks t
          join inbound_receipts r on r.organization_id = t.organization_id and r.open_task_id = t.id
         where t.organization_id = ${tx.organizationId} and ${isIdle.receive} and r.open_task_status = 'in_progress'
           and ${isOld(sql`r.updated_at`)}
         order by r.id limit ${oneRunMax} for update of r skip locked`,
  );
  return found.map(({ id }) => id);
}

/** One, since its places are entered alone. */
export async function lockIdleCount(tx: TenantTransaction): Promise<CountTaskRow | undefined> {
  const [found] = await rows<CountTaskRow>(
    tx,
    sql`select ${countTaskColumns} from count_tasks t
         where t.organization_id = ${tx.organizationId} and ${isIdle.count} and not exists (
           select 1 from count_task_locations c where c.organization_id = t.organization_id and c.task_id = t.id
              and c.visited_at is not null and not ${isOld(sql`c.visited_at`)})
           and not exists (
             select 1 from count_lines n where n.organization_id = t.organization_id and n.task_id = t.id
                and n.reopened_at is not null and not ${isOld(sql`n.reopened_at`)})
         order by t.id limit 1 for update of t skip locked`,
  );
  return found;
}

export async function lockIdlePicks(tx: TenantTransaction): Promise<PickTask[]> {
  const found = await rows<{ id: string; shipment_id: string }>(
    tx,
    sql`select t.id, t.shipment_id from pick_tasks t
         where t.organization_id = ${tx.organizationId} and ${isIdle.pick} order by t.id limit ${oneRunMax}`,
  );
  if (found.length === 0) return [];
  const free = await lockFreeShipments(tx, [...new Set(found.map(({ shipment_id: id }) => id))]);
  const ids = found.flatMap(({ id, shipment_id: of }) => (free.has(of) ? [id] : []));
  return lockPicksOf(tx, sql`t.id = any (${ids}::uuid[]) and ${isIdle.pick}`);
}

export function lockIdleMoves(tx: TenantTransaction): Promise<PlannedMove[]> {
  return rows<PlannedMove>(
    tx,
    sql`select ${moveColumns} from planned_moves t where t.organization_id = ${tx.organizationId} and ${isIdle.move}
         order by t.id limit ${oneRunMax} for update skip locked`,
  );
}
