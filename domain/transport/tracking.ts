/** What a carrier reports in transit, and the step each report moves an order to (EDI 214 codes, in words). */
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
 * The step an event moves its order to. None for an event that reports no progress, reports a state the order has
 * already passed, or happened before the event that last moved the order.
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
