/** Brings the rows of an organization into a database, as they were: no trigger fires and no default is given. */
import { execute } from '../database.ts';
import { columnList, joined, name, sql } from '../sql-text.ts';
import { writePlainly } from './rows.read.ts';
import type { NamedTable, TenantTable } from './tables.read.ts';
import type { WholeDatabase } from './whole-database.ts';

/**
 * Triggers and foreign keys rest until the transaction ends: balances arrive beside the entries they are the sum of, and
 * history that nobody may change is written once more.
 */
export async function beginBringing(tx: WholeDatabase): Promise<void> {
  await writePlainly(tx);
  await execute(tx, sql`select set_config('session_replication_role', 'replica', true)`);
}

/** Until the transaction ends, whoever waits so long for somebody else fails with 55P03. */
export async function waitAtMost(tx: WholeDatabase, milliseconds: number): Promise<void> {
  await execute(tx, sql`select set_config('lock_timeout', ${String(milliseconds)}, true)`);
}

/**
 * Writes lines of `linesOf`, and none of another organization: false if there were such. Rows of named tables that are
 * there stay as they are.
 */
export async function bringLines(
  tx: WholeDatabase,
  table: TenantTable | NamedTable,
  organizationId: string,
  lines: readonly string[],
): Promise<boolean> {
  const columns = table.columns.map((column) =>
    table.neverMissing.includes(column)
      ? sql`coalesce(${columnList([column])}, 'null'::jsonb)`
      : columnList([column]),
  );
  const written = await execute(
    tx,
    sql`insert into ${name(table.name)} (${columnList(table.columns)}) overriding system value
        select ${joined(columns, ', ')} from json_populate_recordset(null::${name(table.name)}, ${`[${lines.join(',')}]`}::json)
        ${'owner' in table ? sql`where ${name(table.owner)} = ${organizationId}` : sql`on conflict do nothing`}`,
  );
  return !('owner' in table) || written === lines.length;
}

// Whoever takes a number meanwhile never takes so many between the look and the jump.
const room = 1_000_000;

/**
 * New rows of a table are numbered past this one. Nobody is waited for, and nobody waits but who does the same: a lock on
 * the table would stand behind every organization that is being brought or removed, with all writers of the cell behind it.
 */
export async function numberPast(
  tx: WholeDatabase,
  table: TenantTable & { identity: string },
  past: string,
): Promise<void> {
  const numbers = sql`pg_get_serial_sequence(${table.name}, ${table.identity})`;
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${numbers}, 7310444))`);
  await execute(
    tx,
    sql`select setval(${numbers}, ${past}::bigint + ${room})
         where coalesce(pg_sequence_last_value(${numbers}::regclass), 0) < ${past}::bigint`,
  );
}

/**
 * From here on this server's transactions come after everything that the stream has had, and after every place a reader
 * of it may hold.
 */
export async function continueStream(
  tx: WholeDatabase,
  organizationId: string,
  horizon: string,
): Promise<void> {
  await execute(
    tx,
    sql`update organizations o
           set stream_base = greatest(0, 1 + reached.place - reached.here)
          from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as here,
                       greatest(${horizon}::bigint,
                         (select max(transaction_id)::text::bigint from events where organization_id = ${organizationId}),
                         (select max(transaction_id)::text::bigint from webhook_streams where organization_id = ${organizationId}),
                         (select max(transaction_id)::text::bigint from channel_streams where organization_id = ${organizationId})
                       ) as place) reached
         where o.id = ${organizationId}`,
  );
}

/**
 * Removes the organization's rows of a table, or about `most` of them: no trigger fires, not even of those that keep
 * history. Which ones is looked up before the transaction writes: from then to its end the streams of all organizations
 * stand still.
 */
export async function removeRows(
  tx: WholeDatabase,
  table: TenantTable,
  organizationId: string,
  most?: number,
): Promise<number> {
  await beginBringing(tx);
  // Not from the table's beginning, where ever more has been removed already: every key begins with the organization.
  if (most !== undefined)
    await execute(
      tx,
      sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
    );
  const isOwn = sql`${name(table.owner)} = ${organizationId}`;
  // In another part of the table the same place is somebody else's.
  return execute(
    tx,
    sql`delete from ${name(table.name)} where ${isOwn} and ctid = any (array(
          select ctid from ${name(table.name)} where ${isOwn} limit ${most ?? null}))`,
  );
}
