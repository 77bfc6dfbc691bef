/**
 * What issuing an invoice posts: debit accounts receivable, credit each line's account, credit tax. A credit note posts
 * the reverse.
 */
import { decimal, zero, type Decimal } from '../decimal.ts';
import type { NewLine, TaxMark } from '../journal/journal-entry.ts';
import { taxesOf, totalsOf, type InvoiceTotals, type TotalsLine } from './invoice-totals.ts';
import type { MoneyRules } from '../money/money.ts';
import { lineKey, taxKey, worthOf, type PostedParts } from './credited-worth.ts';
import { documentPosting, type Currencies, type Part } from '../journal/postings.ts';

export interface PostedInvoiceLine extends TotalsLine {
  id: string;
  account_id: string;
  warehouse_id: string | null;
  original_line_id: string | null;
}

export interface InvoiceToPost {
  kind: 'invoice' | 'credit_note';
  merchant_id: string | null;
  customer_id: string | null;
  taxGiven: Decimal | null;
  reverse_charge: boolean;
  lines: readonly PostedInvoiceLine[];
  /** Of a credit note in a foreign currency: what the invoice it corrects is worth. */
  corrected?: PostedParts | undefined;
}

type Taxed = Pick<TotalsLine, 'tax_code' | 'tax_rate'>;
type Mark = Pick<TaxMark, 'tax_code' | 'tax_rate'>;

/** Stands for the code of what is untaxed because the buyer pays the tax, whatever the line's own code is. */
export const reverseCharge = 'reverse charge';

/** One journal line per invoice line, so that each can be traced to the other exactly. */
export function invoicePosting(
  invoice: InvoiceToPost,
  accounts: { ar: string; sales_tax_payable: string },
  rules: MoneyRules,
  currencies: Currencies,
): { lines: NewLine[]; baseTotal: Decimal; totals: InvoiceTotals; corrected: PostedParts | undefined } {
  const { kind, merchant_id, customer_id, taxGiven, reverse_charge: isReversed, lines, corrected } = invoice;
  const party = { merchant_id, customer_id };
  const totals = totalsOf(lines, rules, taxGiven);
  const markOf = ({ tax_code: code, tax_rate: rate }: Taxed): Mark => {
    if (isReversed) return { tax_code: reverseCharge, tax_rate: '0' };
    return taxGiven
      ? { tax_code: null, tax_rate: null }
      : { tax_code: code || null, tax_rate: rate.toFixed() };
  };
  const revenue: Part[] = lines.map(
    ({ id, account_id, warehouse_id, amount, discount, tax_code, tax_rate }) => ({
      ...party,
      account_id,
      warehouse_id,
      amount: amount.minus(discount),
      invoice_line_id: id,
      tax_side: 'sales',
      tax_part: 'base',
      ...markOf({ tax_code, tax_rate }),
    }),
  );
  const given = taxGiven && { tax_code: '', tax_rate: zero, tax: taxGiven };
  const taxes: Part[] = (given ? [given] : taxesOf(lines, rules)).map(({ tax, ...group }) => ({
    ...party,
    account_id: accounts.sales_tax_payable,
    amount: tax,
    memo: group.tax_code ? `Tax ${group.tax_code}` : 'Tax',
    tax_side: 'sales',
    tax_part: 'tax',
    ...markOf(group),
  }));
  const side = kind === 'invoice' ? 1 : -1;
  const parts = [...revenue, ...taxes];
  // Nothing is owed of a note of nothing: its parts balance among themselves.
  const isOwed = !totals.total.eq(zero);
  const known =
    corrected && isOwed ? worthOf(parts, keysOf(lines), corrected, currencies.baseRules) : undefined;
  const posted = documentPosting(
    { ...party, account_id: accounts.ar, amount: totals.total },
    parts,
    side,
    currencies,
    known?.worth,
  );
  return { ...posted, totals, corrected: known?.after };
}

/** Which part of the corrected invoice a part gives back: the line that its own names, or the tax of its code and rate. */
function keysOf(lines: readonly PostedInvoiceLine[]): (part: Part) => string | undefined {
  const named = new Map(lines.map(({ id, original_line_id: original }) => [id, original]));
  return ({ tax_part: part, invoice_line_id: lineId, tax_code: code = null, tax_rate: rate }) => {
    if (part === 'tax') return taxKey(code, rate ? decimal(rate) : null);
    const original = named.get(lineId!);
    return original ? lineKey(original) : undefined;
  };
}

/** What of a line its totals are made of, as the database has it. */
export interface StoredTotalsLine {
  amount: string;
  discount: string;
  tax_code: string;
  tax_rate: string;
  tax_given: string | null;
}

/** A line with its numerics, which the database sends as text, turned into decimals. */
export function totalsLine<T extends StoredTotalsLine>(
  line: T,
): Omit<T, 'amount' | 'discount' | 'tax_rate' | 'tax_given'> & TotalsLine {
  return {
    ...line,
    amount: decimal(line.amount),
    discount: decimal(line.discount),
    tax_rate: decimal(line.tax_rate),
    tax_given: line.tax_given === null ? null : decimal(line.tax_given),
  };
}
