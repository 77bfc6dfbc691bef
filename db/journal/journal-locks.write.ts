/** Locks for the journal: the application may not update its rows and therefore cannot lock them. */
import type { EntrySource } from '../../domain/journal/journal-entry.ts';
import { notFound } from '../../domain/refusal.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { readAccountingSettings, type Books } from './books.read.ts';

export interface LockedEntry {
  id: string;
  entry_no: string;
  entry_date: string;
  source_type: EntrySource;
  reverses_id: string | null;
  /** The number of the entry that reversed it. */
  reversed_by: string | null;
}

/**
 * Finds an entry to reverse. Refuses 404. An advisory lock held until commit makes two reversals take turns, and the
 * unique key on reverses_id backs it up.
 */
export async function lockEntry(tx: TenantTransaction, id: string): Promise<LockedEntry> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended('journal_entry/' || ${id}::text, 0))`);
  const entry = await row<LockedEntry>(
    tx,
    sql`select e.id, e.entry_no, e.entry_date::text as entry_date, e.source_type, e.reverses_id, r.entry_no as reversed_by
       from journal_entries e
       left join journal_entries r on r.organization_id = e.organization_id and r.reverses_id = e.id
      where e.organization_id = ${tx.organizationId} and e.id = ${id}`,
  );
  if (!entry) throw notFound('journal entry');
  return entry;
}

/** Enters the books until the commit and then reads their settings: the base currency cannot change any more. */
export async function enterBooks(tx: TenantTransaction): Promise<Books> {
  // Sent at once and run in this order, so the settings are read under the lock.
  const [, books] = await Promise.all([
    execute(tx, sql`select enter_books(${tx.organizationId}::uuid)`),
    readAccountingSettings(tx),
  ]);
  return books;
}

/** An organization's month-end postings take turns until commit: each starts from what the last one left. */
export async function lockMonthEnd(tx: TenantTransaction): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('month end/' || ${tx.organizationId}::text, 0))`,
  );
}
