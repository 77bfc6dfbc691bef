/** Reserves a door for a carrier at the same time every week; the next four weeks' appointments are created at once. */
import { assertReference } from '../../db/records.read.ts';
import { appointmentFacts } from '../../db/yard/appointment-facts.read.ts';
import { insertRecurringSlot, lockRecurringSlot, openSlotDays } from '../../db/yard/recurring-slots.write.ts';
import { lockDoors } from '../../db/yard/spots.write.ts';
import { invalid } from '../../domain/refusal.ts';
import type { recurringSlotCommands } from '../../queues/yard/spots.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const createRecurringSlot: Handler<typeof recurringSlotCommands.createRecurringSlot> = async (
  work,
  input,
) => {
  const { tx } = work;
  assertOperator(work);
  const { warehouse_id: warehouseId, door_id: doorId, type = 'inbound', valid_from: from = null } = input;
  if (from && input.valid_to && input.valid_to < from)
    throw invalid('valid_to', 'range', 'valid_to must not be before valid_from');
  await assertReference(tx, 'warehouses', warehouseId, 'warehouse_id');
  await lockDoors(tx, warehouseId, type, doorId);
  const merchantId = input.merchant_id ?? null;
  if (merchantId) await assertReference(tx, 'merchants', merchantId, 'merchant_id');
  const { carrier, carrier_id } = await appointmentFacts(tx, {
    carrier: input.carrier,
    carrierId: input.carrier_id ?? null,
    receiptId: null,
    merchantId,
    warehouseId,
  });
  const id = await insertRecurringSlot(tx, {
    warehouse_id: warehouseId,
    door_id: doorId,
    type,
    carrier,
    carrier_id,
    merchant_id: merchantId,
    weekdays: [...new Set(input.weekdays)].toSorted((a, b) => a - b),
    start_time: input.start_time,
    minutes: input.minutes,
    valid_from: from,
    valid_to: input.valid_to ?? null,
  });
  await openSlotDays(work, await lockRecurringSlot(tx, id));
  work.emit({ type: 'recurring_slot.created', subject_type: 'recurring_slot', subject_id: id });
  return { id };
};
