/** Events of drayage. Each names the merchant, so that a merchant's reader gets its own. */
import { choice, list, nullable, record, text, uuid } from '../event-fields.ts';
import { eventKind, eventsOf } from '../event-kind.ts';
import { clockKinds } from './clocks.ts';
import { classifiers } from './container-events.ts';
import { drayageStatuses } from './drayage-states.ts';

const order = {
  drayage_order_id: uuid(),
  order_no: text(),
  merchant_id: uuid(),
  warehouse_id: uuid(),
  container_no: text(),
};
const status = choice(...drayageStatuses);
const step = { ...order, status, previous_status: nullable(status) };
const clocks = list(record({ kind: choice(...clockKinds), last_free_on: nullable(text()) }));
const happened = {
  ...order,
  event_id: uuid(),
  classifier: choice(...classifiers),
  occurred_at: text(),
  location: nullable(text()),
  corrects_event_id: nullable(uuid()),
  clocks,
};

export const drayageEvents = {
  ...eventKind(
    'drayage_order',
    { seenWith: ['drayage.view'] },
    {
      created: step,
      dispatched: step,
      picked_up: step,
      delivered: step,
      completed: { ...step, receipt_id: uuid(), asn_id: nullable(uuid()) },
      cancelled: step,
      terms_changed: { ...step, clocks },
    },
  ),
  ...eventKind(
    'container',
    { seenWith: ['drayage.view'], subjects: ['drayage_order'] },
    {
      vessel_loaded: happened,
      vessel_departed: happened,
      vessel_arrived: happened,
      vessel_discharged: happened,
      customs_hold: happened,
      customs_released: happened,
      available: happened,
      last_free_day_set: happened,
      full_out: happened,
      delivered: happened,
      unloaded: happened,
      empty_out: happened,
      empty_in: happened,
    },
  ),
} as const;

type Events = typeof drayageEvents;

export interface DrayageRef {
  id: string;
  order_no: string;
  merchant_id: string;
  warehouse_id: string;
  container_no: string;
}

const idsOf = ({ id, order_no, merchant_id, warehouse_id, container_no }: DrayageRef) => ({
  drayage_order_id: id,
  order_no,
  merchant_id,
  warehouse_id,
  container_no,
});

const subjectOf = ({ id }: DrayageRef) => ({ subject_type: 'drayage_order', subject_id: id });

/** `drayage_order.<what>`. */
export const drayageEvent = eventsOf<Events>()('drayage_order', subjectOf, idsOf);

/** `container.<code>`. */
export const containerEvent = eventsOf<Events>()('container', subjectOf, idsOf);
