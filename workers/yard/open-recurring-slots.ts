/** Creates the appointments of all recurring slots for the next four weeks, each day once. */
import { lockRecurringSlot, openSlotDays, slotsToOpen } from '../../db/yard/recurring-slots.write.ts';
import type { recurringSlotCommands } from '../../queues/yard/spots.ts';
import type { Handler } from '../engine/handler.ts';

export const openRecurringSlots: Handler<typeof recurringSlotCommands.openRecurringSlots> = async (work) => {
  const { tx } = work;
  const totals = { made: 0, taken: 0, waiting: 0 };
  for (const id of await slotsToOpen(tx)) {
    const slot = await lockRecurringSlot(tx, id);
    if (!slot.is_active) continue;
    const { made, taken, isWaiting } = await openSlotDays(work, slot);
    totals.made += made;
    totals.taken += taken;
    if (isWaiting) totals.waiting += 1;
  }
  return totals;
};
