/** Removes rows that are in a file: exactly those, as written there, or none. */
import { newId } from '../../domain/new-id.ts';
import type { FiledTable } from '../../domain/retention/tables.ts';
import { execute, type Database } from '../database.ts';
import { sql, values } from '../sql-text.ts';

export interface KeptRows {
  organization_id: string;
  table_name: FiledTable;
  file_key: string;
  /** Over the rows as text, each with its line break. */
  rows_sha256: string;
  sha256: string;
  bytes: number;
  /** For rows that are dropped with their month. */
  rows_hash?: string;
  rows_count: number;
  first_at: string;
  last_at: string;
}

/** Records which rows a file holds, once, however often it is written. */
export async function recordFile({ system }: Pick<Database, 'system'>, file: KeptRows): Promise<void> {
  await execute(
    system,
    sql`insert into retention_files ${values({ id: newId(), ...file })}
        on conflict on constraint retention_files_once do nothing`,
  );
}

/**
 * Removes the rows of a file and in the same transaction records that they are gone. Throws when any of them has
 * changed or gone since: then all stay, and the next sweep writes them again.
 */
export function removeRows(
  { system }: Pick<Database, 'system'>,
  { organization_id, table_name, rows_sha256, sha256 }: KeptRows,
  keys: readonly string[],
): Promise<void> {
  return system.transaction(async (tx) => {
    await execute(tx, sql`select set_config('statement_timeout', '120s', true)`);
    await execute(
      tx,
      sql`select retention_remove(${table_name}, ${organization_id}, ${[...keys]}::text[], ${rows_sha256})`,
    );
    await execute(
      tx,
      sql`update retention_files set removed_at = now()
           where organization_id = ${organization_id} and table_name = ${table_name} and sha256 = ${sha256}`,
    );
  });
}
