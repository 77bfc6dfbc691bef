/** A delivery arrives: reported by a person, at the yard gate, or with its container. */
import type { DomainEvent } from '../../domain/domain-event.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import { asnStates } from '../../domain/purchase/asn-states.ts';
import { asnEvent } from '../../domain/purchase/events.ts';
import { receiptEvent } from '../../domain/receiving/events.ts';
import { nextState } from '../../domain/state-machine.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { readAsnLines } from './asns.read.ts';
import { linkAsnReceipt, setAsnStage, type LockedAsn } from './asns.write.ts';
import { makeAnnouncedReceipt, type ReceiptWanted } from './order-receipts.write.ts';

/**
 * Marks a locked ASN as arrived. Its goods are counted on the newest open receipt of its order; if there is none, one
 * is created from its lines. Repeating it changes nothing and returns no events.
 */
export async function arriveWithReceipt(
  tx: TenantTransaction,
  organizationId: string,
  asn: LockedAsn,
  takeNumber: () => Promise<string>,
): Promise<DomainEvent[]> {
  if (asn.stage === 'arrived' && asn.receipt_id) return [];
  const events = await markArrived(tx, organizationId, asn);
  if (asn.receipt_id) return events;
  const open = asn.po_id && (await openReceiptOf(tx, organizationId, asn.po_id));
  if (open) {
    await linkAsnReceipt(tx, organizationId, asn.id, open);
    return events;
  }
  const source = asn.po_id === null ? 'portal' : 'purchase';
  const lines = await receiptLinesOf(tx, organizationId, asn.id);
  const receipt = await makeAnnouncedReceipt(tx, organizationId, {
    receipt_no: await takeNumber(),
    source_type: source,
    source_id: asn.po_id ?? asn.id,
    merchant_id: asn.merchant_id,
    warehouse_id: asn.warehouse_id,
    vendor_id: asn.vendor_id,
    container_no: asn.container_no,
    seal_no: asn.seal_no,
    expected_date: null,
    lines,
  });
  await linkAsnReceipt(tx, organizationId, asn.id, receipt.id);
  const made = { status: receipt.status, previous_status: null, lines: lines.length };
  return [...events, receiptEvent(receipt, 'created', { ...made, source_type: source })];
}

/** Marks a locked ASN as arrived and does nothing else. */
export async function markArrived(
  tx: TenantTransaction,
  organizationId: string,
  asn: LockedAsn,
): Promise<DomainEvent[]> {
  if (asn.stage === 'arrived') return [];
  const status = nextState(asnStates, asn.stage, 'arrive');
  await setAsnStage(tx, organizationId, asn.id, 'arrived');
  return [asnEvent(asn, 'arrived', { status, previous_status: asn.status })];
}

/** The lines of an ASN as receipt lines. */
export async function receiptLinesOf(
  tx: TenantTransaction,
  organizationId: string,
  asnId: string,
): Promise<ReceiptWanted['lines']> {
  const lines = await readAsnLines(tx, organizationId, asnId);
  return lines.map(({ item_id, qty, uom, uom_factor, lot_no }) => ({
    item_id,
    qty: toJsonNumber(qty),
    uom,
    uom_factor,
    lot_no,
  }));
}

async function openReceiptOf(
  tx: TenantTransaction,
  organizationId: string,
  orderId: string,
): Promise<string | undefined> {
  const [found] = await rows<{ id: string }>(
    tx,
    sql`select id from inbound_receipts
         where organization_id = ${organizationId} and source_type = 'purchase' and source_id = ${orderId}
           and status in ('imported', 'new', 'checked_in', 'receiving')
         order by created_at desc, id desc limit 1`,
  );
  return found?.id;
}
