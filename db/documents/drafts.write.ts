/** Invoices and bills that are about to change: locked, changed, deleted. */
import type { DocumentStatus, DocumentType } from '../../domain/documents/document-states.ts';
import type { InvoiceSource } from '../../domain/documents/invoice-sources.ts';
import { assertDraft } from '../../domain/documents/refused-steps.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { assignments, sql } from '../sql-text.ts';
import type { BillType } from './bills.write.ts';

interface Locked {
  id: string;
  status: DocumentStatus;
  currency: string;
  exchange_rate: string;
  due_date: string;
  version: number;
}

export interface LockedInvoice extends Locked {
  kind: 'invoice' | 'credit_note';
  source: InvoiceSource;
  invoice_date: string;
  original_invoice_id: string | null;
  reverse_charge: boolean;
  disputed: boolean;
}

export interface LockedBill extends Locked {
  kind: 'bill' | 'vendor_credit';
  bill_type: BillType;
  tms_order_id: string | null;
  purchase_order_id: string | null;
  vendor_id: string | null;
  carrier_id: string | null;
  vendor_bill_no: string | null;
  bill_date: string;
  original_bill_id: string | null;
}

interface LockedOf {
  invoice: LockedInvoice;
  bill: LockedBill;
}

const shared = sql`id, kind, status, currency, exchange_rate, due_date::text as due_date, version`;
const selects = {
  invoice: sql`select ${shared}, source, invoice_date::text as invoice_date, original_invoice_id, reverse_charge, disputed from invoices`,
  bill: sql`select ${shared}, bill_type, tms_order_id, purchase_order_id, vendor_id, carrier_id, vendor_bill_no, bill_date::text as bill_date, original_bill_id from bills`,
};
const tables = { invoice: sql`invoices`, bill: sql`bills` };

/** Locks documents in any state, in id order. Missing ones are left out of the result. */
export async function lockAllForChange<T extends DocumentType>(
  tx: TenantTransaction,
  type: T,
  ids: readonly string[],
): Promise<Map<string, LockedOf[T]>> {
  const found = await rows<LockedOf[T]>(
    tx,
    sql`${selects[type]} where organization_id = ${tx.organizationId} and id = any(${ids}::uuid[]) order by id for update`,
  );
  return new Map(found.map((document) => [document.id, document]));
}

/** Locks a document in any state. Refuses 404. */
export async function lockForChange<T extends DocumentType>(
  tx: TenantTransaction,
  type: T,
  id: string,
): Promise<LockedOf[T]> {
  const found = (await lockAllForChange(tx, type, [id])).get(id.toLowerCase());
  if (!found) throw notFound(type);
  return found;
}

/**
 * Locks a draft. Refuses 404, 400 ILLEGAL_TRANSITION once issued or approved, 409 STATE_CHANGED when it is not the
 * version the caller saw.
 */
export async function lockDraft<T extends DocumentType>(
  tx: TenantTransaction,
  type: T,
  id: string,
  action: 'edit' | 'delete',
  seenVersion?: number,
): Promise<LockedOf[T]> {
  const draft = await lockForChange(tx, type, id);
  const isCredit = draft.kind === 'credit_note' || draft.kind === 'vendor_credit';
  assertDraft(type, { status: draft.status, isCredit }, action);
  if (seenVersion !== undefined && seenVersion !== draft.version) {
    const message = `The draft was changed meanwhile: it is at version ${draft.version}, not ${seenVersion}.`;
    throw new Refusal('STATE_CHANGED', message, { version: draft.version });
  }
  return draft;
}

/** Changes the given fields and increments the version. The caller holds the document locked. */
export async function changeDocument(
  tx: TenantTransaction,
  type: DocumentType,
  id: string,
  changes: object,
): Promise<void> {
  const fields = { ...changes, version: sql`version + 1`, updated_at: sql`now()` };
  await execute(
    tx,
    sql`update ${tables[type]} set ${assignments(fields)} where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Deletes a draft with its lines and what hangs on them. The caller holds it locked. */
export async function removeDraft(tx: TenantTransaction, type: DocumentType, id: string): Promise<void> {
  await execute(
    tx,
    sql`delete from ${tables[type]} where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}
