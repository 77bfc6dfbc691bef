/** Approves a requested appointment and gives it a door if it has none. Does nothing when repeated. */
import { bookDoor, changeAppointment, lockAppointment } from '../../db/yard/appointments.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { appointmentStates } from '../../domain/yard/appointment-states.ts';
import type { appointmentCommands } from '../../queues/yard/appointments.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const approveAppointment: Handler<typeof appointmentCommands.approveAppointment> = async (
  work,
  { appointment_id: id, door_id: wanted },
) => {
  const { tx } = work;
  assertOperator(work);
  const appointment = await lockAppointment(tx, id);
  if (appointment.status === 'scheduled') return { id };
  const status = nextState(appointmentStates, appointment.status, 'approve');
  const door_id = await bookDoor(tx, {
    warehouseId: appointment.warehouse_id,
    type: appointment.type,
    start: appointment.window_start,
    end: appointment.window_end,
    doorId: wanted ?? appointment.door_id,
    appointmentId: id,
  });
  await changeAppointment(work, appointment, { status, door_id });
  return { id };
};
