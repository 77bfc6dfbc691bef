/** Receipts created for purchase orders and ASNs, and those closed along with them. */
import { isOneOf } from '../state-columns.ts';
import { decimal, least, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { newId } from '../../domain/new-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  receiptStates,
  receivableStates,
  initialReceiptStatus,
  type ReceiptStatus,
} from '../../domain/receiving/receipt-states.ts';
import type { Discrepancy } from '../../domain/receiving/receipt-discrepancies.ts';
import type { GoodsLeft } from '../../domain/purchase/remainders.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { computeDiscrepancies } from '../receiving/receipts.read.ts';
import { insertReceipts, setReceiptStatus } from '../receiving/receipts.write.ts';
import { receiptsOf } from './order-progress.read.ts';

export interface ReceiptWanted {
  receipt_no: string;
  source_type: 'purchase' | 'portal' | 'drayage';
  source_id: string;
  merchant_id: string;
  warehouse_id: string;
  vendor_id: string | null;
  container_no: string | null;
  seal_no: string | null;
  expected_date: string | null;
  lines: readonly (GoodsLeft & { lot_no?: string | null })[];
}

export interface MadeReceipt {
  id: string;
  receipt_no: string;
  merchant_id: string;
  warehouse_id: string;
  status: ReceiptStatus;
}

/** Creates a receipt as an announcement does: imported, titled with the merchant's name, its lines in order. */
export async function makeAnnouncedReceipt(
  tx: TenantTransaction,
  { lines, ...wanted }: ReceiptWanted,
): Promise<MadeReceipt> {
  const [merchant] = await rows<{ name: string }>(
    tx,
    sql`select name from merchants where organization_id = ${tx.organizationId} and id = ${wanted.merchant_id}`,
  );
  const id = newId();
  const status = initialReceiptStatus(wanted.source_type);
  const stored = lines.map(({ item_id, qty, uom, uom_factor, lot_no = null }, index) => ({
    id: newId(),
    line_no: index + 1,
    item_id,
    expected_qty: qty,
    uom,
    uom_factor,
    lot_no,
    is_unplanned: false,
  }));
  const receipt = { ...wanted, id, status, title: merchant!.name };
  await insertReceipts(tx, [{ receipt, lines: stored }]);
  const { receipt_no, merchant_id, warehouse_id } = wanted;
  return { id, receipt_no, merchant_id, warehouse_id, status };
}

export interface ClosedReceipt {
  id: string;
  receipt_no: string;
  merchant_id: string;
  warehouse_id: string;
  previous: ReceiptStatus;
  /** In its report. */
  discrepancies: number;
}

/**
 * Locks the receipts of an order by id. This comes before locking the order, because whoever counts already holds them.
 */
export async function lockOrderReceipts(tx: TenantTransaction, orderId: string): Promise<void> {
  await rows(
    tx,
    sql`select 1 from inbound_receipts where organization_id = ${tx.organizationId}
           and id in (select receipt_id from (${receiptsOf(tx.organizationId, sql`${orderId}::uuid`)}) of_order)
         order by id for update`,
  );
}

/**
 * Closes receipts without any counts, on which nothing will arrive any more. Of what they expected that much is reported short
 * which is `missing`, by item in base units; the rest was called off, or came on another receipt. Refuses 409 RECEIPT_OPEN while one is being counted: what is
 * on the dock has to be counted first.
 */
export async function closeEmptyReceipts(
  tx: TenantTransaction,
  receiptIds: SqlText,
  missing: ReadonlyMap<string, Decimal>,
): Promise<ClosedReceipt[]> {
  const open = await rows<Omit<ClosedReceipt, 'discrepancies'> & { is_counted: boolean }>(
    tx,
    sql`select id, receipt_no, merchant_id, warehouse_id, status as previous,
               (counted_qty > 0 or status = 'receiving' or open_task_id is not null) as is_counted
          from inbound_receipts
         where organization_id = ${tx.organizationId} and ${isOneOf('status', receivableStates)}
           and id in (${receiptIds})
         order by id for update`,
  );
  const counted = open.filter(({ is_counted: isCounted }) => isCounted);
  if (counted.length > 0) {
    const numbers = counted.map(({ receipt_no: no }) => no);
    throw new Refusal('RECEIPT_OPEN', `${numbers.join(', ')} is being counted: complete it first.`, {
      receipts: counted.map(({ id, receipt_no }) => ({ id, receipt_no })),
    });
  }
  const closed: ClosedReceipt[] = [];
  const left = new Map(missing);
  for (const { is_counted: _isCounted, ...receipt } of open) {
    const report = await reportMissing(tx, receipt.id, left);
    await setReceiptStatus(tx, receipt.id, 'received');
    await setReceiptStatus(tx, receipt.id, 'closed', report);
    closed.push({ ...receipt, discrepancies: report.length });
  }
  return closed;
}

/** What of an uncounted receipt is short, taken off what is left of the goods that are missing. */
async function reportMissing(
  tx: TenantTransaction,
  receiptId: string,
  left: Map<string, Decimal>,
): Promise<Discrepancy[]> {
  if (left.size === 0) return [];
  const factors = await rows<{ id: string; uom_factor: string }>(
    tx,
    sql`select id, uom_factor from inbound_receipt_lines
         where organization_id = ${tx.organizationId} and receipt_id = ${receiptId}`,
  );
  const factorOf = new Map(factors.map(({ id, uom_factor: factor }) => [id, decimal(factor)]));
  const expected = await computeDiscrepancies(tx, receiptId);
  return expected.flatMap((one) => {
    const factor = factorOf.get(one.receipt_line_id)!;
    const open = left.get(one.item_id) ?? zero;
    const short = least(decimal(one.qty).times(factor), open);
    left.set(one.item_id, open.minus(short));
    return short.gt(zero) ? [{ ...one, qty: toJsonNumber(short.div(factor).round(6, 1)) }] : [];
  });
}

/** The ids of an order's receipts, as a select. */
export function orderReceiptIds(organizationId: string, orderId: string): SqlText {
  return sql`select receipt_id from (${receiptsOf(organizationId, sql`${orderId}::uuid`)}) of_order`;
}

/**
 * When an ASN's goods arrive on another receipt, closes the uncounted receipts that would expect them a second time:
 * the ASN's own and the open ones of its order. Anything else those expected can be released again.
 */
export function closeReplacedReceipts(
  tx: TenantTransaction,
  asn: { receipt_id: string | null; po_id: string | null },
): Promise<ClosedReceipt[]> {
  return closeEmptyReceipts(
    tx,
    sql`select id from inbound_receipts
         where organization_id = ${tx.organizationId} and counted_qty = 0 and open_task_id is null
           and ${isOneOf('status', receiptStates.initial)}
           and (id = ${asn.receipt_id}::uuid or (source_type = 'purchase' and source_id = ${asn.po_id}::uuid))`,
    new Map(),
  );
}
