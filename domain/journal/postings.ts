/** What each step of a document posts, debits positive. */
import { decimal, sum, zero, type Decimal } from '../decimal.ts';
import type { Dimensions, NewLine, TaxMark } from './journal-entry.ts';
import { convertExactly, roundMoney, type MoneyRules } from '../money/money.ts';

/** A document's currency and the base currency of the books. */
export interface Currencies {
  currency: string;
  /** Base currency per unit of the document's currency. */
  rate: Decimal;
  baseCurrency: string;
  baseRules: MoneyRules;
}

export interface Part extends Dimensions, Partial<TaxMark> {
  account_id: string;
  amount: Decimal;
  invoice_line_id?: string | null;
  bill_line_id?: string | null;
  memo?: string;
}

/**
 * One control line against its offsetting lines, for invoices (`side` 1: debit receivable, credit the parts) and bills
 * (`side` -1: credit payable, debit the parts). Credit notes and vendor credits use the opposite side. `worth` is what is
 * known of the parts in base currency; the others are converted. Also returns the control amount in base currency.
 */
export function documentPosting(
  control: { account_id: string; amount: Decimal } & Dimensions,
  parts: readonly Part[],
  side: 1 | -1,
  { currency, rate, baseRules }: Currencies,
  worth: readonly (Decimal | undefined)[] = [],
): { lines: NewLine[]; baseTotal: Decimal } {
  const sign = String(side);
  const opposite = String(-side);
  const unknown = parts.map(({ amount }, index) => (worth[index] ? zero : amount));
  const converted = convertExactly(unknown, rate, baseRules);
  const bases = converted.map((base, index) => worth[index] ?? base);
  const baseTotal = sum(bases);
  const atRate = { currency, exchange_rate: rate };
  const lines = [
    { ...control, ...atRate, amount: control.amount.times(sign), base: baseTotal.times(sign) },
    ...parts.map((part, index) => ({
      ...part,
      ...atRate,
      amount: part.amount.times(opposite),
      base: bases[index]!.times(opposite),
    })),
  ];
  return { lines, baseTotal };
}

/**
 * How much of a document's control balance a settlement clears, in base currency. The final settlement clears whatever
 * is left.
 */
export function clearedBase(
  document: { total: Decimal; settled: Decimal; baseTotal: Decimal; baseSettled: Decimal; rate: Decimal },
  amount: Decimal,
  baseRules: MoneyRules,
): Decimal {
  const left = document.baseTotal.minus(document.baseSettled);
  const settled = document.settled.plus(amount);
  if (settled.eq(document.total)) return left;
  const cleared = roundMoney(settled.times(document.rate), baseRules).minus(document.baseSettled);
  // After reversals the running total can be off by a cent; a settlement never clears less than zero or more than is
  // left.
  if (cleared.lt(zero)) return zero;
  return cleared.gt(left) ? left : cleared;
}

/**
 * A payment against a control account. `side` 1 (an invoice is paid): debit `moneyAccount`, credit control; -1 (a bill
 * is paid) is the reverse. A difference between the two in base currency comes from exchange rates and is posted as
 * gain or loss.
 */
export function settlementPosting(
  settlement: {
    moneyAccount: string;
    controlAccount: string;
    fxAccount: string;
    amount: Decimal;
    /** In base currency: the value of the payment, and what leaves the control account. */
    moneyBase: Decimal;
    controlBase: Decimal;
    moneyRate: Decimal;
  } & Dimensions,
  side: 1 | -1,
  { currency, rate, baseCurrency }: Currencies,
): NewLine[] {
  const {
    moneyAccount,
    controlAccount,
    fxAccount,
    amount,
    moneyBase,
    controlBase,
    moneyRate,
    ...dimensions
  } = settlement;
  const sign = String(side);
  const opposite = String(-side);
  const gain = moneyBase.minus(controlBase);
  return [
    {
      ...dimensions,
      account_id: moneyAccount,
      currency,
      exchange_rate: moneyRate,
      amount: amount.times(sign),
      base: moneyBase.times(sign),
    },
    {
      ...dimensions,
      account_id: controlAccount,
      currency,
      exchange_rate: rate,
      amount: amount.times(opposite),
      base: controlBase.times(opposite),
    },
    ...exchangeDifference(fxAccount, gain.times(opposite), baseCurrency, dimensions),
  ];
}

/** An exchange gain or loss: it has an amount in base currency only. */
export function exchangeDifference(
  account: string,
  base: Decimal,
  baseCurrency: string,
  dimensions: Dimensions,
): NewLine[] {
  return [
    {
      ...dimensions,
      account_id: account,
      currency: baseCurrency,
      exchange_rate: decimal(1),
      amount: base,
      base,
    },
  ];
}
