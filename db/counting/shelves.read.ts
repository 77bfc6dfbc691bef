/** The shelves of a warehouse as a picture needs them: how full each place is, and when it was counted last. */
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface Shelf {
  id: string;
  code: string;
  type: string;
  zone: string;
  aisle: string;
  is_active: boolean;
  /** A count holds it. */
  is_locked: boolean;
  units: string;
  items: number;
  lpns: number;
  /** The largest share of its limits that is used; null if nothing limits it. */
  fill: string | null;
  /** When a count of the whole place ended last. */
  counted_at: Date | null;
  /** Two classes of dangerous goods that lie there and are kept apart: a count found them, or the rule or the class is new. */
  clash: [string, string] | null;
}

/** Warehouses that have shelves, in the order they are preferred in. */
export function shelvedWarehouses(
  tx: TenantTransaction,
  limit: number,
): Promise<{ id: string; code: string; name: string }[]> {
  return rows(
    tx,
    sql`select w.id, w.code, w.name from warehouses w
         where w.organization_id = ${tx.organizationId} and w.is_active
           and exists (select 1 from locations l where l.organization_id = w.organization_id and l.warehouse_id = w.id
                          and l.type in ('storage', 'pick'))
         order by w.priority, w.code limit ${limit}`,
  );
}

/**
 * The storage and pick places behind `after`, by code. Only what lies there counts; what is on its way does not. A place
 * counts as counted when whoever counted it, counted everything there, as count plans see it (`count-plans.write.ts`).
 */
export function readShelves(
  tx: TenantTransaction,
  warehouseId: string,
  after: string,
  limit: number,
): Promise<Shelf[]> {
  return rows<Shelf>(
    tx,
    sql`with page as materialized (
          select * from locations
           where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId}
             and type in ('storage', 'pick') and code > ${after}
           order by code limit ${limit}),
        lying as (
          select location_id, sum(qty) as units, count(distinct item_id)::integer as items,
                 sum(weight_kg) as weight_kg, sum(volume_cbm) as volume_cbm, sum(plates)::integer as lpns
            from room_of(${tx.organizationId}::uuid, (select array_agg(id) from page), '{}', '{}')
           where is_here group by location_id),
        hazards as (
          select distinct b.location_id, i.hazard->>'class' as class
            from inventory_balances b join items i on i.organization_id = b.organization_id and i.id = b.item_id
           where b.organization_id = ${tx.organizationId} and b.location_id = any (array(select id from page))
             and b.qty > 0 and i.hazard is not null
             and exists (select 1 from hazard_segregation where organization_id = ${tx.organizationId} and is_active and rule <> 'ok')),
        clashes as (
          select distinct on (a.location_id) a.location_id, array[a.class, o.class] as classes
            from hazards a join hazards o on o.location_id = a.location_id and o.class > a.class
            join hazard_segregation g on g.organization_id = ${tx.organizationId} and g.is_active and g.rule <> 'ok'
             and a.class in (g.class, g.other_class) and o.class in (g.class, g.other_class)
           order by a.location_id, a.class, o.class)
        select p.id, p.code, p.type, p.zone, p.aisle, p.is_active,
               exists (select 1 from location_locks k
                        where k.organization_id = p.organization_id and k.location_id = p.id) as is_locked,
               coalesce(y.units, 0) as units, coalesce(y.items, 0) as items, coalesce(y.lpns, 0) as lpns,
               round(greatest(coalesce(y.units, 0) / nullif(p.capacity::numeric, 0),
                              coalesce(y.weight_kg, 0) / nullif(p.max_weight_kg, 0),
                              coalesce(y.volume_cbm, 0) / nullif(p.max_volume_cbm, 0),
                              coalesce(y.lpns, 0)::numeric / nullif(p.max_lpns, 0)), 4) as fill,
               (select max(v.visited_at) from count_task_locations v
                  join count_tasks t on t.organization_id = v.organization_id and t.id = v.task_id
                 where v.organization_id = p.organization_id and v.location_id = p.id
                   and t.state = 'completed' and t.item_ids is null) as counted_at,
               c.classes as clash
          from page p left join lying y on y.location_id = p.id left join clashes c on c.location_id = p.id
         order by p.code`,
  );
}
