/**
 * Puts the trailer of a checked-in appointment at its door, or at another one that is named. Does nothing when
 * repeated.
 */
import { changeAppointment, lockAppointment } from '../../db/yard/appointments.write.ts';
import { assertSpotFree, lockSpotIn, putOnSpot } from '../../db/yard/spots.write.ts';
import { spotOfVisit } from '../../db/yard/moves.write.ts';
import { lockVisit, visitOfAppointment } from '../../db/yard/visits.write.ts';
import { invalid, Refusal } from '../../domain/refusals.ts';
import { nextState } from '../../domain/state-machine.ts';
import { appointmentStates } from '../../domain/yard/appointment-states.ts';
import type { appointmentCommands } from '../../queues/yard/appointments.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../handler.ts';

export const toDoor: Handler<typeof appointmentCommands.toDoor> = async (
  work,
  { appointment_id: id, door_id: wanted },
) => {
  const { tx, organizationId } = work;
  assertOperator(work);
  const appointment = await lockAppointment(tx, organizationId, id);
  if (appointment.status === 'at_door') return { id };
  const status = nextState(appointmentStates, appointment.status, 'to_door');
  const visitId = await visitOfAppointment(tx, organizationId, id);
  const visit = visitId && (await lockVisit(tx, organizationId, visitId));
  if (!visit || visit.departed_at)
    throw new Refusal('NOT_IN_YARD', 'The trailer of the appointment is not in the yard.', {
      appointment_id: id,
    });
  const door = await lockSpotIn(
    tx,
    organizationId,
    appointment.warehouse_id,
    wanted ?? appointment.door_id!,
    'door_id',
  );
  if (door.kind !== 'door') throw invalid('door_id', 'no_door', 'door_id must name a door');
  if ((await spotOfVisit(tx, organizationId, visit.id)) !== door.id) {
    await assertSpotFree(tx, organizationId, door);
    await putOnSpot(tx, organizationId, visit.id, door.id, work.acceptedAt);
  }
  await changeAppointment(work, appointment, { status });
  return { id };
};
