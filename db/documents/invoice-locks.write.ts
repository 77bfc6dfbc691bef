/** Locks invoices and drafts that are about to change. */
import { invoiceStates, type DocumentStatus } from '../../domain/documents/document-states.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface LockedInvoice {
  id: string;
  kind: 'invoice' | 'credit_note';
  status: DocumentStatus;
  source: 'manual' | 'billing_run' | 'sales_order';
  currency: string;
  invoice_date: string;
  due_date: string;
  disputed: boolean;
  version: number;
}

/** Locks an invoice in any state. Refuses 404. */
export async function lockInvoice(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<LockedInvoice> {
  const invoice = await row<LockedInvoice>(
    tx,
    sql`select id, kind, status, source, currency, invoice_date::text as invoice_date, due_date::text as due_date, disputed,
            version
       from invoices where organization_id = ${organizationId} and id = ${id} for update`,
  );
  if (!invoice) throw notFound('invoice');
  return invoice;
}

/**
 * Locks a draft. Refuses 404, 400 ILLEGAL_TRANSITION once issued, 409 STATE_CHANGED when it is not the version the
 * caller saw.
 */
export async function lockDraft(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
  { action, seenVersion }: { action: 'edit' | 'delete'; seenVersion?: number | undefined },
): Promise<LockedInvoice> {
  const invoice = await lockInvoice(tx, organizationId, id);
  nextState(invoiceStates, invoice.status, action);
  if (seenVersion !== undefined && seenVersion !== invoice.version) {
    const message = `The draft was changed meanwhile: it is at version ${invoice.version}, not ${seenVersion}.`;
    throw new Refusal('STATE_CHANGED', message, { version: invoice.version });
  }
  return invoice;
}

export interface OriginalInvoice {
  id: string;
  kind: 'invoice' | 'credit_note';
  status: DocumentStatus;
  merchant_id: string | null;
  customer_id: string | null;
  currency: string;
  exchange_rate: string;
  invoice_date: string;
  total: string;
}

/** The invoice a credit note corrects, locked so that two credit notes cannot both fit within its total. */
export function lockOriginal(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<OriginalInvoice | undefined> {
  return row<OriginalInvoice>(
    tx,
    sql`select id, kind, status, merchant_id, customer_id, currency, exchange_rate,
            invoice_date::text as invoice_date, total
       from invoices where organization_id = ${organizationId} and id = ${id} for update`,
  );
}

/** The total of an invoice's live credit notes as decimal text, drafts included, and the earliest date of one. */
export async function creditedSoFar(
  tx: TenantTransaction,
  organizationId: string,
  originalId: string,
): Promise<{ credited: string; earliest: string | null }> {
  const [found] = await rows<{ credited: string; earliest: string | null }>(
    tx,
    sql`select coalesce(sum(total), 0) as credited, min(invoice_date)::text as earliest from invoices
      where organization_id = ${organizationId} and original_invoice_id = ${originalId} and status <> 'void'`,
  );
  return found!;
}
