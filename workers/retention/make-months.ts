/** Every hour: the months to come of tables that have a partition for each. */
import type { Database } from '../../db/database.ts';
import { makeMonth, tablesByMonth } from '../../db/retention/months.write.ts';
import { monthsOf } from '../../db/retention/old-snapshots.read.ts';

const monthsAhead = 3;

/**
 * Safe in several processes at once: who comes second finds the month there. Where one cannot be made, rows of that month
 * go to the partition for the rest, and `missing` hears how many are not there.
 */
export async function makeMonths(
  { database, missing }: { database: Database; missing?(table: string, months: number): void },
  now = new Date(),
): Promise<void> {
  for (const table of tablesByMonth) {
    for (let month = 0; month <= monthsAhead; month += 1)
      await makeMonth(database, table, firstOf(now, month));
    const present = firstOf(now, 0).slice(0, 7);
    const made = (await monthsOf(database, table)).filter((month) => month > present).length;
    missing?.(table, Math.max(0, monthsAhead - made));
  }
}

function firstOf(now: Date, monthsLater: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsLater, 1))
    .toISOString()
    .slice(0, 10);
}
