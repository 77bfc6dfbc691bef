/** The dispute file of a trip: its clocks reconstructed from the events, as JSON and as a document to send. */
import {
  findDrayageOrder,
  listClockChanges,
  listTripEvents,
  type ClockRow,
  type ContainerEventRow,
  type TrackedOrder,
} from '../../../db/drayage/orders.read.ts';
import { readOrganization } from '../../../db/tenancy/organizations.read.ts';
import { containerNoWarning } from '../../../domain/catalog/container-no.ts';
import { decimal, toJsonNumber } from '../../../domain/decimal.ts';
import { chargeableDays, clockKinds, clocksOf } from '../../../domain/drayage/clocks.ts';
import { classifiers, containerCodeNames, standing } from '../../../domain/drayage/container-events.ts';
import { drayageStatuses } from '../../../domain/drayage/drayage-states.ts';
import { localDays } from '../../../domain/local-day.ts';
import * as s from '../../../queues/schema.ts';
import type { Call } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';

const days = () => s.integer({ min: 0, max: 1_000_000 });
const clockFields = {
  kind: s.choice(...clockKinds),
  starts_on: s.nullable(s.date()),
  last_free_on: s.nullable(s.date()),
  stops_on: s.nullable(s.date()),
};

export const disputeView = s.object({
  drayage_order_id: s.uuid(),
  order_no: s.freeText(),
  status: s.choice(...drayageStatuses),
  container_no: s.freeText(),
  warning: s.nullable(s.freeText()),
  time_zone: s.freeText(),
  as_of: s.date(),
  currency: s.currency(),
  clocks: s.described(
    s.listOf(
      s.object({
        ...clockFields,
        free_days: days(),
        chargeable_days: days(),
        rate: s.nullable(s.money()),
        amount: s.nullable(s.money(), 'Chargeable days times the rate.'),
      }),
    ),
    'Recomputed from the events below.',
  ),
  readings: s.described(
    s.listOf(s.object({ ...clockFields, computed_at: s.instant(), cause_event_id: s.nullable(s.uuid()) })),
    'Every reading the clocks ever had, with the event that caused it.',
  ),
  events: s.listOf(
    s.object({
      id: s.uuid(),
      code: s.choice(...containerCodeNames),
      dcsa_code: s.nullable(s.freeText()),
      classifier: s.choice(...classifiers),
      occurred_at: s.instant(),
      received_at: s.instant(),
      location: s.nullable(s.freeText()),
      source: s.freeText(),
      external_id: s.nullable(s.freeText()),
      last_free_day: s.nullable(s.date()),
      corrects_event_id: s.nullable(s.uuid()),
      stands: s.described(s.flag(), 'False: a later event corrects it, and it no longer counts.'),
    }),
  ),
});

/** The facts of a dispute. Refuses 404. */
export async function disputeFacts({ tx }: Call, id: string) {
  const order = existing('drayage order', await findDrayageOrder(tx, id));
  const events = await listTripEvents(tx, id);
  const readings = await listClockChanges(tx, id);
  const { name: operator } = await readOrganization(tx);
  return { operator, facts: showDispute(order, events, readings) };
}

export type DisputeFacts = ReturnType<typeof showDispute>;

function showDispute(
  order: TrackedOrder,
  events: readonly ContainerEventRow[],
  readings: readonly ClockRow[],
) {
  const { today, time_zone: zone } = order;
  const stands = new Set(standing(events).map(({ id }) => id));
  const terms = {
    demurrage: { free_days: order.demurrage_free_days, rate: order.demurrage_rate },
    per_diem: { free_days: order.per_diem_free_days, rate: order.per_diem_rate },
  };
  return {
    drayage_order_id: order.id,
    order_no: order.order_no,
    status: order.status,
    container_no: order.container_no,
    warning: containerNoWarning(order.container_no) ?? null,
    time_zone: zone,
    as_of: today,
    currency: order.currency,
    clocks: clocksOf(events, order, localDays(zone)).map((clock) => {
      const { free_days, rate } = terms[clock.kind];
      const chargeable = chargeableDays(clock, today);
      return {
        ...clock,
        free_days,
        chargeable_days: chargeable,
        rate: rate === null ? null : toJsonNumber(rate),
        amount: rate === null ? null : toJsonNumber(decimal(rate).times(decimal(chargeable))),
      };
    }),
    readings: readings.map(({ kind, starts_on, last_free_on, stops_on, cause_event_id, computed_at }) => ({
      kind,
      starts_on,
      last_free_on,
      stops_on,
      cause_event_id,
      computed_at: computed_at.toISOString(),
    })),
    events: events.map(({ order_id: _order, container_no: _no, recorded_by: _by, ...event }) => ({
      ...event,
      occurred_at: event.occurred_at.toISOString(),
      received_at: event.received_at.toISOString(),
      stands: stands.has(event.id),
    })),
  };
}
