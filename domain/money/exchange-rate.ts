/** Exchange rates: 1 for the base currency, and never a guess for any other. */
import { decimal, type Decimal } from '../decimal.ts';
import { invalid, Refusal } from '../refusal.ts';

/** Base currency per unit of `currency`. Refuses 400 EXCHANGE_RATE_REQUIRED for a foreign currency without a rate. */
export function exchangeRate(
  currency: string,
  baseCurrency: string,
  given: number | string | undefined | null,
): Decimal {
  const rate = given === undefined || given === null ? undefined : decimal(given);
  if (currency === baseCurrency) {
    if (rate && !rate.eq('1'))
      throw invalid('exchange_rate', 'range', `exchange_rate of the base currency ${baseCurrency} is 1`);
    return decimal(1);
  }
  if (!rate) {
    throw new Refusal(
      'EXCHANGE_RATE_REQUIRED',
      `A document in ${currency} needs its exchange_rate to ${baseCurrency}.`,
      {
        currency,
        base_currency: baseCurrency,
      },
    );
  }
  return rate;
}

/** What a unit of a foreign currency is worth in the base currency. */
export interface CurrencyRate {
  currency: string;
  rate: number;
}

/** The rates by currency. Refuses 400 for a currency named twice and for the base currency, whose rate is always 1. */
export function ratesByCurrency(rates: readonly CurrencyRate[], baseCurrency: string): Map<string, Decimal> {
  const byCurrency = new Map<string, Decimal>();
  for (const [index, { currency, rate }] of rates.entries()) {
    const path = `rates.${index}.currency`;
    if (currency === baseCurrency)
      throw invalid(path, 'not_allowed', `${currency} is the base currency of the books`);
    if (byCurrency.has(currency)) throw invalid(path, 'unique', `${currency} is given twice`);
    byCurrency.set(currency, decimal(rate));
  }
  return byCurrency;
}
