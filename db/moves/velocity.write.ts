/** Classes items by how often the ledger says they were picked: A are those with most picks together. */
import type { Velocity } from '../../domain/inventory/location-types.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { picksOf } from './slotting.read.ts';

export interface ClassedItem {
  item_id: string;
  sku: string;
  merchant_id: string;
  picks: number;
  qty: string;
  /** The part of all picks that it and the items before it have, in percent. */
  upto_percent: string;
  velocity: Velocity;
  was: Velocity | null;
}

export interface VelocityBounds {
  days: number;
  aPercent: number;
  bPercent: number;
}

export interface ClassTotal {
  velocity: Velocity;
  items: number;
  picks: number;
  changed: number;
}

/**
 * Items that were picked, or lie, in the warehouse, most picks first. An item is A while those before it have less than
 * `aPercent` of all picks, then B for the next `bPercent`; what was never picked is C.
 */
const classed = (
  tx: TenantTransaction,
  warehouseId: string,
  { days, aPercent, bPercent }: VelocityBounds,
) => sql`
  with picked as (
    select item_id, sum(picks) as picks, sum(qty) as qty from (${picksOf(tx, warehouseId, days)}) p group by item_id
  ), there as (
    select item_id from picked
     union select b.item_id from inventory_balances b
            where b.organization_id = ${tx.organizationId} and b.warehouse_id = ${warehouseId} and b.qty > 0
  ), ranked as (
    select i.id as item_id, i.sku, i.merchant_id, i.velocity as was, coalesce(p.picks, 0) as picks,
           coalesce(p.qty, 0) as qty,
           sum(coalesce(p.picks, 0)) over (order by coalesce(p.picks, 0) desc, i.sku, i.id) as upto,
           sum(coalesce(p.picks, 0)) over () as all_picks
      from there t
      join items i on i.organization_id = ${tx.organizationId} and i.id = t.item_id
      left join picked p on p.item_id = t.item_id
  ), classed as (
    select item_id, sku, merchant_id, was, picks::integer as picks, qty,
           case when all_picks = 0 then 0 else round(upto * 100 / all_picks, 3) end as upto_percent,
           case when picks = 0 then 'C'
                when (upto - picks) * 100 < ${aPercent}::numeric * all_picks then 'A'
                when (upto - picks) * 100 < ${aPercent + bPercent}::numeric * all_picks then 'B'
                else 'C' end as velocity
      from ranked
  )`;

/** What each class would hold, and the items that change, most picks first. */
export async function readVelocity(
  tx: TenantTransaction,
  warehouseId: string,
  bounds: VelocityBounds,
  shown: number,
): Promise<{ totals: ClassTotal[]; items: ClassedItem[] }> {
  const [totals, items] = await Promise.all([
    rows<ClassTotal>(
      tx,
      sql`${classed(tx, warehouseId, bounds)}
        select velocity, count(*)::integer as items, coalesce(sum(picks), 0)::integer as picks,
               count(*) filter (where was is distinct from velocity)::integer as changed
          from classed group by velocity order by velocity`,
    ),
    rows<ClassedItem>(
      tx,
      sql`${classed(tx, warehouseId, bounds)}
        select item_id, sku, merchant_id, picks, qty, upto_percent, velocity, was from classed
         where was is distinct from velocity
         order by picks desc, sku, item_id limit ${shown}`,
    ),
  ]);
  return { totals, items };
}

/** Writes the classes. Items are locked in key order. */
export async function writeVelocity(
  tx: TenantTransaction,
  warehouseId: string,
  bounds: VelocityBounds,
): Promise<void> {
  await rows(
    tx,
    sql`${classed(tx, warehouseId, bounds)}, changed as (
          select i.id, c.velocity from classed c
            join items i on i.organization_id = ${tx.organizationId} and i.id = c.item_id
           where c.was is distinct from c.velocity order by i.id for no key update of i
        )
        update items i set velocity = c.velocity, updated_at = now() from changed c
         where i.organization_id = ${tx.organizationId} and i.id = c.id`,
  );
}
