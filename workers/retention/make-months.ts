/** Every hour: creates the coming months of tables with monthly partitions. */
import type { Database } from '../../db/database.ts';
import { makeMonth, tablesByMonth } from '../../db/retention/months.write.ts';
import { monthsOf } from '../../db/retention/old-snapshots.read.ts';
import { firstOfMonth } from '../../domain/retention/tables.ts';

const monthsAhead = 3;

/**
 * Safe in several processes at once: the second one finds the partition there. If one cannot be created, rows of that
 * month go to the rest partition, and `missing` is called with how many are lacking.
 */
export async function makeMonths(
  { database, missing }: { database: Database; missing?(table: string, months: number): void },
  now = new Date(),
): Promise<void> {
  for (const table of tablesByMonth) {
    for (let month = 0; month <= monthsAhead; month += 1)
      await makeMonth(database, table, dayOf(firstOfMonth(now, month)));
    const present = now.toISOString().slice(0, 7);
    const made = (await monthsOf(database, table)).filter((month) => month > present).length;
    missing?.(table, Math.max(0, monthsAhead - made));
  }
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
