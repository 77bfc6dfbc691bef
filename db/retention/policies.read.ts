/** Reads retention policies, table sizes and the archive files written. */
import type { FiledTable, RetainedTableName } from '../../domain/retention/tables.ts';
import { rows, type Database } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface Policy {
  table_name: RetainedTableName;
  /** Null: forever. */
  keep_months: number | null;
  swept_at: Date | null;
  rows_removed: string;
  problem: string | null;
  /** Which organization was served last. */
  served_organization_id: string | null;
}

/** The policies ever set. */
export function readPolicies({ system }: Pick<Database, 'system'>): Promise<Policy[]> {
  return rows<Policy>(
    system,
    sql`select table_name, keep_months, swept_at, rows_removed, problem, served_organization_id
          from retention_policies order by table_name`,
  );
}

/** Each table's size on disk in bytes, including indexes and TOAST. */
export function tableSizes(
  { system }: Pick<Database, 'system'>,
  tables: readonly string[],
): Promise<{ table_name: string; bytes: string; rows_estimated: string }[]> {
  return rows(
    system,
    sql`select t.name as table_name, sum(pg_total_relation_size(p.relid))::bigint as bytes,
               sum(greatest(c.reltuples, 0))::bigint as rows_estimated
          from unnest(${[...tables]}::text[]) as t (name)
         cross join lateral pg_partition_tree(t.name::regclass) p
          join pg_class c on c.oid = p.relid
         where p.isleaf
         group by t.name`,
  );
}

export interface RetentionFileRow {
  table_name: FiledTable;
  file_key: string;
  rows_count: number;
  bytes: string;
  first_at: Date;
  last_at: Date;
  removed_at: Date | null;
}

const filesShownMax = 200;

/** The files of one organization, newest first; at most 200. */
export function listRetentionFiles(
  { system }: Pick<Database, 'system'>,
  organizationId: string,
): Promise<RetentionFileRow[]> {
  return rows<RetentionFileRow>(
    system,
    sql`select table_name, file_key, rows_count, bytes, first_at, last_at, removed_at from retention_files
         where organization_id = ${organizationId} order by written_at desc, id desc limit ${filesShownMax}`,
  );
}
