/** Plans the walk of a pick job, and writes its stops. */
import { jobWalk, type JobWalk, type WalkPlace } from '../../domain/picking/job-walk.ts';
import type { Aisle } from '../../domain/picking/walk.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface WantedWalk {
  warehouseId: string;
  locationIds: readonly string[];
  isByZone: boolean;
  fromId: string | null | undefined;
  toId: string | undefined;
}

/** The shortest walk over these places. */
export async function planWalk(
  tx: TenantTransaction,
  { warehouseId, locationIds, isByZone, fromId, toId }: WantedWalk,
): Promise<JobWalk> {
  const wanted = [...new Set(locationIds)];
  const ids = [...wanted, ...(fromId ? [fromId] : []), ...(toId ? [toId] : [])];
  const there = sql`l.organization_id = ${tx.organizationId} and l.warehouse_id = ${warehouseId}`;
  const [places, aisles] = await Promise.all([
    rows<WalkPlace>(
      tx,
      sql`select l.id, l.code, l.zone, l.pick_sequence, l.x_m::float8 as x, l.y_m::float8 as y, l.aisle
            from locations l where ${there} and l.id = any (${ids}::uuid[])`,
    ),
    rows<Aisle>(
      tx,
      sql`select l.aisle, min(l.x_m)::float8 as min_x, max(l.x_m)::float8 as max_x,
                 min(l.y_m)::float8 as min_y, max(l.y_m)::float8 as max_y
            from locations l
           where ${there} and l.is_active and l.x_m is not null and l.y_m is not null and l.aisle in (
             select a.aisle from locations a where a.organization_id = ${tx.organizationId}
                and a.id = any (${ids}::uuid[]) and a.aisle <> '')
           group by l.aisle`,
    ),
  ]);
  const placeOf = new Map(places.map((place) => [place.id, place]));
  return jobWalk(
    wanted.flatMap((id) => placeOf.get(id) ?? []),
    aisles,
    { isByZone, from: placeOf.get(fromId ?? ''), to: placeOf.get(toId ?? '') },
  );
}

/** What was walked already stays; the rest of the walk is this. */
export async function writeStops(
  tx: TenantTransaction,
  jobId: string,
  { stops }: JobWalk,
  walked: { stop: number; metres: number },
): Promise<void> {
  await execute(
    tx,
    sql`delete from pick_job_stops
         where organization_id = ${tx.organizationId} and job_id = ${jobId} and stop > ${walked.stop}`,
  );
  const next = stops.map(({ id, metres }, index) => ({
    stop: walked.stop + index + 1,
    location_id: id,
    metres: metres === null ? null : (walked.metres + metres).toFixed(2),
  }));
  await execute(
    tx,
    sql`insert into pick_job_stops (organization_id, job_id, stop, location_id, metres)
        select ${tx.organizationId}::uuid, ${jobId}::uuid, s.stop, s.location_id, s.metres
          from jsonb_to_recordset(${JSON.stringify(next)}::jsonb)
                 as s (stop integer, location_id uuid, metres numeric)`,
  );
}
