/** A journal entry before it is stored: lines with signed amounts, debits positive, credits negative. */
import { sum, zero, type Decimal } from '../decimal.ts';
import { Refusal } from '../refusal.ts';

export type EntrySource =
  | 'invoice'
  | 'bill'
  | 'payment'
  | 'manual'
  | 'accrual'
  | 'fx_revaluation'
  | 'opening'
  | 'closing';
export type EntryEvent =
  | 'issue'
  | 'void'
  | 'receive'
  | 'pay'
  | 'reverse'
  | 'write_off'
  | 'post'
  | 'accrue'
  | 'revalue';

/** The dimensions of a line, which reports break down by. */
export interface Dimensions {
  merchant_id?: string | null;
  customer_id?: string | null;
  vendor_id?: string | null;
  carrier_id?: string | null;
  warehouse_id?: string | null;
}

/** What a line is for the tax report; all null for a line that is nothing to it. */
export interface TaxMark {
  tax_side: 'sales' | 'purchases' | null;
  /** What was taxed, or the tax on it. */
  tax_part: 'base' | 'tax' | null;
  tax_code: string | null;
  /** In percent; null when the tax was given as one sum. */
  tax_rate: string | null;
}

export interface NewLine extends Dimensions, Partial<TaxMark> {
  account_id: string;
  currency: string;
  exchange_rate: Decimal;
  /** In the line's currency. */
  amount: Decimal;
  /** In the organization's base currency, in which every entry balances. */
  base: Decimal;
  invoice_line_id?: string | null;
  bill_line_id?: string | null;
  memo?: string;
}

export interface NewEntry {
  /** Generated when omitted. */
  id?: string;
  sourceType: EntrySource;
  sourceId: string;
  event: EntryEvent;
  entryDate: string;
  description: string;
  reversesId?: string | null;
  lines: readonly NewLine[];
}

/** An entry that is posted with a document: what it says may contain the number that the document gets meanwhile. */
export interface DocumentEntry extends Omit<NewEntry, 'description'> {
  description: string | ((documentNo: string) => string);
}

/** The lines to store; zero lines are dropped. Refuses 400 UNBALANCED_ENTRY. */
export function balancedLines(lines: readonly NewLine[]): NewLine[] {
  const kept = lines.filter(({ amount }) => !amount.eq(zero));
  const difference = sum(kept.map(({ base }) => base));
  if (!difference.eq(zero)) {
    throw new Refusal(
      'UNBALANCED_ENTRY',
      `Debits and credits differ by ${difference.toFixed()} in the base currency.`,
      {
        difference: difference.toFixed(),
      },
    );
  }
  return kept;
}

/** The reversing lines. */
export function mirrored(lines: readonly NewLine[]): NewLine[] {
  return lines.map((line) => ({ ...line, amount: line.amount.times('-1'), base: line.base.times('-1') }));
}
