/**
 * Where an organization is: here, on its way, or in another cell. No transaction of it commits behind `freeze`. Those of
 * its tenants hold its lock shared (`enter_organization`, 0105_places.ts), so the freeze waits for them and none begins
 * meanwhile; those of the system role, which are of many organizations, are waited for by name.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { execute, row, rows } from '../database.ts';
import { roleNames } from '../roles.ts';
import { sql } from '../sql-text.ts';

export interface Place {
  state: 'active' | 'moving' | 'moved';
  /** Where it has gone. While it is moving: where it goes, once it has stopped here for good and is not even read. */
  cell: string | null;
}

export function findPlace(owner: Knex, organizationId: string): Promise<Place | undefined> {
  return row<Place>(owner, sql`select state, cell from organizations where id = ${organizationId}`);
}

// Meanwhile whoever comes is sent away for a second: a long transaction is not worth that.
const lockMsMax = 3_000;
const lookEveryMs = 20;

/** Stops all writes of an organization. Throws 55P03 when a transaction does not end in time: nothing has changed. */
export async function freeze(owner: Knex, organizationId: string): Promise<void> {
  await owner.transaction(async (tx) => {
    await execute(tx, sql`select set_config('lock_timeout', ${String(lockMsMax)}, true)`);
    await execute(tx, sql`select pg_advisory_xact_lock(organization_lock(${organizationId}))`);
    await setPlace(tx, organizationId, { state: 'moving', cell: null });
  });
  if (await endedBefore(owner)) return;
  await changePlace(owner, organizationId, { state: 'moving', cell: null }, { state: 'active', cell: null });
  throw Object.assign(new Error('A transaction across organizations does not end.'), { code: '55P03' });
}

/**
 * Waits for every transaction of the system role that has written something, or reads as of a moment before this one. A
 * later statement passes over what is not here. False when one does not end in time: a month that is dropped takes minutes.
 */
async function endedBefore(owner: Knex): Promise<boolean> {
  const deadline = performance.now() + lockMsMax;
  const open = (among?: readonly string[]): Promise<{ name: string }[]> =>
    rows(
      owner,
      sql`select l.virtualtransaction as name from pg_locks l join pg_stat_activity a using (pid)
           where l.locktype = 'virtualxid' and a.usename = ${roleNames.system} and a.datname = current_database()
             and (a.backend_xid is not null or a.backend_xmin is not null)
             and (${among ?? null}::text[] is null or l.virtualtransaction = any (${among ?? null}::text[]))`,
    );
  let left = await open();
  while (left.length > 0 && performance.now() < deadline) {
    await pause(lookEveryMs);
    left = await open(left.map(({ name }) => name));
  }
  return left.length === 0;
}

export async function setPlace(owner: Knex, organizationId: string, { state, cell }: Place): Promise<void> {
  await execute(
    owner,
    sql`update organizations set state = ${state}, cell = ${cell} where id = ${organizationId}`,
  );
}

/** The same, unless it is somewhere else than the caller thinks: false, and nothing has changed. */
export async function changePlace(
  owner: Knex,
  organizationId: string,
  from: Place,
  to: Place,
): Promise<boolean> {
  const changed = await execute(
    owner,
    sql`update organizations set state = ${to.state}, cell = ${to.cell}
         where id = ${organizationId} and state = ${from.state} and cell is not distinct from ${from.cell}`,
  );
  return changed > 0;
}

/**
 * Stops a frozen organization here for good. How far its stream had come is kept: what was exported of it until then is
 * older. False if it is not frozen, and nothing has changed.
 */
export async function leaveFor(
  owner: Knex,
  organizationId: string,
  cell: string,
  horizon: string,
): Promise<boolean> {
  const changed = await execute(
    owner,
    sql`update organizations set cell = ${cell}, left_horizon = ${horizon}::bigint
         where id = ${organizationId} and state = 'moving' and cell is null`,
  );
  return changed > 0;
}

/** Before its events go, of one that left without that being kept (by a version before 0922_left_horizon.ts). */
export async function keepHorizonLeft(owner: Knex, organizationId: string): Promise<void> {
  await execute(
    owner,
    sql`update organizations o
           set left_horizon = (select max(transaction_id)::text::bigint from events e where e.organization_id = o.id)
         where id = ${organizationId} and left_horizon is null`,
  );
}
