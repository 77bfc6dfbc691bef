/** A person's choice about what a printer found waiting, and the limits that decide when it asks. */
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { waitingSince } from './backlogs.ts';
import type { PrintSettings } from './print-settings.read.ts';

/**
 * Cancels labels of a printer that have waited for more than this many minutes, the oldest first, at most `limit`; says
 * how many such labels remain. The rows are locked in id order, before the printer's, as every question is written after its labels.
 */
export async function cancelOld(
  tx: TenantTransaction,
  deviceId: string,
  minutes: number,
  limit: number,
): Promise<{ ids: string[]; remaining: number }> {
  const old = sql`print_jobs w join print_devices d on d.organization_id = w.organization_id and d.id = w.device_id
    where w.organization_id = ${tx.organizationId} and w.device_id = ${deviceId} and w.status = 'queued'
      and ${waitingSince} < now() - make_interval(mins => ${minutes})`;
  const cancelled = await rows<{ id: string }>(
    tx,
    sql`update print_jobs j set status = 'cancelled', finished_at = now(), updated_at = now()
       from (select w.id from ${old} order by w.id limit ${limit} for update of w) found
      where j.organization_id = ${tx.organizationId} and j.id = found.id and j.status = 'queued'
      returning j.id`,
  );
  const left = await row<{ remaining: number }>(tx, sql`select count(*)::int as remaining from ${old}`);
  return { ids: cancelled.map(({ id }) => id).sort(), remaining: left!.remaining };
}

/** A printer that asks, locked; undefined when it does not. */
export function lockAsking(tx: TenantTransaction, deviceId: string): Promise<{ hub_id: string } | undefined> {
  return row(
    tx,
    sql`select d.hub_id from print_devices d
      where d.organization_id = ${tx.organizationId} and d.id = ${deviceId} and d.removed_at is null
        and d.backlog_asked_at is not null
      for no key update`,
  );
}

/** Ends a printer's question: what has waited until now counts as new. */
export async function endQuestion(tx: TenantTransaction, deviceId: string): Promise<void> {
  await execute(
    tx,
    sql`update print_devices set backlog_asked_at = null, backlog_decided_at = now(), updated_at = now()
      where organization_id = ${tx.organizationId} and id = ${deviceId}`,
  );
}

export async function setDeviceLimit(
  tx: TenantTransaction,
  deviceId: string,
  minutes: number | null,
): Promise<boolean> {
  const changed = await execute(
    tx,
    sql`update print_devices set backlog_minutes = ${minutes}, updated_at = now()
      where organization_id = ${tx.organizationId} and id = ${deviceId} and removed_at is null`,
  );
  return changed === 1;
}

/** The lists given become the lists there are; two at once take turns at the rows both name. */
export async function replaceLimits(
  tx: TenantTransaction,
  warehouses: PrintSettings['warehouses'],
): Promise<void> {
  const ids = warehouses.map(({ warehouse_id: id }) => id);
  await execute(
    tx,
    sql`delete from print_backlog_limits where organization_id = ${tx.organizationId} and warehouse_id <> all (${ids}::uuid[])`,
  );
  await execute(
    tx,
    sql`insert into print_backlog_limits (organization_id, warehouse_id, minutes)
      select ${tx.organizationId}::uuid, warehouse_id, backlog_minutes
        from jsonb_to_recordset(${JSON.stringify(warehouses)}::jsonb) as g (warehouse_id uuid, backlog_minutes integer)
       order by 2
      on conflict (organization_id, warehouse_id) do update set minutes = excluded.minutes`,
  );
}

/** The same for how long labels of a kind live. */
export async function replaceLives(tx: TenantTransaction, kinds: PrintSettings['kinds']): Promise<void> {
  const named = kinds.map(({ label_kind: kind }) => kind);
  await execute(
    tx,
    sql`delete from label_lives where organization_id = ${tx.organizationId} and label_kind <> all (${named}::text[])`,
  );
  await execute(
    tx,
    sql`insert into label_lives (organization_id, label_kind, minutes)
      select ${tx.organizationId}::uuid, label_kind, expires_after_minutes
        from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as g (label_kind text, expires_after_minutes integer)
       order by 2
      on conflict (organization_id, label_kind) do update set minutes = excluded.minutes`,
  );
}
