/** How far places are from where a person stands, for giving out the nearest work first. */
import { rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** Where a person stands, in metres from a corner of the building. */
export interface Here {
  x: number;
  y: number;
}

/** The coordinates of locations, null for one that has none; those that are not there are left out. */
export async function standingAt(
  tx: TenantTransaction,
  locationIds: readonly string[],
): Promise<Map<string, Here | null>> {
  if (locationIds.length === 0) return new Map();
  const found = await rows<Here & { id: string }>(
    tx,
    sql`select id, x_m::float8 as x, y_m::float8 as y from locations
         where organization_id = ${tx.organizationId} and id = any (${[...locationIds]}::uuid[])`,
  );
  return new Map(found.map(({ id, x, y }) => [id, x === null || y === null ? null : { x, y }]));
}

/** Metres from there to a location of a task `t`, at right angles; null if it has no coordinates, or nobody said where. */
export function metresTo(here: Here | undefined, locationId: SqlText): SqlText {
  if (!here) return sql`null::numeric`;
  return sql`(select abs(l.x_m - ${here.x}::numeric) + abs(l.y_m - ${here.y}::numeric) from locations l
    where l.organization_id = t.organization_id and l.id = ${locationId})`;
}
