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
import {
  choice,
  currency,
  date,
  described,
  flag,
  freeText,
  instant,
  integer,
  listOf,
  money,
  nullable,
  object,
  uuid,
} from '../../../queues/schema.ts';
import type { Call } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';

const days = () => integer({ min: 0, max: 1_000_000 });
const clockFields = {
  kind: choice(...clockKinds),
  starts_on: nullable(date()),
  last_free_on: nullable(date()),
  stops_on: nullable(date()),
};

export const disputeView = object({
  drayage_order_id: uuid(),
  order_no: freeText(),
  status: choice(...drayageStatuses),
  container_no: freeText(),
  warning: nullable(freeText()),
  time_zone: freeText(),
  as_of: date(),
  currency: currency(),
  clocks: described(
    listOf(
      object({
        ...clockFields,
        free_days: days(),
        chargeable_days: days(),
        rate: nullable(money()),
        amount: described(nullable(money()), 'Chargeable days times the rate.'),
      }),
    ),
    'Recomputed from the events below.',
  ),
  readings: described(
    listOf(object({ ...clockFields, computed_at: instant(), cause_event_id: nullable(uuid()) })),
    'Every reading the clocks ever had, with the event that caused it.',
  ),
  events: listOf(
    object({
      id: uuid(),
      code: choice(...containerCodeNames),
      dcsa_code: nullable(freeText()),
      classifier: choice(...classifiers),
      occurred_at: instant(),
      received_at: instant(),
      location: nullable(freeText()),
      source: freeText(),
      external_id: nullable(freeText()),
      last_free_day: nullable(date()),
      corrects_event_id: nullable(uuid()),
      stands: described(flag(), 'False: a later event corrects it, and it no longer counts.'),
    }),
  ),
});

/** The facts of a dispute. Refuses 404. */
export async function disputeFacts({ tx, organizationId }: Call, id: string) {
  const order = existing('drayage order', await findDrayageOrder(tx, organizationId, id));
  const events = await listTripEvents(tx, organizationId, id);
  const readings = await listClockChanges(tx, organizationId, id);
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
