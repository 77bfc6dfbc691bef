/**
 * What issuing an invoice posts: debit accounts receivable, credit each line's account, credit tax. A credit note posts
 * the reverse.
 */
import { decimal, type Decimal } from '../decimal.ts';
import type { NewLine } from '../journal/journal-entry.ts';
import { taxesOf, totalsOf, type InvoiceTotals, type TotalsLine } from './invoice-totals.ts';
import type { MoneyRules } from '../money/money.ts';
import { documentPosting, type Currencies, type Part } from '../journal/postings.ts';

export interface PostedInvoiceLine extends TotalsLine {
  id: string;
  account_id: string;
  warehouse_id: string | null;
}

export interface InvoiceToPost {
  kind: 'invoice' | 'credit_note';
  merchant_id: string | null;
  customer_id: string | null;
  taxGiven: Decimal | null;
  lines: readonly PostedInvoiceLine[];
}

/** One journal line per invoice line, so that each can be traced to the other exactly. */
export function invoicePosting(
  invoice: InvoiceToPost,
  accounts: { ar: string; sales_tax_payable: string },
  rules: MoneyRules,
  currencies: Currencies,
): { lines: NewLine[]; baseTotal: Decimal; totals: InvoiceTotals } {
  const { kind, merchant_id, customer_id, taxGiven, lines } = invoice;
  const party = { merchant_id, customer_id };
  const totals = totalsOf(lines, rules, taxGiven);
  const revenue: Part[] = lines.map(({ id, account_id, warehouse_id, amount, discount }) => ({
    ...party,
    account_id,
    warehouse_id,
    amount: amount.minus(discount),
    invoice_line_id: id,
  }));
  const taxes: Part[] = (taxGiven ? [{ tax_code: '', tax: taxGiven }] : taxesOf(lines, rules)).map(
    ({ tax_code: code, tax }) => ({
      ...party,
      account_id: accounts.sales_tax_payable,
      amount: tax,
      memo: code ? `Tax ${code}` : 'Tax',
    }),
  );
  const side = kind === 'invoice' ? 1 : -1;
  const posted = documentPosting(
    { ...party, account_id: accounts.ar, amount: totals.total },
    [...revenue, ...taxes],
    side,
    currencies,
  );
  return { ...posted, totals };
}

/** A line with its numerics, which the database sends as text, turned into decimals. */
export function totalsLine<
  T extends { amount: string; discount: string; tax_code: string; tax_rate: string },
>(line: T): Omit<T, 'amount' | 'discount' | 'tax_rate'> & TotalsLine {
  return {
    ...line,
    amount: decimal(line.amount),
    discount: decimal(line.discount),
    tax_rate: decimal(line.tax_rate),
  };
}
