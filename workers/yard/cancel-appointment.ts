/** Cancels an appointment nobody has arrived for, which frees its door. Does nothing when repeated. */
import { changeAppointment, lockAppointment } from '../../db/yard/appointments.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { appointmentStates } from '../../domain/yard/appointment-states.ts';
import type { appointmentCommands } from '../../queues/yard/appointments.ts';
import type { Handler } from '../engine/handler.ts';

export const cancelAppointment: Handler<typeof appointmentCommands.cancelAppointment> = async (
  work,
  { appointment_id: id, reason = null },
) => {
  const appointment = await lockAppointment(work.tx, id);
  if (appointment.status === 'cancelled') return { id };
  const status = nextState(appointmentStates, appointment.status, 'cancel');
  await changeAppointment(work, appointment, { status, cancel_reason: reason });
  return { id };
};
