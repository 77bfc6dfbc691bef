/** Which rate a document has: one for the books' own currency, and never a guess for another. */
import { decimal, type Decimal } from '../decimal.ts';
import { invalid, Refusal } from '../refusals.ts';

/** Base currency for one unit of `currency`. Refuses 400 EXCHANGE_RATE_REQUIRED when it is foreign and no rate is given. */
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
