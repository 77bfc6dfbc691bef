/** Where units of a lot wait on hold: returned ones for their disposition, received ones for their inspection. */
import { decimal, type Decimal } from '../../domain/decimal.ts';
import { arrivalTypes } from '../../domain/receiving/arrival.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/**
 * How many wait at each location, as far as the ledger tells: what came there less what was taken back or disposed of, and
 * never more than was on hold there at any moment since, so that what was moved away waits there no longer.
 */
export async function readWaitingPlaces(
  tx: TenantTransaction,
  { item_id: itemId, lot_no: lotNo }: { item_id: string; lot_no: string },
): Promise<ReadonlyMap<string, Decimal>> {
  const found = await rows<{ location_id: string; qty: string }>(
    tx,
    sql`with waiting as (
          select unnest(array[l.receipt_line_id, l.id]) as line_id from return_lines l
            join returns r on r.organization_id = l.organization_id and r.id = l.return_id
           where l.organization_id = ${tx.organizationId} and l.item_id = ${itemId} and r.status in ('receiving', 'inspecting')
             and l.inspect <> 'never'
           union
          select receipt_line_id from goods_inspections
           where organization_id = ${tx.organizationId} and item_id = ${itemId} and lot_no = ${lotNo}
             and status in ('open', 'inspected')),
        entry as (
          select e.location_id, e.occurred_at, e.id, e.qty_delta as qty,
                 case when (e.transaction_type = any (${[...arrivalTypes, 'reverse']}::text[]) or e.ref_type = 'disposition')
                       and e.ref_line_id in (select line_id from waiting) then e.qty_delta else 0 end as own
            from inventory_ledger e
           where e.organization_id = ${tx.organizationId} and e.item_id = ${itemId} and e.lot_no = ${lotNo} and e.status = 'hold'),
        told as (
          select location_id, sum(own) over at_place as total,
                 sum(qty) over so_far + sum(own) over at_place - sum(own) over so_far as most
            from entry
          window at_place as (partition by location_id), so_far as (partition by location_id order by occurred_at, id))
        select location_id, least(min(total), min(most)) as qty from told
         group by location_id having least(min(total), min(most)) > 0`,
  );
  return new Map(found.map(({ location_id: at, qty }) => [at, decimal(qty)]));
}
