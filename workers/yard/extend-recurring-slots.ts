/** Every hour: has each organization with recurring slots create the appointments of the next four weeks. */
import { organizationsWithSlots } from '../../db/yard/recurring-slots.read.ts';
import { recurringSlotCommands } from '../../queues/yard/spots.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';

/** Safe in several processes at once: a unique key allows one appointment per day. */
export async function extendRecurringSlots(parts: Scheduling): Promise<void> {
  const organizations = await organizationsWithSlots(parts.database);
  const due = organizations.map((organization_id) => ({ organization_id, input: {} }));
  await submitDue(parts, 'recurring slots', recurringSlotCommands.openRecurringSlots, due);
}
