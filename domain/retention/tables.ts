/**
 * The tables of the past: how long each is kept is the platform operator's word (`npm run admin -- retention`), and
 * without one it is kept for ever.
 */

export interface RetainedTable {
  /** Its rows, in words. */
  words: string;
  /** The fewest months an operator may keep: what still asks for younger rows, see docs/operations.md. */
  monthsMin: number;
}

export const retainedTables = {
  commands: { words: 'commands with their inputs and outcomes', monthsMin: 1 },
  events: { words: 'events of the stream, from its beginning', monthsMin: 1 },
  // Labels and storage are billed after their month has ended, and charges are looked at again by the next bill.
  print_jobs: { words: 'labels that were printed, cancelled or failed', monthsMin: 3 },
  inventory_snapshots: { words: 'stock at the end of each day', monthsMin: 3 },
} as const satisfies Record<string, RetainedTable>;

export type RetainedTableName = keyof typeof retainedTables;

export const retainedTableNames = Object.keys(retainedTables) as RetainedTableName[];

/** What files are written of: a label's text goes with the last label that says it. */
export type FiledTable = RetainedTableName | 'label_texts';

/** Why the ledger has no policy. */
export const ledgerStays =
  'inventory_ledger is kept for ever: a balance is the sum of all its entries, and nothing else carries that sum forward.';

/** What is older than this may go: the first of the month, so many whole months before this one. */
export function cutoffOf(now: Date, keepMonths: number): Date {
  return firstOfMonth(now, -keepMonths);
}

/** The first of a month, so many after this one. */
export function firstOfMonth(now: Date, monthsLater: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsLater, 1));
}
