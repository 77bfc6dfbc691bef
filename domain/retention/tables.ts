/**
 * Tables of history. The platform operator sets how long each is kept (`npm run admin -- retention`); without a setting
 * it is kept forever.
 */

export interface RetainedTable {
  /** What its rows are, in words. */
  words: string;
  /** The fewest months an operator may keep: younger rows are still in use, see docs/operations.md. */
  monthsMin: number;
}

export const retainedTables = {
  commands: { words: 'commands with their inputs and outcomes', monthsMin: 1 },
  events: { words: 'events of the stream, from its beginning', monthsMin: 1 },
  // Labels and storage are billed after the month has ended, and the next bill looks at the charges again.
  print_jobs: { words: 'labels that were printed, cancelled or failed', monthsMin: 3 },
  // A store repeats a webhook for days at most; its order's id stays known for ever all the same.
  inbound_events: { words: "webhooks of stores that are done with, with their flows' runs", monthsMin: 1 },
  inventory_snapshots: { words: 'stock at the end of each day', monthsMin: 3 },
} as const satisfies Record<string, RetainedTable>;

export type RetainedTableName = keyof typeof retainedTables;

export const retainedTableNames = Object.keys(retainedTables) as RetainedTableName[];

/** Tables written to archive files. A label's text goes with the last label that uses it. */
export type FiledTable = RetainedTableName | 'label_texts';

/** Why the ledger has no retention policy. */
export const ledgerStays =
  'inventory_ledger is kept for ever: a balance is the sum of all its entries, and nothing else carries that sum forward.';

/** Rows older than this may go: the first of the month, that many whole months before the current one. */
export function cutoffOf(now: Date, keepMonths: number): Date {
  return firstOfMonth(now, -keepMonths);
}

/** The first of the month that many months after the current one. */
export function firstOfMonth(now: Date, monthsLater: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsLater, 1));
}
