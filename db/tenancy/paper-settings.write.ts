/** Writes the sender details on an organization's documents. */
import { execute, type TenantTransaction } from '../database.ts';
import { assignments, sql } from '../sql-text.ts';

/**
 * Changes the given fields; the row is created with the first change. The organization is locked as its settings lock it:
 * the events of both are numbered in one line.
 */
export async function changePaperSettings(
  tx: TenantTransaction,
  fields: Record<string, unknown>,
): Promise<void> {
  await execute(tx, sql`select 1 from organizations where id = ${tx.organizationId} for no key update`);
  await execute(
    tx,
    sql`insert into paper_settings (organization_id) values (${tx.organizationId}) on conflict (organization_id) do nothing`,
  );
  await execute(
    tx,
    sql`update paper_settings set ${assignments({ ...fields, updated_at: sql`now()` })}
      where organization_id = ${tx.organizationId}`,
  );
}
