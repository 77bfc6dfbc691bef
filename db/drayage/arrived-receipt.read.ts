/** Finds the receipt on which a container's goods are already being counted. */
import { isOneOf } from '../state-columns.ts';
import { countedStates } from '../../domain/receiving/receipt-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/**
 * The receipt of the ASN that this container arrived with during the trip, once counting has begun: through the yard's
 * gate the goods can be at a door before the trip is reported as over. Undefined when nothing has been counted, and for
 * the receipt of another trip.
 */
export async function receiptBeingCounted(
  tx: TenantTransaction,
  order: { merchant_id: string; container_no: string; created_at: Date },
): Promise<{ receipt_id: string; asn_id: string } | undefined> {
  const [found] = await rows<{ receipt_id: string; asn_id: string }>(
    tx,
    sql`select r.id as receipt_id, a.id as asn_id from asns a
          join inbound_receipts r on r.organization_id = a.organization_id and r.id = a.receipt_id
         where a.organization_id = ${tx.organizationId} and a.merchant_id = ${order.merchant_id}
           and a.container_no = ${order.container_no} and a.status = 'arrived' and a.arrived_at >= ${order.created_at}
           and (r.counted_qty > 0 or r.open_task_id is not null or ${isOneOf('r.status', countedStates)})
           and not exists (select from drayage_orders d
                            where d.organization_id = r.organization_id and d.receipt_id = r.id)
         order by a.arrived_at desc, r.id limit 1`,
  );
  return found;
}
