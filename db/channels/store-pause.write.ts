/**
 * A store that asks to be left alone: everything for its connection waits. The connection is locked before its pushes
 * and searches, as everywhere, so that a refusal and a synchronisation never wait for each other.
 */
import type { Knex } from 'knex';
import { execute } from '../database.ts';
import { sql } from '../sql-text.ts';

interface OfConnection {
  organization_id: string;
  connection_id: string;
}

/** Runs `write`, which records a refusal under its claim; if it still held it, the connection pauses. */
export async function pausing(
  tx: Knex.Transaction,
  { organization_id: organizationId, connection_id: id }: OfConnection,
  ms: number,
  write: () => Promise<boolean>,
): Promise<void> {
  await execute(
    tx,
    sql`select 1 from channel_connections where organization_id = ${organizationId} and id = ${id} for no key update`,
  );
  if (!(await write())) return;
  await execute(
    tx,
    sql`update channel_connections
           set paused_until = greatest(paused_until, now() + ${ms}::integer * interval '1 millisecond')
         where organization_id = ${organizationId} and id = ${id}`,
  );
}
