/** What settlements leave: payments and allocations, history that never changes, and the documents they settled. */
import { newId } from '../../domain/new-id.ts';
import { monthOf } from '../../domain/days.ts';
import type { DocumentType } from '../../domain/documents/document-states.ts';
import type { NewEntry } from '../../domain/journal/journal-entry.ts';
import { execute, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { postTogether } from '../journal/journal.write.ts';
import { storeSettled, type DocumentChange, type OwedDocument } from './open-items.write.ts';

/** A payment or its reversal as it will be stored, with what it did to its documents. */
export interface Settlement {
  paymentId: string;
  by: string;
  documents: DocumentChange[];
  payment: Record<string, string | null> & { payment_date: string };
  allocation: {
    document: string | null;
    credit: string | null;
    amount: string;
    base: string;
    creditBase: string;
  };
  entry: NewEntry;
}

/**
 * Stores settlements in the order given: their documents first, then, once their numbers PAY-YYYYMM-#### are taken,
 * payments, allocations and entries.
 */
export async function storeSettlements(
  tx: TenantTransaction,
  type: DocumentType,
  settlements: readonly Settlement[],
  documents: Iterable<OwedDocument>,
): Promise<void> {
  if (settlements.length === 0) return;
  await storeSettled(tx, type, documents);
  const postings = settlements.map(({ by, payment, entry }) => ({
    postedBy: by,
    counter: { prefix: 'PAY', period: monthOf(payment.payment_date) },
    entries: [entry],
  }));
  await postTogether(tx, postings, (numbers) =>
    Promise.all([insertPayments(tx, settlements, numbers), insertAllocations(tx, type, settlements)]),
  );
}

async function insertPayments(
  tx: TenantTransaction,
  settlements: readonly Settlement[],
  numbers: readonly string[],
): Promise<void> {
  const stored = settlements.map(({ paymentId, payment, by }, index) => ({
    ...payment,
    id: paymentId,
    payment_no: numbers[index],
    created_by: by,
  }));
  await execute(
    tx,
    sql`insert into payments (organization_id, id, payment_no, direction, merchant_id, customer_id, vendor_id, carrier_id,
            method, payment_date, currency, exchange_rate, amount, account_id, reference, memo, reverses_payment_id, created_by)
     select ${tx.organizationId}::uuid, id, payment_no, direction, merchant_id, customer_id, vendor_id, carrier_id,
            method, payment_date, currency, exchange_rate, amount, account_id, reference, memo, reverses_payment_id, created_by
       from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as p (id uuid, payment_no text, direction text, merchant_id uuid,
            customer_id uuid, vendor_id uuid, carrier_id uuid, method text, payment_date date, currency text,
            exchange_rate numeric, amount numeric, account_id uuid, reference text, memo text, reverses_payment_id uuid,
            created_by text)`,
  );
}

async function insertAllocations(
  tx: TenantTransaction,
  type: DocumentType,
  settlements: readonly Settlement[],
): Promise<void> {
  const stored = settlements.map(({ paymentId, payment, allocation }) => ({
    id: newId(),
    payment_id: paymentId,
    [`${type}_id`]: allocation.document,
    [`credit_${type}_id`]: allocation.credit,
    amount: allocation.amount,
    base_amount: allocation.base,
    credit_base_amount: allocation.creditBase,
    applied_on: payment.payment_date,
  }));
  await execute(
    tx,
    sql`insert into payment_allocations (organization_id, id, payment_id, invoice_id, bill_id, credit_invoice_id,
            credit_bill_id, amount, base_amount, credit_base_amount, applied_on)
     select ${tx.organizationId}::uuid, id, payment_id, invoice_id, bill_id, credit_invoice_id, credit_bill_id, amount,
            base_amount, credit_base_amount, applied_on
       from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as a (id uuid, payment_id uuid, invoice_id uuid, bill_id uuid,
            credit_invoice_id uuid, credit_bill_id uuid, amount numeric, base_amount numeric, credit_base_amount numeric,
            applied_on date)`,
  );
}
