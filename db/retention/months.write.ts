/**
 * Monthly partitions: created ahead, and dropped once each of their days is in a file. Only snapshots have them. The jobs
 * of `commands` look rows up by lists of ids, and a prepared plan would visit every month. `events` are numbered by subject,
 * `print_jobs` claimed once, and the ledger's lines exactly once, each by an index over all time, which partitions by month
 * cannot have; no month of the ledger may ever be removed.
 */
import { execute, row, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';
import type { OldDay } from './old-snapshots.read.ts';

/** The tables with monthly partitions. */
export const tablesByMonth = ['inventory_snapshots'] as const;
export type TableByMonth = (typeof tablesByMonth)[number];

/** Creates the partition for a day's month (YYYY-MM-DD), unless it exists. */
export async function makeMonth(
  { system }: Pick<Database, 'system'>,
  table: TableByMonth,
  day: string,
): Promise<void> {
  await execute(system, sql`select make_month(${table}, ${day}::date)`);
}

const dropMsMax = '10min';

/** How many rows of a month went, or why all of them stay for now. */
export type DroppedMonth = { gone: number } | { held: string };

/**
 * Drops a month (YYYY-MM) for all organizations, and in the same transaction records that its files' rows are gone. It is
 * held while an organization of its rows is elsewhere or on its way. Throws when the rows differ from the files: then all of
 * them stay.
 */
export async function dropMonth(
  { system }: Pick<Database, 'system'>,
  table: TableByMonth,
  month: string,
): Promise<DroppedMonth> {
  return system.transaction(async (tx) => {
    await execute(tx, sql`select set_config('statement_timeout', ${dropMsMax}, true)`);
    const held = await row<{ why: string | null }>(
      tx,
      sql`select retention_month_held(${`${month}-01`}::date) as why`,
    );
    if (held?.why) return { held: `Stock of ${month} stays for now: ${held.why}.` };
    const found = await row<{ gone: string }>(
      tx,
      sql`select retention_drop_month(${table}, ${`${month}-01`}::date) as gone`,
    );
    return { gone: Number(found!.gone) };
  });
}

/** Removes a day outside any monthly partition, exactly as it is in its file or not at all. */
export function removeDay(
  { system }: Pick<Database, 'system'>,
  { organization_id: organizationId, day }: OldDay,
  rowsCount: number,
  rowsHash: string,
): Promise<void> {
  return system.transaction(async (tx) => {
    await execute(tx, sql`select set_config('statement_timeout', '120s', true)`);
    await execute(
      tx,
      sql`select retention_remove_day(${organizationId}, ${day}::date, ${rowsCount}::bigint, ${rowsHash}::numeric)`,
    );
    await execute(
      tx,
      sql`update retention_files set removed_at = now()
           where organization_id = ${organizationId} and table_name = 'inventory_snapshots' and removed_at is null
             and first_at = ${day}::date::timestamp at time zone 'UTC'`,
    );
  });
}

/** Discards the record of a month that changed after it was written, so that it is written again. The files stay. */
export async function forgetFilesOf(
  { system }: Pick<Database, 'system'>,
  table: TableByMonth,
  month: string,
): Promise<void> {
  await execute(
    system,
    sql`delete from retention_files
         where table_name = ${table} and removed_at is null
           and first_at >= ${`${month}-01`}::date::timestamp at time zone 'UTC'
           and first_at < (${`${month}-01`}::date + interval '1 month')::timestamp at time zone 'UTC'`,
  );
}
