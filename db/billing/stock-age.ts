/**
 * Since when stock has been in its warehouse, from the ledger: what grace days, aging and split months count from. What
 * is on its way to a warehouse is booked there, but has not come.
 */
import { joined, name, sql, type SqlText } from '../sql-text.ts';

export interface WarehouseDay {
  organizationId: string;
  warehouseId: string;
  day: string;
}

export const stockKey = sql`merchant_id, item_id, location_id, status, lot_no, lpn_id`;

const hasCome = sql`g.status <> 'in_transit'`;

const handledKey = sql`merchant_id, item_id, lot_no, location_id, status, lpn_id, coalesce(lpn_id, location_id) as unit`;

/**
 * The first days that stock took along to the places it was moved to on the day, over as many moves as there were: put
 * away, split off or brought nearer, it is not stored anew. One command may handle many plates, or loose goods of many
 * places (an order that is allocated, a lot that is held): each that gave takes its own day only, whatever the others
 * gave.
 */
export function movedOn({ organizationId, warehouseId, day }: WarehouseDay): SqlText {
  return sql`with recursive gave as materialized (
        select distinct command_id, ${handledKey} from inventory_ledger g cross join w
         where g.organization_id = ${organizationId}::uuid and g.warehouse_id = ${warehouseId}::uuid and g.qty_delta < 0
           and g.occurred_at >= ${day}::date::timestamp at time zone w.time_zone
           and g.occurred_at < (${day}::date + 1)::timestamp at time zone w.time_zone),
      took as materialized (
        select t.*, exists (select 1 from gave g where ${ofOneCommand} and g.unit = t.unit) as gave_itself
          from (select distinct t.command_id, ${handledKey} from inventory_ledger t
                 where t.organization_id = ${organizationId}::uuid and t.warehouse_id = ${warehouseId}::uuid and t.qty_delta > 0
                   and t.command_id in (select command_id from gave)) t),
      moves as materialized (
        select distinct g.merchant_id, g.item_id, g.lot_no, g.location_id, g.status, g.lpn_id,
               t.location_id as to_location_id, t.status as to_status, t.lpn_id as to_lpn_id
          from gave g join took t on ${ofOneCommand} and (g.unit = t.unit or not t.gave_itself)
         where ${hasCome}),
      taken_along as (
        select m.merchant_id, m.item_id, m.to_location_id as location_id, m.to_status as status, m.lot_no, m.to_lpn_id as lpn_id,
               p.first_received_on as since
          from moves m join inventory_snapshots p on ${sameStock('p', 'm')}
         where p.organization_id = ${organizationId}::uuid and p.warehouse_id = ${warehouseId}::uuid
           and p.snapshot_day = ${day}::date - 1
        union
        select m.merchant_id, m.item_id, m.to_location_id, m.to_status, m.lot_no, m.to_lpn_id, a.since
          from taken_along a join moves m on ${sameStock('a', 'm')})
      select ${stockKey}, min(since) as since from taken_along group by ${stockKey}`;
}

const ofOneCommand = sql`g.command_id = t.command_id and g.merchant_id = t.merchant_id and g.item_id = t.item_id and g.lot_no = t.lot_no`;

/** Whether two rows are the same stock at the same place. */
export function sameStock(a: string, b: string): SqlText {
  return sql`${place(a)} = ${place(b)} and ${name(`${a}.lpn_id`)} is not distinct from ${name(`${b}.lpn_id`)}`;
}

const place = (row: string): SqlText =>
  sql`(${joined(
    ['merchant_id', 'item_id', 'location_id', 'status', 'lot_no'].map((column) => name(`${row}.${column}`)),
    ', ',
  )})`;

/**
 * Since when the stock of a place, a license plate or a lot, whatever `by` names, has been in the warehouse until that
 * day: the day after it was last used up. A plate may be older than what is on it, and a lot comes again.
 */
export function heldSince(
  { organizationId, warehouseId, day }: WarehouseDay,
  by: SqlText,
  among: SqlText,
): SqlText {
  return sql`select ${by}, min(moved_on) as since from (
      select n.*, max(moved_on) filter (where held = 0) over (partition by ${by}) as emptied_on from (
        select m.*, sum(qty) over (partition by ${by} order by moved_on) as held from (
          select ${by}, (g.occurred_at at time zone w.time_zone)::date as moved_on, sum(g.qty_delta) as qty
            from inventory_ledger g cross join w
           where g.organization_id = ${organizationId}::uuid and g.warehouse_id = ${warehouseId}::uuid and ${hasCome} and ${among}
             and g.occurred_at < (${day}::date + 1)::timestamp at time zone w.time_zone
           group by ${by}, moved_on) m) n) e
     where moved_on > coalesce(emptied_on, '-infinity') group by ${by}`;
}
