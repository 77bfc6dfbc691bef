/** The time zones that Postgres knows: it counts the days and hours of whoever has one. */
import { invalid } from '../../domain/refusal.ts';
import { row, rows, type SystemConnection, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** Whether Postgres knows it; in whatever case, as Postgres reads it. */
export async function isZoneKnown(
  connection: TenantTransaction | SystemConnection,
  name: string,
): Promise<boolean> {
  const found = await row(
    connection,
    sql`select 1 from pg_timezone_names where lower(name) = lower(${name})`,
  );
  return found !== undefined;
}

/**
 * Refuses 400 `zone_unknown`. The runtime and Postgres each have a list of their own: a name that only the runtime knows
 * would fail every statement that asks what day it is there.
 */
export async function assertZoneKnown(tx: TenantTransaction, name: string | undefined): Promise<void> {
  if (name !== undefined && !(await isZoneKnown(tx, name)))
    throw invalid('time_zone', 'zone_unknown', 'time_zone must be an IANA time zone');
}

/** The zones of the organization and of its warehouses, and whose they are. */
export function zonesInUse(tx: TenantTransaction): Promise<{ zone: string; of: string }[]> {
  return rows(
    tx,
    sql`select time_zone as zone, 'the organization ' || name as of from organizations
        union all
        select time_zone, 'its warehouse ' || code from warehouses order by 1, 2`,
  );
}
