/** What a carrier reports on the way, and where it takes an order (the codes of EDI 214, in words). */
import { allowedActions, type StateMachine } from '../state-machine.ts';
import { transportStates, type TransportStatus } from './transport-states.ts';

export const trackingCodes = [
  'dispatched',
  'arrived_at_pickup',
  'picked_up',
  'in_transit',
  'arrived_at_stop',
  'departed_stop',
  'out_for_delivery',
  'arrived_at_delivery',
  'delivered',
  'delayed',
  'exception',
  'eta_changed',
] as const;
export type TrackingCode = (typeof trackingCodes)[number];

type Step = 'dispatch' | 'depart' | 'deliver';

const stepOf: Partial<Record<TrackingCode, Step>> = {
  dispatched: 'dispatch',
  arrived_at_pickup: 'dispatch',
  picked_up: 'depart',
  in_transit: 'depart',
  arrived_at_stop: 'depart',
  departed_stop: 'depart',
  out_for_delivery: 'depart',
  arrived_at_delivery: 'depart',
  delivered: 'deliver',
};

/**
 * The step an event takes its order, or none: an event that tells of no progress, one that tells of a state the order has
 * left behind, and one that happened before what moved the order last.
 */
export function stepOfEvent(
  order: { status: TransportStatus; tracked_at: Date | null },
  event: { code: TrackingCode; occurred_at: Date },
): Step | undefined {
  const step = stepOf[event.code];
  if (!step) return undefined;
  if (order.tracked_at && event.occurred_at < order.tracked_at) return undefined;
  const machine: StateMachine<string, string> = transportStates;
  return allowedActions(machine, order.status).includes(step) ? step : undefined;
}
