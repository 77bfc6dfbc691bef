/** Invoices from sales orders, for the standard edition: the order's own lines, discount, shipping fee and tax. */
import type { NewInvoiceLine } from '../../domain/documents/invoice-lines.ts';
import { lineAmount, roundMoney, type MoneyRules } from '../../domain/money/money.ts';
import { splitExactly } from '../../domain/money/splits.ts';
import { decimal, sum, zero, type Decimal } from '../../domain/decimal.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { readAccountingSettings, readMoneyRules, readSystemAccounts } from '../journal/books.read.ts';
import { createDraftInvoice, type NewInvoice } from './invoices.write.ts';

interface OrderRow {
  id: string;
  order_no: string;
  status: string;
  customer_id: string | null;
  warehouse_id: string | null;
  channel_order_no: string | null;
  currency: string;
  discount: string;
  shipping_fee: string;
  tax: string;
  total: string;
}

interface OrderLineRow {
  id: string;
  qty: string;
  price: string;
  /** The order's own; where part of the line was cancelled, exactly what is left of it, or null in base units. */
  amount: string | null;
  sku: string | null;
  name: string | null;
  uom: string | null;
}

/** Fields a caller may set in addition to the order's. */
export type OrderInvoiceWords = Partial<
  Pick<
    NewInvoice,
    | 'invoiceDate'
    | 'dueDate'
    | 'exchangeRate'
    | 'poNumber'
    | 'notes'
    | 'billTo'
    | 'buyerVatId'
    | 'reverseCharge'
  >
>;

/**
 * Creates the draft invoice of a fulfilled order; its total is the order's, without what was cancelled. Refuses 400
 * outside the standard edition and for an order without a customer, 409 ORDER_NOT_FULFILLED, 409
 * ORDER_ALREADY_INVOICED.
 */
export async function createOrderInvoice(
  tx: TenantTransaction,
  { organizationId, createdBy }: { organizationId: string; createdBy: string },
  orderId: string,
  words: OrderInvoiceWords,
): Promise<{ id: string }> {
  const books = await readAccountingSettings(tx);
  if (books.edition !== 'standard') {
    throw invalid(
      'sales_order_id',
      'edition',
      'sales_order_id is for the standard edition; a 3PL bills its merchants by billing runs',
    );
  }
  const order = await lockFulfilledOrder(tx, orderId);
  const rules = await readMoneyRules(tx, books, order.currency);
  const accounts = await readSystemAccounts(tx);
  const source = 'sales_order' as const;
  const ordered = await orderLines(tx, order.id);
  const lines: NewInvoiceLine[] = ordered.map(({ id, qty, price, amount, sku, name, uom }) => ({
    account_id: accounts.revenue_product,
    description: [sku, name].filter(Boolean).join(' ') || 'Product',
    quantity: qty,
    uom: uom ?? '',
    unit_price: price,
    ...(amount === null ? {} : { amount: roundMoney(decimal(amount), rules).toFixed() }),
    warehouse_id: order.warehouse_id,
    source,
    order_line_id: id,
  }));
  if (decimal(order.shipping_fee).gt(zero)) {
    lines.push({
      account_id: accounts.revenue_freight,
      description: 'Shipping',
      quantity: '1',
      unit_price: order.shipping_fee,
      warehouse_id: order.warehouse_id,
      source,
    });
  }
  const discounted = spreadDiscount(lines, decimal(order.discount), ordered.length, rules);
  return createDraftInvoice(tx, {
    ...words,
    organizationId,
    createdBy,
    merchantId: null,
    customerId: order.customer_id,
    source,
    salesOrderId: order.id,
    currency: order.currency,
    poNumber: words.poNumber ?? order.channel_order_no,
    notes: words.notes ?? `Sales order ${order.order_no}`,
    taxGiven: taxOf(order, discounted, rules),
    lines: discounted,
  });
}

/** As the order was rounded when it was entered, whatever rounding was set since. */
const amountOf = ({ quantity, unit_price: price, amount }: NewInvoiceLine, rules: MoneyRules): Decimal =>
  amount === undefined ? lineAmount(decimal(quantity), decimal(price), rules) : decimal(amount);

/** Spreads an order's discount over its products by amount; whatever exceeds their cost comes off shipping. */
function spreadDiscount(
  lines: readonly NewInvoiceLine[],
  discount: Decimal,
  productCount: number,
  rules: MoneyRules,
): NewInvoiceLine[] {
  if (discount.eq(zero)) return [...lines];
  const amounts = lines.map((line) => amountOf(line, rules));
  const products = sum(amounts.slice(0, productCount));
  const weights = discount.gt(products)
    ? amounts
    : amounts.map((amount, index) => (index < productCount ? amount : zero));
  // Cancelled lines may leave less than the discount: nothing is ever billed below zero.
  const whole = sum(weights);
  const given = discount.gt(whole) ? whole : discount;
  if (given.eq(zero)) return [...lines];
  const parts = splitExactly(given, weights, rules);
  return lines.map((line, index) => ({ ...line, discount: parts[index]!.amount.toFixed() }));
}

/** An order's tax is a single amount: what was cancelled takes its share of it off. */
function taxOf(order: OrderRow, lines: readonly NewInvoiceLine[], rules: MoneyRules): Decimal {
  const tax = decimal(order.tax);
  const ordered = decimal(order.total).minus(tax);
  const billed = sum(lines.map((line) => amountOf(line, rules).minus(decimal(line.discount ?? 0))));
  return billed.lt(ordered) ? roundMoney(tax.times(billed).div(ordered), rules) : tax;
}

async function lockFulfilledOrder(tx: TenantTransaction, orderId: string): Promise<OrderRow> {
  const order = await row<OrderRow>(
    tx,
    sql`select id, order_no, status, customer_id, warehouse_id, channel_order_no, currency, discount, shipping_fee, tax, total
       from sales_orders where organization_id = ${tx.organizationId} and id = ${orderId} for update`,
  );
  if (!order) throw unknownReference('sales_order_id', 'sales order');
  if (order.status !== 'fulfilled' && order.status !== 'delivered') {
    throw new Refusal(
      'ORDER_NOT_FULFILLED',
      `${order.order_no} is ${order.status}; only a fulfilled order is invoiced.`,
      { status: order.status },
    );
  }
  if (order.customer_id === null) {
    throw invalid('sales_order_id', 'no_customer', `${order.order_no} has no customer to invoice`);
  }
  const invoiced = await row<{ id: string; invoice_no: string | null }>(
    tx,
    sql`select id, invoice_no from invoices
      where organization_id = ${tx.organizationId} and sales_order_id = ${order.id} and kind = 'invoice' and source = 'sales_order' and status <> 'void'`,
  );
  if (invoiced) {
    const message = `${order.order_no} is on ${invoiced.invoice_no ?? 'a draft invoice'} already.`;
    throw new Refusal('ORDER_ALREADY_INVOICED', message, { invoice_id: invoiced.id });
  }
  return order;
}

// In base units, as returns credit them; a line in cases comes to exactly what its cases do.
function orderLines(tx: TenantTransaction, orderId: string): Promise<OrderLineRow[]> {
  return rows<OrderLineRow>(
    tx,
    sql`select l.id, l.qty - l.cancelled_qty as qty, round(l.price / coalesce(l.uom_factor, 1), 6) as price,
              case when l.cancelled_qty = 0 then l.amount
                   when l.uom is not null then (l.qty - l.cancelled_qty) * l.price / l.uom_factor end as amount,
              coalesce(i.sku, l.channel_sku) as sku, i.name, i.uom
       from sales_order_lines l
       left join items i on i.organization_id = l.organization_id and i.id = l.item_id
      where l.organization_id = ${tx.organizationId} and l.order_id = ${orderId} and l.qty > l.cancelled_qty
      order by l.line_no`,
  );
}
