/** The places that the steps of putaway rules mean, in the order they are tried. */
import type { PutawayGoods, PutawayRule, PutawayStep } from '../../domain/moves/putaway.ts';
import { keepingTypes } from '../../domain/inventory/location-types.ts';
import { liveMoveStates } from '../../domain/moves/planned-move-states.ts';
import { typesOf } from '../../domain/moves/putaway.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { every, joined, sql, type SqlText } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';

/** The active rules of a warehouse, the first to be tried first. */
export function readPutawayRules(tx: TenantTransaction, warehouseId: string): Promise<PutawayRule[]> {
  return rows<PutawayRule>(
    tx,
    sql`select id, name, applies_to, steps, split from putaway_rules
         where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId} and is_active
         order by priority, name`,
  );
}

export async function warehouseOfRule(tx: TenantTransaction, id: string): Promise<string | undefined> {
  const found = await row<{ warehouse_id: string }>(
    tx,
    sql`select warehouse_id from putaway_rules where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  return found?.warehouse_id;
}

/** The order of places: those meant for what is picked as often, then the nearest if asked, then the walk. */
function orderOf({ order }: PutawayStep, { velocity, x_m: x, y_m: y }: PutawayGoods): SqlText {
  const walk = sql`l.zone, l.pick_sequence, l.code`;
  const nearest = sql`abs(l.x_m - ${x}::numeric) + abs(l.y_m - ${y}::numeric) nulls last`;
  return joined(
    [
      ...(velocity === null ? [] : [sql`(l.velocity is not null and l.velocity <> ${velocity})`]),
      ...(order === 'nearest_dock' && x !== null && y !== null ? [nearest] : []),
      walk,
    ],
    ', ',
  );
}

interface Page {
  skip: number;
  most: number;
}

/** The next of all places that a step walks: active, of its types and zones, and of the goods' storage class. */
export async function walkPlaces(
  tx: TenantTransaction,
  step: PutawayStep,
  goods: PutawayGoods,
  { skip, most }: Page,
): Promise<string[]> {
  const parts = [
    sql`l.organization_id = ${tx.organizationId} and l.warehouse_id = ${goods.warehouse_id} and l.is_active`,
    sql`l.storage_class = ${goods.storage_class} and l.type = any (${[...typesOf(step)]}::text[])`,
  ];
  if (step.zones) parts.push(sql`l.zone = any (${[...step.zones]}::text[])`);
  const found = await rows<{ id: string }>(
    tx,
    sql`select l.id from locations l where ${every(parts)}
         order by ${orderOf(step, goods)} offset ${skip} limit ${most}`,
  );
  return found.map(({ id }) => id);
}

/** Identical walks share their pages. */
export function walkKey(step: PutawayStep, goods: PutawayGoods): string {
  const { zones, types, order } = step;
  const { storage_class, velocity, x_m, y_m } = goods;
  return JSON.stringify([zones, types, storage_class, velocity, ...(order ? [x_m, y_m] : [])]);
}

// An item that lies at more places than this is put with the first of them, or goes on to the next step.
const placesOfItemMax = 50;

/** Where each item lies in storage, or is on its way to, in the order of the walk. */
export async function itemPlaces(
  tx: TenantTransaction,
  warehouseId: string,
  itemIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = await rows<{ item_id: string; ids: string[] }>(
    tx,
    sql`select wanted.id as item_id, near.ids
          from unnest(${[...itemIds]}::uuid[]) wanted (id)
          cross join lateral (
            select coalesce(array_agg(o.id order by o.zone, o.pick_sequence, o.code), '{}') as ids
              from (select l.id, l.zone, l.pick_sequence, l.code from locations l
                     where l.organization_id = ${tx.organizationId} and l.warehouse_id = ${warehouseId}
                       and l.type = any (${[...keepingTypes]}::text[])
                       and l.id in (
                         select b.location_id from inventory_balances b
                          where b.organization_id = ${tx.organizationId} and b.item_id = wanted.id and b.qty > 0
                         union
                         select m.to_location_id from planned_moves m
                          where m.organization_id = ${tx.organizationId} and m.item_id = wanted.id
                            and ${isOneOf('m.status', liveMoveStates)})
                     order by l.zone, l.pick_sequence, l.code limit ${placesOfItemMax}) o
          ) near`,
  );
  return new Map(found.map(({ item_id: id, ids }) => [id, ids]));
}
