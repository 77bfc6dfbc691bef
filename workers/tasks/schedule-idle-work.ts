/** Every ten minutes: has work that nobody has touched for hours given back, wherever there may be some. */
import { organizationsWithIdleWork } from '../../db/tasks/idle-work.write.ts';
import { workCommands } from '../../queues/tasks/work.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';

/** Safe in several processes at once: what was given back is not given back again. */
export async function scheduleIdleWork(parts: Scheduling): Promise<void> {
  const found = await organizationsWithIdleWork(parts.database);
  const due = found.map(({ organization_id, kind }) => ({ organization_id, input: { kind } }));
  await submitDue(parts, 'idle work', workCommands.returnIdleWork, due);
}
