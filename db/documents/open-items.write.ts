/** Invoices and bills as open items: locked, settled, unsettled and voided by the same rules. */
import {
  settledStatus,
  type DocumentStatus,
  type DocumentType,
} from '../../domain/documents/document-states.ts';
import { mirrored, type Dimensions, type NewLine } from '../../domain/journal/journal-entry.ts';
import { decimal, zero, type Decimal } from '../../domain/decimal.ts';
import { invalid, notFound, Refusal } from '../../domain/refusal.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { postEntry, type PostingContext } from '../journal/journal.write.ts';
import { sql } from '../sql-text.ts';
import { allocationsOf } from './payments.read.ts';

/** An invoice, credit note, bill or vendor credit, locked. Amounts are in its own currency unless named base. */
export interface OwedDocument {
  type: DocumentType;
  id: string;
  no: string;
  /** True for credit notes and vendor credits, where money flows the other way. */
  isCredit: boolean;
  status: DocumentStatus;
  date: string;
  currency: string;
  exponent: number;
  rate: Decimal;
  total: Decimal;
  paid: Decimal;
  credited: Decimal;
  baseTotal: Decimal;
  baseSettled: Decimal;
  party: Dimensions;
}

const selects = {
  invoice: sql`select d.id, coalesce(d.invoice_no, '') as no, d.kind, d.status, d.invoice_date::text as date, d.currency,
                   c.exponent, d.exchange_rate, d.total, d.amount_paid, d.amount_credited, d.base_total, d.base_settled,
                   d.merchant_id, d.customer_id, null::uuid as vendor_id, null::uuid as carrier_id
              from invoices d join currencies c on c.code = d.currency`,
  bill: sql`select d.id, coalesce(d.bill_no, '') as no, d.kind, d.status, d.bill_date::text as date, d.currency,
                c.exponent, d.exchange_rate, d.total, d.amount_paid, d.amount_credited, d.base_total, d.base_settled,
                null::uuid as merchant_id, null::uuid as customer_id, d.vendor_id, d.carrier_id
           from bills d join currencies c on c.code = d.currency`,
} as const;

const updates = {
  invoice: sql`update invoices`,
  bill: sql`update bills`,
} as const;

interface DocumentRow {
  id: string;
  no: string;
  kind: 'invoice' | 'credit_note' | 'bill' | 'vendor_credit';
  status: DocumentStatus;
  date: string;
  currency: string;
  exponent: number;
  exchange_rate: string;
  total: string;
  amount_paid: string;
  amount_credited: string;
  base_total: string;
  base_settled: string;
  merchant_id: string | null;
  customer_id: string | null;
  vendor_id: string | null;
  carrier_id: string | null;
}

/** Locks documents in id order. Missing ones are left out of the result. */
export async function lockDocuments(
  tx: TenantTransaction,
  organizationId: string,
  type: DocumentType,
  ids: readonly string[],
): Promise<Map<string, OwedDocument>> {
  const found = await rows<DocumentRow>(
    tx,
    sql`${selects[type]} where d.organization_id = ${organizationId} and d.id = any(${ids}::uuid[]) order by d.id for update of d`,
  );
  return new Map(found.map((document) => [document.id, owed(type, document)]));
}

/** Locks one document. Refuses 404. */
export async function lockDocument(
  tx: TenantTransaction,
  organizationId: string,
  type: DocumentType,
  id: string,
): Promise<OwedDocument> {
  const found = (await lockDocuments(tx, organizationId, type, [id])).get(id.toLowerCase());
  if (!found) throw notFound(type);
  return found;
}

function owed(type: DocumentType, found: DocumentRow): OwedDocument {
  const { id, no, kind, status, date, currency, exponent, merchant_id, customer_id, vendor_id, carrier_id } =
    found;
  return {
    type,
    id,
    no,
    isCredit: kind === 'credit_note' || kind === 'vendor_credit',
    status,
    date,
    currency,
    exponent,
    rate: decimal(found.exchange_rate),
    total: decimal(found.total),
    paid: decimal(found.amount_paid),
    credited: decimal(found.amount_credited),
    baseTotal: decimal(found.base_total),
    baseSettled: decimal(found.base_settled),
    party: { merchant_id, customer_id, vendor_id, carrier_id },
  };
}

export const settledOf = ({ paid, credited }: OwedDocument): Decimal => paid.plus(credited);
export const dueOf = (document: OwedDocument): Decimal => document.total.minus(settledOf(document));

/** Changes the settled amount of a document and the status that follows from it. Negative amounts undo a settlement. */
export async function settle(
  tx: TenantTransaction,
  organizationId: string,
  document: OwedDocument,
  moved: { paid: Decimal; credited: Decimal; base: Decimal },
): Promise<{ status: DocumentStatus }> {
  const paid = document.paid.plus(moved.paid);
  const credited = document.credited.plus(moved.credited);
  const status = settledStatus(document.total, paid.plus(credited));
  await execute(
    tx,
    sql`${updates[document.type]}
        set amount_paid = ${paid.toFixed()}, amount_credited = ${credited.toFixed()}, base_settled = ${document.baseSettled.plus(moved.base).toFixed()}, status = ${status},
            paid_at = case when ${status} = 'paid' then now() end, updated_at = now(), version = version + 1
      where organization_id = ${organizationId} and id = ${document.id}`,
  );
  return { status };
}

/**
 * Voids an issued document by reversing its entry, dated `voidDate`. Refuses 400 HAS_PAYMENTS while anything is
 * settled, 400 HAS_CREDIT_NOTES while a credit corrects it, 400 when the date is before the document or its last
 * settlement, 409 PERIOD_LOCKED.
 */
export async function voidDocument(
  tx: TenantTransaction,
  context: PostingContext,
  document: OwedDocument,
  { voidDate, reason }: { voidDate: string; reason: string },
): Promise<void> {
  const { organizationId, postedBy } = context;
  if (settledOf(document).gt(zero)) {
    const message = `${document.no} has payments or credits applied; reverse them first.`;
    throw new Refusal('HAS_PAYMENTS', message, {
      amount_paid: document.paid.toFixed(),
      amount_credited: document.credited.toFixed(),
    });
  }
  await assertNotCorrected(tx, organizationId, document);
  const earliest = await lastMovement(tx, organizationId, document);
  if (voidDate < earliest) throw invalid('void_date', 'range', `void_date must not be before ${earliest}`);
  await execute(
    tx,
    sql`${updates[document.type]}
        set status = 'void', void_date = ${voidDate}, void_reason = ${reason}, voided_at = now(), voided_by = ${postedBy}, updated_at = now(),
            version = version + 1
      where organization_id = ${organizationId} and id = ${document.id}`,
  );
  const issued = await row<{ id: string }>(
    tx,
    sql`select id from journal_entries where organization_id = ${organizationId} and source_type = ${document.type} and source_id = ${document.id} and event = 'issue'`,
  );
  // A document with a zero total posted nothing.
  if (!issued) return;
  await postEntry(tx, context, {
    sourceType: document.type,
    sourceId: document.id,
    event: 'void',
    entryDate: voidDate,
    description: `Void ${document.no}: ${reason}`,
    reversesId: issued.id,
    lines: mirrored(await readEntryLines(tx, organizationId, issued.id)),
  });
}

const correctionsOf = {
  invoice: (organizationId: string, id: string) =>
    sql`select coalesce(invoice_no, 'a draft') as no from invoices
         where organization_id = ${organizationId} and original_invoice_id = ${id} and status <> 'void' order by id`,
  bill: (organizationId: string, id: string) =>
    sql`select coalesce(bill_no, 'a draft') as no from bills
         where organization_id = ${organizationId} and original_bill_id = ${id} and status <> 'void' order by id`,
} as const;

// Void together with its credit, the party would be given the amount twice. The document is locked, and a credit locks
// the document it corrects, so none can be entered meanwhile.
async function assertNotCorrected(
  tx: TenantTransaction,
  organizationId: string,
  { type, id, no }: OwedDocument,
): Promise<void> {
  const live = await rows<{ no: string }>(tx, correctionsOf[type](organizationId, id));
  if (live.length === 0) return;
  const numbers = live.map((one) => one.no);
  const message = `${no} is corrected by ${numbers.join(', ')}; void or delete that first.`;
  throw new Refusal('HAS_CREDIT_NOTES', message, { credits: numbers });
}

// If a void were dated before the reversal of the last settlement, the receivable would be negative in between.
async function lastMovement(
  tx: TenantTransaction,
  organizationId: string,
  document: OwedDocument,
): Promise<string> {
  const last = await row<{ day: string | null }>(
    tx,
    sql`select max(a.applied_on) as day from payment_allocations a
         where a.organization_id = ${organizationId} and ${allocationsOf(document.type, document.id)}`,
  );
  return last?.day && last.day > document.date ? last.day : document.date;
}

interface StoredLine {
  account_id: string;
  currency: string;
  exchange_rate: string;
  debit: string;
  credit: string;
  base_debit: string;
  base_credit: string;
  merchant_id: string | null;
  customer_id: string | null;
  vendor_id: string | null;
  carrier_id: string | null;
  warehouse_id: string | null;
  invoice_line_id: string | null;
  bill_line_id: string | null;
  memo: string;
}

/** The lines of a posted entry as they were entered, for reversing. */
export async function readEntryLines(
  tx: TenantTransaction,
  organizationId: string,
  entryId: string,
): Promise<NewLine[]> {
  const lines = await rows<StoredLine>(
    tx,
    sql`select account_id, currency, exchange_rate, debit, credit, base_debit, base_credit, merchant_id, customer_id,
            vendor_id, carrier_id, warehouse_id, invoice_line_id, bill_line_id, memo
       from journal_lines where organization_id = ${organizationId} and entry_id = ${entryId} order by line_no`,
  );
  return lines.map(
    ({ debit, credit, base_debit: baseDebit, base_credit: baseCredit, exchange_rate: rate, ...line }) => ({
      ...line,
      exchange_rate: decimal(rate),
      amount: decimal(debit).minus(decimal(credit)),
      base: decimal(baseDebit).minus(decimal(baseCredit)),
    }),
  );
}
