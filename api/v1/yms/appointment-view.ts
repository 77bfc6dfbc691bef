/** How dock appointments are shown on v1. */
import { findAppointment, type AppointmentRow } from '../../../db/yard/appointments.read.ts';
import {
  appointmentStatuses,
  appointmentTypes,
  punctualities,
} from '../../../domain/yard/appointment-states.ts';
import {
  choice,
  described,
  freeText,
  instant,
  integer,
  nullable,
  object,
  uuid,
} from '../../../queues/schema.ts';
import type { Call } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

export const appointmentView = object({
  id: uuid(),
  appointment_no: freeText(),
  warehouse_id: uuid(),
  warehouse_code: freeText(),
  type: choice(...appointmentTypes),
  status: choice(...appointmentStatuses),
  door_id: nullable(uuid()),
  door: described(nullable(freeText()), "The door's code; null while a request awaits approval."),
  merchant_id: nullable(uuid()),
  carrier: freeText(),
  carrier_id: nullable(uuid()),
  plate: nullable(freeText()),
  container_no: nullable(freeText()),
  receipt_id: nullable(uuid()),
  load_id: nullable(uuid()),
  window_start: instant(),
  window_end: instant(),
  note: freeText(),
  recurring_slot_id: nullable(uuid()),
  visit_id: nullable(uuid()),
  arrived_at: nullable(instant()),
  punctuality: nullable(choice(...punctualities)),
  minutes_off: described(nullable(integer({ min: 0, max: 1e9 })), 'Minutes outside the window.'),
  at_door_at: nullable(instant()),
  completed_at: nullable(instant()),
  cancelled_at: nullable(instant()),
  cancel_reason: nullable(freeText()),
  created_at: instant(),
  updated_at: instant(),
});

export function showAppointment(row: AppointmentRow) {
  return present(appointmentView, row);
}

/** Refuses 404. */
export async function appointmentDetail(
  { tx, organizationId }: Pick<Call, 'tx' | 'organizationId'>,
  { id }: { id: string },
) {
  const found = existing('dock appointment', await findAppointment(tx, organizationId, id));
  return showAppointment(found);
}
