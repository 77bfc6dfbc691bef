/**
 * What can be billed: each event with the view that lists its activity, or with what the run computes itself. A new app
 * joins by adding a view with the same columns and an entry here; the billing code does not change. An event without
 * activity cannot be declared: a rule on it would charge nothing, silently.
 */

export const quantityBases = [
  'document',
  'lines',
  'units',
  'cartons',
  'pallets',
  'weight_kg',
  'volume_cbm',
  'containers',
  'labels',
  'minutes',
  'hours',
  'cost',
  'order_value',
  'days',
] as const;
export type QuantityBasis = (typeof quantityBases)[number];

/** The type of value a condition compares with. */
export type FieldKind = 'uuid' | 'text' | 'flag' | 'number';

/** Where its activity is read from. */
type Activity =
  | {
      readonly view: string;
      /** Its records may be removed after some months (retention), so one that is gone does not mean that it never was. */
      readonly expires?: true;
      /** One document is a source of each merchant, whose id is made of both: no index has it, so it is found by its document. */
      readonly isOfDocument?: true;
      readonly computed?: undefined;
    }
  /** The run computes it: storage days and recurring fees. */
  | {
      readonly computed: 'storage' | 'recurring';
      readonly view?: undefined;
      readonly expires?: undefined;
      readonly isOfDocument?: undefined;
    };

export type BillingEvent = Activity & {
  /** Columns a rule's conditions may use besides merchant and warehouse, which every rule has. */
  readonly fields: Readonly<Record<string, FieldKind>>;
  readonly bases: readonly QuantityBasis[];
};

const shipping = {
  channel_id: 'uuid',
  carrier_code: 'text',
  service_code: 'text',
  ship_mode: 'text',
} as const satisfies Record<string, FieldKind>;
const goods = { storage_class: 'text', item_class: 'text' } as const satisfies Record<string, FieldKind>;
const place = { warehouse_id: 'uuid' } as const satisfies Record<string, FieldKind>;
const amounts: readonly QuantityBasis[] = [
  'document',
  'units',
  'cartons',
  'pallets',
  'weight_kg',
  'volume_cbm',
];
const inspecting = {
  ...place,
  ...goods,
  grade: 'text',
  reason_code: 'text',
} as const satisfies Record<string, FieldKind>;
const receiving = {
  source_type: 'text',
  receiving_method: 'text',
  is_cross_dock: 'flag',
  container_no: 'text',
} as const satisfies Record<string, FieldKind>;

export const billingEvents = {
  'receipt.received': {
    view: 'billable_receipts',
    fields: { ...place, ...receiving },
    bases: [...amounts, 'lines', 'containers'],
  },
  'receipt.closed': {
    view: 'billable_closed_receipts',
    fields: { ...place, ...receiving },
    bases: [...amounts, 'lines', 'containers'],
  },
  'receipt.line_received': {
    view: 'billable_receipt_lines',
    fields: { ...place, ...receiving, ...goods, condition: 'text' },
    bases: [...amounts, 'lines'],
  },
  'return.received': {
    view: 'billable_returns',
    fields: { ...place, ...receiving },
    bases: [...amounts, 'lines'],
  },
  'return.inspected': {
    view: 'billable_inspections',
    fields: inspecting,
    bases: [...amounts, 'lines', 'minutes'],
  },
  'return.disposed': {
    view: 'billable_dispositions',
    fields: { ...inspecting, disposition: 'text' },
    bases: [...amounts, 'lines'],
  },
  'transfer.shipped': {
    view: 'billable_transfers_shipped',
    fields: { ...place, carrier_code: 'text', ship_mode: 'text' },
    bases: [...amounts, 'lines'],
  },
  'vendor_return.shipped': {
    view: 'billable_vendor_returns',
    fields: { ...place, carrier_code: 'text', ship_mode: 'text' },
    bases: [...amounts, 'lines'],
  },
  'transfer.received': {
    view: 'billable_transfers_received',
    fields: { ...place, receiving_method: 'text', is_cross_dock: 'flag' },
    bases: [...amounts, 'lines'],
  },
  'transfer.written_off': {
    view: 'billable_transfer_losses',
    fields: { ...place, ...goods },
    bases: amounts,
  },
  'putaway.completed': { view: 'billable_putaways', fields: { ...place, ...goods }, bases: amounts },
  'count.completed': {
    view: 'billable_counts',
    isOfDocument: true,
    fields: { ...place, count_kind: 'text' },
    bases: ['document', 'lines', 'units', 'minutes'],
  },
  'move.completed': {
    view: 'billable_moves',
    fields: { ...place, ...goods, move_kind: 'text', zone: 'text' },
    bases: [...amounts, 'minutes'],
  },
  'pick_job.done': {
    view: 'billable_pick_jobs',
    isOfDocument: true,
    fields: { ...place, pick_method: 'text' },
    bases: ['document', 'lines', 'units', 'minutes'],
  },
  'inventory.adjusted': {
    view: 'billable_adjustments',
    fields: { ...place, ...goods, condition: 'text' },
    bases: amounts,
  },
  'inventory.stored': {
    computed: 'storage',
    fields: { ...place, storage_class: 'text' },
    bases: ['days'],
  },
  'order.released': {
    view: 'billable_orders',
    fields: { ...place, ...shipping },
    bases: ['document', 'lines', 'units', 'order_value'],
  },
  'shipment.shipped': {
    view: 'billable_shipments',
    fields: { ...place, ...shipping },
    bases: [...amounts, 'lines', 'order_value'],
  },
  'shipment.line_shipped': {
    view: 'billable_shipment_lines',
    fields: { ...place, ...shipping, ...goods },
    bases: [...amounts, 'lines'],
  },
  'label.printed': {
    view: 'billable_labels',
    expires: true,
    fields: { ...place, label_kind: 'text' },
    bases: ['document', 'labels'],
  },
  'label.bought': {
    view: 'billable_carrier_labels',
    fields: { ...place, carrier_code: 'text', service_code: 'text', ship_mode: 'text' },
    bases: ['document', 'labels', 'weight_kg', 'cost'],
  },
  'label.adjusted': {
    view: 'billable_label_adjustments',
    fields: { ...place, carrier_code: 'text', service_code: 'text', reason_code: 'text' },
    bases: ['document', 'cost'],
  },
  'freight.split': {
    view: 'billable_freight_splits',
    fields: { ...place, carrier_code: 'text', rebill_item_id: 'uuid' },
    bases: ['document', 'cost'],
  },
  'yard.detained': {
    view: 'billable_detentions',
    fields: { ...place, container_no: 'text' },
    bases: ['document', 'minutes', 'hours'],
  },
  'drayage.completed': {
    view: 'billable_drayage',
    fields: { ...place, container_no: 'text' },
    bases: ['document', 'containers', 'cost'],
  },
  'period.recurring': { computed: 'recurring', fields: {}, bases: ['document'] },
} as const satisfies Record<string, BillingEvent>;

/**
 * Fields with a different column name in the views, where `source_type` already means the kind of the charge's own
 * source.
 */
export const fieldColumns: Readonly<Record<string, string>> = { source_type: 'origin' };

export type BillingEventName = keyof typeof billingEvents;

export const billingEventNames = Object.keys(billingEvents) as BillingEventName[];

export function billingEvent(name: BillingEventName): BillingEvent {
  return billingEvents[name];
}
