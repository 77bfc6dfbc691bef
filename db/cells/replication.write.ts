/**
 * An organization's rows copied from one database to another while it works, by PostgreSQL's own logical replication: a
 * publication of every table filtered by organization, a slot, a subscription. The slot is made first and by itself, so
 * that both databases may be of one server.
 */
import type { Knex } from 'knex';
import { execute, row, rows } from '../database.ts';
import { name, SqlText, sql } from '../sql-text.ts';
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

/** Publishes the organization's rows, and keeps every change of them from now on for whoever subscribes. */
export async function publish(
  source: Knex,
  organizationId: string,
  tables: readonly TenantTable[],
): Promise<void> {
  const move = moveName(organizationId);
  if (!(await row(source, sql`select 1 from pg_publication where pubname = ${move}`))) {
    // Without a key an update or delete is told by the whole row.
    const keyless = await rows<{ name: string }>(
      source,
      sql`select c.relname::text as name from pg_class c
           where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relreplident = 'd'
             and c.relname = any (${tables.map((table) => table.name)}::text[])
             and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    );
    for (const table of keyless)
      await execute(source, sql`alter table ${name(table.name)} replica identity full`);
    const filtered = tables.map(
      (table) => sql`${name(table.name)} where (${name(table.owner)} = ${text(organizationId)})`,
    );
    const all = filtered.reduce((list, one) => sql`${list}, ${one}`);
    await execute(
      source,
      sql`create publication ${name(move)} for table ${all} with (publish_via_partition_root = true)`,
    );
  }
  if (await row(source, sql`select 1 from pg_replication_slots where slot_name = ${move}`)) return;
  await execute(source, sql`select pg_create_logical_replication_slot(${move}, 'pgoutput')`);
}

const ownSubscription = (move: string): SqlText =>
  sql`pg_subscription s where s.subname = ${move}
        and s.subdbid = (select oid from pg_database where datname = current_database())`;

/** Begins to copy what is published; `sourceUrl` is how the target's server reaches the source. */
export async function subscribe(target: Knex, organizationId: string, sourceUrl: string): Promise<void> {
  const move = moveName(organizationId);
  if (await row(target, sql`select 1 from ${ownSubscription(move)}`)) return;
  await execute(
    target,
    sql`create subscription ${name(move)} connection ${text(sourceUrl)} publication ${name(move)}
        with (create_slot = false, slot_name = ${text(move)})`,
  );
}

export interface Progress {
  /** Tables whose rows are there and follow. */
  copied: number;
  tables: number;
  /** Faults of the copying so far. */
  faults: number;
}

export async function progressOf(target: Knex, organizationId: string): Promise<Progress | undefined> {
  return row<Progress>(
    target,
    sql`select (select count(*) filter (where r.srsubstate = 'r') from pg_subscription_rel r where r.srsubid = s.oid)::integer as copied,
               (select count(*) from pg_subscription_rel r where r.srsubid = s.oid)::integer as tables,
               (select apply_error_count + sync_error_count from pg_stat_subscription_stats f where f.subid = s.oid)::integer as faults
          from ${ownSubscription(moveName(organizationId))}`,
  );
}

/** The end of what has been committed, on disk: the slot is past it once the target has everything. */
export async function endOfLog(source: Knex): Promise<string> {
  await execute(source, sql`select pg_logical_emit_message(true, 'move', '')`);
  return (await row<{ lsn: string }>(source, sql`select pg_current_wal_flush_lsn()::text as lsn`))!.lsn;
}

/** How many bytes of the log up to this end the target has not confirmed. */
export async function bytesBehind(source: Knex, organizationId: string, end: string): Promise<number> {
  const found = await row<{ bytes: string }>(
    source,
    sql`select greatest(0, pg_wal_lsn_diff(${end}::text::pg_lsn, confirmed_flush_lsn))::text as bytes
          from pg_replication_slots where slot_name = ${moveName(organizationId)}`,
  );
  return Number(found?.bytes ?? Infinity);
}

/** Ends the copying at both places; what was copied stays. */
export async function endReplication(source: Knex, target: Knex, organizationId: string): Promise<void> {
  const move = moveName(organizationId);
  if (await row(target, sql`select 1 from ${ownSubscription(move)}`))
    // With its slots, also those of tables under way.
    await execute(target, sql`drop subscription ${name(move)}`);
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
