/** What the ledger says was picked where, the stock that lies there now, and empty places with their way to the dock. */
import { decimal } from '../../domain/decimal.ts';
import { arrivalTypes, keepingTypes } from '../../domain/inventory/location-types.ts';
import { liveMoveStates } from '../../domain/moves/planned-move-states.ts';
import type { FreePlace, PickedStock } from '../../domain/moves/slotting.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { joined, sql, type SqlText } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';
import { isPick, isShippedFromShelf } from './picked-entries.ts';
import { readRoom } from './room.read.ts';

// So many places with stock, most metres walked first, and so many empty ones, the nearest first, are looked at.
const stocksMax = 1_000;
const placesMax = 1_000;

/** Metres of location `l` to the nearest place where goods leave or wait; aisles are walked at right angles. */
const metresOf = sql`(select min(abs(l.x_m - d.x_m) + abs(l.y_m - d.y_m)) from locations d
   where d.organization_id = l.organization_id and d.warehouse_id = l.warehouse_id and d.is_active
     and ${isOneOf('d.type', arrivalTypes)})`;

// Nothing else lies at the place, or is on its way there, and it is no pick face: its goods can change places with others.
const isAlone = sql`not (
  exists (select 1 from inventory_balances o where o.organization_id = l.organization_id and o.location_id = l.id
             and o.item_id <> i.id and o.qty > 0)
  or exists (select 1 from planned_moves m where m.organization_id = l.organization_id and m.to_location_id = l.id
                and ${isOneOf('m.status', liveMoveStates)})
  or exists (select 1 from pick_faces f where f.organization_id = l.organization_id and f.location_id = l.id and f.is_active))`;

/** Picks of a period by item and place: one for each entry. */
export function picksOf(tx: TenantTransaction, warehouseId: string, days: number): SqlText {
  // Each has its own index: asked for in one, they would be looked for in all that happened in the warehouse.
  const entries = [isPick, isShippedFromShelf].map(
    (isSo) => sql`select e.item_id, e.location_id, e.qty_delta from inventory_ledger e
       where e.organization_id = ${tx.organizationId} and e.warehouse_id = ${warehouseId} and ${isSo}
         and e.occurred_at >= now() - make_interval(days => ${days}::integer)`,
  );
  return sql`select item_id, location_id, count(*)::integer as picks, -sum(qty_delta) as qty
        from (${joined(entries, ' union all ')}) as picked group by item_id, location_id`;
}

type StockRow = Omit<PickedStock, 'goods'> &
  Record<'qty' | 'weight_kg' | 'volume_cbm', string> & { lpn_height_cm: string | null };

/** Stock at places where its item was picked, with what keeps it there. */
export const pickedStocks = (
  tx: TenantTransaction,
  warehouseId: string,
  days: number,
): Promise<PickedStock[]> =>
  stocksOf(tx, warehouseId, {
    source: sql`picked as (${picksOf(tx, warehouseId, days)})`,
    order: sql`p.picks * coalesce(${metresOf}, 0) desc, i.sku, l.code`,
  });

/** Stock at the places nearest to where goods leave, whether or not it was picked. */
export const nearStocks = (
  tx: TenantTransaction,
  warehouseId: string,
  days: number,
): Promise<PickedStock[]> =>
  stocksOf(tx, warehouseId, {
    source: sql`counted as materialized (${picksOf(tx, warehouseId, days)}),
      near as materialized (
        select l.id, ${metresOf} as metres from locations l
         where l.organization_id = ${tx.organizationId} and l.warehouse_id = ${warehouseId} and l.is_active
           and ${isOneOf('l.type', keepingTypes)} and ${metresOf} is not null
           and exists (select 1 from inventory_balances b
                        where b.organization_id = l.organization_id and b.location_id = l.id and b.qty > 0)
         order by 2, l.code limit ${stocksMax}),
      picked as (
        select b.item_id, b.location_id, coalesce(max(c.picks), 0) as picks
          from near
          join inventory_balances b on b.organization_id = ${tx.organizationId} and b.location_id = near.id and b.qty > 0
          left join counted c on c.item_id = b.item_id and c.location_id = b.location_id
         group by b.item_id, b.location_id)`,
    order: sql`${metresOf}, l.code, i.sku`,
  });

/** Stock at these places, whether or not it was picked. */
export const stocksAt = (
  tx: TenantTransaction,
  warehouseId: string,
  locationIds: readonly string[],
): Promise<PickedStock[]> =>
  stocksOf(tx, warehouseId, {
    source: sql`picked as (
        select distinct b.item_id, b.location_id, 0 as picks from inventory_balances b
         where b.organization_id = ${tx.organizationId} and b.location_id = any (${[...locationIds]}::uuid[]) and b.qty > 0)`,
    order: sql`l.code, i.sku`,
  });

/** The stock of `picked`, a table of items and places with how often they were picked there. */
async function stocksOf(
  tx: TenantTransaction,
  warehouseId: string,
  { source, order }: { source: SqlText; order: SqlText },
): Promise<PickedStock[]> {
  const found = await rows<StockRow>(
    tx,
    sql`with ${source}
      select i.id as item_id, i.sku, i.merchant_id, i.storage_class, i.temperature_class, i.velocity, l.id as location_id,
             l.code as location, l.type, p.picks, ${metresOf} as metres, s.lot_no, s.lpn_id, n.lpn as pallet_lpn, n.height_cm as lpn_height_cm,
             s.qty, ${isAlone} as is_alone,
             s.qty * coalesce(i.weight_kg, 0) as weight_kg, s.qty * coalesce(i.volume_cbm, 0) as volume_cbm,
             case
               when exists (select 1 from location_locks k
                             where k.organization_id = l.organization_id and k.location_id = l.id) then 'locked'
               when s.is_allocated then 'allocated'
               when s.is_held or exists (select 1 from lots t where t.organization_id = l.organization_id
                      and t.item_id = i.id and t.lot_no = s.lot_no and t.hold_id is not null) then 'on_hold'
               when s.pieces > 1 or n.parent_lpn_id is not null or exists (
                      select 1 from inventory_balances o where o.organization_id = l.organization_id
                         and o.lpn_id = s.lpn_id and o.item_id <> i.id and o.qty > 0) then 'mixed'
               when exists (select 1 from pick_faces f where f.organization_id = l.organization_id
                      and f.location_id = l.id and f.item_id = i.id and f.is_active) then 'face'
               when exists (select 1 from planned_moves m where m.organization_id = l.organization_id
                      and (m.item_id = i.id or m.lpn_id = s.lpn_id) and ${isOneOf('m.status', liveMoveStates)}
                      and l.id in (m.from_location_id, m.to_location_id)) then 'already_planned'
             end as kept
        from picked p
        join locations l on l.organization_id = ${tx.organizationId} and l.id = p.location_id
         and l.warehouse_id = ${warehouseId} and ${isOneOf('l.type', keepingTypes)}
        join items i on i.organization_id = l.organization_id and i.id = p.item_id
        join lateral (
          select count(*)::integer as pieces, sum(b.qty) as qty, min(b.lot_no) as lot_no,
                 (array_agg(b.lpn_id))[1] as lpn_id, bool_or(b.status = 'allocated') as is_allocated,
                 bool_or(b.status not in ('available', 'allocated')) as is_held
            from inventory_balances b
           where b.organization_id = l.organization_id and b.location_id = l.id and b.item_id = i.id and b.qty > 0
        ) s on s.pieces > 0
        left join lpns n on n.organization_id = l.organization_id and n.id = s.lpn_id
       order by ${order} limit ${stocksMax}`,
  );
  return found.map(({ qty, weight_kg, volume_cbm, lpn_height_cm, ...stock }) => ({
    ...stock,
    goods: {
      item_id: stock.item_id,
      lot_no: stock.lot_no,
      lpn_id: stock.lpn_id,
      qty: decimal(qty),
      weight_kg: decimal(weight_kg),
      volume_cbm: decimal(volume_cbm),
      lpn_height_cm,
    },
  }));
}

/** Places where nothing lies and nothing is on its way to; a pick face is kept for its item. */
export async function freePlaces(tx: TenantTransaction, warehouseId: string): Promise<FreePlace[]> {
  const found = await rows<{ id: string; metres: string }>(
    tx,
    sql`select l.id, m.metres from locations l cross join lateral (select ${metresOf} as metres) m
         where l.organization_id = ${tx.organizationId} and l.warehouse_id = ${warehouseId} and l.is_active
           and ${isOneOf('l.type', keepingTypes)} and m.metres is not null
           and not exists (select 1 from inventory_balances b
                            where b.organization_id = l.organization_id and b.location_id = l.id and b.qty > 0)
           and not exists (select 1 from planned_moves m where m.organization_id = l.organization_id
                              and m.to_location_id = l.id and ${isOneOf('m.status', liveMoveStates)})
           and not exists (select 1 from location_locks k
                            where k.organization_id = l.organization_id and k.location_id = l.id)
           and not exists (select 1 from pick_faces f
                            where f.organization_id = l.organization_id and f.location_id = l.id and f.is_active)
         order by m.metres, l.code limit ${placesMax}`,
  );
  const places = await readRoom(
    tx,
    found.map(({ id }) => id),
  );
  return found.map(({ id, metres }) => ({ place: places.get(id)!, metres }));
}
