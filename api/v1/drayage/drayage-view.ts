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
import * as s from '../../../queues/schema.ts';
import { oneOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

const days = () => s.integer({ min: 0, max: 1_000_000 });

const clockView = s.object({
  kind: s.choice(...clockKinds),
  starts_on: s.nullable(s.date()),
  last_free_on: s.nullable(s.date()),
  stops_on: s.nullable(s.date()),
  chargeable_days: s.described(days(), 'Beyond the last free day, up to the day the clock stopped or today.'),
  computed_at: s.instant(),
});

const tracking = {
  container_no: s.freeText(),
  warning: s.nullable(
    s.freeText(),
    'What is wrong with the number by ISO 6346; it is accepted all the same.',
  ),
  container_state: s.choice(...containerStates),
  last_event: s.nullable(
    s.object({
      code: s.choice(...containerCodeNames),
      classifier: s.choice(...classifiers),
      occurred_at: s.instant(),
      location: s.nullable(s.freeText()),
    }),
  ),
  last_free_day: s.nullable(s.date(), 'At the terminal.'),
  clocks: s.listOf(clockView),
};

export const orderView = s.object({
  id: s.uuid(),
  order_no: s.freeText(),
  status: s.choice(...drayageStatuses),
  merchant_id: s.uuid(),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  pickup: s.openObject(),
  delivery: s.openObject(),
  carrier_id: s.nullable(s.uuid()),
  carrier: s.nullable(s.freeText()),
  seal_no: s.nullable(s.freeText()),
  size_type: s.nullable(s.freeText()),
  demurrage_free_days: days(),
  per_diem_free_days: days(),
  demurrage_rate: s.nullable(s.money()),
  per_diem_rate: s.nullable(s.money()),
  currency: s.currency(),
  note: s.freeText(),
  receipt_id: s.nullable(s.uuid()),
  created_at: s.instant(),
  updated_at: s.instant(),
  dispatched_at: s.nullable(s.instant()),
  picked_up_at: s.nullable(s.instant()),
  delivered_at: s.nullable(s.instant()),
  completed_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
  ...tracking,
});

export const containerView = s.object({
  ...tracking,
  drayage_order_id: s.uuid(),
  order_no: s.freeText(),
  order_status: s.choice(...drayageStatuses),
  merchant_id: s.uuid(),
  size_type: s.nullable(s.freeText()),
  receipt_id: s.nullable(s.uuid()),
});

export const eventView = s.object({
  id: s.uuid(),
  drayage_order_id: s.uuid(),
  container_no: s.freeText(),
  code: s.choice(...containerCodeNames),
  dcsa_code: s.nullable(s.freeText()),
  classifier: s.choice(...classifiers),
  occurred_at: s.instant(),
  location: s.nullable(s.freeText()),
  source: s.freeText(),
  external_id: s.nullable(s.freeText()),
  last_free_day: s.nullable(s.date()),
  corrects_event_id: s.nullable(s.uuid()),
  recorded_by: s.freeText(),
  received_at: s.instant(),
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
