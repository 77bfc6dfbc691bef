/** Reverses payments: a reversal is another payment row, with the reverse of what the original posted. */
import { newId } from '../../domain/new-id.ts';
import type { PaymentMethod } from '../../domain/documents/payment-methods.ts';
import { mirrored } from '../../domain/journal/journal-entry.ts';
import { decimal, zero } from '../../domain/decimal.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { row, type TenantTransaction } from '../database.ts';
import { readAccountingSettings } from '../journal/books.read.ts';
import type { DocumentType } from '../../domain/documents/document-states.ts';
import { lockDocuments, readEntryLines, settle } from './open-items.write.ts';
import { assertPeriodOpen, postEntry, type PostingContext } from '../journal/journal.write.ts';
import { insertAllocation, insertPayment } from './payment-rows.write.ts';
import type { Settled } from './payments.write.ts';
import { sql } from '../sql-text.ts';

interface StoredPayment {
  id: string;
  payment_no: string;
  direction: 'in' | 'out';
  merchant_id: string | null;
  customer_id: string | null;
  vendor_id: string | null;
  carrier_id: string | null;
  method: PaymentMethod;
  payment_date: string;
  currency: string;
  exchange_rate: string;
  amount: string;
  account_id: string | null;
  reverses_payment_id: string | null;
  document_id: string | null;
  credit_id: string | null;
  allocated: string;
  base_amount: string;
  credit_base_amount: string;
}

/** A payment with its allocation to this document. */
const paymentOf = {
  invoice: (organizationId: string, paymentId: string, documentId: string) =>
    sql`select p.*, a.invoice_id as document_id, a.credit_invoice_id as credit_id, a.amount as allocated,
                   a.base_amount, a.credit_base_amount
              from payments p
              join payment_allocations a on a.organization_id = p.organization_id and a.payment_id = p.id
             where p.organization_id = ${organizationId} and p.id = ${paymentId}
               and (a.invoice_id = ${documentId} or a.credit_invoice_id = ${documentId})`,
  bill: (organizationId: string, paymentId: string, documentId: string) =>
    sql`select p.*, a.bill_id as document_id, a.credit_bill_id as credit_id, a.amount as allocated,
                a.base_amount, a.credit_base_amount
           from payments p
           join payment_allocations a on a.organization_id = p.organization_id and a.payment_id = p.id
          where p.organization_id = ${organizationId} and p.id = ${paymentId}
            and (a.bill_id = ${documentId} or a.credit_bill_id = ${documentId})`,
} as const;

/**
 * Reverses a payment: another payment row, the allocations negated, the entry reversed. Refuses 400 UNKNOWN_REFERENCE
 * when the payment is not one of this document's, NOT_REVERSIBLE for a reversal, 409 ALREADY_REVERSED.
 */
export async function reversePayment(
  tx: TenantTransaction,
  context: PostingContext,
  type: DocumentType,
  undo: {
    documentId: string;
    paymentId: string;
    paymentDate?: string | undefined;
    memo?: string | undefined;
  },
): Promise<Settled> {
  const { organizationId } = context;
  const { documentId, paymentId: reversedId } = undo;
  const original = await row<StoredPayment>(tx, paymentOf[type](organizationId, reversedId, documentId));
  if (!original) throw unknownReference('reverses_payment_id', `payment of this ${type}`);
  const ids = [original.document_id, original.credit_id].filter((id) => id !== null);
  const locked = await lockDocuments(tx, organizationId, type, ids);
  const books = await readAccountingSettings(tx, organizationId);
  const paymentDate = undo.paymentDate ?? books.today;
  await assertReversible(tx, organizationId, original, paymentDate);
  await assertPeriodOpen(tx, organizationId, [paymentDate]);

  const documents = await openAgain(tx, organizationId, type, original, locked);
  const amount = decimal(original.allocated).times('-1');
  const paymentId = newId();
  const {
    merchant_id,
    customer_id,
    vendor_id,
    carrier_id,
    direction,
    method,
    currency,
    exchange_rate,
    account_id,
  } = original;
  await insertPayment(tx, context, paymentId, {
    merchant_id,
    customer_id,
    vendor_id,
    carrier_id,
    direction,
    method,
    currency,
    exchange_rate,
    account_id,
    payment_date: paymentDate,
    amount: original.amount,
    reference: original.payment_no,
    memo: undo.memo ?? '',
    reverses_payment_id: original.id,
  });
  await insertAllocation(tx, organizationId, {
    payment_id: paymentId,
    [`${type}_id`]: original.document_id,
    [`credit_${type}_id`]: original.credit_id,
    amount: amount.toFixed(),
    base_amount: decimal(original.base_amount).times('-1').toFixed(),
    credit_base_amount: decimal(original.credit_base_amount).times('-1').toFixed(),
    applied_on: paymentDate,
  });
  await postMirror(tx, context, original, paymentId, paymentDate);
  return { paymentId, documents };
}

/** Takes the allocation off both documents: the one that was paid and the credit it was paid with. */
async function openAgain(
  tx: TenantTransaction,
  organizationId: string,
  type: DocumentType,
  original: StoredPayment,
  locked: Awaited<ReturnType<typeof lockDocuments>>,
): Promise<Settled['documents']> {
  const amount = decimal(original.allocated).times('-1');
  const isCredited = original.method === 'credit_note' || original.method === 'write_off';
  const documents: Settled['documents'] = [];
  for (const [id, base] of [
    [original.document_id, original.base_amount],
    [original.credit_id, original.credit_base_amount],
  ] as const) {
    if (id === null) continue;
    const document = locked.get(id)!;
    const moved = {
      paid: isCredited ? zero : amount,
      credited: isCredited ? amount : zero,
      base: decimal(base).times('-1'),
    };
    const { status } = await settle(tx, organizationId, document, moved);
    documents.push({ type, id, status, previous: document.status });
  }
  return documents;
}

async function assertReversible(
  tx: TenantTransaction,
  organizationId: string,
  original: StoredPayment,
  paymentDate: string,
): Promise<void> {
  if (original.reverses_payment_id !== null) {
    throw new Refusal(
      'NOT_REVERSIBLE',
      `${original.payment_no} is itself a reversal; record a new payment instead.`,
    );
  }
  if (paymentDate < original.payment_date) {
    throw invalid('payment_date', 'range', `payment_date must not be before ${original.payment_date}`);
  }
  const earlier = await row<{ payment_no: string }>(
    tx,
    sql`select payment_no from payments where organization_id = ${organizationId} and reverses_payment_id = ${original.id}`,
  );
  if (earlier) {
    const message = `${original.payment_no} was reversed by ${earlier.payment_no}.`;
    throw new Refusal('ALREADY_REVERSED', message, { reversed_by: earlier.payment_no });
  }
}

async function postMirror(
  tx: TenantTransaction,
  context: PostingContext,
  original: StoredPayment,
  paymentId: string,
  entryDate: string,
): Promise<void> {
  const entry = await row<{ id: string }>(
    tx,
    sql`select id from journal_entries where organization_id = ${context.organizationId} and source_type = 'payment' and source_id = ${original.id}`,
  );
  // A credit applied at the document's own exchange rate posted nothing.
  if (!entry) return;
  await postEntry(tx, context, {
    sourceType: 'payment',
    sourceId: paymentId,
    event: 'reverse',
    entryDate,
    description: `Reversal of ${original.payment_no}`,
    reversesId: entry.id,
    lines: mirrored(await readEntryLines(tx, context.organizationId, entry.id)),
  });
}
