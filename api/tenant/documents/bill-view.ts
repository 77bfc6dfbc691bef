/** How a bill or vendor credit is shown: alone with its lines and splits, in lists without. */
import { splitBasis } from '../../../queues/documents/bills.ts';
import {
  choice,
  date,
  decimalNumber,
  described,
  freeText,
  instant,
  integer,
  listOf,
  moneySum,
  nullable,
  object,
  qty,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { documentCurrency, documentHistory, documentStatus, documentTotals } from './document-view.ts';

export const billKind = () => choice('bill', 'vendor_credit');
export const billType = () => choice('general', 'purchase', 'freight', 'drayage');

const billFields = {
  id: uuid(),
  bill_no: nullable(text(40)),
  vendor_bill_no: nullable(text(100)),
  kind: billKind(),
  bill_type: billType(),
  status: documentStatus(),
  vendor_id: nullable(uuid()),
  carrier_id: nullable(uuid()),
  party_name: text(200),
  tms_order_id: nullable(uuid()),
  load_id: nullable(uuid()),
  purchase_order_id: nullable(uuid()),
  original_bill_id: nullable(uuid()),
  ...documentCurrency,
  bill_date: date(),
  due_date: date(),
  expected_total: nullable(moneySum()),
  variance: described(nullable(moneySum()), 'Total minus the expected amount; null if nothing was expected.'),
  notes: freeText(4000),
  ...documentTotals,
  approved_at: nullable(instant()),
  approved_by: nullable(freeText()),
  ...documentHistory,
};

const billSplitView = object({
  id: uuid(),
  bill_line_id: uuid(),
  split_no: integer({ min: 1, max: 1_000_000 }),
  merchant_id: uuid(),
  shipment_id: nullable(uuid()),
  basis_qty: qty(),
  share: decimalNumber({ places: 10, below: 101 }),
  amount: moneySum(),
  rebill_status: choice('pending', 'charged', 'not_rebillable'),
});

const billLineView = object({
  id: uuid(),
  line_no: integer({ min: 1, max: 1_000_000 }),
  account_id: uuid(),
  account_code: text(20),
  account_name: text(150),
  description: text(500),
  quantity: qty(),
  unit_cost: decimalNumber({ places: 6, below: 1e12 }),
  amount: moneySum(),
  tax: moneySum(),
  merchant_id: nullable(uuid()),
  warehouse_id: nullable(uuid()),
  split_basis: nullable(splitBasis()),
  rebill_item_id: nullable(uuid()),
  purchase_order_line_id: nullable(uuid()),
  splits: listOf(billSplitView),
});

export const billRowView = object(billFields);
export const billView = object({ ...billFields, lines: listOf(billLineView) });
