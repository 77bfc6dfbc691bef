/**
 * Payments, write-offs and credits applied to invoices and bills. Each posts its journal entry in the same transaction.
 */
import { newId } from '../../domain/new-id.ts';
import type { DocumentType } from '../../domain/documents/document-states.ts';
import type { PaymentMethod } from '../../domain/documents/payment-methods.ts';
import { assertOwed } from '../../domain/documents/refused-steps.ts';
import { exactMoney } from '../../domain/money/money.ts';
import type { Decimal } from '../../domain/decimal.ts';
import { invalid, isGood, orThrow, Refusal, refusalOr, unknownReference } from '../../domain/refusal.ts';
import type { TenantTransaction } from '../database.ts';
import { readAccounts, type Chart } from '../journal/account-checks.read.ts';
import type { Books } from '../journal/books.read.ts';
import { enterBooks } from '../journal/journal-locks.write.ts';
import { assertOpen } from '../journal/journal.write.ts';
import { dueOf, lockDocuments, settle, type OwedDocument } from './open-items.write.ts';
import { planCredit, planMoney, sideOf } from './payment-plans.write.ts';
import { storeSettlements, type Settlement } from './payment-rows.write.ts';

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

/** A command's payment; a refusal when it cannot be made whatever its document says. */
export interface AskedPayment {
  by: string;
  payment: NewPayment | Refusal;
}

/**
 * Records payments of invoices or of bills, each against one document as those before it left it. Answers in the order
 * asked. Refuses 404, 400 ILLEGAL_TRANSITION, AMOUNT_EXCEEDS_DUE, AMOUNT_PRECISION, CURRENCY_MISMATCH, dates before the
 * document's, 409 PERIOD_LOCKED. The documents' locks make two payments take turns.
 */
export async function recordPayments(
  tx: TenantTransaction,
  type: DocumentType,
  asked: readonly AskedPayment[],
): Promise<(Settlement | Refusal)[]> {
  const payments = asked.map(({ payment }) => payment).filter(isGood);
  const ids = payments.flatMap(({ documentId, creditId }) => [documentId, creditId ?? []].flat());
  // Sent at once and run in this order.
  const [documents, books, chart] = await Promise.all([
    lockDocuments(tx, type, ids),
    enterBooks(tx),
    readAccounts(
      tx,
      payments.flatMap(({ accountId }) => accountId ?? []),
    ),
  ]);
  const planned = asked.map(({ payment, by }) =>
    refusalOr(() => planSettlement(type, orThrow(payment), by, documents, books, chart)),
  );
  await storeSettlements(tx, type, planned.filter(isGood), documents.values());
  return planned;
}

/** Settles the documents, so that a command behind it in the group finds them settled; or throws why not. */
function planSettlement(
  type: DocumentType,
  payment: NewPayment,
  by: string,
  documents: ReadonlyMap<string, OwedDocument>,
  books: Books,
  chart: Chart,
): Settlement {
  const { document, credit } = sidesOf(documents, type, payment);
  const paymentDate = payment.paymentDate ?? books.today;
  const amount = assertPayable(document, credit, payment, paymentDate);
  const plan = credit
    ? planCredit(document, credit, amount, books, chart.system)
    : planMoney(document, amount, payment, books, chart);
  assertOpen(books.lockDate, [paymentDate]);
  const isCredited = payment.method === 'credit_note' || payment.method === 'write_off';
  const settled = [settle(document, { isCredited, amount, base: plan.controlBase })];
  if (credit) settled.push(settle(credit, { isCredited, amount, base: plan.creditBase }));
  const paymentId = newId();
  return {
    paymentId,
    by,
    documents: settled,
    payment: {
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
    },
    allocation: {
      document: document.id,
      credit: credit?.id ?? null,
      amount: amount.toFixed(),
      base: plan.controlBase.toFixed(),
      creditBase: plan.creditBase.toFixed(),
    },
    entry: {
      sourceType: 'payment',
      sourceId: paymentId,
      event: plan.event,
      entryDate: paymentDate,
      description: `${plan.words} ${document.no}${payment.reference ? ` (${payment.reference})` : ''}`,
      lines: plan.lines,
    },
  };
}

function sidesOf(
  locked: ReadonlyMap<string, OwedDocument>,
  type: DocumentType,
  { documentId, creditId, method }: NewPayment,
): { document: OwedDocument; credit: OwedDocument | undefined } {
  const field = `credit_${type}_id`;
  if (method === 'credit_note' && !creditId)
    throw invalid(field, 'required', `${field} is required: the credit to apply`);
  if (method !== 'credit_note' && creditId)
    throw invalid(field, 'not_allowed', `${field} goes with method credit_note only`);
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
  for (const owed of credit ? [document, credit] : [document]) assertOwed(owed);
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
