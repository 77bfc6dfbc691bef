/** Invoice lines as given and as stored: every amount is rounded once and is exact. */
import { decimal, zero, type Decimal } from '../decimal.ts';
import { invalid } from '../refusal.ts';
import type { InvoiceLineSource } from './invoice-sources.ts';
import { exactMoney, lineAmount, type MoneyRules } from '../money/money.ts';

export interface NewInvoiceLine {
  /** Generated when omitted. */
  id?: string;
  billing_item_id?: string | null;
  account_id: string;
  description: string;
  quantity: string | number;
  uom?: string;
  unit_price: string | number;
  /** Quantity times price, rounded once, when omitted. */
  amount?: string | number;
  discount?: string | number;
  tax_code?: string;
  /** In percent. */
  tax_rate?: string | number;
  /** The rate of its billing item itself, where the line is taxed by that: the rate in force on its tax date goes before it. */
  item_tax_rate?: string | null;
  warehouse_id?: string | null;
  service_from?: string | null;
  service_to?: string | null;
  charge_count?: number;
  source?: InvoiceLineSource;
  /** The order line invoiced, or of which units are credited. */
  order_line_id?: string | null;
  /** The invoice's line that a credit note gives back, wholly or in part. */
  original_line_id?: string | null;
  /** The line of a return whose units are credited, and how much of their price. */
  return_line_id?: string | null;
  inspection_id?: string | null;
  credit_percent?: string | null;
}

export type InvoiceLine = Omit<
  Required<NewInvoiceLine>,
  'id' | 'quantity' | 'unit_price' | 'amount' | 'discount' | 'tax_rate'
> & {
  id: string | undefined;
  line_no: number;
  quantity: Decimal;
  unit_price: Decimal;
  amount: Decimal;
  discount: Decimal;
  tax_rate: Decimal;
  tax_given: Decimal | null;
};

/** The lines with their amounts. Refuses 400 AMOUNT_PRECISION or 400 VALIDATION_FAILED with the line's path. */
export function prepareInvoiceLines(
  lines: readonly NewInvoiceLine[],
  currency: string,
  rules: MoneyRules,
): InvoiceLine[] {
  return lines.map((line, index) => {
    const path = `lines.${index}`;
    assertInOrder(line, path);
    const quantity = decimal(line.quantity);
    const unitPrice = decimal(line.unit_price);
    const amount =
      line.amount === undefined
        ? lineAmount(quantity, unitPrice, rules)
        : exactMoney(line.amount, `${path}.amount`, currency, rules.exponent);
    const discount = exactMoney(line.discount ?? 0, `${path}.discount`, currency, rules.exponent);
    if (discount.lt(zero) || (discount.gt(zero) && discount.gt(amount))) {
      throw invalid(
        `${path}.discount`,
        'range',
        `${path}.discount must lie between 0 and the amount of its line`,
      );
    }
    return {
      id: line.id,
      line_no: index + 1,
      billing_item_id: line.billing_item_id ?? null,
      account_id: line.account_id,
      description: line.description,
      quantity,
      uom: line.uom ?? '',
      unit_price: unitPrice,
      amount,
      discount,
      tax_code: line.tax_code ?? '',
      tax_rate: decimal(line.tax_rate ?? 0),
      item_tax_rate: line.item_tax_rate ?? null,
      tax_given: null,
      warehouse_id: line.warehouse_id ?? null,
      service_from: line.service_from ?? null,
      service_to: line.service_to ?? null,
      charge_count: line.charge_count ?? 0,
      source: line.source ?? 'manual',
      order_line_id: line.order_line_id ?? null,
      original_line_id: line.original_line_id ?? null,
      return_line_id: line.return_line_id ?? null,
      inspection_id: line.inspection_id ?? null,
      credit_percent: line.credit_percent ?? null,
    };
  });
}

function assertInOrder({ service_from: from, service_to: to }: NewInvoiceLine, path: string): void {
  if (from && to && to < from)
    throw invalid(`${path}.service_to`, 'range', `${path}.service_to must be ${from} or later`);
}
