/** v1: how drayage orders, containers and their events are shown. */
import {
  findDrayageOrder,
  type ContainerEventRow,
  type TrackedOrder,
} from '../../../db/drayage/orders.read.ts';
import { containerNoWarning } from '../../../domain/catalog/container-no.ts';
import { chargeableDays, clockKinds } from '../../../domain/drayage/clocks.ts';
import {
  classifiers,
  containerCodeNames,
  containerStates,
} from '../../../domain/drayage/container-events.ts';
import { drayageStatuses } from '../../../domain/drayage/drayage-states.ts';
import {
  choice,
  currency,
  date,
  described,
  freeText,
  instant,
  integer,
  listOf,
  money,
  nullable,
  object,
  openObject,
  uuid,
} from '../../../queues/schema.ts';
import { oneOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

const days = () => integer({ min: 0, max: 1_000_000 });

const clockView = object({
  kind: choice(...clockKinds),
  starts_on: nullable(date()),
  last_free_on: nullable(date()),
  stops_on: nullable(date()),
  chargeable_days: described(days(), 'Beyond the last free day, up to the day the clock stopped or today.'),
  computed_at: instant(),
});

const tracking = {
  container_no: freeText(),
  warning: described(
    nullable(freeText()),
    'What is wrong with the number by ISO 6346; it is accepted all the same.',
  ),
  container_state: choice(...containerStates),
  last_event: nullable(
    object({
      code: choice(...containerCodeNames),
      classifier: choice(...classifiers),
      occurred_at: instant(),
      location: nullable(freeText()),
    }),
  ),
  last_free_day: described(nullable(date()), 'At the terminal.'),
  clocks: listOf(clockView),
};

export const orderView = object({
  id: uuid(),
  order_no: freeText(),
  status: choice(...drayageStatuses),
  merchant_id: uuid(),
  warehouse_id: uuid(),
  warehouse_code: freeText(),
  pickup: openObject(),
  delivery: openObject(),
  carrier_id: nullable(uuid()),
  carrier: nullable(freeText()),
  seal_no: nullable(freeText()),
  size_type: nullable(freeText()),
  demurrage_free_days: days(),
  per_diem_free_days: days(),
  demurrage_rate: nullable(money()),
  per_diem_rate: nullable(money()),
  currency: currency(),
  note: freeText(),
  receipt_id: nullable(uuid()),
  created_at: instant(),
  updated_at: instant(),
  dispatched_at: nullable(instant()),
  picked_up_at: nullable(instant()),
  delivered_at: nullable(instant()),
  completed_at: nullable(instant()),
  cancelled_at: nullable(instant()),
  ...tracking,
});

export const containerView = object({
  ...tracking,
  drayage_order_id: uuid(),
  order_no: freeText(),
  order_status: choice(...drayageStatuses),
  merchant_id: uuid(),
  size_type: nullable(freeText()),
  receipt_id: nullable(uuid()),
});

export const eventView = object({
  id: uuid(),
  drayage_order_id: uuid(),
  container_no: freeText(),
  code: choice(...containerCodeNames),
  dcsa_code: nullable(freeText()),
  classifier: choice(...classifiers),
  occurred_at: instant(),
  location: nullable(freeText()),
  source: freeText(),
  external_id: nullable(freeText()),
  last_free_day: nullable(date()),
  corrects_event_id: nullable(uuid()),
  recorded_by: freeText(),
  received_at: instant(),
});

function trackingOf({ container_no, container_state, last_event, clocks, today }: TrackedOrder) {
  return {
    container_no,
    warning: containerNoWarning(container_no) ?? null,
    container_state,
    last_event,
    last_free_day: clocks.find(({ kind }) => kind === 'demurrage')?.last_free_on ?? null,
    clocks: clocks.map((clock) => ({ ...clock, chargeable_days: chargeableDays(clock, today) })),
  };
}

export function showOrder(order: TrackedOrder) {
  return present(orderView, { ...order, ...trackingOf(order) });
}

export function showContainer(order: TrackedOrder) {
  const { id, status, ...row } = order;
  return present(containerView, {
    ...row,
    ...trackingOf(order),
    drayage_order_id: id,
    order_status: status,
  });
}

export function showEvent({ order_id, ...row }: ContainerEventRow) {
  return present(eventView, { ...row, drayage_order_id: order_id });
}

/** An order with its container's state and clocks. Refuses 404. */
export const orderDetail = oneOf('drayage order', findDrayageOrder, showOrder);
