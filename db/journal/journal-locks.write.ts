/** Locks on the journal, whose rows the application may not update and so cannot lock by themselves. */
import { notFound } from '../../domain/refusals.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface LockedEntry {
  id: string;
  entry_no: string;
  entry_date: string;
  source_type: string;
  reverses_id: string | null;
  /** The number of the entry that took it back. */
  reversed_by: string | null;
}

/**
 * Finds an entry to reverse. Refuses 404. Two reversals at once are told apart by an advisory lock held to the commit;
 * the unique key on reverses_id stands behind it.
 */
export async function lockEntry(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<LockedEntry> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended('journal_entry/' || ${id}::text, 0))`);
  const entry = await row<LockedEntry>(
    tx,
    sql`select e.id, e.entry_no, e.entry_date::text as entry_date, e.source_type, e.reverses_id, r.entry_no as reversed_by
       from journal_entries e
       left join journal_entries r on r.organization_id = e.organization_id and r.reverses_id = e.id
      where e.organization_id = ${organizationId} and e.id = ${id}`,
  );
  if (!entry) throw notFound('journal entry');
  return entry;
}

/** Month-end postings of an organization take turns until commit: each begins from what the last one left. */
export async function lockMonthEnd(tx: TenantTransaction, organizationId: string): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('month end/' || ${organizationId}::text, 0))`,
  );
}
