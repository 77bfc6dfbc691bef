/** How an invoice or credit note is shown: alone with its lines, in lists without. */
import { invoiceLineSources, invoiceSources } from '../../../domain/documents/invoice-sources.ts';
import { vatId } from '../../../queues/bank-and-tax-ids.ts';
import * as s from '../../../queues/schema.ts';
import { documentCurrency, documentHistory, documentStatus, documentTotals } from './document-view.ts';

export const invoiceKind = () => s.choice('invoice', 'credit_note');
export const invoiceSource = () => s.choice(...invoiceSources);

const invoiceFields = {
  id: s.uuid(),
  invoice_no: s.nullable(s.text(40)),
  kind: invoiceKind(),
  status: documentStatus(),
  merchant_id: s.nullable(s.uuid()),
  customer_id: s.nullable(s.uuid()),
  party_name: s.text(200),
  bill_to: s.openObject(),
  buyer_vat_id: s.nullable(vatId()),
  reverse_charge: s.described(s.flag(), 'Untaxed: the buyer pays the tax.'),
  source: invoiceSource(),
  run_id: s.nullable(s.uuid()),
  sales_order_id: s.nullable(s.uuid()),
  return_id: s.described(s.nullable(s.uuid()), 'The return that a credit note pays back.'),
  original_invoice_id: s.nullable(s.uuid()),
  ...documentCurrency,
  invoice_date: s.date(),
  due_date: s.date(),
  period_start: s.nullable(s.date()),
  period_end: s.nullable(s.date()),
  supplement_no: s.integer({ min: 0, max: 2 ** 31 - 1 }),
  po_number: s.nullable(s.text(100)),
  notes: s.freeText(4000),
  ...documentTotals,
  discount_total: s.moneySum(),
  disputed: s.flag(),
  dispute_reason: s.nullable(s.text(500)),
  issued_at: s.nullable(s.instant()),
  issued_by: s.nullable(s.freeText()),
  ...documentHistory,
};

const invoiceLineView = s.object({
  id: s.uuid(),
  invoice_id: s.uuid(),
  line_no: s.integer({ min: 1, max: 1_000_000 }),
  billing_item_id: s.nullable(s.uuid()),
  category: s.nullable(s.text(30), "The billing item's category."),
  account_id: s.uuid(),
  account_code: s.text(20),
  account_name: s.text(150),
  description: s.text(500),
  quantity: s.qty(),
  uom: s.freeText(20),
  unit_price: s.decimalNumber({ places: 6, below: 1e12 }),
  amount: s.moneySum(),
  discount: s.moneySum(),
  tax_code: s.freeText(30),
  tax_rate: s.decimalNumber({ places: 6, below: 101 }),
  warehouse_id: s.nullable(s.uuid()),
  service_from: s.nullable(s.date()),
  service_to: s.nullable(s.date()),
  charge_count: s.integer({ min: 0, max: 2 ** 31 - 1 }),
  source: s.choice(...invoiceLineSources),
  order_line_id: s.described(
    s.nullable(s.uuid()),
    'The order line invoiced, or of which units are credited.',
  ),
  original_line_id: s.described(
    s.nullable(s.uuid()),
    'The line of the corrected invoice that is given back.',
  ),
  return_line_id: s.nullable(s.uuid()),
  inspection_id: s.nullable(s.uuid()),
  credit_percent: s.described(
    s.nullable(s.decimalNumber({ places: 2, min: 0, below: 100.01 })),
    'How much of the price of the returned units is credited.',
  ),
});

export const invoiceRowView = s.object(invoiceFields);
export const invoiceView = s.object({ ...invoiceFields, lines: s.listOf(invoiceLineView) });
