/** Writes warehouse tasks. A trigger on this table keeps the open receiving task on the receipt's row. */
import type { TaskStatus } from '../../domain/receiving/receiving-task-states.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';

export interface NewTask {
  id: string;
  task_type: string;
  status: TaskStatus;
  warehouse_id: string;
  merchant_id: string | null;
  ref_type: string;
  ref_id: string;
  assignee_id: string | null;
  receiving_method?: string | null;
  priority?: number;
}

export async function insertTask(tx: TenantTransaction, task: NewTask): Promise<void> {
  await execute(tx, sql`insert into tasks ${values({ ...task, organization_id: tx.organizationId })}`);
}

/** The document of a task, read before the locks are taken in order. */
export function taskSubject(
  tx: TenantTransaction,
  id: string,
): Promise<{ task_type: string; ref_id: string } | undefined> {
  return row(
    tx,
    sql`with asked as (select ${tx.organizationId}::uuid as organization_id, ${id}::uuid as id)
     select task_type, ref_id from tasks natural join asked
     union all select 'count', id from count_tasks natural join asked
     union all select 'pick', id from pick_tasks natural join asked
     union all select 'put_back', id from put_back_tasks natural join asked
     union all select kind, id from planned_moves natural join asked`,
  );
}

/** Locks a task; the caller already holds its document locked. */
export function lockTask(
  tx: TenantTransaction,
  id: string,
): Promise<{ status: TaskStatus; assignee_id: string | null } | undefined> {
  return row(
    tx,
    sql`select status, assignee_id from tasks where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
}

/** Moves a task to a status and sets its date; `assigneeId` claims it when it is unassigned. */
export async function setTaskStatus(
  tx: TenantTransaction,
  id: string,
  status: TaskStatus,
  assigneeId: string | null = null,
): Promise<void> {
  await execute(
    tx,
    sql`update tasks
        set status = ${status}, assignee_id = coalesce(assignee_id, ${assigneeId}::uuid), updated_at = now(),
            started_at = case when ${status} = 'in_progress' then coalesce(started_at, now()) else started_at end,
            finished_at = case when ${status} in ('completed', 'cancelled') then now() else null end
      where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Gives back a locked task that was begun: it is nobody's. */
export async function returnTask(tx: TenantTransaction, id: string, status: TaskStatus): Promise<void> {
  await execute(
    tx,
    sql`update tasks set status = ${status}, assignee_id = null, started_at = null, updated_at = now()
         where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Whether an id is an active member of the organization or one of its live access tokens. */
export async function isPerson(tx: TenantTransaction, id: string): Promise<boolean> {
  const found = await row(
    tx,
    sql`select 1 from members where organization_id = ${tx.organizationId} and id = ${id} and is_active
     union all
     select 1 from access_tokens where organization_id = ${tx.organizationId} and id = ${id} and revoked_at is null limit 1`,
  );
  return found !== undefined;
}
