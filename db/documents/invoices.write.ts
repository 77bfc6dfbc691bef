/** Drafts of invoices and credit notes: create, change, total. Issuing is in issue-invoice.write.ts. */
import { newId } from '../../domain/new-id.ts';
import { addDays } from '../../domain/days.ts';
import { exchangeRate } from '../../domain/money/exchange-rate.ts';
import {
  prepareInvoiceLines,
  type InvoiceLine,
  type NewInvoiceLine,
} from '../../domain/documents/invoice-lines.ts';
import type { InvoiceSource } from '../../domain/documents/invoice-sources.ts';
import { totalsLine } from '../../domain/documents/invoice-posting.ts';
import { totalsOf, type InvoiceTotals } from '../../domain/documents/invoice-totals.ts';
import { decimal, zero, type Decimal } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';
import { accountUses, checkAccounts } from '../journal/account-checks.read.ts';
import { readAccountingSettings, readMoneyRules } from '../journal/books.read.ts';
import { enterBooks } from '../journal/journal-locks.write.ts';
import { withTaxOf } from './credits/credited-lines.read.ts';
import { readInvoiceParty } from './parties.read.ts';

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
  return { id };
}

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
  const stored = lines.map((line) => ({ ...line, id: line.id ?? newId() }));
  await execute(
    tx,
    sql`insert into invoice_lines (organization_id, invoice_id, id, line_no, billing_item_id, account_id, description, quantity,
            uom, unit_price, amount, discount, tax_code, tax_rate, warehouse_id, service_from, service_to, charge_count, source,
            order_line_id, original_line_id, return_line_id, inspection_id, credit_percent, tax_given)
     select ${tx.organizationId}::uuid, ${invoiceId}::uuid, id, line_no, billing_item_id, account_id, description, quantity, uom, unit_price, amount,
            discount, tax_code, tax_rate, warehouse_id, service_from, service_to, charge_count, source, order_line_id, original_line_id,
            return_line_id, inspection_id, credit_percent, tax_given
       from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as l (id uuid, line_no integer, billing_item_id uuid, account_id uuid,
            description text, quantity numeric, uom text, unit_price numeric, amount numeric, discount numeric,
            tax_code text, tax_rate numeric, warehouse_id uuid, service_from date, service_to date, charge_count integer,
            source text, order_line_id uuid, original_line_id uuid, return_line_id uuid, inspection_id uuid, credit_percent numeric, tax_given numeric)`,
  );
}

/** The totals as columns. */
export function totalColumns({
  subtotal,
  discount_total,
  tax_total,
  total,
}: InvoiceTotals): Record<string, string> {
  return {
    subtotal: subtotal.toFixed(),
    discount_total: discount_total.toFixed(),
    tax_total: tax_total.toFixed(),
    total: total.toFixed(),
  };
}

/** Recomputes the totals of drafts from their lines: tax once per tax code on the rounded base. */
export async function refreshTotals(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const books = await readAccountingSettings(tx);
  const invoices = await rows<{ id: string; tax_given: string | null; exponent: number }>(
    tx,
    sql`select i.id, i.tax_given, c.exponent from invoices i join currencies c on c.code = i.currency
      where i.organization_id = ${tx.organizationId} and i.id = any(${ids}::uuid[])`,
  );
  const lines = await rows<{
    invoice_id: string;
    amount: string;
    discount: string;
    tax_code: string;
    tax_rate: string;
    tax_given: string | null;
  }>(
    tx,
    sql`select invoice_id, amount, discount, tax_code, tax_rate, tax_given from invoice_lines
      where organization_id = ${tx.organizationId} and invoice_id = any(${ids}::uuid[]) order by invoice_id, line_no`,
  );
  const byInvoice = groupBy(lines.map(totalsLine), (line) => line.invoice_id);
  const totals = invoices.map(({ id, tax_given: taxGiven, exponent }) => {
    const rules = { exponent, mode: books.baseRules.mode };
    return {
      id,
      ...totalColumns(totalsOf(byInvoice.get(id) ?? [], rules, taxGiven === null ? null : decimal(taxGiven))),
    };
  });
  await execute(
    tx,
    sql`update invoices i
        set subtotal = t.subtotal, discount_total = t.discount_total, tax_total = t.tax_total, total = t.total,
            updated_at = now()
       from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb) as t (id uuid, subtotal numeric, discount_total numeric, tax_total numeric, total numeric)
      where i.organization_id = ${tx.organizationId} and i.id = t.id`,
  );
}
