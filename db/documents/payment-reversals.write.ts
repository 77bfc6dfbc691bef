/** Reverses payments: a reversal is another payment row, with the reverse of what the original posted. */
import { newId } from '../../domain/new-id.ts';
import type { DocumentType } from '../../domain/documents/document-states.ts';
import type { PaymentMethod } from '../../domain/documents/payment-methods.ts';
import { mirrored, type NewEntry } from '../../domain/journal/journal-entry.ts';
import { decimal } from '../../domain/decimal.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { row, type TenantTransaction } from '../database.ts';
import { name, sql } from '../sql-text.ts';
import { enterBooks } from '../journal/journal-locks.write.ts';
import { assertOpen, type PostingContext } from '../journal/journal.write.ts';
import {
  lockDocuments,
  readEntryLines,
  settle,
  type DocumentChange,
  type OwedDocument,
} from './open-items.write.ts';
import { storeSettlements, type Settlement } from './payment-rows.write.ts';

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
function paymentOf(
  tx: TenantTransaction,
  type: DocumentType,
  paymentId: string,
  documentId: string,
): Promise<StoredPayment | undefined> {
  const [document, credit] = [name(`a.${type}_id`), name(`a.credit_${type}_id`)];
  return row<StoredPayment>(
    tx,
    sql`select p.*, ${document} as document_id, ${credit} as credit_id, a.amount as allocated, a.base_amount, a.credit_base_amount
          from payments p
          join payment_allocations a on a.organization_id = p.organization_id and a.payment_id = p.id
         where p.organization_id = ${tx.organizationId} and p.id = ${paymentId}
           and (${document} = ${documentId} or ${credit} = ${documentId})`,
  );
}

/**
 * Reverses a payment: another payment row, the allocations negated, the entry reversed. Refuses 400 UNKNOWN_REFERENCE
 * when the payment is not one of this document's, NOT_REVERSIBLE for a reversal, 409 ALREADY_REVERSED.
 */
export async function reversePayment(
  tx: TenantTransaction,
  { postedBy }: PostingContext,
  type: DocumentType,
  undo: {
    documentId: string;
    paymentId: string;
    paymentDate?: string | undefined;
    memo?: string | undefined;
  },
): Promise<Settlement> {
  const original = await paymentOf(tx, type, undo.paymentId, undo.documentId);
  if (!original) throw unknownReference('reverses_payment_id', `payment of this ${type}`);
  const ids = [original.document_id, original.credit_id].filter((id) => id !== null);
  const locked = await lockDocuments(tx, type, ids);
  const books = await enterBooks(tx);
  const paymentDate = undo.paymentDate ?? books.today;
  await assertReversible(tx, original, paymentDate);
  assertOpen(books.lockDate, [paymentDate]);

  const { merchant_id, customer_id, vendor_id, carrier_id, direction, method } = original;
  const { currency, exchange_rate, account_id } = original;
  const negated = (amount: string): string => decimal(amount).times('-1').toFixed();
  const paymentId = newId();
  const settlement: Settlement = {
    paymentId,
    by: postedBy,
    documents: openAgain(original, locked),
    payment: {
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
    },
    allocation: {
      document: original.document_id,
      credit: original.credit_id,
      amount: negated(original.allocated),
      base: negated(original.base_amount),
      creditBase: negated(original.credit_base_amount),
    },
    entry: await mirrorOf(tx, original, paymentId, paymentDate),
  };
  await storeSettlements(tx, type, [settlement], locked.values());
  return settlement;
}

/** Takes the allocation off both documents: the one that was paid and the credit it was paid with. */
function openAgain(original: StoredPayment, locked: ReadonlyMap<string, OwedDocument>): DocumentChange[] {
  const amount = decimal(original.allocated).times('-1');
  const isCredited = original.method === 'credit_note' || original.method === 'write_off';
  const sides = [
    [original.document_id, original.base_amount],
    [original.credit_id, original.credit_base_amount],
  ] as const;
  return sides.flatMap(([id, base]) =>
    id === null ? [] : [settle(locked.get(id)!, { isCredited, amount, base: decimal(base).times('-1') })],
  );
}

async function assertReversible(
  tx: TenantTransaction,
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
    sql`select payment_no from payments where organization_id = ${tx.organizationId} and reverses_payment_id = ${original.id}`,
  );
  if (earlier) {
    const message = `${original.payment_no} was reversed by ${earlier.payment_no}.`;
    throw new Refusal('ALREADY_REVERSED', message, { reversed_by: earlier.payment_no });
  }
}

/** The reverse of what the payment posted: nothing for a credit applied at the document's own exchange rate. */
async function mirrorOf(
  tx: TenantTransaction,
  original: StoredPayment,
  paymentId: string,
  entryDate: string,
): Promise<NewEntry> {
  const entry = await row<{ id: string }>(
    tx,
    sql`select id from journal_entries where organization_id = ${tx.organizationId} and source_type = 'payment' and source_id = ${original.id}`,
  );
  const lines = entry && (await readEntryLines(tx, [entry.id])).get(entry.id);
  return {
    sourceType: 'payment',
    sourceId: paymentId,
    event: 'reverse',
    entryDate,
    description: `Reversal of ${original.payment_no}`,
    reversesId: entry?.id ?? null,
    lines: mirrored(lines ?? []),
  };
}
