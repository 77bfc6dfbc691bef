/** Events of waves, pick jobs, pick tasks and cartons. */
import { eventKind, eventsOf } from '../event-kind.ts';
import { choice, nullable, number, optional, text, uuid } from '../event-fields.ts';
import { pickJobStatuses, pickMethods, type PickMethod } from './pick-job-states.ts';
import { pickTaskStatuses } from './pick-task-states.ts';
import { waveStatuses } from './wave-states.ts';

const wave = {
  wave_id: uuid(),
  wave_no: text(),
  warehouse_id: uuid(),
  status: choice(...waveStatuses),
  previous_status: nullable(choice(...waveStatuses)),
  // What a release created, and what a cancellation undid.
  pick_task_count: optional(number()),
  shipment_count: optional(number()),
  excluded_count: optional(number()),
  cancelled_pick_tasks: optional(number()),
};

const pickTask = {
  pick_task_id: uuid(),
  wave_id: nullable(uuid()),
  shipment_id: uuid(),
  merchant_id: uuid(),
  status: choice(...pickTaskStatuses),
  previous_status: choice(...pickTaskStatuses),
};

const pickJob = {
  pick_job_id: uuid(),
  job_no: text(),
  warehouse_id: uuid(),
  method: choice(...pickMethods),
  status: choice(...pickJobStatuses),
  // Null when it was just made.
  previous_status: nullable(choice(...pickJobStatuses)),
  // Null while it waits for somebody of its zone.
  person: nullable(text()),
  zone: nullable(text()),
  metres: nullable(number()),
};

const carton = { carton_id: uuid(), shipment_id: uuid(), merchant_id: uuid() };

export const pickingEvents = {
  ...eventKind('wave_template', { seenWith: ['wms.picking.view'] }, { created: {}, changed: {} }),
  ...eventKind(
    'wave',
    { seenWith: ['wms.outbound.view', 'wms.picking.view'] },
    { opened: wave, open: wave, released: wave, picking: wave, completed: wave, cancelled: wave },
  ),
  ...eventKind(
    'pick_task',
    { seenWith: ['wms.outbound.view', 'wms.picking.view'] },
    {
      open: pickTask,
      assigned: pickTask,
      in_progress: pickTask,
      done: pickTask,
      short: pickTask,
      cancelled: pickTask,
    },
  ),
  ...eventKind(
    'pick_job',
    { seenWith: ['wms.outbound.view', 'wms.picking.view'] },
    {
      open: pickJob,
      in_progress: pickJob,
      done: { ...pickJob, picked_tasks: number() },
      abandoned: { ...pickJob, picked_tasks: number() },
    },
  ),
  ...eventKind(
    'carton',
    { seenWith: ['wms.outbound.view', 'wms.packing.view'] },
    { packed: { ...carton, sscc: text(), carton_no: number() }, unpacked: carton },
  ),
} as const;

type Events = typeof pickingEvents;

export interface PickJobRef {
  id: string;
  job_no: string;
  warehouse_id: string;
  method: PickMethod;
  person: string | null;
  zone: string | null;
  metres: string | null;
}

/** `pick_job.<what>`. */
export const pickJobEvent = eventsOf<Events>()(
  'pick_job',
  ({ id }: PickJobRef) => ({ subject_type: 'pick_job', subject_id: id }),
  ({ id, job_no, warehouse_id, method, person, zone, metres }) => ({
    pick_job_id: id,
    job_no,
    warehouse_id,
    method,
    person,
    zone,
    metres: metres === null ? null : Number(metres),
  }),
);
