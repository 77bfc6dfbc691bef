/** What a template's time does: once, whoever notices it. */
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/**
 * Whether one of the template's times of today or yesterday has come that its waves were not released for: it is taken,
 * once. One just before midnight is noticed after it; yesterday's only where the template has not been changed since.
 */
export async function takeDueTime(tx: TenantTransaction, id: string): Promise<boolean> {
  const taken = await execute(
    tx,
    sql`update wave_templates t set released_for = d.due_at
          from (select o.id, max(m.moment) as due_at
                  from wave_templates o
                  join warehouses w on w.organization_id = o.organization_id and w.id = o.warehouse_id
                 cross join lateral jsonb_array_elements_text(o.release_times) as x (at)
                 cross join lateral (
                   select day, ((now() at time zone w.time_zone)::date + day + x.at::time) at time zone w.time_zone as moment
                     from generate_series(-1, 0) day) m
                 where o.organization_id = ${tx.organizationId} and o.id = ${id} and o.release = 'at' and m.moment <= now()
                   and (m.day = 0 or m.moment > o.updated_at)
                 group by o.id) d
         where t.organization_id = ${tx.organizationId} and t.id = d.id
           and d.due_at > coalesce(t.released_for, t.created_at)`,
  );
  return taken === 1;
}

/** Waves of a template that wait for their release. */
export async function openWavesOf(tx: TenantTransaction, templateId: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from waves where organization_id = ${tx.organizationId} and template_id = ${templateId} and status = 'open'
         order by created_at, id`,
  );
  return found.map(({ id }) => id);
}
