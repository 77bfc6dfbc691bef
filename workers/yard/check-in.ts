/** Checks in a truck with an appointment at the gate. Does nothing when repeated. */
import { lockAppointment } from '../../db/yard/appointments.write.ts';
import { checkInAppointment } from '../../db/yard/check-in.write.ts';
import { refuseOther } from '../../domain/state-machine.ts';
import { appointmentStates, type AppointmentStatus } from '../../domain/yard/appointment-states.ts';
import { plainPlate } from '../../domain/yard/plates.ts';
import type { appointmentCommands } from '../../queues/yard/appointments.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

const arrived: readonly AppointmentStatus[] = ['checked_in', 'at_door', 'completed'];

export const checkIn: Handler<typeof appointmentCommands.checkIn> = async (
  work,
  { appointment_id: id, ...seen },
) => {
  assertOperator(work);
  const appointment = await lockAppointment(work.tx, id);
  const { status, plate } = appointment;
  if (!arrived.includes(status)) await checkInAppointment(work, appointment, seen);
  else if (seen.plate && plate && plainPlate(seen.plate) !== plainPlate(plate))
    throw refuseOther(appointmentStates, [status, 'check_in'], { plate });
  return { id };
};
