/** How far places are from where a person stands, for giving out the nearest work first. */
import { row, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** Where a person stands, in metres from a corner of the building. */
export interface Here {
  x: number;
  y: number;
}

/** The coordinates of a location; undefined if it has none. */
export function standingAt(tx: TenantTransaction, locationId: string): Promise<Here | undefined> {
  return row<Here>(
    tx,
    sql`select x_m::float8 as x, y_m::float8 as y from locations
         where organization_id = ${tx.organizationId} and id = ${locationId} and x_m is not null and y_m is not null`,
  );
}

/** Metres from there to a location of a task `t`, at right angles; null if it has no coordinates, or nobody said where. */
export function metresTo(here: Here | undefined, locationId: SqlText): SqlText {
  if (!here) return sql`null::numeric`;
  return sql`(select abs(l.x_m - ${here.x}::numeric) + abs(l.y_m - ${here.y}::numeric) from locations l
    where l.organization_id = t.organization_id and l.id = ${locationId})`;
}
