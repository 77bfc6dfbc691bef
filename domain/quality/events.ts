/** Events of inspection plans, and of the inspections they ask for. */
import { choice, list, nullable, number, text, uuid } from '../event-fields.ts';
import { eventKind, eventsOf } from '../event-kind.ts';
import { goodsInspectionStatuses } from './inspection-states.ts';

const status = choice(...goodsInspectionStatuses);
const step = {
  inspection_id: uuid(),
  merchant_id: uuid(),
  receipt_id: uuid(),
  item_id: uuid(),
  status,
  previous_status: nullable(status),
};
const seenWith = ['wms.inspections.view'] as const;

export const qualityEvents = {
  ...eventKind('inspection_plan', { seenWith }, { created: {}, changed: {} }),
  ...eventKind(
    'goods_inspection',
    { seenWith },
    {
      opened: { ...step, qty: number(), held_qty: number() },
      inspected: { ...step, outcome: choice('passed', 'failed') },
      decided: { ...step, decision: choice('accept', 'hold', 'reject'), held_qty: number() },
      cancelled: { ...step, reason: nullable(text()) },
      photographed: { ...step, photo_ids: list(uuid()) },
    },
  ),
} as const;

type Events = typeof qualityEvents;

export interface InspectionRef {
  id: string;
  merchant_id: string;
  receipt_id: string;
  item_id: string;
}

/** `goods_inspection.<what>`. */
export const inspectionEvent = eventsOf<Events>()(
  'goods_inspection',
  ({ id }: InspectionRef) => ({ subject_type: 'goods_inspection', subject_id: id }),
  ({ id, merchant_id, receipt_id, item_id }) => ({ inspection_id: id, merchant_id, receipt_id, item_id }),
);
