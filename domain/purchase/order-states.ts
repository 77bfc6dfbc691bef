/**
 * The life of a purchase order. What is stored is what people decided; how much of it has come follows from the
 * receipts and is never stored a second time.
 */
import { decimal, zero, type Decimal } from '../decimal.ts';
import { Refusal } from '../refusals.ts';
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
    // Refused with GOODS_RECEIVED once something has come.
    ['cancel', ['draft', 'released'], 'cancelled'],
  ],
);

/** What is stored of the state. */
export type PurchaseOrderStage = StateIn<typeof purchaseOrderStates>;

/** What is shown of it: the stage, and of a released order how much has come. */
export const purchaseOrderStatuses = [
  'draft',
  'released',
  'partially_received',
  'received',
  'closed',
  'cancelled',
] as const;
export type PurchaseOrderStatus = (typeof purchaseOrderStatuses)[number];

/** What was ordered of a line and what has come of it, in base units. */
export interface LineProgress {
  ordered: Decimal;
  received: Decimal;
}

/** The state that the receipts make of a stage. */
export function purchaseOrderStatus(
  stage: PurchaseOrderStage,
  lines: readonly LineProgress[],
): PurchaseOrderStatus {
  if (stage !== 'released') return stage;
  if (lines.length > 0 && lines.every(({ ordered, received }) => received.gte(ordered))) return 'received';
  return lines.some(({ received }) => received.gt(zero)) ? 'partially_received' : 'released';
}

/**
 * Whether an order waits for its approval: it has none, and it comes to more than the organization's limit. A limit is
 * in the base currency, so an order in another one always waits.
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

/** Refuses 409 STATE_CHANGED when an order is not the version its caller saw. */
export function assertVersion(present: number, seen: number | undefined): void {
  if (seen === undefined || seen === present) return;
  const message = `The order was changed meanwhile: it is at version ${present}, not ${seen}.`;
  throw new Refusal('STATE_CHANGED', message, { version: present });
}
