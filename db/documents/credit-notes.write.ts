/**
 * Credit notes that correct an invoice: same party, same currency, and together never more than the invoice. A vendor's
 * credit for a bill is of the same vendor; how much it is worth is the vendor's word.
 */
import { decimal } from '../../domain/decimal.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { readAccountingSettings } from '../journal/books.read.ts';
import { creditedSoFar, lockOriginal, type OriginalInvoice } from './invoice-locks.write.ts';

interface Correction {
  kind?: 'invoice' | 'credit_note';
  original_invoice_id?: string;
  merchant_id?: string;
  customer_id?: string;
  currency?: string;
}

/**
 * The corrected invoice, locked; undefined when none is named. Refuses 400 for another party or currency, or a draft.
 */
export async function readOriginal(
  tx: TenantTransaction,
  correction: Correction,
): Promise<OriginalInvoice | undefined> {
  const path = 'original_invoice_id';
  if (correction.original_invoice_id === undefined) return undefined;
  if (correction.kind !== 'credit_note')
    throw invalid(path, 'not_allowed', `${path} goes with kind credit_note`);
  const original = await lockOriginal(tx, correction.original_invoice_id);
  if (!original || original.kind !== 'invoice') throw unknownReference(path, 'invoice');
  if (original.status === 'draft' || original.status === 'void') {
    throw invalid(
      path,
      'not_issued',
      `${path} is ${original.status}; only an issued invoice is corrected by a credit note`,
    );
  }
  for (const field of ['merchant_id', 'customer_id', 'currency'] as const) {
    const given = correction[field];
    if (given !== undefined && given !== original[field]) {
      throw invalid(field, 'differs', `${field} differs from the invoice that is corrected`);
    }
  }
  return original;
}

/**
 * 400 CREDIT_EXCEEDS_INVOICE when the live credit notes of an invoice exceed its total, and 400 for one dated before it:
 * between the two dates the books would hold a credit of nothing.
 */
export async function assertCreditFits(tx: TenantTransaction, original: OriginalInvoice): Promise<void> {
  const { credited: text, earliest } = await creditedSoFar(tx, original.id);
  if (earliest !== null && earliest < original.invoice_date) {
    const message = `invoice_date must not be before the ${original.invoice_date} of the invoice that is corrected`;
    throw invalid('invoice_date', 'range', message);
  }
  const credited = decimal(text);
  const total = decimal(original.total);
  if (!credited.gt(total)) return;
  const message = `Credit notes of ${credited.toFixed()} would exceed the invoice's ${total.toFixed()}.`;
  throw new Refusal('CREDIT_EXCEEDS_INVOICE', message, {
    credited: credited.toFixed(),
    total: total.toFixed(),
  });
}

/**
 * Locks the bill that a vendor credit corrects, so that it cannot be voided meanwhile. Refuses 400 for a bill of another
 * vendor or carrier, for one that was never approved or is void, and for one of a later day than the credit.
 */
export async function checkOriginalBill(
  tx: TenantTransaction,
  credit: {
    kind?: string;
    original_bill_id?: string | null;
    vendor_id?: string | null;
    carrier_id?: string | null;
    /** Today in the organization's time zone when omitted. */
    bill_date?: string;
  },
): Promise<void> {
  const path = 'original_bill_id';
  if ((credit.original_bill_id ?? null) === null) return;
  if (credit.kind !== 'vendor_credit')
    throw invalid(path, 'not_allowed', `${path} goes with kind vendor_credit`);
  const original = await row<{
    kind: string;
    status: string;
    vendor_id: string | null;
    carrier_id: string | null;
    bill_date: string;
  }>(
    tx,
    sql`select kind, status, vendor_id, carrier_id, bill_date::text as bill_date from bills
         where organization_id = ${tx.organizationId} and id = ${credit.original_bill_id} for update`,
  );
  if (original?.kind !== 'bill') throw unknownReference(path, 'bill');
  if (original.status === 'draft' || original.status === 'void') {
    const message = `${path} is ${original.status}; only an approved bill is corrected by a vendor credit`;
    throw invalid(path, 'not_issued', message);
  }
  const isSameParty =
    (credit.vendor_id ?? null) === original.vendor_id && (credit.carrier_id ?? null) === original.carrier_id;
  if (!isSameParty) throw invalid(path, 'other_party', `${path} belongs to another vendor or carrier`);
  const { bill_date: date = (await readAccountingSettings(tx)).today } = credit;
  if (date < original.bill_date)
    throw invalid(
      'bill_date',
      'range',
      `bill_date must not be before the ${original.bill_date} of the bill that is corrected`,
    );
}
