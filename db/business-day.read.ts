/**
 * A day that a caller names is the business day of a place: of the warehouse it is about, else of the organization. Never
 * the server's or UTC's.
 */
import { row, type TenantTransaction } from './database.ts';
import { sql, type SqlText } from './sql-text.ts';

export interface Place {
  organizationId: string;
  warehouseId?: string | null | undefined;
}

/** The moment a day (YYYY-MM-DD) begins at a place, or that many days after it. */
export function dayBegins({ organizationId, warehouseId = null }: Place, day: string, later = 0): SqlText {
  return sql`(select (${day}::date + ${later}::integer)::timestamp at time zone coalesce(
      (select w.time_zone from warehouses w where w.organization_id = o.id and w.id = ${warehouseId}::uuid), o.time_zone)
    from organizations o where o.id = ${organizationId})`;
}

/** A moment as it is, or the beginning of the day that is given instead. */
export function momentAt(place: Place, given: string): SqlText {
  return isDay(given) ? dayBegins(place, given) : sql`${given}::timestamptz`;
}

/** Whether a caller gave a day where a moment is accepted as well. */
export function isDay(given: string): boolean {
  return given.length === 'YYYY-MM-DD'.length;
}

export async function readMomentAt(tx: TenantTransaction, place: Place, given: string): Promise<Date> {
  const found = await row<{ moment: Date }>(tx, sql`select ${momentAt(place, given)} as moment`);
  return found!.moment;
}
