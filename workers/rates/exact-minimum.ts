/** The minimum of an invoice is money: a fraction of a cent could be charged and credited in turn, never met. */
import { currencyExponents } from '../../domain/money/currency.ts';
import { exactMoney } from '../../domain/money/money.ts';

/** Refuses 400 AMOUNT_PRECISION. An unknown currency is refused by its reference. */
export function assertExactMinimum(minimum: number | string | null | undefined, currency: string): void {
  const exponent = currencyExponents.get(currency);
  if (exponent === undefined || minimum === null || minimum === undefined) return;
  exactMoney(minimum, 'minimum_invoice_amount', currency, exponent);
}
