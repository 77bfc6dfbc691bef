/** Moves an appointment to another window: at its own door if that is free, otherwise at any suitable one. */
import { bookDoor, changeAppointment, lockAppointment } from '../../db/yard/appointments.write.ts';
import { nextState } from '../../domain/state-machine.ts';
import { appointmentStates, appointmentWindow } from '../../domain/yard/appointment-states.ts';
import type { appointmentCommands } from '../../queues/yard/appointments.ts';
import type { Handler } from '../engine/handler.ts';

export const rescheduleAppointment: Handler<typeof appointmentCommands.rescheduleAppointment> = async (
  work,
  { appointment_id: id, window_start, window_end, door_id: wanted },
) => {
  const { tx, actor } = work;
  const { start, end } = appointmentWindow(window_start, window_end);
  const appointment = await lockAppointment(tx, id);
  const status = nextState(appointmentStates, appointment.status, 'reschedule');
  // An appointment rescheduled by a merchant is a new request: the operator reviews it and assigns a door again.
  const booked = actor.merchant_id
    ? ({ status: 'requested', door_id: null } as const)
    : {
        status,
        door_id: await bookDoor(tx, {
          warehouseId: appointment.warehouse_id,
          type: appointment.type,
          start,
          end,
          doorId: wanted,
          preferredDoorId: appointment.door_id,
          appointmentId: id,
        }),
      };
  await changeAppointment(
    work,
    appointment,
    { ...booked, window_start: start, window_end: end },
    'rescheduled',
  );
  return { id };
};
