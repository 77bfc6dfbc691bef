/**
 * The yard as it is or was: every spot with the trailer on it, on its way to it, or the reason it was closed, at a
 * moment.
 */
import type { TrailerContent } from '../../domain/yard/spots.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface MapSpot {
  spot_id: string;
  warehouse_id: string;
  warehouse_code: string;
  code: string;
  kind: 'door' | 'parking' | 'staging';
  state: 'free' | 'reserved' | 'occupied' | 'out_of_service';
  trailer_id: string | null;
  plate: string | null;
  carrier: string | null;
  visit_id: string | null;
  appointment_id: string | null;
  container_no: string | null;
  content: TrailerContent | null;
  /** Minutes since the trailer arrived on the spot. */
  dwell_minutes: number | null;
  reserved_by: string | null;
  closed_for: string | null;
}

// Several times as many as a large yard has.
const spotsMax = 5_000;

// Since when a spot is not active is not kept: one that was changed after the moment is taken to have been.
const isInactive = sql`(not s.is_active and s.updated_at <= asked.moment)`;

/** The spots of one or all warehouses at a moment, from the start and end times kept with every row. */
export function readYardMap(tx: TenantTransaction, warehouseId: string | null, at: Date): Promise<MapSpot[]> {
  return rows<MapSpot>(
    tx,
    sql`with asked as (select ${at}::timestamptz as moment)
        select s.id as spot_id, s.warehouse_id, w.code as warehouse_code, s.code, s.kind,
               case when v.id is not null then 'occupied' when c.id is not null or ${isInactive} then 'out_of_service'
                    when m.id is not null then 'reserved' else 'free' end as state,
               v.trailer_id, v.plate, v.carrier, v.id as visit_id, v.appointment_id, v.container_no, v.content,
               floor(extract(epoch from asked.moment - y.from_at) / 60)::integer as dwell_minutes,
               m.move_no as reserved_by, c.reason as closed_for
          from spots s
          cross join asked
          join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
          left join lateral (
            select from_at, visit_id from spot_stays
             where organization_id = s.organization_id and spot_id = s.id and from_at <= asked.moment
               and (to_at is null or to_at > asked.moment)
             order by from_at desc limit 1) y on true
          left join yard_visits v on v.organization_id = s.organization_id and v.id = y.visit_id
          left join lateral (
            select id, move_no from yard_moves
             where organization_id = s.organization_id and to_spot_id = s.id and created_at <= asked.moment
               and (finished_at is null or finished_at > asked.moment)
             order by created_at desc limit 1) m on true
          left join lateral (
            select id, reason from spot_closures
             where organization_id = s.organization_id and spot_id = s.id and from_at <= asked.moment
               and (to_at is null or to_at > asked.moment)
             order by from_at desc limit 1) c on true
         where s.organization_id = ${tx.organizationId}
           and (${warehouseId}::uuid is null or s.warehouse_id = ${warehouseId}::uuid) and s.created_at <= asked.moment
         order by w.code, s.kind, s.sequence, s.code limit ${spotsMax}`,
  );
}

/** Trailers that were in the yard at that moment but on no spot. */
export function readUnparked(
  tx: TenantTransaction,
  warehouseId: string | null,
  at: Date,
): Promise<
  { visit_id: string; trailer_id: string; plate: string; warehouse_id: string; arrived_at: Date }[]
> {
  return rows(
    tx,
    sql`select v.id as visit_id, v.trailer_id, v.plate, v.warehouse_id, v.arrived_at from yard_visits v
         where v.organization_id = ${tx.organizationId}
           and (${warehouseId}::uuid is null or v.warehouse_id = ${warehouseId}::uuid)
           and v.arrived_at <= ${at}::timestamptz and (v.departed_at is null or v.departed_at > ${at}::timestamptz)
           and not exists (
             select 1 from spot_stays y where y.organization_id = v.organization_id and y.visit_id = v.id
                and y.from_at <= ${at}::timestamptz and (y.to_at is null or y.to_at > ${at}::timestamptz))
         order by v.arrived_at, v.id limit ${spotsMax}`,
  );
}
