/**
 * Puts the trailer of a checked-in appointment at its door, or at another one that is named. Does nothing when
 * repeated.
 */
import { bookedWindows } from '../../db/yard/appointments.read.ts';
import { changeAppointment, lockAppointment, type Appointment } from '../../db/yard/appointments.write.ts';
import { assertSpotFree, lockSpotIn, putOnSpot } from '../../db/yard/spots.write.ts';
import { spotOfVisit } from '../../db/yard/moves.write.ts';
import { lockVisit, visitOfAppointment } from '../../db/yard/visits.write.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { assertSaidBefore, nextState } from '../../domain/state-machine.ts';
import { appointmentStates } from '../../domain/yard/appointment-states.ts';
import type { appointmentCommands } from '../../queues/yard/appointments.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler, Work } from '../engine/handler.ts';

export const toDoor: Handler<typeof appointmentCommands.toDoor> = async (
  work,
  { appointment_id: id, door_id: wanted },
) => {
  const { tx } = work;
  assertOperator(work);
  const appointment = await lockAppointment(tx, id);
  const visitId = await visitOfAppointment(tx, id);
  if (appointment.status === 'at_door') {
    const door_id = visitId ? await spotOfVisit(tx, visitId) : null;
    assertSaidBefore(appointmentStates, ['at_door', 'to_door'], { door_id: wanted }, { door_id });
    return { id };
  }
  const status = nextState(appointmentStates, appointment.status, 'to_door');
  const visit = visitId && (await lockVisit(tx, visitId));
  if (!visit || visit.departed_at)
    throw new Refusal('NOT_IN_YARD', 'The trailer of the appointment is not in the yard.', {
      appointment_id: id,
    });
  const door = await lockSpotIn(tx, appointment.warehouse_id, wanted ?? appointment.door_id!, 'door_id');
  if (door.kind !== 'door') throw invalid('door_id', 'no_door', 'door_id must name a door');
  if ((await spotOfVisit(tx, visit.id)) !== door.id) {
    await assertSpotFree(tx, door);
    await putOnSpot(tx, visit.id, door.id, work.acceptedAt);
  }
  const door_id = await doorToShow(work, appointment, door.id);
  await changeAppointment(work, appointment, { status, door_id });
  return { id };
};

/** The door the trailer is at, unless that is booked for another truck then: the booking stays where it was. */
async function doorToShow(
  { tx }: Work,
  { id, door_id: booked, warehouse_id: warehouseId, window_start: start, window_end: end }: Appointment,
  doorId: string,
): Promise<string | null> {
  if (doorId === booked) return booked;
  const others = await bookedWindows(tx, warehouseId, start, id);
  const isTaken = others.some(
    (one) => !one.is_over && one.door_id === doorId && one.start < end && one.end > start,
  );
  return isTaken ? booked : doorId;
}
