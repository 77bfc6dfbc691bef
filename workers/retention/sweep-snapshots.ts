/**
 * Removes old stock snapshots: one file per organization and day, and when all of a month's days are in files its
 * partition is dropped. Days outside any monthly partition are removed one by one. A day that is needed again is taken
 * anew from the ledger.
 */
import type { Database } from '../../db/database.ts';
import { dropMonth, forgetFilesOf, removeDay } from '../../db/retention/months.write.ts';
import { monthsOf, oldDays, readDay, type OldDay } from '../../db/retention/old-snapshots.read.ts';
import { organizationIds } from '../../db/tenancy/editions.read.ts';
import { recordFile } from '../../db/retention/removal.write.ts';
import { archive, type ArchiveStore } from './archive.ts';

const table = 'inventory_snapshots';
/** Of rows that differ from their file (0900_retention.ts). */
const changedSince = 'WP002';

/** Returns why a month that may go is held, if one is; others go. */
export async function sweepSnapshots(
  { database, files }: { database: Database; files: ArchiveStore },
  before: Date,
  hasTime: () => boolean,
  removed: (count: number) => void,
): Promise<string | undefined> {
  const months = await monthsOf(database, table);
  const own = new Set(months);
  let fault: unknown;
  for (const organizationId of await organizationIds(database)) {
    try {
      for (const day of await oldDays(database, organizationId, before, months)) {
        if (!hasTime()) return undefined;
        const { count, rows_hash: hash } = await fileDay(database, files, day);
        if (own.has(day.day.slice(0, 7))) continue;
        await removeDay(database, day, count, hash);
        removed(count);
      }
    } catch (thrown) {
      fault ??= thrown;
    }
  }
  // The others' days have gone; no month goes of which a day may be left.
  if (fault) throw fault;
  const firstKept = before.toISOString().slice(0, 7);
  let held: string | undefined;
  for (const month of months) {
    if (month >= firstKept || !hasTime()) break;
    try {
      const dropped = await dropMonth(database, table, month);
      if ('held' in dropped) held ??= dropped.held;
      else removed(dropped.gone);
    } catch (fault) {
      if ((fault as { code?: string }).code === changedSince) await forgetFilesOf(database, table, month);
      throw fault;
    }
  }
  return held;
}

/** Writes a day to its file. A day without any stock needs none. */
async function fileDay(
  database: Database,
  files: ArchiveStore,
  day: OldDay,
): Promise<{ count: number; rows_hash: string }> {
  const { lines, rows_hash } = await readDay(database, day);
  if (lines.length > 0) {
    const kept = await archive(files, day.organization_id, table, lines);
    const at = `${day.day} 00:00:00+00`;
    await recordFile(database, {
      organization_id: day.organization_id,
      table_name: table,
      ...kept,
      rows_hash,
      rows_count: lines.length,
      first_at: at,
      last_at: at,
    });
  }
  return { count: lines.length, rows_hash };
}
