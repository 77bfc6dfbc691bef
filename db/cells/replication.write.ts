/**
 * An organization's rows copied from one database to another while it works, by PostgreSQL's own logical replication: a
 * publication of every table filtered by organization, a slot, a subscription. The slot is made first and by itself, so
 * that both databases may be of one server.
 */
import type { Knex } from 'knex';
import { execute, row } from '../database.ts';
import { joined, name, SqlText, sql } from '../sql-text.ts';
import type { TenantTable } from './tables.read.ts';

/** Of the publication, the slot and the subscription. */
export const moveName = (organizationId: string): string => `move_${organizationId.replaceAll('-', '')}`;

// Where no binding may stand. A question mark would be one to the driver.
const text = (value: string): SqlText =>
  new SqlText(`'${value.replaceAll("'", "''").replaceAll('?', '\\?')}'`);

/** What the two servers lack for it, as a sentence to act on; undefined if nothing. */
export async function replicationProblem(source: Knex): Promise<string | undefined> {
  const found = await row<{ level: string; sees: boolean }>(
    source,
    sql`select current_setting('wal_level') as level, pg_has_role(current_user, 'pg_read_all_stats', 'usage') as sees`,
  );
  if (found!.level !== 'logical')
    return `The Postgres of this cell has wal_level = ${found!.level}: set it to logical and restart it (its standby takes over meanwhile).`;
  if (!found!.sees) return 'The role of DATABASE_URL needs pg_read_all_stats.';
  return undefined;
}

/**
 * Says which rows are to be copied. Nothing of the tables is changed for it, and nobody waits: each is told apart by a key
 * that names its organization, or by whole rows (`replica identity full` in its migration). Without one of the two Postgres
 * would refuse every update and delete from here on, of everybody.
 */
export async function createPublication(
  source: Knex,
  organizationId: string,
  tables: readonly TenantTable[],
): Promise<void> {
  const filtered = tables.map(
    (table) => sql`${name(table.name)} where (${name(table.owner)} = ${text(organizationId)})`,
  );
  await execute(
    source,
    sql`create publication ${name(moveName(organizationId))} for table ${joined(filtered, ', ')}
        with (publish_via_partition_root = true)`,
  );
}

/** Publishes the organization's rows for a cell, and keeps every change of them from now on until it has them. */
export async function publish(
  source: Knex,
  organizationId: string,
  to: string,
  tables: readonly TenantTable[],
): Promise<void> {
  const move = moveName(organizationId);
  if (!(await isPublished(source, organizationId)))
    await source.transaction(async (tx) => {
      await createPublication(tx, organizationId, tables);
      await execute(tx, sql`comment on publication ${name(move)} is ${text(to)}`);
    });
  if (await hasSlot(source, move)) return;
  // Waits until every transaction has ended that is open now. Nobody waits for it.
  await execute(source, sql`select pg_create_logical_replication_slot(${move}, 'pgoutput')`);
}

const hasSlot = async (source: Knex, move: string): Promise<boolean> =>
  (await row(source, sql`select 1 from pg_replication_slots where slot_name = ${move}`)) !== undefined;

/**
 * Where else than to this target the rows are being copied, if anywhere: the publication says for which cell it is, and
 * whoever takes what the slot keeps has to be this target's subscription.
 */
export async function copyingElsewhere(
  source: Knex,
  target: Knex,
  organizationId: string,
  to: string,
): Promise<string | undefined> {
  const move = moveName(organizationId);
  const found = await row<{ cell: string | null; is_taken: boolean }>(
    source,
    sql`select obj_description(p.oid, 'pg_publication') as cell,
               exists (select 1 from pg_replication_slots where slot_name = ${move} and active) as is_taken
          from pg_publication p where p.pubname = ${move}`,
  );
  if (!found) return undefined;
  const { cell, is_taken: isTaken } = found;
  if (cell !== null && cell !== to) return cell;
  return isTaken && !(await isSubscribed(target, move)) ? to : undefined;
}

const isOwn = (move: string): SqlText =>
  sql`(s.subname = ${move} and s.subdbid = (select oid from pg_database where datname = current_database()))`;

const isSubscribed = async (target: Knex, move: string): Promise<boolean> =>
  (await row(target, sql`select 1 from pg_subscription s where ${isOwn(move)}`)) !== undefined;

/** Begins to copy what is published; `sourceUrl` is how the target's server reaches the source. */
export async function subscribe(target: Knex, organizationId: string, sourceUrl: string): Promise<void> {
  const move = moveName(organizationId);
  if (await isSubscribed(target, move)) return;
  await target.transaction(async (tx) => {
    // The statement has a password in it, and a server that cannot reach the source would log it as what failed.
    await execute(
      tx,
      sql`select set_config(s.name, s.quiet, true)
            from (values ('log_min_error_statement', 'panic'), ('log_min_duration_statement', '-1'), ('log_statement', 'none')) s (name, quiet)
           where has_parameter_privilege(s.name, 'set')`,
    );
    await execute(
      tx,
      sql`create subscription ${name(move)} connection ${text(sourceUrl)} publication ${name(move)}
          with (create_slot = false, slot_name = ${text(move)})`,
    );
  });
}

export interface Progress {
  /** The names of tables whose rows are there and follow. */
  copied: string[];
  tables: number;
  /** Rows of those being copied now, by table; '' if there are none. */
  underWay: string;
  /** All of them. */
  rowsUnderWay: number;
  /** Faults of the copying so far. */
  faults: number;
}

export async function progressOf(target: Knex, organizationId: string): Promise<Progress | undefined> {
  return row<Progress>(
    target,
    sql`select array(select c.relname::text from pg_subscription_rel r join pg_class c on c.oid = r.srrelid
                      where r.srsubid = s.oid and r.srsubstate = 'r') as copied,
               (select count(*) from pg_subscription_rel r where r.srsubid = s.oid)::integer as tables,
               coalesce(u.names, '') as "underWay", coalesce(u.rows, 0)::float8 as "rowsUnderWay",
               (select apply_error_count + sync_error_count from pg_stat_subscription_stats f where f.subid = s.oid)::integer as faults
          from pg_subscription s
         cross join lateral (
           select string_agg(c.relid::regclass || ' ' || c.tuples_processed, ', ' order by c.relid) as names,
                  sum(c.tuples_processed) as rows
             from pg_stat_progress_copy c join pg_subscription_rel r on r.srrelid = c.relid
            where r.srsubid = s.oid and c.command = 'COPY FROM') u
         where ${isOwn(moveName(organizationId))}`,
  );
}

/** The end of what has been committed, on disk: the slot is past it once the target has everything. */
export async function endOfLog(source: Knex): Promise<string> {
  await execute(source, sql`select pg_logical_emit_message(true, 'move', '')`);
  return (await row<{ lsn: string }>(source, sql`select pg_current_wal_flush_lsn()::text as lsn`))!.lsn;
}

/** How many bytes of the log up to this end the target has not confirmed; undefined if the log is not kept for it any more. */
export async function bytesBehind(
  source: Knex,
  organizationId: string,
  end: string,
): Promise<number | undefined> {
  const found = await row<{ bytes: string }>(
    source,
    sql`select greatest(0, pg_wal_lsn_diff(${end}::text::pg_lsn, confirmed_flush_lsn))::text as bytes
          from pg_replication_slots
         where slot_name = ${moveName(organizationId)} and wal_status is distinct from 'lost'`,
  );
  return found && Number(found.bytes);
}

/** Ends the copying at both places; what was copied stays. */
export async function endReplication(source: Knex, target: Knex, organizationId: string): Promise<void> {
  const move = moveName(organizationId);
  if (await isSubscribed(target, move)) {
    // A standby that took over has no slots; a subscription that still names one could not be dropped.
    if (!(await hasSlot(source, move))) {
      await execute(target, sql`alter subscription ${name(move)} disable`);
      await execute(target, sql`alter subscription ${name(move)} set (slot_name = none)`);
    }
    // With its slots, also those of tables under way.
    await execute(target, sql`drop subscription ${name(move)}`);
  }
  await execute(
    source,
    sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${move} and not active`,
  );
  await execute(source, sql`drop publication if exists ${name(move)}`);
}

/** Whether rows of the organization are still being copied from here. */
export async function isPublished(source: Knex, organizationId: string): Promise<boolean> {
  return (
    (await row(source, sql`select 1 from pg_publication where pubname = ${moveName(organizationId)}`)) !==
    undefined
  );
}
