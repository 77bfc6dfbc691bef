/** Drafts of invoices and credit notes: create, change. Issuing is in issue-invoice.write.ts. */
import { newId } from '../../domain/new-id.ts';
import { addDays } from '../../domain/days.ts';
import { exchangeRate } from '../../domain/money/exchange-rate.ts';
import {
  prepareInvoiceLines,
  type InvoiceLine,
  type NewInvoiceLine,
} from '../../domain/documents/invoice-lines.ts';
import type { InvoiceSource } from '../../domain/documents/invoice-sources.ts';
import { totalsOf } from '../../domain/documents/invoice-totals.ts';
import { zero, type Decimal } from '../../domain/decimal.ts';
import { execute, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';
import { accountUses, checkAccounts } from '../journal/account-checks.read.ts';
import { readAccountingSettings, readMoneyRules } from '../journal/books.read.ts';
import { enterBooks } from '../journal/journal-locks.write.ts';
import { withTaxOf } from './credits/credited-lines.read.ts';
import { readInvoiceParty } from './parties.read.ts';
import { totalColumns } from './taxes/draft-totals.write.ts';
import { taxDraftsAnew } from './taxes/draft-taxes.write.ts';

export interface NewInvoice {
  /** Generated when omitted. */
  id?: string;
  organizationId: string;
  kind?: 'invoice' | 'credit_note';
  merchantId: string | null;
  customerId: string | null;
  source: InvoiceSource;
  runId?: string | null;
  salesOrderId?: string | null;
  returnId?: string | null;
  originalInvoiceId?: string | null;
  /** The base currency when omitted. */
  currency?: string | undefined;
  exchangeRate?: number | string | undefined;
  /** Today in the organization's time zone when omitted. */
  invoiceDate?: string | undefined;
  /** By the party's payment terms when omitted. */
  dueDate?: string | undefined;
  periodStart?: string | null;
  periodEnd?: string | null;
  supplementNo?: number;
  poNumber?: string | null;
  notes?: string;
  billTo?: Record<string, unknown> | undefined;
  /** The party's when omitted. */
  buyerVatId?: string | null | undefined;
  /** As agreed with the party when omitted, unless a tax is given. */
  reverseCharge?: boolean | undefined;
  taxGiven?: Decimal | null;
  createdBy: string;
  lines: readonly NewInvoiceLine[];
}

/**
 * Creates a draft with its lines and totals. Refuses 400 for unknown references, accounts that may not be posted to,
 * amounts with more decimals than the currency, and a foreign currency without a rate.
 */
export async function createDraftInvoice(tx: TenantTransaction, draft: NewInvoice): Promise<{ id: string }> {
  const { organizationId } = draft;
  const id = draft.id ?? newId();
  const books = await enterBooks(tx);
  const currency = draft.currency ?? books.baseCurrency;
  const rules = await readMoneyRules(tx, books, currency);
  const party = await readInvoiceParty(tx, draft);
  const prepared = prepareInvoiceLines(draft.lines, currency, rules);
  await checkAccounts(tx, accountUses(draft.lines, currency));
  const invoiceDate = draft.invoiceDate ?? books.today;
  const isTaxed = draft.taxGiven && !draft.taxGiven.eq(zero);
  const reverseCharge = draft.reverseCharge ?? (party.reverseCharge && !isTaxed);
  const taxGiven = reverseCharge ? zero : draft.taxGiven;
  const corrected = taxGiven ? null : (draft.originalInvoiceId ?? null);
  const lines = corrected ? await withTaxOf(tx, corrected, id, prepared, rules) : prepared;
  await execute(
    tx,
    sql`insert into invoices ${values({
      organization_id: organizationId,
      id,
      kind: draft.kind ?? 'invoice',
      merchant_id: draft.merchantId,
      customer_id: draft.customerId,
      bill_to: JSON.stringify(draft.billTo ?? party.billTo),
      buyer_vat_id: draft.buyerVatId === undefined ? party.vatId : draft.buyerVatId,
      reverse_charge: reverseCharge,
      source: draft.source,
      run_id: draft.runId ?? null,
      sales_order_id: draft.salesOrderId ?? null,
      return_id: draft.returnId ?? null,
      original_invoice_id: draft.originalInvoiceId ?? null,
      currency,
      exchange_rate: exchangeRate(currency, books.baseCurrency, draft.exchangeRate).toFixed(),
      invoice_date: invoiceDate,
      due_date: draft.dueDate ?? addDays(invoiceDate, party.termsDays),
      period_start: draft.periodStart ?? null,
      period_end: draft.periodEnd ?? null,
      supplement_no: draft.supplementNo ?? 0,
      po_number: draft.poNumber ?? null,
      notes: draft.notes ?? '',
      tax_given: taxGiven?.toFixed() ?? null,
      created_by: draft.createdBy,
      ...totalColumns(totalsOf(lines, rules, taxGiven)),
    })}`,
  );
  await insertInvoiceLines(tx, id, lines);
  if (lines.some(isOfItem)) await taxDraftsAnew(tx, [id]);
  return { id };
}

const isOfItem = ({ item_tax_rate: rate }: InvoiceLine): boolean => rate !== null;

/** Replaces a draft's lines. The caller holds the invoice locked and calls `refreshTotals`. */
export async function replaceInvoiceLines(
  tx: TenantTransaction,
  invoice: { id: string; currency: string; original_invoice_id: string | null },
  given: readonly NewInvoiceLine[],
): Promise<void> {
  const books = await readAccountingSettings(tx);
  const rules = await readMoneyRules(tx, books, invoice.currency);
  const prepared = prepareInvoiceLines(given, invoice.currency, rules);
  const { id, original_invoice_id: corrected } = invoice;
  const lines = corrected ? await withTaxOf(tx, corrected, id, prepared, rules) : prepared;
  await checkAccounts(tx, accountUses(given, invoice.currency));
  await execute(
    tx,
    sql`delete from invoice_lines where organization_id = ${tx.organizationId} and invoice_id = ${id}`,
  );
  await insertInvoiceLines(tx, id, lines);
}

async function insertInvoiceLines(
  tx: TenantTransaction,
  invoiceId: string,
  lines: readonly InvoiceLine[],
): Promise<void> {
  if (lines.length === 0) return;
  // A tax that was entered, or follows from another document, stays.
  const stored = lines.map((line) => ({
    ...line,
    id: line.id ?? newId(),
    tax_kept: line.item_tax_rate === null,
  }));
  await execute(
    tx,
    sql`insert into invoice_lines (organization_id, invoice_id, id, line_no, billing_item_id, account_id, description, quantity,
            uom, unit_price, amount, discount, tax_code, tax_rate, item_tax_rate, tax_kept, warehouse_id, service_from, service_to, charge_count, source,
            order_line_id, original_line_id, return_line_id, inspection_id, credit_percent, tax_given)
     select ${tx.organizationId}::uuid, ${invoiceId}::uuid, id, line_no, billing_item_id, account_id, description, quantity, uom, unit_price, amount,
            discount, tax_code, tax_rate, item_tax_rate, tax_kept, warehouse_id, service_from, service_to, charge_count, source, order_line_id, original_line_id,
            return_line_id, inspection_id, credit_percent, tax_given
       from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as l (id uuid, line_no integer, billing_item_id uuid, account_id uuid,
            description text, quantity numeric, uom text, unit_price numeric, amount numeric, discount numeric,
            tax_code text, tax_rate numeric, item_tax_rate numeric, tax_kept boolean, warehouse_id uuid, service_from date, service_to date, charge_count integer,
            source text, order_line_id uuid, original_line_id uuid, return_line_id uuid, inspection_id uuid, credit_percent numeric, tax_given numeric)`,
  );
}
