/** The rates of a drayage order: what is claimed by them is money, so they have no more decimals than its currency. */
import { currencyExponents } from '../../domain/money/currency.ts';
import { exactMoney } from '../../domain/money/money.ts';
import { invalid } from '../../domain/refusal.ts';

/** Why a merchant's token sets none: they are what its merchant is charged. */
export const termsAreTheOperators =
  'Free days and rates of a drayage order are set by the operator: its merchant is charged by them.';

export interface Rates {
  demurrage_rate?: number | null | undefined;
  per_diem_rate?: number | null | undefined;
}

/** Refuses 400 AMOUNT_PRECISION with the field, and 400 VALIDATION_FAILED for a currency there is not. */
export function assertExactRates({ demurrage_rate, per_diem_rate }: Rates, currency: string): void {
  const exponent = currencyExponents.get(currency);
  if (exponent === undefined)
    throw invalid('currency', 'unknown', `currency ${currency} is not a currency of ISO 4217`);
  for (const [path, rate] of Object.entries({ demurrage_rate, per_diem_rate }))
    if (typeof rate === 'number') exactMoney(rate, path, currency, exponent);
}
