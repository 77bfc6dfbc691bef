/**
 * Records what passed the gate. `in` with an appointment checks it in, without one it begins a walk-in visit; `out`
 * ends the visit and its appointment. Lock order: appointment, trailer, visit, spot, move, receipt.
 */
import { assertReference } from '../../db/records.read.ts';
import { ownerFor } from '../../db/tenancy/merchants.read.ts';
import { changeAppointment, lockAppointment } from '../../db/yard/appointments.write.ts';
import { checkInAppointment } from '../../db/yard/check-in.write.ts';
import {
  appointmentOfPlate,
  arrive,
  depart,
  gateMoment,
  lockActiveVisit,
} from '../../db/yard/visits.write.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { allowedActions, nextState } from '../../domain/state-machine.ts';
import { appointmentStates } from '../../domain/yard/appointment-states.ts';
import { plainPlate } from '../../domain/yard/plates.ts';
import type { gateCommands } from '../../queues/yard/appointments.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler, Work } from '../engine/handler.ts';

type Entry = InputOf<typeof gateCommands.recordGateEntry>;

export const recordGateEntry: Handler<typeof gateCommands.recordGateEntry> = async (work, entry) => {
  assertOperator(work);
  await assertReference(work.tx, 'warehouses', entry.warehouse_id, 'warehouse_id');
  return { id: entry.direction === 'in' ? await comeIn(work, entry) : await goOut(work, entry) };
};

async function comeIn(work: Work, entry: Entry): Promise<string> {
  const { tx, actor } = work;
  const { appointment_id: appointmentId, warehouse_id: warehouseId, plate } = entry;
  if (appointmentId) {
    const missing = () => unknownReference('appointment_id', 'dock appointment of that warehouse');
    const appointment = await lockAppointment(tx, appointmentId, missing);
    if (appointment.warehouse_id !== warehouseId) throw missing();
    return checkInAppointment(work, appointment, entry);
  }
  const { gateEntryId } = await arrive(work, gateMoment(entry.occurred_at, work.acceptedAt), {
    ...entry,
    warehouseId,
    plate,
    carrier: entry.carrier ?? null,
    merchantId: await ownerFor(tx, entry.merchant_id, actor.merchant_id),
    appointmentId: null,
    usualContent: 'unknown',
    spotId: entry.spot_id,
  });
  return gateEntryId;
}

async function goOut(work: Work, entry: Entry): Promise<string> {
  const { tx } = work;
  const { plate, warehouse_id: warehouseId, appointment_id: named } = entry;
  const appointmentId = await appointmentOfPlate(tx, plate);
  const appointment = appointmentId && (await lockAppointment(tx, appointmentId));
  const visit = await lockActiveVisit(tx, { plate });
  if (!visit || visit.warehouse_id !== warehouseId) {
    const gone = plainPlate(plate);
    throw new Refusal('NOT_IN_YARD', `${gone} is not in the yard of that warehouse.`, { plate: gone });
  }
  if (named && named !== visit.appointment_id)
    throw invalid('appointment_id', 'other_appointment', 'appointment_id is not what the trailer came for');
  const at = gateMoment(entry.occurred_at, work.acceptedAt, visit.arrived_at);
  const id = await depart(work, visit, at, entry);
  if (appointment && allowedActions(appointmentStates, appointment.status).includes('complete')) {
    const status = nextState(appointmentStates, appointment.status, 'complete');
    await changeAppointment(work, appointment, { status, completed_at: at });
  }
  return id;
}
