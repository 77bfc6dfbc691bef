/** Closings of the books are made and proved by the database's own functions; see 0665_journal_closings.ts. */
import { row, setLimits, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { ClosedSpan } from './journal-closings.read.ts';

// A month of a long journal takes seconds to sum. Postings into it wait for that long, those into other months do not.
const limits = { statement_timeout: '5min', work_mem: '64MB' };

/** Sums the lines of a past day or month. Returns false if that is done already. */
export async function closeJournal(
  tx: TenantTransaction,
  { span, starts_on: from }: ClosedSpan,
): Promise<boolean> {
  await setLimits(tx, limits);
  const made = await row<{ done: boolean }>(tx, sql`select close_journal(${span}, ${from}::date) as done`);
  return made!.done;
}

/** Compares a closing with its lines. False means that it did not agree and was removed. */
export async function proveJournalClosing(
  tx: TenantTransaction,
  { span, starts_on: from }: ClosedSpan,
): Promise<boolean> {
  await setLimits(tx, limits);
  const proved = await row<{ agrees: boolean }>(
    tx,
    sql`select prove_journal_closing(${span}, ${from}::date) as agrees`,
  );
  return proved!.agrees;
}
