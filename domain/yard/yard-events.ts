/** Events of the yard. */
import type { DomainEvent } from '../domain-event.ts';
import type { AppointmentStatus } from './appointment-states.ts';
import type { MoveStatus } from './move-states.ts';

export interface AppointmentRef {
  id: string;
  appointment_no: string;
  warehouse_id: string;
  merchant_id: string | null;
  status: AppointmentStatus;
}

/** `appointment.<what>`: its new state, or what was changed. */
export function appointmentEvent(
  appointment: AppointmentRef,
  what: string,
  previous: AppointmentStatus | null,
  more: Record<string, unknown> = {},
): DomainEvent {
  const { id, appointment_no, warehouse_id, merchant_id, status } = appointment;
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
      ...more,
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

/** `yard.arrived` and `yard.departed`. */
export function visitEvent(
  visit: VisitRef,
  what: 'arrived' | 'departed',
  more: Record<string, unknown> = {},
): DomainEvent {
  const { id, warehouse_id, trailer_id, plate, merchant_id } = visit;
  return {
    type: `yard.${what}`,
    subject_type: 'yard_visit',
    subject_id: id,
    data: { visit_id: id, warehouse_id, trailer_id, plate, merchant_id, ...more },
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

/** `yard.move_<what>`. */
export function moveEvent(
  move: MoveRef,
  what: 'created' | 'started' | 'completed' | 'cancelled',
  previous: MoveStatus | null,
): DomainEvent {
  const { id, status, ...facts } = move;
  return {
    type: `yard.move_${what}`,
    subject_type: 'yard_move',
    subject_id: id,
    data: { move_id: id, ...facts, status, previous_status: previous },
  };
}

/** `yard.spot_closed` and `yard.spot_opened`. */
export function spotEvent(
  spot: { id: string; warehouse_id: string },
  what: 'closed' | 'opened',
  more: Record<string, unknown> = {},
): DomainEvent {
  return {
    type: `yard.spot_${what}`,
    subject_type: 'spot',
    subject_id: spot.id,
    data: { spot_id: spot.id, warehouse_id: spot.warehouse_id, ...more },
  };
}
