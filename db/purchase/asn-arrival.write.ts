/** A delivery arrives: reported by a person, at the yard gate, or with its container. */
import type { DomainEvent } from '../../domain/domain-event.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import { asnStates } from '../../domain/purchase/asn-states.ts';
import { asnEvent } from '../../domain/purchase/events.ts';
import { receiptEvent } from '../../domain/receiving/events.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { asnStatus, readAsnLines } from './asns.read.ts';
import { linkAsnReceipt, lockAsn, setAsnStage, type LockedAsn } from './asns.write.ts';
import { openReceiptFor } from './open-receipt.write.ts';
import { receiptsOf } from './order-progress.read.ts';
import { makeAnnouncedReceipt, type ReceiptWanted } from './order-receipts.write.ts';

/**
 * Locks the orders behind ASNs that are about to arrive, and before them the receipts of those, as counting and closing
 * do. So an arrival and a release, or two arrivals, take turns, and no two receipts expect the same goods.
 */
export async function lockOrdersOfAsns(tx: TenantTransaction, asnIds: readonly string[]): Promise<void> {
  const orders = sql`select po_id from asns where organization_id = ${tx.organizationId} and id = any (${[...asnIds]}::uuid[])`;
  await rows(
    tx,
    sql`select 1 from inbound_receipts where organization_id = ${tx.organizationId}
           and id in (select receipt_id from (${receiptsOf(tx.organizationId, orders)}) of_orders)
         order by id for update`,
  );
  await rows(
    tx,
    sql`select 1 from purchase_orders where organization_id = ${tx.organizationId} and id in (${orders})
         order by id for update`,
  );
}

/** Locks the newest live ASN of a container; undefined when nobody announced it. */
export async function lockAsnOfContainer(
  tx: TenantTransaction,
  merchantId: string,
  containerNo: string,
): Promise<LockedAsn | undefined> {
  const [found] = await rows<{ id: string }>(
    tx,
    sql`select a.id from asns a
          left join inbound_receipts r on r.organization_id = a.organization_id and r.id = a.receipt_id
         where a.organization_id = ${tx.organizationId} and a.merchant_id = ${merchantId} and a.container_no = ${containerNo}
           and ${asnStatus} in ('announced', 'in_transit', 'arrived')
         order by a.created_at desc, a.id desc limit 1`,
  );
  if (!found) return undefined;
  await lockOrdersOfAsns(tx, [found.id]);
  return lockAsn(tx, found.id);
}

/**
 * Marks a locked ASN as arrived; its order is locked too. Its goods are counted on an open receipt of its order that
 * expects them; if there is none, one is created from its lines. Repeating it changes nothing and returns no events. Refuses 409 ORDER_NOT_RELEASED while the
 * order is a draft: it may still have to be approved, and its receipt comes with its release.
 */
export async function arriveWithReceipt(
  tx: TenantTransaction,
  asn: LockedAsn,
  takeNumber: () => Promise<string>,
): Promise<DomainEvent[]> {
  if (asn.stage === 'arrived' && asn.receipt_id) return [];
  await assertOrderReleased(tx, asn);
  const events = await markArrived(tx, asn);
  if (asn.receipt_id) return events;
  const open = await openReceiptFor(tx, asn);
  if (open) {
    await linkAsnReceipt(tx, asn.id, open);
    return events;
  }
  const source = asn.po_id === null ? 'portal' : 'purchase';
  const lines = await receiptLinesOf(tx, asn.id);
  const receipt = await makeAnnouncedReceipt(tx, {
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
  await linkAsnReceipt(tx, asn.id, receipt.id);
  const made = { status: receipt.status, previous_status: null, lines: lines.length };
  return [...events, receiptEvent(receipt, 'created', { ...made, source_type: source })];
}

/** Refuses 409 ORDER_NOT_RELEASED when the ASN announces goods of an order that is still a draft. */
export async function assertOrderReleased(tx: TenantTransaction, asn: LockedAsn): Promise<void> {
  const draft = await draftBehind(tx, asn);
  if (!draft) return;
  throw new Refusal(
    'ORDER_NOT_RELEASED',
    `${asn.asn_no} announces goods of ${draft.po_no}, which is still a draft: release the order first.`,
    { po_id: draft.id, status: 'draft' },
  );
}

/** The order of an ASN while it is a draft. */
export async function draftBehind(
  tx: TenantTransaction,
  { po_id: orderId }: LockedAsn,
): Promise<{ id: string; po_no: string } | undefined> {
  const [draft] = await rows<{ id: string; po_no: string }>(
    tx,
    sql`select id, po_no from purchase_orders
         where organization_id = ${tx.organizationId} and id = ${orderId} and status = 'draft'`,
  );
  return draft;
}

/** Marks a locked ASN as arrived and does nothing else. */
export async function markArrived(tx: TenantTransaction, asn: LockedAsn): Promise<DomainEvent[]> {
  if (asn.stage === 'arrived') return [];
  const status = nextState(asnStates, asn.stage, 'arrive');
  await setAsnStage(tx, asn.id, 'arrived');
  return [asnEvent(asn, 'arrived', { status, previous_status: asn.status })];
}

/** The lines of an ASN as receipt lines. */
export async function receiptLinesOf(tx: TenantTransaction, asnId: string): Promise<ReceiptWanted['lines']> {
  const lines = await readAsnLines(tx, asnId);
  return lines.map(({ item_id, qty, uom, uom_factor, lot_no }) => ({
    item_id,
    qty: toJsonNumber(qty),
    uom,
    uom_factor,
    lot_no,
  }));
}
