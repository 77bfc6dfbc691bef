/** How a bill or vendor credit is shown: alone with its lines and splits, in lists without. */
import { splitBasis } from '../../../queues/documents/bills.ts';
import * as s from '../../../queues/schema.ts';
import { documentCurrency, documentHistory, documentStatus, documentTotals } from './document-view.ts';

export const billKind = () => s.choice('bill', 'vendor_credit');
export const billType = () => s.choice('general', 'purchase', 'freight', 'drayage');

const billFields = {
  id: s.uuid(),
  bill_no: s.nullable(s.text(40)),
  vendor_bill_no: s.nullable(s.text(100)),
  kind: billKind(),
  bill_type: billType(),
  status: documentStatus(),
  vendor_id: s.nullable(s.uuid()),
  carrier_id: s.nullable(s.uuid()),
  party_name: s.text(200),
  tms_order_id: s.nullable(s.uuid()),
  load_id: s.nullable(s.uuid()),
  purchase_order_id: s.nullable(s.uuid()),
  original_bill_id: s.nullable(s.uuid()),
  ...documentCurrency,
  bill_date: s.date(),
  due_date: s.date(),
  expected_total: s.nullable(s.moneySum()),
  variance: s.nullable(s.moneySum(), 'Total minus the expected amount; null if nothing was expected.'),
  notes: s.freeText(4000),
  ...documentTotals,
  approved_at: s.nullable(s.instant()),
  approved_by: s.nullable(s.freeText()),
  ...documentHistory,
};

const billSplitView = s.object({
  id: s.uuid(),
  bill_line_id: s.uuid(),
  split_no: s.integer({ min: 1, max: 1_000_000 }),
  merchant_id: s.uuid(),
  shipment_id: s.nullable(s.uuid()),
  basis_qty: s.qty(),
  share: s.decimalNumber({ places: 10, below: 1e15 }),
  amount: s.moneySum(),
  rebill_status: s.choice('pending', 'charged', 'not_rebillable'),
});

const billLineView = s.object({
  id: s.uuid(),
  line_no: s.integer({ min: 1, max: 1_000_000 }),
  account_id: s.uuid(),
  account_code: s.text(20),
  account_name: s.text(150),
  description: s.text(500),
  quantity: s.qty(),
  unit_cost: s.decimalNumber({ places: 6, below: 1e12 }),
  amount: s.moneySum(),
  tax: s.moneySum(),
  tax_code: s.freeText(30),
  tax_rate: s.nullable(
    s.decimalNumber({ places: 6, below: 101 }),
    'Percent; null if only the tax was given.',
  ),
  merchant_id: s.nullable(s.uuid()),
  warehouse_id: s.nullable(s.uuid()),
  split_basis: s.nullable(splitBasis()),
  rebill_item_id: s.nullable(s.uuid()),
  purchase_order_line_id: s.nullable(s.uuid()),
  splits: s.listOf(billSplitView),
});

export const billRowView = s.object(billFields);
export const billView = s.object({ ...billFields, lines: s.listOf(billLineView) });
