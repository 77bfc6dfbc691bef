/** Turns the lines of a manual entry, written with debit and credit columns, into signed lines that balance exactly. */
import { sum, zero, type Decimal } from '../decimal.ts';
import { invalid, Refusal } from '../refusal.ts';
import type { Dimensions, NewLine } from './journal-entry.ts';
import { convertExactly, exactMoney, type MoneyRules } from '../money/money.ts';

export interface ManualLine extends Dimensions {
  account_id: string;
  debit?: number;
  credit?: number;
  memo?: string;
}

/** Refuses 400 UNBALANCED_ENTRY, AMOUNT_PRECISION, or VALIDATION_FAILED for a line with both sides or neither. */
export function manualLines(
  lines: readonly ManualLine[],
  {
    currency,
    rate,
    rules,
    baseRules,
  }: { currency: string; rate: Decimal; rules: MoneyRules; baseRules: MoneyRules },
): NewLine[] {
  const sided = lines.map(({ debit = 0, credit = 0, ...line }, index) => {
    const path = `lines.${index}`;
    if (debit > 0 === credit > 0) {
      throw invalid(path, 'one_side', `${path} needs exactly one of debit and credit, above zero`);
    }
    const isDebit = debit > 0;
    const amount = exactMoney(
      isDebit ? debit : credit,
      `${path}.${isDebit ? 'debit' : 'credit'}`,
      currency,
      rules.exponent,
    );
    return { line, isDebit, amount };
  });
  const total = (side: boolean): Decimal =>
    sum(sided.filter(({ isDebit }) => isDebit === side).map(({ amount }) => amount));
  const difference = total(true).minus(total(false));
  if (!difference.eq(zero)) {
    const [debit, credit] = [total(true).toFixed(), total(false).toFixed()];
    throw new Refusal('UNBALANCED_ENTRY', `Debits of ${debit} and credits of ${credit} differ.`, {
      debit,
      credit,
      difference: difference.toFixed(),
    });
  }
  // Each side is converted separately: equal sums round to equal totals, so the entry also balances in base currency.
  const basesOf = (side: boolean): Decimal[] =>
    convertExactly(
      sided.filter(({ isDebit }) => isDebit === side).map(({ amount }) => amount),
      rate,
      baseRules,
    );
  const bases = { debit: basesOf(true), credit: basesOf(false) };
  return sided.map(({ line, isDebit, amount }) => {
    const base = (isDebit ? bases.debit : bases.credit).shift()!;
    const sign = isDebit ? '1' : '-1';
    return { ...line, currency, exchange_rate: rate, amount: amount.times(sign), base: base.times(sign) };
  });
}
