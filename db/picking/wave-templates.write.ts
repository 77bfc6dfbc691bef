/** What a template's time does: once, whoever notices it. */
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Whether nobody has released the template's waves for this time. Whoever did waits for nobody. */
export async function takeDueTime(tx: TenantTransaction, id: string, dueAt: string): Promise<boolean> {
  const taken = await execute(
    tx,
    sql`update wave_templates set released_for = ${dueAt}
         where organization_id = ${tx.organizationId} and id = ${id} and release = 'at'
           and (released_for is null or released_for < ${dueAt}::timestamptz)`,
  );
  return taken === 1;
}

/** Waves of a template that wait for their release, at most 200. */
export async function openWavesOf(tx: TenantTransaction, templateId: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from waves where organization_id = ${tx.organizationId} and template_id = ${templateId} and status = 'open'
         order by created_at, id limit 200`,
  );
  return found.map(({ id }) => id);
}
