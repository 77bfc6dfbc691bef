/** Makes a count task: its number, its places, their locks where it takes any, and what the ledger has there. */
import { newId } from '../../domain/new-id.ts';
import type { CountKind, CountLock } from '../../domain/counting/count-kinds.ts';
import type { CountRules } from '../../domain/counting/count-rules.ts';
import { execute } from '../database.ts';
import { sql, values } from '../sql-text.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { enterLocationsAlone, lockLocations } from './counts.write.ts';
import { planCountLines } from './count-scans.write.ts';

export interface NewCount {
  kind: CountKind;
  lock: CountLock;
  warehouse_id: string;
  location_ids: readonly string[];
  /** Counts these alone. */
  item_ids?: readonly string[] | undefined;
  is_blind?: boolean;
  assignee_id?: string | null;
  note?: string;
  plan?: { id: string; due_on: string };
  rules?: CountRules;
  /** The pick that made it. */
  pick_task_id?: string;
}

/**
 * Makes a count task and returns its id. One that locks at creation refuses 409 LOCATION_LOCKED, and plans a line for all
 * that lies there; the others plan when somebody stands there.
 */
export async function openCount(work: StockPosting, count: NewCount): Promise<string> {
  const { tx, organizationId } = work;
  const { location_ids: locationIds, item_ids: itemIds, plan, rules = {} } = count;
  const isLocked = count.lock === 'creation';
  if (isLocked) await enterLocationsAlone(tx, locationIds);
  const id = newId();
  const number = await work.takeNumber('CNT');
  const task = {
    organization_id: organizationId,
    id,
    task_no: number,
    kind: count.kind,
    lock: count.lock,
    warehouse_id: count.warehouse_id,
    item_ids: itemIds ? [...itemIds] : null,
    is_blind: count.is_blind ?? true,
    assignee_id: count.assignee_id ?? null,
    note: count.note ?? '',
    plan_id: plan?.id ?? null,
    due_on: plan?.due_on ?? null,
    rules: JSON.stringify(rules),
    created_by: work.actor.name,
  };
  await execute(tx, sql`insert into count_tasks ${values(task)}`);
  await execute(
    tx,
    sql`insert into count_task_locations (organization_id, task_id, location_id)
        select ${organizationId}::uuid, ${id}::uuid, unnest(${[...locationIds]}::uuid[])`,
  );
  const subject = { subject_type: 'count_task', subject_id: id } as const;
  const cause = count.pick_task_id ? { pick_task_id: count.pick_task_id } : {};
  work.emit({ type: 'count_task.created', ...subject, data: { task_no: number, ...cause } });
  if (!isLocked) return id;
  await lockLocations(tx, id, locationIds);
  await planCountLines(tx, id, locationIds);
  work.emit({ type: 'inventory.locked', ...subject, data: { location_ids: [...locationIds] } });
  return id;
}
