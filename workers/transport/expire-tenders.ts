/** Every half minute: expires the tenders nobody answered in time. */
import { expiredTenders } from '../../db/transport/expired-tenders.read.ts';
import { transportCommands } from '../../queues/transport/transport.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';

/** Safe in several processes at once: an expired tender is not expired again. */
export async function expireTenders(parts: Scheduling): Promise<void> {
  const over = await expiredTenders(parts.database);
  const due = over.map(({ organization_id, ...input }) => ({ organization_id, input }));
  await submitDue(parts, 'expired tenders', transportCommands.expireTender, due);
}
