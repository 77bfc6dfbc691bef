/** What the ledger says of pick faces: how much of their item is picked on a busy day, and what that asks of them. */
import { rows, type TenantTransaction } from '../database.ts';
import { readPage, type PageOf, type PageQuery } from '../page.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { isPick, isShippedFromShelf } from './picked-entries.ts';

export interface FaceFilters {
  warehouse_id?: string | undefined;
  location_id?: string | undefined;
  item_id?: string | undefined;
}

export interface FaceRow {
  face_id: string;
  warehouse_id: string;
  location_id: string;
  location: string;
  item_id: string;
  sku: string;
  min_qty: string;
  max_qty: string;
  refill: string;
}

export interface Demand {
  picks: number;
  days_picked: number;
  total: string;
  /** What is picked in a day, on all but one of twenty days. */
  p95_a_day: string;
}

const noDemand: Demand = { picks: 0, days_picked: 0, total: '0', p95_a_day: '0' };

const columns = sql`f.id as face_id, f.warehouse_id, f.location_id, l.code as location, f.item_id, i.sku, f.min_qty, f.max_qty,
  coalesce(u.factor, 1)::text as refill`;

/** Faces of a page with their items' demand in the warehouse over so many days up to now. */
export async function suggestFaces(
  tx: TenantTransaction,
  filters: FaceFilters,
  { days, page }: { days: number; page: PageQuery },
): Promise<PageOf<FaceRow & Demand>> {
  const found = await readPage<FaceRow>(
    tx,
    {
      columns,
      from: sql`pick_faces f
        join locations l on l.organization_id = f.organization_id and l.id = f.location_id
        join items i on i.organization_id = f.organization_id and i.id = f.item_id
        left join item_uoms u on u.organization_id = f.organization_id and u.item_id = f.item_id and u.uom = f.refill_uom`,
      where: every([sql`f.organization_id = ${tx.organizationId} and f.is_active`, ...equalTo('f', filters)]),
      order: ['f.priority', 'f.id'],
    },
    page,
  );
  const demand = await demandOf(tx, found.rows, days);
  const keyOf = ({ warehouse_id: at, item_id: of }: FaceRow): string => `${at}/${of}`;
  return {
    ...found,
    rows: found.rows.map((face) => ({ ...face, ...(demand.get(keyOf(face)) ?? noDemand) })),
  };
}

/** By warehouse and item. A day without a pick counts as one of zero. */
async function demandOf(
  tx: TenantTransaction,
  faces: readonly FaceRow[],
  days: number,
): Promise<Map<string, Demand>> {
  const found = await rows<Demand & { key: string }>(
    tx,
    sql`with asked as (
       select distinct k.warehouse_id, k.item_id, w.time_zone
         from unnest(${faces.map((one) => one.warehouse_id)}::uuid[], ${faces.map((one) => one.item_id)}::uuid[])
                as k (warehouse_id, item_id)
         join warehouses w on w.organization_id = ${tx.organizationId} and w.id = k.warehouse_id
     ), daily as (
       select a.warehouse_id, a.item_id, (e.occurred_at at time zone a.time_zone)::date as day, count(*) as picks,
              -sum(e.qty_delta) as qty
         from asked a
         join inventory_ledger e on e.organization_id = ${tx.organizationId} and e.item_id = a.item_id
          and e.warehouse_id = a.warehouse_id and (${isPick} or ${isShippedFromShelf})
          and e.occurred_at >= now() - make_interval(days => ${days}::integer)
        group by 1, 2, 3
     ), all_days as (
       select a.warehouse_id, a.item_id, coalesce(d.picks, 0) as picks, coalesce(d.qty, 0) as qty
         from asked a
         cross join lateral (select ((now() at time zone a.time_zone)::date - n) as day
                               from generate_series(0, ${days}::integer - 1) n) each
         left join daily d on d.warehouse_id = a.warehouse_id and d.item_id = a.item_id and d.day = each.day
     )
     select warehouse_id || '/' || item_id as key, sum(picks)::integer as picks,
            count(*) filter (where picks > 0)::integer as days_picked, sum(qty)::text as total,
            percentile_disc(0.95) within group (order by qty)::text as p95_a_day
       from all_days group by warehouse_id, item_id`,
  );
  return new Map(found.map(({ key, ...demand }) => [key, demand]));
}
