/** Events of planned moves. One that carries goods of several merchants names none, so it is the operator's. */
import { choice, nullable, number, text, uuid } from '../event-fields.ts';
import { eventKind, eventsOf } from '../event-kind.ts';
import { plannedMoveKinds, type PlannedMoveKind } from './move-kinds.ts';
import { plannedMoveStatuses } from './planned-move-states.ts';

const step = {
  move_id: uuid(),
  move_no: text(),
  kind: choice(...plannedMoveKinds),
  warehouse_id: uuid(),
  merchant_id: nullable(uuid()),
  status: choice(...plannedMoveStatuses),
  previous_status: nullable(choice(...plannedMoveStatuses)),
};
const planned = {
  ...step,
  item_id: nullable(uuid()),
  from_location_id: uuid(),
  to_location_id: uuid(),
  qty: number(),
};
const held = { ...step, assignee_id: uuid(), assignee: text() };

export const moveEvents = {
  ...eventKind('pick_face', { seenWith: ['wms.putaway.view'] }, { created: {}, changed: {} }),
  ...eventKind(
    'velocity',
    { seenWith: ['wms.putaway.view'] },
    { classified: { warehouse_id: uuid(), days: number(), items_changed: number() } },
  ),
  ...eventKind('putaway_rule', { seenWith: ['wms.putaway.view'] }, { created: {}, changed: {} }),
  ...eventKind(
    'planned_move',
    { seenWith: ['wms.putaway.view'] },
    {
      open: planned,
      assigned: held,
      in_progress: held,
      done: { ...planned, done_qty: number(), actor: text(), reason: nullable(text()) },
      cancelled: { ...step, end_reason: text() },
    },
  ),
} as const;

type Events = typeof moveEvents;

export interface PlannedMoveRef {
  id: string;
  move_no: string;
  kind: PlannedMoveKind;
  warehouse_id: string;
  merchant_id: string | null;
}

/** `planned_move.<what>`. */
export const plannedMoveEvent = eventsOf<Events>()(
  'planned_move',
  ({ id }: PlannedMoveRef) => ({ subject_type: 'planned_move', subject_id: id }),
  ({ id, move_no, kind, warehouse_id, merchant_id }) => ({
    move_id: id,
    move_no,
    kind,
    warehouse_id,
    merchant_id,
  }),
);
