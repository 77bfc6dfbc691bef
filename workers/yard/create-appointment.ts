/**
 * Books a window at a dock door: scheduled, or requested when the warehouse approves its appointments. A merchant's
 * token can only request, and the door is assigned on approval: it does not see other merchants' windows, so it cannot
 * choose among them.
 */
import { assertReference } from '../../db/records.read.ts';
import { findLoad } from '../../db/shipping/loads.read.ts';
import { ownerFor } from '../../db/tenancy/merchants.read.ts';
import { bookDoor, insertAppointment, lockDockRules } from '../../db/yard/appointments.write.ts';
import { appointmentFacts } from '../../db/yard/appointment-facts.read.ts';
import { invalid, unknownReference } from '../../domain/refusal.ts';
import { appointmentWindow } from '../../domain/yard/appointment-states.ts';
import { plainPlate } from '../../domain/yard/plates.ts';
import type { appointmentCommands } from '../../queues/yard/appointments.ts';
import type { Handler } from '../engine/handler.ts';

export const createAppointment: Handler<typeof appointmentCommands.createAppointment> = async (
  work,
  input,
) => {
  const { tx, actor } = work;
  const { warehouse_id: warehouseId, door_id: doorId, load_id: loadId = null } = input;
  const { start, end } = appointmentWindow(input.window_start, input.window_end);
  if (actor.merchant_id && doorId)
    throw invalid(
      'door_id',
      'not_yours',
      'door_id is given by the operator when it approves the appointment',
    );
  await assertReference(tx, 'warehouses', warehouseId, 'warehouse_id');
  if (loadId && !(await findLoad(tx, loadId))) throw unknownReference('load_id', 'load');
  const facts = await appointmentFacts(tx, {
    carrier: input.carrier,
    carrierId: input.carrier_id ?? null,
    receiptId: input.receipt_id ?? null,
    merchantId: await ownerFor(tx, input.merchant_id, actor.merchant_id),
    warehouseId,
  });
  const type = input.type ?? (loadId ? 'outbound' : 'inbound');
  const booked = actor.merchant_id
    ? { status: 'requested' as const, door_id: null }
    : {
        status: (await lockDockRules(tx, warehouseId)).approval_required
          ? ('requested' as const)
          : ('scheduled' as const),
        door_id: await bookDoor(tx, { warehouseId, type, start, end, doorId }),
      };
  const { id } = await insertAppointment(work, {
    ...facts,
    ...booked,
    type,
    warehouse_id: warehouseId,
    plate: input.plate ? plainPlate(input.plate) : null,
    container_no: input.container_no ?? null,
    load_id: loadId,
    window_start: start,
    window_end: end,
    note: input.note ?? '',
  });
  return { id };
};
