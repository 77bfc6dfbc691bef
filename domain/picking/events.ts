/** Events of waves, pick tasks and cartons. */
import { eventKind } from '../event-kind.ts';
import { choice, nullable, number, optional, text, uuid } from '../event-fields.ts';
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

const packPlan = {
  shipment_id: uuid(),
  merchant_id: uuid(),
  cartons: number(),
  unpacked_lines: number(),
};

const carton = { carton_id: uuid(), shipment_id: uuid(), merchant_id: uuid() };

export const pickingEvents = {
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
  ...eventKind('pack_plan', { seenWith: ['wms.outbound.view', 'wms.packing.view'] }, { made: packPlan }),
  ...eventKind(
    'carton',
    { seenWith: ['wms.outbound.view', 'wms.packing.view'] },
    { packed: { ...carton, sscc: text(), carton_no: number() }, unpacked: carton },
  ),
} as const;
