/** Amounts and quantities as people read them on paper. */
import { decimal, type Decimal } from '../../../domain/decimal.ts';
import { currencyExponents } from '../../../domain/money/currency.ts';

/** 1,234.50 with the currency's decimals; more are shown if the amount has more. */
export function money(value: string | Decimal, currency: string): string {
  const amount = typeof value === 'string' ? decimal(value) : value;
  const places = currencyExponents.get(currency) ?? 2;
  const exact = amount.toFixed().split('.')[1]?.replace(/0+$/, '').length ?? 0;
  return grouped(amount.toFixed(Math.max(places, exact)));
}

/** A quantity or price without trailing zeros. */
export function quantity(value: string): string {
  return grouped(value.includes('.') ? value.replace(/\.?0+$/, '') : value);
}

function grouped(text: string): string {
  const [whole, fraction] = text.split('.');
  const separated = whole!.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? separated : `${separated}.${fraction}`;
}
