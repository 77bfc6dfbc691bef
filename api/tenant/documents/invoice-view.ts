/** How an invoice or credit note is shown: alone with its lines, in lists without. */
import {
  choice,
  date,
  decimalNumber,
  described,
  flag,
  freeText,
  instant,
  integer,
  listOf,
  moneySum,
  nullable,
  object,
  openObject,
  qty,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { documentCurrency, documentHistory, documentStatus, documentTotals } from './document-view.ts';

export const invoiceKind = () => choice('invoice', 'credit_note');
export const invoiceSource = () => choice('manual', 'billing_run', 'sales_order');

const invoiceFields = {
  id: uuid(),
  invoice_no: nullable(text(40)),
  kind: invoiceKind(),
  status: documentStatus(),
  merchant_id: nullable(uuid()),
  customer_id: nullable(uuid()),
  party_name: text(200),
  bill_to: openObject(),
  source: invoiceSource(),
  run_id: nullable(uuid()),
  sales_order_id: nullable(uuid()),
  original_invoice_id: nullable(uuid()),
  ...documentCurrency,
  invoice_date: date(),
  due_date: date(),
  period_start: nullable(date()),
  period_end: nullable(date()),
  supplement_no: integer({ min: 0, max: 2 ** 31 - 1 }),
  po_number: nullable(text(100)),
  notes: freeText(4000),
  ...documentTotals,
  discount_total: moneySum(),
  disputed: flag(),
  dispute_reason: nullable(text(500)),
  issued_at: nullable(instant()),
  issued_by: nullable(freeText()),
  ...documentHistory,
};

const invoiceLineView = object({
  id: uuid(),
  invoice_id: uuid(),
  line_no: integer({ min: 1, max: 1_000_000 }),
  billing_item_id: nullable(uuid()),
  category: described(nullable(text(30)), "The billing item's category."),
  account_id: uuid(),
  account_code: text(20),
  account_name: text(150),
  description: text(500),
  quantity: qty(),
  uom: freeText(20),
  unit_price: decimalNumber({ places: 6, below: 1e12 }),
  amount: moneySum(),
  discount: moneySum(),
  tax_code: freeText(30),
  tax_rate: decimalNumber({ places: 6, below: 101 }),
  warehouse_id: nullable(uuid()),
  service_from: nullable(date()),
  service_to: nullable(date()),
  charge_count: integer({ min: 0, max: 2 ** 31 - 1 }),
  source: choice('manual', 'charges', 'sales_order'),
});

export const invoiceRowView = object(invoiceFields);
export const invoiceView = object({ ...invoiceFields, lines: listOf(invoiceLineView) });
