/** Reads payments with the documents they were applied to. */
import type { PaymentMethod } from '../../domain/documents/payment-methods.ts';
import { groupBy } from '../../domain/group-by.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { readTogether } from '../shared-reads.ts';

export interface PaymentRow {
  id: string;
  payment_no: string;
  direction: 'in' | 'out';
  method: PaymentMethod;
  payment_date: string;
  currency: string;
  exchange_rate: string;
  amount: string;
  /** How much this payment reduced the document; negative for a reversal. */
  applied_amount: string;
  account_id: string | null;
  merchant_id: string | null;
  customer_id: string | null;
  vendor_id: string | null;
  carrier_id: string | null;
  invoice_id: string | null;
  bill_id: string | null;
  credit_invoice_id: string | null;
  credit_bill_id: string | null;
  reference: string;
  memo: string;
  reverses_payment_id: string | null;
  reversed_by_payment_id: string | null;
  journal_entry_id: string | null;
  created_by: string;
  created_at: Date;
}

/** Of payments `p` with their allocations `a`. */
export const paymentColumns = sql`p.id, p.payment_no, p.direction, p.method, p.payment_date, p.currency, p.exchange_rate, p.amount,
  a.amount as applied_amount, p.account_id, p.merchant_id, p.customer_id, p.vendor_id, p.carrier_id, a.invoice_id,
  a.bill_id, a.credit_invoice_id, a.credit_bill_id, p.reference, p.memo, p.reverses_payment_id,
  (select r.id from payments r
    where r.organization_id = p.organization_id and r.reverses_payment_id = p.id) as reversed_by_payment_id,
  (select e.id from journal_entries e
    where e.organization_id = p.organization_id and e.source_type = 'payment' and e.source_id = p.id) as journal_entry_id,
  p.created_by, p.created_at`;

const from = sql`payments p
  join payment_allocations a on a.organization_id = p.organization_id and a.payment_id = p.id`;

/** Allocations of a document: what settled it, and what it settled as a credit. Table alias `a`. */
export const allocationsOf = (type: 'invoice' | 'bill', documentId: string): SqlText =>
  type === 'invoice'
    ? sql`(a.invoice_id = ${documentId} or a.credit_invoice_id = ${documentId})`
    : sql`(a.bill_id = ${documentId} or a.credit_bill_id = ${documentId})`;

/** What was applied to a document and, for a credit, where it was used, in the order recorded. */
export function listPayments(
  tx: TenantTransaction,
  type: 'invoice' | 'bill',
  documentId: string,
  page: PageQuery,
): Promise<PageOf<PaymentRow>> {
  const where = sql`p.organization_id = ${tx.organizationId} and ${allocationsOf(type, documentId)}`;
  return readPage(tx, { columns: paymentColumns, from, where, order: ['p.id'] }, page);
}

export async function findPayment(
  tx: TenantTransaction,
  type: 'invoice' | 'bill',
  documentId: string,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const id = documentId.toLowerCase();
  return (await appliedOf(tx, paymentId))?.find((one) =>
    (type === 'invoice'
      ? [one.invoice_id, one.credit_invoice_id]
      : [one.bill_id, one.credit_bill_id]
    ).includes(id),
  );
}

/** A payment, as it was applied to each of its documents. */
const appliedOf = readTogether(async (tx, ids) => {
  const found = await rows<PaymentRow>(
    tx,
    sql`select ${paymentColumns} from ${from}
         where p.organization_id = ${tx.organizationId} and p.id = any (${ids}::uuid[])`,
  );
  return groupBy(found, (one) => one.id);
});
