/**
 * Payments, write-offs and credits applied to invoices and bills. Each posts its journal entry in the same transaction.
 */
import { newId } from '../../domain/new-id.ts';
import {
  documentMachines,
  type DocumentStatus,
  type DocumentType,
} from '../../domain/documents/document-states.ts';
import type { PaymentMethod } from '../../domain/documents/payment-methods.ts';
import { exactMoney } from '../../domain/money/money.ts';
import { zero, type Decimal } from '../../domain/decimal.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import type { TenantTransaction } from '../database.ts';
import { readAccountingSettings, readSystemAccounts } from '../journal/books.read.ts';
import { dueOf, lockDocuments, settle, type OwedDocument } from './open-items.write.ts';
import { assertPeriodOpen, postEntry, type PostingContext } from '../journal/journal.write.ts';
import { planCredit, planMoney, sideOf } from './payment-plans.write.ts';
import { insertAllocation, insertPayment } from './payment-rows.write.ts';

export interface NewPayment {
  documentId: string;
  method: PaymentMethod;
  amount: number;
  /** Today in the organization's time zone when omitted. */
  paymentDate?: string | undefined;
  accountId?: string | undefined;
  /** The document's own rate when omitted. */
  exchangeRate?: number | undefined;
  currency?: string | undefined;
  /** The credit note or vendor credit to apply, for method credit_note. */
  creditId?: string | undefined;
  reference?: string | undefined;
  memo?: string | undefined;
}

export interface Settled {
  paymentId: string;
  documents: { type: DocumentType; id: string; status: DocumentStatus; previous: DocumentStatus }[];
}

/**
 * Records a payment against one document. Refuses 404, 400 ILLEGAL_TRANSITION, AMOUNT_EXCEEDS_DUE, AMOUNT_PRECISION,
 * CURRENCY_MISMATCH, dates before the document's, 409 PERIOD_LOCKED. The document's lock makes two payments take turns.
 */
export async function recordPayment(
  tx: TenantTransaction,
  context: PostingContext,
  type: DocumentType,
  payment: NewPayment,
): Promise<Settled> {
  const { organizationId } = context;
  const { document, credit } = await lockSides(tx, organizationId, type, payment);
  const books = await readAccountingSettings(tx, organizationId);
  const paymentDate = payment.paymentDate ?? books.today;
  const amount = assertPayable(document, credit, payment, paymentDate);
  const accounts = await readSystemAccounts(tx, organizationId);
  const plan = credit
    ? planCredit(document, credit, amount, books, accounts)
    : await planMoney(tx, document, amount, payment, books, accounts);

  await assertPeriodOpen(tx, organizationId, [paymentDate]);
  const isCredited = payment.method === 'credit_note' || payment.method === 'write_off';
  const moved = (base: Decimal) => ({
    paid: isCredited ? zero : amount,
    credited: isCredited ? amount : zero,
    base,
  });
  const { status } = await settle(tx, organizationId, document, moved(plan.controlBase));
  const documents = [{ type, id: document.id, status, previous: document.status }];
  if (credit) {
    const used = await settle(tx, organizationId, credit, moved(plan.creditBase));
    documents.push({ type, id: credit.id, status: used.status, previous: credit.status });
  }
  const paymentId = newId();
  await insertPayment(tx, context, paymentId, {
    ...document.party,
    direction: sideOf(document) === 1 ? 'in' : 'out',
    method: payment.method,
    payment_date: paymentDate,
    currency: document.currency,
    exchange_rate: plan.rate.toFixed(),
    amount: amount.toFixed(),
    account_id: plan.accountId,
    reference: payment.reference ?? '',
    memo: payment.memo ?? '',
    reverses_payment_id: null,
  });
  await insertAllocation(tx, organizationId, {
    payment_id: paymentId,
    [`${type}_id`]: document.id,
    [`credit_${type}_id`]: credit?.id ?? null,
    amount: amount.toFixed(),
    base_amount: plan.controlBase.toFixed(),
    credit_base_amount: plan.creditBase.toFixed(),
    applied_on: paymentDate,
  });
  await postEntry(tx, context, {
    sourceType: 'payment',
    sourceId: paymentId,
    event: plan.event,
    entryDate: paymentDate,
    description: `${plan.words} ${document.no}${payment.reference ? ` (${payment.reference})` : ''}`,
    lines: plan.lines,
  });
  return { paymentId, documents };
}

async function lockSides(
  tx: TenantTransaction,
  organizationId: string,
  type: DocumentType,
  { documentId, creditId, method }: NewPayment,
): Promise<{ document: OwedDocument; credit: OwedDocument | undefined }> {
  const field = `credit_${type}_id`;
  if (method === 'credit_note' && !creditId)
    throw invalid(field, 'required', `${field} is required: the credit to apply`);
  if (method !== 'credit_note' && creditId)
    throw invalid(field, 'not_allowed', `${field} goes with method credit_note only`);
  const locked = await lockDocuments(
    tx,
    organizationId,
    type,
    creditId ? [documentId, creditId] : [documentId],
  );
  const document = locked.get(documentId.toLowerCase());
  if (!document) throw new Refusal('NOT_FOUND', `There is no such ${type}.`);
  if (!creditId) return { document, credit: undefined };
  const credit = locked.get(creditId.toLowerCase());
  if (!credit?.isCredit) throw unknownReference(field, type === 'invoice' ? 'credit note' : 'vendor credit');
  if (document.isCredit) throw invalid(field, 'not_allowed', 'a credit cannot be applied to a credit');
  const isSameParty = Object.entries(document.party).every(
    ([key, value]) => credit.party[key as keyof typeof credit.party] === value,
  );
  if (!isSameParty) throw invalid(field, 'other_party', `${field} belongs to another party than the ${type}`);
  if (credit.currency !== document.currency) {
    throw new Refusal(
      'CURRENCY_MISMATCH',
      `${credit.no} is in ${credit.currency}, ${document.no} in ${document.currency}.`,
      { path: field },
    );
  }
  return { document, credit };
}

function assertPayable(
  document: OwedDocument,
  credit: OwedDocument | undefined,
  payment: NewPayment,
  paymentDate: string,
): Decimal {
  const { currency, exponent } = document;
  for (const { type, status } of credit ? [document, credit] : [document])
    nextState(documentMachines[type], status, 'settle');
  if (payment.currency !== undefined && payment.currency !== currency) {
    throw new Refusal(
      'CURRENCY_MISMATCH',
      `${document.no} is in ${currency} and is settled in ${currency}.`,
      { path: 'currency', currency },
    );
  }
  if (payment.method === 'write_off' && (document.type === 'bill' || document.isCredit)) {
    throw invalid('method', 'not_allowed', 'only an invoice can be written off');
  }
  const earliest = credit && credit.date > document.date ? credit.date : document.date;
  if (paymentDate < earliest)
    throw invalid('payment_date', 'range', `payment_date must not be before ${earliest}`);
  const amount = exactMoney(payment.amount, 'amount', currency, exponent);
  for (const owed of credit ? [document, credit] : [document]) {
    const due = dueOf(owed);
    if (amount.gt(due)) {
      const message = `${amount.toFixed()} is more than the ${due.toFixed()} ${currency} open on ${owed.no}.`;
      throw new Refusal('AMOUNT_EXCEEDS_DUE', message, {
        amount: amount.toFixed(),
        amount_due: due.toFixed(),
        currency,
      });
    }
  }
  return amount;
}
