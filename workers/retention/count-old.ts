/** Counts what a policy would remove, by the same steps that remove it, for an operator who wants to know first. */
import type { Database } from '../../db/database.ts';
import { organizationIds } from '../../db/tenancy/editions.read.ts';
import { readOldRows, type OldRow } from '../../db/retention/old-rows.read.ts';
import { oldDays, readDay } from '../../db/retention/old-snapshots.read.ts';
import type { RetainedTableName } from '../../domain/retention/tables.ts';

/** Rows, and their bytes as text; reads them all and changes nothing. */
export async function countOld(
  database: Database,
  table: RetainedTableName,
  before: Date,
): Promise<{ rows: number; bytes: number }> {
  const counted = { rows: 0, bytes: 0 };
  const add = (lines: readonly string[]): void => {
    counted.rows += lines.length;
    for (const line of lines) counted.bytes += Buffer.byteLength(line) + 1;
  };
  for (const organizationId of await organizationIds(database)) {
    if (table === 'inventory_snapshots') {
      for (const day of await oldDays(database, organizationId, before))
        add((await readDay(database, day)).lines);
      continue;
    }
    let last: OldRow | undefined;
    do {
      const batch = await readOldRows(database, organizationId, table, before, last);
      add(batch.map(({ line }) => line));
      last = batch.at(-1);
    } while (last);
  }
  return counted;
}
