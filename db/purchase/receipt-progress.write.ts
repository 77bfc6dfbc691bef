/** What a completed receipt means for the purchase order and ASNs behind it. */
import type { DomainEvent } from '../../domain/domain-event.ts';
import { asnEvent, purchaseOrderEvent } from '../../domain/purchase/events.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { lockAsn } from './asns.write.ts';
import { lockPurchaseOrder } from './orders.write.ts';

/** Those of the receipts that have a purchase order or an ASN behind them. The caller holds them locked. */
export async function receiptsAnnounced(
  tx: TenantTransaction,
  receiptIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = [...receiptIds];
  const found = await rows<{ id: string }>(
    tx,
    sql`select receipt_id as id from asns
         where organization_id = ${tx.organizationId} and receipt_id = any (${ids}::uuid[]) and status <> 'cancelled'
        union
        select id from inbound_receipts
         where organization_id = ${tx.organizationId} and id = any (${ids}::uuid[]) and source_type = 'purchase'`,
  );
  return new Set(found.map(({ id }) => id));
}

/** The events of a purchase order and of ASNs whose receipt was received. The caller holds the receipt locked. */
export async function eventsOfReceived(tx: TenantTransaction, receiptId: string): Promise<DomainEvent[]> {
  const asns = await rows<{ id: string; po_id: string | null }>(
    tx,
    sql`select id, po_id from asns
         where organization_id = ${tx.organizationId} and receipt_id = ${receiptId} and status <> 'cancelled' order by id`,
  );
  const [receipt] = await rows<{ po_id: string }>(
    tx,
    sql`select o.id as po_id from inbound_receipts r
          join purchase_orders o on o.organization_id = r.organization_id and o.id = r.source_id
         where r.organization_id = ${tx.organizationId} and r.id = ${receiptId} and r.source_type = 'purchase'`,
  );
  const orders = new Set(
    [receipt?.po_id, ...asns.map(({ po_id: id }) => id)].filter((id) => typeof id === 'string'),
  );
  const events: DomainEvent[] = [];
  for (const id of [...orders].sort()) {
    const order = await lockPurchaseOrder(tx, id);
    const { status } = order;
    if (status !== 'received' && status !== 'partially_received') continue;
    const came = { status, previous_status: 'released' as const, receipt_id: receiptId };
    events.push(purchaseOrderEvent(order, status, came));
  }
  for (const { id } of asns) {
    const asn = await lockAsn(tx, id);
    const states = { status: 'received', previous_status: 'receiving' } as const;
    events.push(asnEvent(asn, 'received', { ...states, receipt_id: receiptId }));
  }
  return events;
}
