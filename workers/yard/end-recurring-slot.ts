/** Ends a recurring slot and cancels its appointments that nobody has arrived for. Does nothing when repeated. */
import { changeAppointment, lockAppointment } from '../../db/yard/appointments.write.ts';
import { endSlot, lockRecurringSlot } from '../../db/yard/recurring-slots.write.ts';
import { allowedActions } from '../../domain/state-machine.ts';
import { appointmentStates } from '../../domain/yard/appointment-states.ts';
import type { recurringSlotCommands } from '../../queues/yard/spots.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const endRecurringSlot: Handler<typeof recurringSlotCommands.endRecurringSlot> = async (
  work,
  { slot_id: id },
) => {
  const { tx } = work;
  assertOperator(work);
  const slot = await lockRecurringSlot(tx, id);
  if (!slot.is_active) return { id };
  for (const appointmentId of await endSlot(tx, id)) {
    const appointment = await lockAppointment(tx, appointmentId);
    if (!allowedActions(appointmentStates, appointment.status).includes('cancel')) continue;
    const cancel_reason = 'The recurring slot ended.';
    await changeAppointment(work, appointment, { status: 'cancelled', cancel_reason });
  }
  work.emit({ type: 'recurring_slot.ended', subject_type: 'recurring_slot', subject_id: id });
  return { id };
};
