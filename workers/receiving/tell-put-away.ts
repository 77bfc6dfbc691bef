/**
 * Every five minutes: tells of receipts whose goods have left dock and staging, by whatever took them. Asked for beside the
 * work and not with each move: what leaves a dock is mostly of no receipt that is waited for, and would have to look.
 */
import { organizationsAwaitingPutaway, tellAwaited } from '../../db/moves/putaway/put-away.write.ts';
import { receiptCommands } from '../../queues/receiving/receipts.ts';
import type { Handler } from '../engine/handler.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';

export const tellPutAway: Handler<typeof receiptCommands.tellPutAway> = async (work) => ({
  found: await tellAwaited(work),
});

/** Safe in several processes at once: what is told is locked, and not told again. */
export async function schedulePutAway(parts: Scheduling): Promise<void> {
  const found = await organizationsAwaitingPutaway(parts.database);
  const due = found.map(({ organization_id }) => ({ organization_id, input: {} }));
  await submitDue(parts, 'putaway', receiptCommands.tellPutAway, due);
}
