/** How dock appointments are shown on v1. */
import { findAppointment, type AppointmentRow } from '../../../db/yard/appointments.read.ts';
import {
  appointmentStatuses,
  appointmentTypes,
  punctualities,
} from '../../../domain/yard/appointment-states.ts';
import * as s from '../../../queues/schema.ts';
import type { Call } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

export const appointmentView = s.object({
  id: s.uuid(),
  appointment_no: s.freeText(),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  type: s.choice(...appointmentTypes),
  status: s.choice(...appointmentStatuses),
  door_id: s.nullable(s.uuid()),
  door: s.nullable(s.freeText(), "The door's code; null while a request awaits approval."),
  merchant_id: s.nullable(s.uuid()),
  carrier: s.freeText(),
  carrier_id: s.nullable(s.uuid()),
  plate: s.nullable(s.freeText()),
  container_no: s.nullable(s.freeText()),
  receipt_id: s.nullable(s.uuid()),
  load_id: s.nullable(s.uuid()),
  window_start: s.instant(),
  window_end: s.instant(),
  note: s.freeText(),
  recurring_slot_id: s.nullable(s.uuid()),
  visit_id: s.nullable(s.uuid()),
  arrived_at: s.nullable(s.instant()),
  punctuality: s.nullable(s.choice(...punctualities)),
  minutes_off: s.nullable(s.integer({ min: 0, max: 1e9 }), 'Minutes outside the window.'),
  at_door_at: s.nullable(s.instant()),
  completed_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
  cancel_reason: s.nullable(s.freeText()),
  created_at: s.instant(),
  updated_at: s.instant(),
});

export function showAppointment(row: AppointmentRow) {
  return present(appointmentView, row);
}

/** Refuses 404. */
export async function appointmentDetail({ tx }: Pick<Call, 'tx' | 'organizationId'>, { id }: { id: string }) {
  const found = existing('dock appointment', await findAppointment(tx, id));
  return showAppointment(found);
}
