/**
 * Allocations whose posting comes right behind them: it writes what they hold with what it moves, one change for each
 * balance instead of two (db/migrations/0977_held_by_posting.ts). It has to move exactly that.
 */
import { sql } from '../sql-text.ts';

/** True, and a condition of the statement that writes them. */
export const heldByPosting = sql`(select set_config('app.held_by_posting', 'on', true)) is not null`;
