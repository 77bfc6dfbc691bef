/**
 * The lock by which whoever reads or closes a moment of the ledger waits for the postings in flight: a posting holds it
 * shared from before it reads the clock until it commits. `close_inventory` takes it by the same key.
 */
import { sql, type SqlText } from './sql-text.ts';

export function postingLock(organizationId: string): SqlText {
  return sql`hashtextextended(${organizationId}, 232)`;
}

/**
 * Columns of a select that wait until no posting in flight can still get a timestamp up to now. The lock is released at
 * once, so that postings continue while the rows are read.
 */
export function postingsSettled(organizationId: string): SqlText {
  const lock = postingLock(organizationId);
  return sql`pg_advisory_lock(${lock}), pg_advisory_unlock(${lock})`;
}
