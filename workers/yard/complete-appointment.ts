/** Completes an appointment, which frees its door. Does nothing when repeated. */
import { changeAppointment, lockAppointment } from '../../db/yard/appointments.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { appointmentStates } from '../../domain/yard/appointment-states.ts';
import type { appointmentCommands } from '../../queues/yard/appointments.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const completeAppointment: Handler<typeof appointmentCommands.completeAppointment> = async (
  work,
  { appointment_id: id },
) => {
  assertOperator(work);
  const appointment = await lockAppointment(work.tx, id);
  if (appointment.status === 'completed') return { id };
  const status = nextState(appointmentStates, appointment.status, 'complete');
  await changeAppointment(work, appointment, { status });
  return { id };
};
