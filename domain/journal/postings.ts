/** What each step of a document posts: the table of the design as functions, signed debit positive. */
import { decimal, zero, type Decimal } from '../decimal.ts';
import type { Dimensions, NewLine } from './journal-entry.ts';
import { convertExactly, roundMoney, type MoneyRules } from '../money/money.ts';

/** A document's currency beside the books' own. */
export interface Currencies {
  currency: string;
  /** Base currency for one unit of the document's. */
  rate: Decimal;
  baseCurrency: string;
  baseRules: MoneyRules;
}

export interface Part extends Dimensions {
  account_id: string;
  amount: Decimal;
  invoice_line_id?: string | null;
  bill_line_id?: string | null;
  memo?: string;
}

/**
 * One control line against its parts, for invoices (`side` 1: debit receivable, credit the parts) and bills (`side` -1:
 * credit payable, debit the parts). Credit notes and vendor credits turn the side round. Also answers what the control
 * account holds in base currency.
 */
export function documentPosting(
  control: { account_id: string; amount: Decimal } & Dimensions,
  parts: readonly Part[],
  side: 1 | -1,
  { currency, rate, baseRules }: Currencies,
): { lines: NewLine[]; baseTotal: Decimal } {
  const sign = String(side);
  const opposite = String(-side);
  const baseTotal = roundMoney(control.amount.times(rate), baseRules);
  const bases = convertExactly(
    parts.map(({ amount }) => amount),
    rate,
    baseRules,
  );
  const worth = { currency, exchange_rate: rate };
  const lines = [
    { ...control, ...worth, amount: control.amount.times(sign), base: baseTotal.times(sign) },
    ...parts.map((part, index) => ({
      ...part,
      ...worth,
      amount: part.amount.times(opposite),
      base: bases[index]!.times(opposite),
    })),
  ];
  return { lines, baseTotal };
}

/** How much of a document's control balance a settlement clears, in base currency: the last one clears what is left. */
export function clearedBase(
  document: { total: Decimal; settled: Decimal; baseTotal: Decimal; baseSettled: Decimal; rate: Decimal },
  amount: Decimal,
  baseRules: MoneyRules,
): Decimal {
  const left = document.baseTotal.minus(document.baseSettled);
  const settled = document.settled.plus(amount);
  if (settled.eq(document.total)) return left;
  const cleared = roundMoney(settled.times(document.rate), baseRules).minus(document.baseSettled);
  // After reversals the running total may be a cent off; a settlement never clears less than nothing or more than is left.
  if (cleared.lt(zero)) return zero;
  return cleared.gt(left) ? left : cleared;
}

/**
 * Money against a control account. `side` 1: debit `moneyAccount`, credit control (an invoice is paid); -1 the other way
 * round (a bill is paid). What the two are worth in base currency may differ by the exchange rates: that is gain or loss.
 */
export function settlementPosting(
  settlement: {
    moneyAccount: string;
    controlAccount: string;
    fxAccount: string;
    amount: Decimal;
    /** In base currency: what the money is worth, and what leaves the control account. */
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

/** A gain or loss by exchange rates alone: it exists in the base currency only. */
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
