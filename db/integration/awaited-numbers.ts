/**
 * Departures that wait for the number of their label before their store is told: a carrier that never answers, or a price
 * that nobody accepts, is no reason not to tell it at all.
 */
import { sql, type SqlText } from '../sql-text.ts';

/** For so long after it left. */
export const numberAwaited = sql`interval '10 minutes'`;

/** Whether a push waits for its number: it is for later, and was not tried yet. */
export const awaitsNumber = (push: SqlText): SqlText =>
  sql`(${push}.attempts = 0 and ${push}.sent_version = 0 and ${push}.next_try_at > now())`;
