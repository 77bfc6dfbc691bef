/** Events of the yard: appointments, gate entries, moves, spots and their rules. */
import { choice, flag, nullable, number, optional, text, uuid } from '../event-fields.ts';
import { eventKind, type EventOf } from '../event-kind.ts';
import { appointmentStatuses, type AppointmentStatus } from './appointment-states.ts';
import { moveStatuses, type MoveStatus } from './move-states.ts';

const seenWith = ['yms.view'] as const;

const appointment = {
  appointment_id: uuid(),
  appointment_no: text(),
  warehouse_id: uuid(),
  merchant_id: nullable(uuid()),
  status: choice(...appointmentStatuses),
  previous_status: nullable(choice(...appointmentStatuses)),
  window_start: text(),
};

const visit = {
  visit_id: uuid(),
  warehouse_id: uuid(),
  trailer_id: uuid(),
  plate: text(),
  merchant_id: nullable(uuid()),
};

const move = {
  move_id: uuid(),
  move_no: text(),
  warehouse_id: uuid(),
  visit_id: uuid(),
  trailer_id: uuid(),
  from_spot_id: nullable(uuid()),
  to_spot_id: uuid(),
  status: choice(...moveStatuses),
  previous_status: nullable(choice(...moveStatuses)),
};

const place = { spot_id: uuid(), warehouse_id: uuid() };

export const yardEvents = {
  ...eventKind(
    'appointment',
    { seenWith, subjects: ['dock_appointment'] },
    // One event per status, named after it.
    {
      requested: appointment,
      scheduled: appointment,
      rescheduled: appointment,
      checked_in: appointment,
      at_door: appointment,
      completed: appointment,
      no_show: appointment,
      cancelled: appointment,
    } satisfies Record<AppointmentStatus | 'rescheduled', typeof appointment>,
  ),
  ...eventKind(
    'yard',
    { seenWith, subjects: ['yard_visit'] },
    {
      arrived: { ...visit, appointment_id: nullable(uuid()), is_walk_in: flag() },
      departed: { ...visit, dwell_minutes: number(), detention_minutes: number() },
    },
  ),
  ...eventKind('yard_move', { seenWith }, { created: move, started: move, completed: move, cancelled: move }),
  ...eventKind(
    'spot',
    { seenWith },
    { created: {}, changed: {}, closed: { ...place, reason: text() }, opened: place },
  ),
  ...eventKind(
    'dock_rules',
    { seenWith, subjects: ['warehouse'] },
    {
      changed: {
        warehouse_id: uuid(),
        capacity_per_hour: optional(nullable(number())),
        approval_required: optional(flag()),
        free_minutes: optional(number()),
      },
    },
  ),
  ...eventKind('recurring_slot', { seenWith }, { created: {}, ended: {} }),
} as const;

type Events = typeof yardEvents;

export interface AppointmentRef {
  id: string;
  appointment_no: string;
  warehouse_id: string;
  merchant_id: string | null;
  status: AppointmentStatus;
  window_start: Date;
}

/** `appointment.<what>`: its new status, or `rescheduled`. */
export function appointmentEvent(
  booked: AppointmentRef,
  what: AppointmentStatus | 'rescheduled',
  previous: AppointmentStatus | null,
): EventOf<Events, `appointment.${AppointmentStatus | 'rescheduled'}`> {
  const { id, appointment_no, warehouse_id, merchant_id, status } = booked;
  return {
    type: `appointment.${what}`,
    subject_type: 'dock_appointment',
    subject_id: id,
    data: {
      appointment_id: id,
      appointment_no,
      warehouse_id,
      merchant_id,
      status,
      previous_status: previous,
      window_start: booked.window_start.toISOString(),
    },
  };
}

export interface VisitRef {
  id: string;
  warehouse_id: string;
  trailer_id: string;
  plate: string;
  merchant_id: string | null;
}

const visitFacts = ({ id, warehouse_id, trailer_id, plate, merchant_id }: VisitRef) => ({
  visit_id: id,
  warehouse_id,
  trailer_id,
  plate,
  merchant_id,
});

/** A trailer arrived. */
export function arrivedEvent(
  present: VisitRef,
  appointmentId: string | null,
): EventOf<Events, 'yard.arrived'> {
  return {
    type: 'yard.arrived',
    subject_type: 'yard_visit',
    subject_id: present.id,
    data: {
      ...visitFacts(present),
      appointment_id: appointmentId,
      is_walk_in: appointmentId === null,
    },
  };
}

/** A trailer departed. */
export function departedEvent(
  gone: VisitRef,
  minutes: { dwell_minutes: number; detention_minutes: number },
): EventOf<Events, 'yard.departed'> {
  return {
    type: 'yard.departed',
    subject_type: 'yard_visit',
    subject_id: gone.id,
    data: { ...visitFacts(gone), ...minutes },
  };
}

export interface MoveRef {
  id: string;
  move_no: string;
  warehouse_id: string;
  visit_id: string;
  trailer_id: string;
  from_spot_id: string | null;
  to_spot_id: string;
  status: MoveStatus;
}

type MoveWord = 'created' | 'started' | 'completed' | 'cancelled';

/** `yard_move.<what>`. */
export function moveEvent(
  { id, ...facts }: MoveRef,
  what: MoveWord,
  previous: MoveStatus | null,
): EventOf<Events, `yard_move.${MoveWord}`> {
  const { move_no, warehouse_id, visit_id, trailer_id, from_spot_id, to_spot_id, status } = facts;
  return {
    type: `yard_move.${what}`,
    subject_type: 'yard_move',
    subject_id: id,
    data: {
      move_id: id,
      move_no,
      warehouse_id,
      visit_id,
      trailer_id,
      from_spot_id,
      to_spot_id,
      status,
      previous_status: previous,
    },
  };
}
