/**
 * The life of a purchase order. Only people's decisions are stored; how much has been received follows from the
 * receipts and is not stored twice.
 */
import { decimal, zero, type Decimal } from '../decimal.ts';
import { Refusal } from '../refusal.ts';
import { stateMachine, type StateIn } from '../state-machine.ts';

export const purchaseOrderStates = stateMachine(
  'purchase order',
  ['draft'],
  [
    ['edit', ['draft'], 'draft'],
    ['approve', ['draft'], 'draft'],
    ['release', ['draft', 'released'], 'released'],
    ['change', ['released'], 'released'],
    ['close', ['released'], 'closed'],
    // Refused with GOODS_RECEIVED once anything has been received.
    ['cancel', ['draft', 'released'], 'cancelled'],
  ],
);

/** The part of the status that is stored. */
export type PurchaseOrderStage = StateIn<typeof purchaseOrderStates>;

/** The statuses shown: the stage and, for a released order, how much has been received. */
export const purchaseOrderStatuses = [
  'draft',
  'released',
  'partially_received',
  'received',
  'closed',
  'cancelled',
] as const;
export type PurchaseOrderStatus = (typeof purchaseOrderStatuses)[number];

/** Ordered and received quantities of a line, in base units. */
export interface LineProgress {
  ordered: Decimal;
  received: Decimal;
}

/** The status that follows from a stage and the receipts. */
export function purchaseOrderStatus(
  stage: PurchaseOrderStage,
  lines: readonly LineProgress[],
): PurchaseOrderStatus {
  if (stage !== 'released') return stage;
  if (lines.length > 0 && lines.every(({ ordered, received }) => received.gte(ordered))) return 'received';
  return lines.some(({ received }) => received.gt(zero)) ? 'partially_received' : 'released';
}

/**
 * Whether an order still needs approval: it has none, and its total exceeds the organization's limit. The limit is in
 * base currency, so an order in another currency always needs approval.
 */
export function needsApproval(order: {
  approved_at: Date | null;
  total: string;
  currency: string;
  base_currency: string;
  approval_above: string | null;
}): boolean {
  if (order.approved_at || order.approval_above === null) return false;
  if (order.currency !== order.base_currency) return true;
  return decimal(order.total).gt(decimal(order.approval_above));
}

/** Refuses 409 STATE_CHANGED when an order is no longer at the version the caller saw. */
export function assertVersion(present: number, seen: number | undefined): void {
  if (seen === undefined || seen === present) return;
  const message = `The order was changed meanwhile: it is at version ${present}, not ${seen}.`;
  throw new Refusal('STATE_CHANGED', message, { version: present });
}
