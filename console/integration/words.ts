/** What states, steps and reasons are called on these pages. */
import type { Comparison } from './conditions.ts';
import type {
  ConnectionStatus,
  DeliveryStatus,
  EventStatus,
  FlowAction,
  FlowStatus,
  PauseReason,
  PushKind,
  Routing,
  RunStatus,
  StepOutcome,
} from './api.ts';

export const eventWords: Record<EventStatus, string> = {
  received: 'Processing',
  processed: 'Done',
  failed: 'Failed',
  unprocessed: 'No flow for it',
  ignored: 'Ignored',
  duplicate: 'Repeat',
};

export const routingWords: Record<Routing, string> = {
  store_domain: "by its shop's domain",
  single_candidate: 'as the only connection there is: its shop is unknown',
  gap_search: 'it never arrived, and was fetched from the store',
};

export const runWords: Record<RunStatus | 'ignored', string> = {
  queued: 'Waiting',
  running: 'Running',
  succeeded: 'Done',
  failed: 'Failed',
  dead: 'Given up',
  ignored: 'Not processed: the conditions do not hold',
};

export const flowWords: Record<FlowStatus, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Ended',
};

export const outcomeWords: Record<StepOutcome, string> = {
  done: 'done',
  skipped: 'skipped',
  waiting: 'waiting',
  failed: 'failed',
};

export const deliveryWords: Record<DeliveryStatus, string> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  dead: 'Given up',
};

export const searchWords = {
  queued: 'queued',
  running: 'running',
  done: 'done',
  failed: 'failed',
} as const;

export const pushKindWords: Record<PushKind, string> = {
  inventory: 'Stock of',
  product: 'Product',
  shipment: 'Shipment',
  cancellation: 'Cancelled order',
  return: 'Return',
};

export const actionWords: Record<FlowAction, string> = {
  map_order: 'Read the order',
  create_order: 'Create a draft order',
  submit: 'Send it for review',
  approve: 'Approve it',
  allocate: 'Allocate stock',
  push_to_wms: 'Send it to the warehouse',
  hold: 'Put it on hold',
  notify: 'Notify subscribers',
};

export const comparisonWords: Record<Comparison, string> = {
  is: 'is',
  is_not: 'is not',
  more: 'is more than',
  at_least: 'is at least',
  less: 'is less than',
  at_most: 'is at most',
  contains: 'contains',
  one_of: 'is one of (a, b, c)',
  there: 'is present',
  missing: 'is missing',
};

export const shipModeWords: Record<string, string> = {
  parcel: 'Parcel',
  ltl: 'Less than a truckload',
  tl: 'Full truckload',
  pickup: 'Picked up by the customer',
  courier: 'Courier',
};

export const holdWords: Record<string, string> = {
  MANUAL: 'Needs a manual review',
  PAYMENT: 'Payment',
  INVALID_ADDRESS: 'The address is not valid',
  OUT_OF_STOCK: 'Out of stock',
  UNMAPPED_SKU: 'A product is unknown',
};

/** Why an endpoint is left alone. */
export const pauseWords: Record<PauseReason, string> = {
  asked_to_wait: 'It asked us to wait',
  unreachable: 'It cannot be reached',
  failing: 'It refuses one event after the other',
};

/** What a run is waiting for. */
export function waitWords(waitsFor: string | null): string {
  if (waitsFor === 'UNMAPPED_SKU') return 'Waiting until every product of the order is known.';
  return waitsFor ? `Waits: ${waitsFor}.` : '';
}

export const connectionWords: Record<ConnectionStatus, string> = {
  pending: 'Not tested',
  active: 'Works',
  error: 'Refuses us',
  disabled: 'Off',
};

/** The kinds of events subscribers choose most; others are entered by name. */
export const kindWords: Record<string, string> = {
  'sales_order.*': 'Orders',
  'wms_shipment.*': 'Shipments',
  'receipt.*': 'Receipts',
  'asn.*': 'Advance ship notices',
  'inventory.*': 'Stock',
  'wave.*': 'Waves',
  'load.*': 'Loads',
  'purchase_order.*': 'Purchase orders',
  'appointment.*': 'Dock appointments',
  'yard.*': 'The yard',
  'transport_order.*': 'Transport',
  'drayage_order.*': 'Drayage',
  'container.*': 'Containers',
  'channel.*': 'Stores',
  'print_job.*': 'Labels',
  'invoice.*': 'Invoices',
  'bill.*': 'Bills',
  'billing_run.*': 'Billing runs',
};

/** `sales_order.released` reads "sales order: released". */
export function eventTypeWords(type: string): string {
  const [kind = '', what = ''] = type.split('.');
  return `${kind.replace(/^wms_/, '').replaceAll('_', ' ')}: ${what.replaceAll('_', ' ')}`;
}

/** What an endpoint is subscribed to. */
export function filterWords(types: readonly string[]): string {
  if (types.includes('*')) return 'everything';
  return types.map((type) => kindWords[type]?.toLowerCase() ?? eventTypeWords(type)).join(', ');
}

export function moment(iso: string | null): string | null {
  return iso && new Date(iso).toLocaleString();
}

export function number(id: string): string {
  return `#${id.slice(-8)}`;
}
