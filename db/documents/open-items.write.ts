/** Invoices and bills as open items: locked, settled and unsettled by the same rules. */
import {
  settledStatus,
  type DocumentStatus,
  type DocumentType,
} from '../../domain/documents/document-states.ts';
import type { Dimensions, NewLine } from '../../domain/journal/journal-entry.ts';
import { decimal, type Decimal } from '../../domain/decimal.ts';
import type { JournalLineRow } from '../journal/journal.read.ts';
import { groupBy } from '../../domain/group-by.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { name, sql } from '../sql-text.ts';

/** An invoice, credit note, bill or vendor credit, locked. Amounts are in its own currency unless named base. */
export interface OwedDocument {
  type: DocumentType;
  id: string;
  no: string;
  /** True for credit notes and vendor credits, where money flows the other way. */
  isCredit: boolean;
  status: DocumentStatus;
  /** The invoice or bill that a credit corrects. */
  corrects: string | null;
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
  /** How often it was settled since it was locked. */
  changes: number;
}

export interface DocumentChange {
  type: DocumentType;
  id: string;
  status: DocumentStatus;
  previous: DocumentStatus;
}

const selects = {
  invoice: sql`select d.id, coalesce(d.invoice_no, '') as no, d.kind, d.status, d.original_invoice_id as corrects, d.invoice_date::text as date, d.currency,
                   c.exponent, d.exchange_rate, d.total, d.amount_paid, d.amount_credited, d.base_total, d.base_settled,
                   d.merchant_id, d.customer_id, null::uuid as vendor_id, null::uuid as carrier_id
              from invoices d join currencies c on c.code = d.currency`,
  bill: sql`select d.id, coalesce(d.bill_no, '') as no, d.kind, d.status, d.original_bill_id as corrects, d.bill_date::text as date, d.currency,
                c.exponent, d.exchange_rate, d.total, d.amount_paid, d.amount_credited, d.base_total, d.base_settled,
                null::uuid as merchant_id, null::uuid as customer_id, d.vendor_id, d.carrier_id
           from bills d join currencies c on c.code = d.currency`,
} as const;

interface DocumentRow {
  id: string;
  no: string;
  kind: 'invoice' | 'credit_note' | 'bill' | 'vendor_credit';
  status: DocumentStatus;
  corrects: string | null;
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
  type: DocumentType,
  ids: readonly string[],
): Promise<Map<string, OwedDocument>> {
  const found = await rows<DocumentRow>(
    tx,
    sql`${selects[type]} where d.organization_id = ${tx.organizationId} and d.id = any(${ids}::uuid[]) order by d.id for update of d`,
  );
  return new Map(found.map((document) => [document.id, owed(type, document)]));
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
    corrects: found.corrects,
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
    changes: 0,
  };
}

export const settledOf = ({ paid, credited }: OwedDocument): Decimal => paid.plus(credited);
export const dueOf = (document: OwedDocument): Decimal => document.total.minus(settledOf(document));

/** What a settlement moves, in the document's currency and in the base currency. Negative amounts undo one. */
export interface Moved {
  isCredited: boolean;
  amount: Decimal;
  base: Decimal;
}

/**
 * Changes the settled amount of a locked document and the status that follows from it, so that the next command of the
 * group finds it settled. `storeSettled` writes it.
 */
export function settle(document: OwedDocument, { isCredited, amount, base }: Moved): DocumentChange {
  const { type, id, status: previous } = document;
  if (isCredited) document.credited = document.credited.plus(amount);
  else document.paid = document.paid.plus(amount);
  document.baseSettled = document.baseSettled.plus(base);
  document.status = settledStatus(document.total, settledOf(document));
  document.changes += 1;
  return { type, id, status: document.status, previous };
}

/** Writes the documents that were settled. */
export async function storeSettled(
  tx: TenantTransaction,
  type: DocumentType,
  documents: Iterable<OwedDocument>,
): Promise<void> {
  const settled = [...documents]
    .filter(({ changes }) => changes > 0)
    .map(({ id, paid, credited, baseSettled, status, changes }) => ({
      id,
      status,
      changes,
      paid: paid.toFixed(),
      credited: credited.toFixed(),
      base_settled: baseSettled.toFixed(),
    }));
  if (settled.length === 0) return;
  await execute(
    tx,
    sql`update ${name(`${type}s`)} d
        set amount_paid = n.paid, amount_credited = n.credited, base_settled = n.base_settled, status = n.status,
            paid_at = case when n.status = 'paid' then now() end, updated_at = now(), version = d.version + n.changes
       from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
         as n (id uuid, status text, changes integer, paid numeric, credited numeric, base_settled numeric)
      where d.organization_id = ${tx.organizationId} and d.id = n.id`,
  );
}

type StoredLine = Omit<JournalLineRow, 'line_no' | 'account_code' | 'account_name'>;

/** The lines of posted entries as they were entered, for reversing. */
export async function readEntryLines(
  tx: TenantTransaction,
  entryIds: readonly string[],
): Promise<Map<string, NewLine[]>> {
  const lines = await rows<StoredLine>(
    tx,
    sql`select entry_id, account_id, currency, exchange_rate, debit, credit, base_debit, base_credit, merchant_id, customer_id,
            vendor_id, carrier_id, warehouse_id, invoice_line_id, bill_line_id, memo, tax_side, tax_part, tax_code, tax_rate
       from journal_lines where organization_id = ${tx.organizationId} and entry_id = any(${entryIds}::uuid[]) order by entry_id, line_no`,
  );
  const ofEntries = groupBy(lines, ({ entry_id: id }) => id);
  return new Map([...ofEntries].map(([id, own]) => [id, own.map(entered)]));
}

function entered({
  exchange_rate: rate,
  debit,
  credit,
  base_debit,
  base_credit,
  ...line
}: StoredLine): NewLine {
  return {
    ...line,
    exchange_rate: decimal(rate),
    amount: decimal(debit).minus(decimal(credit)),
    base: decimal(base_debit).minus(decimal(base_credit)),
  };
}
