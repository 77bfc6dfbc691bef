/**
 * Putaway suggestions for a receipt: same item and lot first, then same item, then available room, zone and sequence.
 */
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export type PutawayReason = 'same_item_and_lot' | 'same_item' | 'free_capacity';

export interface PutawaySuggestion {
  location_id: string;
  location: string;
  zone: string;
  reason: PutawayReason;
  free_capacity: string | null;
}

export interface PutawayRow {
  item_id: string;
  sku: string;
  item_name: string;
  from_location_id: string;
  from_location: string;
  status: string;
  lot_no: string;
  pallet_lpn: string | null;
  qty: string;
  suggestions: PutawaySuggestion[];
}

// Limits per receipt: stock keys, and suggestions for each.
const rowsMax = 1_000;
const suggestionsMax = 3;

/**
 * The receipt's goods still on a dock or in staging, with the best locations for them. A location is active, not locked
 * by a count, fits the item's storage class, and has room for all of it. Damaged stock is left for a person to decide.
 */
export function suggestPutaway(tx: TenantTransaction, receiptId: string): Promise<PutawayRow[]> {
  return rows<PutawayRow>(
    tx,
    sql`with brought as (
       select organization_id, warehouse_id, item_id, location_id, status, lot_no, lpn_id, sum(qty_delta) as qty
         from inventory_ledger
        where organization_id = ${tx.organizationId} and ref_id = ${receiptId} and ref_type = 'inbound_receipt' and status in ('available', 'hold')
        group by 1, 2, 3, 4, 5, 6, 7 having sum(qty_delta) > 0
        order by 1, 2, 3, 4, 5, 6, 7 limit ${rowsMax}
     ), waiting as (
       select b.*, least(b.qty, x.qty) as waiting_qty, i.sku, i.name as item_name, i.storage_class,
              l.code as from_location, p.lpn as pallet_lpn
         from brought b
         join inventory_balances x on x.organization_id = b.organization_id and x.item_id = b.item_id
          and x.location_id = b.location_id and x.status = b.status and x.lot_no = b.lot_no
          and x.lpn_id is not distinct from b.lpn_id and x.qty > 0
         join items i on i.organization_id = b.organization_id and i.id = b.item_id
         join locations l on l.organization_id = b.organization_id and l.id = b.location_id and l.type in ('dock', 'staging')
         left join lpns p on p.organization_id = b.organization_id and p.id = b.lpn_id
     )
     select w.item_id, w.sku, w.item_name, w.location_id as from_location_id, w.from_location, w.status, w.lot_no,
            w.pallet_lpn, w.waiting_qty as qty, coalesce(best.suggestions, '[]') as suggestions
       from waiting w
       left join lateral (
         select jsonb_agg(to_jsonb(s) - 'rank' - 'pick_sequence'
                          order by s.rank, s.zone, s.pick_sequence, s.location) as suggestions
           from (
             select c.id as location_id, c.code as location, c.zone, c.pick_sequence,
                    case when held.has_lot then 1 when held.has_item then 2 else 3 end as rank,
                    case when held.has_lot then 'same_item_and_lot' when held.has_item then 'same_item'
                         else 'free_capacity' end as reason,
                    (c.capacity - held.qty)::text as free_capacity
               from locations c
               cross join lateral (
                 select coalesce(sum(b.qty), 0) as qty, bool_or(b.item_id = w.item_id) as has_item,
                        bool_or(b.item_id = w.item_id and b.lot_no = w.lot_no) as has_lot
                   from inventory_balances b
                  where b.organization_id = c.organization_id and b.location_id = c.id and b.qty > 0
               ) held
              where c.organization_id = w.organization_id and c.warehouse_id = w.warehouse_id
                and c.type in ('storage', 'pick') and c.is_active and c.storage_class = w.storage_class
                and (c.capacity is null or c.capacity - held.qty >= w.waiting_qty)
                and not exists (select 1 from location_locks k
                                 where k.organization_id = c.organization_id and k.location_id = c.id)
              order by rank, c.zone, c.pick_sequence, c.code limit ${suggestionsMax}
           ) s
       ) best on true
      order by w.sku, w.lot_no, w.from_location, w.pallet_lpn nulls first`,
  );
}
