/**
 * Creates the appointments of all recurring slots for the next four weeks, each day once, and each slot's by a command of
 * its own: one that is refused or takes too long holds up no other.
 */
import { lockRecurringSlot, openSlotDays, slotsToOpen } from '../../db/yard/recurring-slots.write.ts';
import { recurringSlotCommands } from '../../queues/yard/spots.ts';
import type { Handler } from '../engine/handler.ts';

export const openRecurringSlots: Handler<typeof recurringSlotCommands.openRecurringSlots> = async (
  work,
  { slot_id: id },
) => {
  const { tx, enqueue } = work;
  if (id === undefined) {
    for (const slotId of await slotsToOpen(tx))
      enqueue(recurringSlotCommands.openRecurringSlots, { slot_id: slotId });
    return { made: 0, taken: 0, waiting: 0 };
  }
  const slot = await lockRecurringSlot(tx, id);
  if (!slot.is_active) return { made: 0, taken: 0, waiting: 0 };
  const { made, taken, isWaiting } = await openSlotDays(work, slot);
  return { made, taken, waiting: isWaiting ? 1 : 0 };
};
