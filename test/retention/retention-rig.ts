/** A platform whose history can be aged, a place for the files, and their content. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { ExecutionContext } from 'ava';
import { pino } from 'pino';
import { diskStore } from '../../api/files/disk-store.ts';
import { setPolicy } from '../../db/retention/policies.write.ts';
import type { FiledTable, RetainedTableName } from '../../domain/retention/tables.ts';
import type { ArchiveStore } from '../../workers/retention/archive.ts';
import { sweepRetention } from '../../workers/retention/sweep-retention.ts';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';

/** A row as a file contains it. */
export type Line = Record<string, string | number | null>;

export interface RetentionRig {
  platform: OwnPlatform;
  files: ArchiveStore;
  keep(table: RetainedTableName, months: number | null): Promise<void>;
  sweep(files?: ArchiveStore): Promise<boolean>;
  /** Ages everything the standard organization has done so far by this many days, ids included. */
  age(days: number): Promise<void>;
  /** A label waiting for a printer that does not exist. */
  label(words: string): Promise<string>;
  cancel(id: string): Promise<void>;
  /** The rows of a table as they are, in the form files contain them. */
  rowsOf(table: string): Promise<Line[]>;
  /** The rows in the standard organization's files of a table, in the order they were written. */
  filed(table: FiledTable): Promise<Line[]>;
  fileRows(table: FiledTable): Promise<{ file_key: string; rows_count: number; removed_at: Date | null }[]>;
}

export async function retentionRig(t: ExecutionContext): Promise<RetentionRig> {
  const platform = await startPlatform(t, { workers: false });
  const { owner, client, standard, database } = platform;
  const folder = mkdtempSync(path.join(tmpdir(), 'archive-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const files = diskStore(folder);
  const log = pino({ level: 'silent' });
  const fileRows: RetentionRig['fileRows'] = async (table) => {
    const { rows } = await owner.query(
      'select * from retention_files where organization_id = $1 and table_name = $2 order by written_at, id',
      [standard.id, table],
    );
    return rows;
  };
  return {
    platform,
    files,
    fileRows,
    keep: (table, months) => setPolicy(database, table, months),
    sweep: (store = files) => sweepRetention({ database, files: store, log }),
    age: async (days) => {
      const aged = (column: string): string =>
        `(lpad(to_hex(('x' || left(replace(${column}::text, '-', ''), 12))::bit(48)::bigint - ${days}::bigint * 86400000), 12, '0')
          || substr(replace(${column}::text, '-', ''), 13))::uuid`;
      const before = (column: string): string => `${column} = ${column} - interval '${days} days'`;
      const connection = await owner.connect();
      try {
        await connection.query(`begin; set local session_replication_role = replica;
          update commands set id = ${aged('id')}, ${before('created_at')}, ${before('finished_at')} where organization_id = '${standard.id}';
          update idempotency_keys set command_id = ${aged('command_id')}, ${before('created_at')} where organization_id = '${standard.id}';
          update events set command_id = ${aged('command_id')}, ${before('occurred_at')} where organization_id = '${standard.id}';
          update inbound_events set ${before('received_at')}, ${before('processed_at')} where organization_id = '${standard.id}';
          update label_texts set ${before('created_at')} where organization_id = '${standard.id}';
          update print_jobs set ${before('created_at')}, ${before('queued_at')}, ${before('finished_at')} where organization_id = '${standard.id}';
          commit`);
      } finally {
        connection.release();
      }
    },
    label: async (words) => {
      const made = await client.post('/api/wms/print-jobs', {
        label_kind: 'carton',
        zpl_content: `^XA^FD${words}^FS^XZ`,
        warehouse_id: standard.warehouseId,
      });
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      // Nothing runs the look-up of a printer.
      await owner.query("delete from commands where organization_id = $1 and name = 'printing.dispatch'", [
        standard.id,
      ]);
      return made.body.data.id;
    },
    cancel: async (id) => {
      const { status } = await client.patch(`/api/wms/print-jobs/${id}`, { action: 'cancel' });
      if (status !== 200) throw new Error(`${status}`);
    },
    rowsOf: async (table) => {
      const connection = await owner.connect();
      try {
        await connection.query("set timezone = 'UTC'");
        const { rows } = await connection.query<{ line: string }>(
          `select row_to_json(t)::text as line from ${table} t where organization_id = $1`,
          [standard.id],
        );
        return rows.map(({ line }) => JSON.parse(line));
      } finally {
        await connection.query('reset timezone');
        connection.release();
      }
    },
    filed: async (table) => {
      const found: Line[] = [];
      for (const { file_key: key } of await fileRows(table)) {
        const text = gunzipSync(await buffer(await files.get(key))).toString();
        found.push(
          ...text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line)),
        );
      }
      return found;
    },
  };
}

/** Rows in the order of a column, for comparing. */
export function sorted(rows: readonly Line[], column = 'id'): Line[] {
  return rows.toSorted((one, other) => (`${one[column]}` < `${other[column]}` ? -1 : 1));
}
