/** Finds the receipt on which a container's goods are already being counted. */
import { isOneOf } from '../state-columns.ts';
import { countedStates, receivableStates } from '../../domain/receiving/receipt-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

/**
 * The receipt of the ASN that this container arrived with, once counting has begun: through the yard's gate the goods can
 * be at a door before the trip is reported as over, or its order is made. It is the trip's when the goods arrived since the
 * first of the orders it continues, or are being counted now and nothing was announced in the container since. Undefined
 * when nothing has been counted, and for the receipt of another trip.
 */
export async function receiptBeingCounted(
  tx: TenantTransaction,
  order: { id: string; merchant_id: string; container_no: string },
): Promise<{ receipt_id: string; asn_id: string } | undefined> {
  const [found] = await rows<{ receipt_id: string; asn_id: string }>(
    tx,
    sql`select r.id as receipt_id, a.id as asn_id from asns a
          join inbound_receipts r on r.organization_id = a.organization_id and r.id = a.receipt_id
         where a.organization_id = ${tx.organizationId} and a.merchant_id = ${order.merchant_id}
           and a.container_no = ${order.container_no} and a.status = 'arrived'
           and (r.counted_qty > 0 or r.open_task_id is not null or ${isOneOf('r.status', countedStates)})
           and (a.arrived_at >= (${tripBegan(tx, order.id)})
                or ${isOneOf('r.status', receivableStates)} and not exists (
                     select from asns n
                      where n.organization_id = a.organization_id and n.merchant_id = a.merchant_id
                        and n.container_no = a.container_no and n.created_at > a.arrived_at and n.status <> 'cancelled'))
           and not exists (select from drayage_orders d
                            where d.organization_id = r.organization_id and d.receipt_id = r.id)
         order by a.arrived_at desc, r.id limit 1`,
  );
  return found;
}

const tripBegan = (tx: TenantTransaction, orderId: string): SqlText => sql`
  select min(d.created_at) from drayage_orders o
    join drayage_orders d on d.organization_id = o.organization_id and d.id = any (o.continues || o.id)
   where o.organization_id = ${tx.organizationId} and o.id = ${orderId}`;
