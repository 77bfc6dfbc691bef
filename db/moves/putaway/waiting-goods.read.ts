/** What a receipt brought, or a plate carries, and still waits to be put away. */
import { arrivalTypes } from '../../../domain/inventory/location-types.ts';
import { statesOnFloor } from '../../../domain/inventory/lpn-states.ts';
import { liveMoveStates } from '../../../domain/moves/planned-move-states.ts';
import { row, rows, type TenantTransaction } from '../../database.ts';
import { sql } from '../../sql-text.ts';
import { isOneOf } from '../../state-columns.ts';
import type { AskedGoods } from './putaway-goods.read.ts';

export interface WaitingRow extends AskedGoods {
  sku: string;
  item_name: string;
  from_location: string;
}

// Per receipt.
const rowsMax = 1_000;

/**
 * What a receipt brought that still waits at a dock or in staging, less what planned moves carry or have carried away.
 * Damaged stock is left for a person to decide.
 */
export function waitingGoods(tx: TenantTransaction, receiptId: string): Promise<WaitingRow[]> {
  return rows<WaitingRow>(
    tx,
    sql`with brought as (
       select organization_id, item_id, location_id, status, lot_no, lpn_id, sum(qty_delta) as qty
         from inventory_ledger
        where organization_id = ${tx.organizationId} and ref_id = ${receiptId} and ref_type = 'inbound_receipt'
          and status in ('available', 'hold')
        group by 1, 2, 3, 4, 5, 6 having sum(qty_delta) > 0
        order by 1, 2, 3, 4, 5, 6 limit ${rowsMax}
     ), moves as (
       select m.* from planned_moves m
        where m.organization_id = ${tx.organizationId} and m.receipt_id = ${receiptId} and m.status <> 'cancelled'
       union
       select m.* from planned_moves m
        where m.organization_id = ${tx.organizationId} and m.from_location_id in (select location_id from brought)
          and ${isOneOf('m.status', liveMoveStates)}
     ), waiting as (
       select b.*, x.qty as present, i.sku, i.name as item_name, l.code as from_location, p.lpn as pallet_lpn,
              going.leaving, going.carried
         from brought b
         join inventory_balances x on x.organization_id = b.organization_id and x.item_id = b.item_id
          and x.location_id = b.location_id and x.status = b.status and x.lot_no = b.lot_no
          and x.lpn_id is not distinct from b.lpn_id and x.qty > 0
         join items i on i.organization_id = b.organization_id and i.id = b.item_id
         join locations l on l.organization_id = b.organization_id and l.id = b.location_id
          and l.type = any (${[...arrivalTypes]}::text[])
         left join lpns p on p.organization_id = b.organization_id and p.id = b.lpn_id
         cross join lateral (
           select coalesce(sum(m.qty) filter (where ${isOneOf('m.status', liveMoveStates)}), 0) as leaving,
                  coalesce(sum(coalesce(m.done_qty, m.qty)) filter (where m.receipt_id = ${receiptId}), 0) as carried
             from moves m
            where case when b.lpn_id is not null then m.lpn_id = coalesce(p.parent_lpn_id, p.id)
                         and ${isOneOf('m.status', liveMoveStates)}
                       else m.lpn_id is null and m.from_location_id = b.location_id and m.item_id = b.item_id
                         and m.lot_no = b.lot_no and m.stock_status = b.status end
         ) going
     )
     select item_id, sku, item_name, location_id, from_location, status, lot_no, pallet_lpn,
            (case when lpn_id is null then least(qty - carried, present - leaving) else least(qty, present) end)::text as qty,
            ${receiptId}::uuid as receipt_id,
            (select source_type from inbound_receipts
              where organization_id = ${tx.organizationId} and id = ${receiptId}) as source_type
       from waiting
      where case when lpn_id is null then least(qty - carried, present - leaving) > 0 else leaving = 0 end
      order by sku, lot_no, from_location, pallet_lpn nulls first`,
  );
}

/** Where a receipt's goods came to lie; undefined for one that is not there. */
export async function placesOfReceipt(tx: TenantTransaction, id: string): Promise<string[] | undefined> {
  const found = await row<{ ids: string[] }>(
    tx,
    sql`select array(select distinct l.location_id from inventory_ledger l
                      where l.organization_id = r.organization_id and l.ref_id = r.id
                        and l.ref_type = 'inbound_receipt')::text[] as ids
          from inbound_receipts r where r.organization_id = ${tx.organizationId} and r.id = ${id}`,
  );
  return found?.ids;
}

export interface PlateToPutAway extends AskedGoods {
  has_move: boolean;
  /** It stands where goods arrive. */
  has_arrived: boolean;
  /** Nothing on it is held, damaged or promised. */
  is_free: boolean;
}

/** A license plate that stands on the floor with goods on it. */
export async function plateToPutAway(
  tx: TenantTransaction,
  lpn: string,
): Promise<PlateToPutAway | undefined> {
  return row<PlateToPutAway>(
    tx,
    sql`select b.item_id, p.location_id, b.lot_no, b.status, b.qty::text as qty, p.lpn as pallet_lpn,
               null as receipt_id, null as source_type,
               exists (select 1 from planned_moves m where m.organization_id = p.organization_id and m.lpn_id = p.id
                         and ${isOneOf('m.status', liveMoveStates)}) as has_move,
               l.type = any (${[...arrivalTypes]}::text[]) as has_arrived,
               not exists (select 1 from lpns n
                             join inventory_balances o on o.organization_id = n.organization_id and o.lpn_id = n.id
                              and o.qty > 0 and o.status <> 'available'
                            where n.organization_id = p.organization_id and (n.id = p.id or n.parent_lpn_id = p.id)) as is_free
          from lpns p
          join locations l on l.organization_id = p.organization_id and l.id = p.location_id
          join lpns c on c.organization_id = p.organization_id and (c.id = p.id or c.parent_lpn_id = p.id)
          join inventory_balances b on b.organization_id = c.organization_id and b.lpn_id = c.id and b.qty > 0
         where p.organization_id = ${tx.organizationId} and p.lpn = ${lpn} and p.parent_lpn_id is null
           and ${isOneOf('p.state', statesOnFloor)}
         limit 1`,
  );
}
