/** Pick faces, the stock that could fill them, and what a released wave picks from reserve. */
import { decimal, zero } from '../../domain/decimal.ts';
import { openTaskStates } from '../../domain/picking/pick-task-states.ts';
import { liveMoveStates } from '../../domain/moves/planned-move-states.ts';
import { replenishPriority, type Face, type Source } from '../../domain/moves/replenish.ts';
import { row, rows, type Database, type TenantTransaction } from '../database.ts';
import {
  allocatableJoins,
  rejectionSql,
  strategyOrder,
  type AllocationStrategy,
} from '../inventory/allocatable.ts';
import { apartOf } from '../inventory/stock-references.read.ts';
import { every, sql, type SqlText } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';

/** A plan looks at so many faces, the most urgent first; another goes on after them. */
export const facesMax = 500;

export interface WantedFaces {
  warehouseId: string;
  locationIds?: readonly string[] | undefined;
  itemIds?: readonly string[] | undefined;
  /** Only those under their least, or that can be topped up. */
  only?: 'short' | 'to_top_up' | undefined;
  /** Those that come after this face. */
  after?: string | undefined;
}

/** What of a live move `m` no order has: allocations of picks that wait for it, or did until their wave was cancelled, go along. */
export const freeOf = sql`m.qty - coalesce((
  select sum(a.qty) from allocations a
   where a.organization_id = m.organization_id and a.status = 'open' and a.id in (
     select t.allocation_id from pick_tasks t
      where t.organization_id = m.organization_id and t.waits_for_move_id = m.id and t.status in ('open', 'cancelled'))), 0)`;

const availableAt = sql`(select coalesce(sum(b.qty), 0) from inventory_balances b
   where b.organization_id = f.organization_id and b.location_id = f.location_id and b.item_id = f.item_id
     and b.status = 'available')`;

/** What tops up a face `m`, and nobody has taken up. */
export const mayWait = sql`(m.kind = 'replenish' and m.status = 'open' and m.priority = ${replenishPriority.top_up})`;

/** A face `f` that takes one more of what it is filled in, and whose item lies in storage. */
const canBeToppedUp = sql`(${availableAt} + coalesce(u.factor, 1) <= f.max_qty and exists (
  select 1 from inventory_balances b join locations s on s.organization_id = b.organization_id and s.id = b.location_id
   where b.organization_id = f.organization_id and b.item_id = f.item_id and b.warehouse_id = f.warehouse_id
     and b.status = 'available' and b.qty > 0 and s.type = 'storage'))`;

const faces = sql`pick_faces f
  join organizations o on o.id = f.organization_id
  join locations l on l.organization_id = f.organization_id and l.id = f.location_id
  join items i on i.organization_id = f.organization_id and i.id = f.item_id`;

const inOrder = sql`f.priority, l.zone, l.pick_sequence, l.code, i.sku, f.id`;

export function readFaces(
  tx: TenantTransaction,
  { warehouseId, locationIds, itemIds, only, after }: WantedFaces,
): Promise<Face[]> {
  const parts: SqlText[] = [
    sql`f.organization_id = ${tx.organizationId} and f.warehouse_id = ${warehouseId} and f.is_active`,
  ];
  if (locationIds) parts.push(sql`f.location_id = any (${[...locationIds]}::uuid[])`);
  if (itemIds) parts.push(sql`f.item_id = any (${[...itemIds]}::uuid[])`);
  if (only === 'short') parts.push(sql`${availableAt} < f.min_qty`);
  if (only === 'to_top_up') parts.push(canBeToppedUp);
  if (after)
    parts.push(
      sql`(${inOrder}) > (select ${inOrder} from ${faces} where f.organization_id = ${tx.organizationId} and f.id = ${after})`,
    );
  return rows<Face>(
    tx,
    sql`select f.id as face_id, f.warehouse_id, f.location_id, l.code as location, f.item_id, i.merchant_id, i.sku,
               f.min_qty, f.max_qty, coalesce(u.factor, 1)::text as refill, i.weight_kg, i.volume_cbm,
               i.storage_class, i.temperature_class, ${apartOf} as apart, o.capacity_policy,
               ${availableAt}::text as available,
               (select coalesce(sum(${freeOf}), 0) from planned_moves m
                 where m.organization_id = f.organization_id and m.to_location_id = f.location_id
                   and m.item_id = f.item_id and ${isOneOf('m.status', liveMoveStates)})::text as coming_free
          from ${faces}
          left join item_uoms u on u.organization_id = f.organization_id and u.item_id = f.item_id and u.uom = f.refill_uom
         where ${every(parts)}
         order by ${inOrder} limit ${facesMax}`,
  );
}

type SourceRow = Omit<Source, 'free' | 'is_whole'> & {
  qty: string;
  /** Of the item and lot in this place, loose moves take so much, allocations aside. */
  leaving: string;
  is_alone: boolean;
};

/** Stock in storage that may be sold, in the order an order would take it. */
export async function readSources(
  tx: TenantTransaction,
  warehouseId: string,
  itemIds: readonly string[],
): Promise<Source[]> {
  const setting = await row<{ strategy: AllocationStrategy }>(
    tx,
    sql`select allocation_strategy as strategy from organizations where id = ${tx.organizationId}`,
  );
  return inTurn(await rows<SourceRow>(tx, sourcesSql(tx, warehouseId, itemIds, setting!.strategy)));
}

function sourcesSql(
  tx: TenantTransaction,
  warehouseId: string,
  itemIds: readonly string[],
  strategy: AllocationStrategy,
): SqlText {
  return sql`select b.item_id, b.location_id, l.code as location, b.lot_no, b.lpn_id, p.lpn as pallet_lpn, b.qty,
       p.height_cm as lpn_height_cm, k.location_id is not null as is_locked,
       (select coalesce(sum(${freeOf}), 0) from planned_moves m
         where m.organization_id = b.organization_id and m.from_location_id = b.location_id and m.item_id = b.item_id
           and m.lot_no = b.lot_no and m.stock_status = 'available' and m.lpn_id is null
           and ${isOneOf('m.status', liveMoveStates)})::text as leaving,
       (b.lpn_id is not null and p.parent_lpn_id is null
         and not exists (select 1 from inventory_balances o
           join lpns c on c.organization_id = o.organization_id and c.id = o.lpn_id
          where o.organization_id = b.organization_id and o.qty > 0 and (c.id = b.lpn_id or c.parent_lpn_id = b.lpn_id)
            and (o.item_id, o.lot_no, o.status, o.lpn_id) is distinct from (b.item_id, b.lot_no, b.status, b.lpn_id))
       ) as is_alone
      from inventory_balances b ${allocatableJoins}
      left join lpns p on p.organization_id = b.organization_id and p.id = b.lpn_id
     where b.organization_id = ${tx.organizationId} and b.item_id = any (${[...itemIds]}::uuid[])
       and b.warehouse_id = ${warehouseId} and b.status = 'available' and b.qty > 0 and l.type = 'storage'
       and coalesce(${rejectionSql}, 'location_locked') = 'location_locked'
       and not exists (select 1 from planned_moves m where m.organization_id = b.organization_id
                          and m.lpn_id = coalesce(p.parent_lpn_id, p.id) and ${isOneOf('m.status', liveMoveStates)})
       and not exists (select 1 from pick_faces f where f.organization_id = b.organization_id and f.is_active
                          and f.location_id = b.location_id and f.item_id = b.item_id)
     order by ${strategyOrder[strategy]}`;
}

/** What loose moves are to take comes off the rows of their place and lot, one after another. */
function inTurn(found: readonly SourceRow[]): Source[] {
  const taken = new Map<string, ReturnType<typeof decimal>>();
  return found.map(({ qty, leaving, is_alone: isAlone, ...row }) => {
    const key = [row.item_id, row.location_id, row.lot_no].join('/');
    const left = taken.get(key) ?? decimal(leaving);
    const present = decimal(qty);
    const gone = left.lt(present) ? left : present;
    taken.set(key, left.minus(gone));
    return { ...row, free: present.minus(gone).toFixed(), is_whole: isAlone && gone.lte(zero) };
  });
}

/** Open picks of a wave from one piece of reserve stock whose item has a pick face. */
export interface ReservePicks {
  item_id: string;
  location_id: string;
  location: string;
  lot_no: string;
  lpn_id: string | null;
  pallet_lpn: string | null;
  lpn_height_cm: string | null;
  /** Of picks that are less than what is picked whole. */
  qty: string;
  task_ids: string[];
  /** What is available in the same piece of stock. */
  available: string;
  /** Base units that are picked from reserve as they are. */
  unit: string;
  /** Everything on the plate; null for loose stock. */
  on_plate: string | null;
  /** Other goods or lots are on the plate, or somebody picks from it. */
  is_busy: boolean;
  /** The move by which it is to go somewhere already: the plate's, or its pallet's, or that of a cancelled wave. */
  move_id: string | null;
  move_to: string | null;
}

/** A whole refill unit is the face's, else a pallet or carton as the item has them, else the plate as it stands. */
export function reservePicks(
  tx: TenantTransaction,
  warehouseId: string,
  waveId: string,
): Promise<ReservePicks[]> {
  return rows<ReservePicks>(
    tx,
    sql`with piece as (
       select t.id as task_id, t.qty, t.item_id, t.location_id, l.code as location, a.lot_no, a.lpn_id, p.lpn as pallet_lpn,
              p.height_cm as lpn_height_cm,
              coalesce(p.parent_lpn_id, p.id) as carrier_id, whole.on_plate, whole.is_mixed,
              coalesce(face.factor, i.units_per_pallet, i.units_per_carton, whole.on_plate, 1) as unit,
              (select o.waits_for_move_id from pick_tasks o
                where o.organization_id = t.organization_id and o.allocation_id = t.allocation_id and o.status = 'cancelled'
                  and o.waits_for_move_id is not null limit 1) as carried_by
         from pick_tasks t
         join allocations a on a.organization_id = t.organization_id and a.id = t.allocation_id and a.status = 'open'
         join locations l on l.organization_id = t.organization_id and l.id = t.location_id and l.type = 'storage'
         join items i on i.organization_id = t.organization_id and i.id = t.item_id
         join lateral (
           select u.factor from pick_faces f
             left join item_uoms u on u.organization_id = f.organization_id and u.item_id = f.item_id and u.uom = f.refill_uom
            where f.organization_id = t.organization_id and f.warehouse_id = t.warehouse_id and f.item_id = t.item_id
              and f.is_active order by f.priority, f.id limit 1
         ) face on true
         left join lpns p on p.organization_id = a.organization_id and p.id = a.lpn_id
         left join lateral (
           select sum(b.qty)::numeric as on_plate,
                  bool_or(b.item_id <> t.item_id or b.lot_no <> a.lot_no or b.status not in ('available', 'allocated')
                    or c.parent_lpn_id is not null) as is_mixed
             from lpns c join inventory_balances b on b.organization_id = c.organization_id and b.lpn_id = c.id and b.qty > 0
            where c.organization_id = p.organization_id and (c.id = p.id or c.parent_lpn_id = p.id)
         ) whole on p.id is not null
        where t.organization_id = ${tx.organizationId} and t.wave_id = ${waveId} and t.warehouse_id = ${warehouseId}
          and t.status = 'open' and t.waits_for_move_id is null
          and not exists (select 1 from pick_faces f where f.organization_id = t.organization_id and f.is_active
                             and f.location_id = t.location_id and f.item_id = t.item_id)
     )
     select x.item_id, x.location_id, x.location, x.lot_no, x.lpn_id, x.pallet_lpn, sum(x.qty)::text as qty,
            array_agg(x.task_id::text order by x.task_id) as task_ids, min(x.unit)::text as unit,
            min(x.on_plate)::text as on_plate, min(x.lpn_height_cm) as lpn_height_cm,
            (select coalesce(sum(b.qty), 0) from inventory_balances b
              where b.organization_id = ${tx.organizationId} and b.item_id = x.item_id and b.location_id = x.location_id
                and b.lot_no = x.lot_no and b.lpn_id is not distinct from x.lpn_id and b.status = 'available')::text as available,
            m.id as move_id, m.to_location_id as move_to,
            coalesce(bool_or(x.is_mixed), false) or exists (
              select 1 from pick_tasks o join allocations oa on oa.organization_id = o.organization_id and oa.id = o.allocation_id
               where o.organization_id = ${tx.organizationId} and o.location_id = x.location_id and o.item_id = x.item_id
                 and oa.lpn_id is not distinct from x.lpn_id and oa.lot_no = x.lot_no
                 and o.status in ('assigned', 'in_progress')) as is_busy
       from piece x left join lateral (
         select m.id, m.to_location_id from planned_moves m
          where m.organization_id = ${tx.organizationId} and ${isOneOf('m.status', liveMoveStates)}
            and (m.lpn_id = x.carrier_id or m.id = x.carried_by)
          limit 1) m on true
      where x.qty < x.unit
      group by x.item_id, x.location_id, x.location, x.lot_no, x.lpn_id, x.pallet_lpn, m.id, m.to_location_id
      order by x.location, x.item_id, x.lot_no, x.lpn_id`,
  );
}

export interface WarehouseToReplenish {
  organization_id: string;
  warehouse_id: string;
  /** While it is idle, its faces are filled to their most. */
  tops_up: boolean;
}

/** Warehouses with a face to be kept filled, of every organization. */
export function warehousesToReplenish({ system }: Database): Promise<WarehouseToReplenish[]> {
  return rows(
    system,
    sql`select distinct f.organization_id, f.warehouse_id, o.top_up = 'idle' as tops_up
          from pick_faces f join organizations o on o.id = f.organization_id
         where f.is_active and (f.min_qty > 0 or o.top_up = 'idle') order by f.organization_id, f.warehouse_id`,
  );
}

/** Whether a warehouse has nothing to be picked, and no face that is being filled. */
export async function isIdle(tx: TenantTransaction, warehouseId: string): Promise<boolean> {
  const busy = await row(
    tx,
    sql`select 1
         where exists (select 1 from pick_tasks t
                        where t.organization_id = ${tx.organizationId} and t.warehouse_id = ${warehouseId}
                          and ${isOneOf('t.status', openTaskStates)})
            or exists (select 1 from planned_moves m
                        where m.organization_id = ${tx.organizationId} and m.warehouse_id = ${warehouseId}
                          and m.kind = 'replenish' and ${isOneOf('m.status', liveMoveStates)})`,
  );
  return busy === undefined;
}

/**
 * The faces that these picks left with less than their least, and with nothing planned for them but what may wait until
 * the floor is idle.
 */
export function facesLeftShort(
  tx: TenantTransaction,
  taskIds: readonly string[],
): Promise<{ warehouse_id: string; location_id: string; task_id: string }[]> {
  return rows(
    tx,
    sql`select distinct on (f.location_id) f.warehouse_id, f.location_id, t.id as task_id
          from pick_tasks t
          join pick_faces f on f.organization_id = t.organization_id and f.location_id = t.location_id
           and f.item_id = t.item_id and f.is_active
         where t.organization_id = ${tx.organizationId} and t.id = any (${[...taskIds]}::uuid[]) and t.status = 'done'
           and ${availableAt} < f.min_qty
           and not exists (select 1 from planned_moves m
                            where m.organization_id = f.organization_id and m.to_location_id = f.location_id
                              and m.item_id = f.item_id and ${isOneOf('m.status', liveMoveStates)} and not ${mayWait})
         order by f.location_id`,
  );
}
