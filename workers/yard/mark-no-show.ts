/** Marks an appointment as a no-show. Refuses 400 before the window has begun. Does nothing when repeated. */
import { changeAppointment, lockAppointment } from '../../db/yard/appointments.write.ts';
import { invalid } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { appointmentStates } from '../../domain/yard/appointment-states.ts';
import type { appointmentCommands } from '../../queues/yard/appointments.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const markNoShow: Handler<typeof appointmentCommands.markNoShow> = async (
  work,
  { appointment_id: id },
) => {
  assertOperator(work);
  const appointment = await lockAppointment(work.tx, id);
  if (appointment.status === 'no_show') return { id };
  const status = nextState(appointmentStates, appointment.status, 'no_show');
  if (appointment.window_start.getTime() > Date.now())
    throw invalid(
      'window_start',
      'not_begun',
      'the window of the appointment has not begun: the truck may still come',
    );
  await changeAppointment(work, appointment, { status });
  return { id };
};
