/** The rows of an organization, table by table: as lines of JSON, and as a sum that shows whether two sets are equal. */
import { execute, row, rows } from '../database.ts';
import { columnList, name, sql, SqlText } from '../sql-text.ts';
import { comparedColumns, rowsOf, type NamedTable, type TenantTable } from './tables.read.ts';
import type { WholeDatabase } from './whole-database.ts';

/** One moment of the whole database, in which everything is written the same way on every server. */
export async function beginReading(tx: WholeDatabase): Promise<void> {
  await execute(tx, sql`set transaction isolation level repeatable read, read only`);
  await writePlainly(tx);
}

/** Text of rows does not depend on the server's settings until the transaction ends; and it may take long. */
export async function writePlainly(tx: WholeDatabase): Promise<void> {
  await execute(
    tx,
    sql`select set_config(setting, value, true)
          from (values ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'iso_8601'),
                       ('bytea_output', 'hex'), ('extra_float_digits', '1'), ('statement_timeout', '0'),
                       ('idle_in_transaction_session_timeout', '0'), ('row_security', 'off')) s (setting, value)`,
  );
}

/** Cancels a statement of the transaction that takes so long (57014); until then several processors read. */
export async function limitReading(tx: WholeDatabase, milliseconds: number): Promise<void> {
  await execute(
    tx,
    sql`select set_config('statement_timeout', ${String(Math.ceil(milliseconds))}, true),
               set_config('max_parallel_workers_per_gather', '4', true)`,
  );
}

/** How many rows the organization has in a table. */
export async function countRows(
  tx: WholeDatabase,
  table: TenantTable,
  organizationId: string,
): Promise<number> {
  const found = await row<{ rows: string }>(
    tx,
    sql`select count(*) as rows from ${name(table.name)} t where ${rowsOf(table, organizationId)}`,
  );
  return Number(found!.rows);
}

export interface TableDigest {
  rows: number;
  /** The sum of the rows' hashes: the same rows in any order have the same. */
  hash: string;
}

export async function digestOf(
  tx: WholeDatabase,
  table: TenantTable | NamedTable,
  organizationId: string,
): Promise<TableDigest> {
  const columns = columnList(comparedColumns(table));
  const found = await row<{ rows: string; hash: string }>(
    tx,
    sql`select count(*) as rows, coalesce(sum(hashtextextended(row(${columns})::text, 0)::numeric), 0)::text as hash
          from ${name(table.name)} t where ${rowsOf(table, organizationId)}`,
  );
  return { rows: Number(found!.rows), hash: found!.hash };
}

// A piece is about this large, whatever the rows are: it starts with one row and at most doubles from piece to piece.
const pieceBytes = 2 * 1024 * 1024;
const pieceRowsMax = 512;

/** The organization's rows of a table, one JSON object a line, in pieces that fit into memory. */
export async function* linesOf(
  tx: WholeDatabase,
  table: TenantTable | NamedTable,
  organizationId: string,
): AsyncGenerator<string[]> {
  await execute(
    tx,
    sql`declare organization_rows no scroll cursor for
        select row_to_json(r)::text as line
          from (select ${columnList(table.columns)} from ${name(table.name)} t where ${rowsOf(table, organizationId)}) r`,
  );
  let count = 1;
  for (;;) {
    // FETCH takes no binding.
    const piece = await rows<{ line: string }>(tx, new SqlText(`fetch ${count} from organization_rows`));
    if (piece.length > 0) yield piece.map(({ line }) => line);
    if (piece.length < count) break;
    const bytes = piece.reduce((sum, { line }) => sum + line.length, 0);
    const fitting = Math.floor((pieceBytes * piece.length) / bytes);
    count = Math.max(1, Math.min(count * 2, fitting, pieceRowsMax));
  }
  await execute(tx, sql`close organization_rows`);
}

/** The number that a table's newest row has, whoever's it is: no row here has a higher one. */
export async function lastNumber(
  tx: WholeDatabase,
  table: TenantTable & { identity: string },
): Promise<string> {
  const found = await row<{ last: string }>(
    tx,
    sql`select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table.name}, ${table.identity})::regclass), 0)::text as last`,
  );
  return found!.last;
}

/** The highest number among the organization's rows of a table. */
export async function highestNumber(
  tx: WholeDatabase,
  table: TenantTable & { identity: string },
  organizationId: string,
): Promise<string> {
  const found = await row<{ highest: string }>(
    tx,
    sql`select coalesce(max(${name(table.identity)}), 0)::text as highest
          from ${name(table.name)} t where ${rowsOf(table, organizationId)}`,
  );
  return found!.highest;
}

/** The end of the organization's stream of events, as readers elsewhere may hold it. */
export async function streamHorizon(tx: WholeDatabase, organizationId: string): Promise<string> {
  const found = await row<{ horizon: string }>(
    tx,
    sql`select stream_horizon(${organizationId})::text as horizon`,
  );
  return found!.horizon;
}

/** Whether what was read of its stream up to this place is no newer than what the organization left here. */
export async function isOfBeforeItLeft(
  tx: WholeDatabase,
  organizationId: string,
  place: string,
): Promise<boolean> {
  const found = await row(
    tx,
    sql`select 1 from organizations o
         where o.id = ${organizationId}
           and ${place}::bigint <= greatest(o.left_horizon,
                 (select max(transaction_id)::text::bigint from events e where e.organization_id = o.id))`,
  );
  return found !== undefined;
}

/** Digests of the migrations, which have to be the same where the rows go. */
export async function schemaDigests(tx: WholeDatabase): Promise<Record<string, string>> {
  const found = await rows<{ name: string; digest: string }>(
    tx,
    sql`select name, digest from schema_migrations_digests order by name`,
  );
  return Object.fromEntries(found.map(({ name: migration, digest }) => [migration, digest]));
}

/** The organization's name; undefined if it is not in this database. */
export async function findOrganizationName(
  tx: WholeDatabase,
  organizationId: string,
): Promise<string | undefined> {
  const found = await row<{ name: string }>(
    tx,
    sql`select name from organizations where id = ${organizationId}`,
  );
  return found?.name;
}
