/**
 * What the parameters that many operations share mean, once for all of them, by name; v1's `filter[name]` means the same
 * as `name`. A parameter whose meaning is its operation's own has its words where it is declared, and those come first.
 */
import type { Json } from './openapi-components.ts';

const ofOne = (what: string): string => `Only those of this ${what}.`;
const only = (what: string): string => `Only those with this ${what}.`;

const ids: Record<string, string> = {
  account_id: ofOne('account'),
  appointment_id: ofOne('dock appointment'),
  assignee_id: 'Only tasks assigned to this member.',
  billing_item_id: ofOne('billing item'),
  carrier_id: ofOne('carrier'),
  channel_id: ofOne('sales channel'),
  connection_id: 'Only those of this connection to a store.',
  customer_id: ofOne('customer'),
  endpoint_id: 'Only those of this webhook endpoint.',
  event_id: 'Only what belongs to this event.',
  external_id: "Only those with this id, the store's own.",
  flow_id: ofOne('flow'),
  hub_id: ofOne('print hub'),
  invoice_id: ofOne('invoice'),
  invoice_line_id: 'Only those billed by this line of an invoice.',
  item_id: ofOne('item'),
  load_id: ofOne('load'),
  location_id: ofOne('location'),
  merchant_id: 'Only those of this merchant, whose goods or money they are.',
  order_id: 'Only those of this sales order.',
  original_invoice_id: 'Only credit notes of this invoice.',
  parent_charge_id: 'Only charges that follow from this charge.',
  parent_id: 'Only what stands on this license plate.',
  po_id: ofOne('purchase order'),
  product_id: ofOne('product'),
  purchase_order_id: ofOne('purchase order'),
  ref_id: 'Only entries that name this document as their reason.',
  run_id: ofOne('billing run'),
  sales_order_id: ofOne('sales order'),
  search_id: 'Only those found by this search for missed orders.',
  shipment_id: ofOne('shipment'),
  source_id: 'Only those made from this document.',
  subject_id: 'Only those about this document.',
  tms_order_id: ofOne('transport order'),
  trailer_id: ofOne('trailer'),
  vendor_id: ofOne('vendor'),
  warehouse_id: ofOne('warehouse'),
  from_warehouse_id: 'Only those that leave this warehouse.',
  to_warehouse_id: 'Only those that go to this warehouse.',
  wave_id: ofOne('wave'),
  receipt_id: ofOne('inbound receipt'),
};

const kinds: Record<string, string> = {
  bill_type: only('type'),
  category: only('category'),
  code: only('code'),
  connector: 'Only those for this kind of store.',
  currency:
    "base: everything in the organization's currency; document: each amount in the currency of its document.",
  direction: 'Only those that come in, or only those that go out.',
  effect: 'Only rules with this effect.',
  event: 'Only rules for this billable event.',
  event_type: 'Only those about this type of event.',
  kind: only('kind'),
  mode: 'Only runs of this mode.',
  outcome: only('outcome'),
  reason_code: only('reason code'),
  ship_mode: 'Only those that leave this way: by parcel carrier or as freight.',
  side: 'Receivable: what customers and merchants owe; payable: what vendors and carriers are owed.',
  source: 'Only those made this way.',
  source_type: 'Only those made from this kind of document.',
  state: only('state'),
  status: only('status'),
  system_key: 'Only the account that plays this part in automatic postings.',
  task_type: 'Only tasks of this type.',
  topic: "Only those of this topic, the store's own name for what happened.",
  transaction_type: 'Only entries of this type.',
  type: only('type'),
  zone: only('zone'),
};

const goods: Record<string, string> = {
  barcode: 'Only the item that carries this barcode.',
  channel_sku: 'Only those with this SKU, as the store calls it.',
  container_no: only('container number'),
  lot_no: only('lot number'),
  lpn: 'Only those on this license plate.',
  plate: 'Only those with this number plate of a truck.',
  sku: 'Only those of the item with this SKU.',
};

const answers: Record<string, string> = {
  active: 'true: only those still on the yard; false: only those that have left.',
  after: 'Continues after this position, taken from the answer before; from the beginning without it.',
  as_of: 'As it stood then, whatever was booked later; now without it.',
  count: 'How many to find at most.',
  date_from: 'On this day or later.',
  date_to: 'On this day or earlier.',
  disputed: 'true: only those in dispute; false: only the others.',
  dry_run: 'true: what would happen now, without doing it.',
  effective_on: 'Only those in force on this day.',
  format: 'The form of the answer: JSON without it, or a file.',
  from: 'The first day, included.',
  group_by: 'Splits the rows further: lpn for one row per license plate.',
  is_active: 'true: only those in use; false: only those switched off.',
  limit: 'How many to answer at most.',
  minutes: 'How long the slot has to be.',
  overdue: 'true: only those past their due date with something open, no credits; false: only the others.',
  page: 'Which page, from 1. For long lists follow cursor instead.',
  page_size: 'Rows on a page.',
  period_from: 'Only runs whose period reaches to this day or later.',
  period_to: 'Only runs whose period begins on this day or earlier.',
  service_from: 'Only services rendered on this day or later.',
  service_to: 'Only services rendered on this day or earlier.',
  to: 'The last day, included.',
  types: 'Comma-separated event types, kinds like sales_order.*, or * for all.',
  with_progress: 'true: with how much of each is done.',
};

const inPath: Record<string, string> = {
  code: 'Its code.',
  file_id: "The file's id.",
  inspection_id: "The inspection's id.",
  photo_id: "The photo's id.",
  holdId: "The hold's id.",
  id: 'Its id.',
  lineId: "The line's id.",
  no: 'The container number.',
};

const inQuery: Record<string, string> = { ...ids, ...kinds, ...goods, ...answers };

/** The parameter with its words: its own, else those of its name. */
export function withWords(parameter: Json): Json {
  const named = String(parameter['name']).replace(/^filter\[(.+)\]$/, '$1');
  const { description = (parameter['in'] === 'path' ? inPath : inQuery)[named], ...rest } = parameter;
  return description === undefined ? rest : { ...rest, description };
}
