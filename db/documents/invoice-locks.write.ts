/** Locks what a credit note corrects. */
import type { DocumentStatus } from '../../domain/documents/document-states.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface OriginalInvoice {
  id: string;
  kind: 'invoice' | 'credit_note';
  status: DocumentStatus;
  merchant_id: string | null;
  customer_id: string | null;
  buyer_vat_id: string | null;
  reverse_charge: boolean;
  currency: string;
  exchange_rate: string;
  invoice_date: string;
  /** The tax as one sum, where the lines do not say it. */
  tax_given: string | null;
  total: string;
}

/** Locks a draft and the invoice it corrects, if any, in id order as issuing and paying do, so that none of them deadlock. */
export async function lockWithOriginal(tx: TenantTransaction, id: string): Promise<void> {
  await execute(
    tx,
    sql`select 1 from invoices
         where organization_id = ${tx.organizationId}
           and id in (${id}, (select d.original_invoice_id from invoices d where d.organization_id = ${tx.organizationId} and d.id = ${id}))
         order by id for update`,
  );
}

/** The invoice a credit note corrects, locked so that two credit notes cannot both fit within its total. */
export function lockOriginal(tx: TenantTransaction, id: string): Promise<OriginalInvoice | undefined> {
  return row<OriginalInvoice>(
    tx,
    sql`select id, kind, status, merchant_id, customer_id, buyer_vat_id, reverse_charge, currency, exchange_rate,
            invoice_date::text as invoice_date, tax_given, total
       from invoices where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
}

/** The total of an invoice's live credit notes as decimal text, drafts included, and the earliest date of one. */
export async function creditedSoFar(
  tx: TenantTransaction,
  originalId: string,
): Promise<{ credited: string; earliest: string | null }> {
  const [found] = await rows<{ credited: string; earliest: string | null }>(
    tx,
    sql`select coalesce(sum(total), 0) as credited, min(invoice_date)::text as earliest from invoices
      where organization_id = ${tx.organizationId} and original_invoice_id = ${originalId} and status <> 'void'`,
  );
  return found!;
}
