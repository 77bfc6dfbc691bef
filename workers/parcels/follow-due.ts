/** What is asked of carriers at its time. Safe in several processes at once: who takes a label is the only one to ask of it. */
import type { Database } from '../../db/database.ts';
import { parcelCommands } from '../../queues/parcels/parcels.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';

const atOnce = 500;
// The rest is asked after with the next run.
const batchesMax = 20;

type Command = typeof parcelCommands.followRefund | typeof parcelCommands.followParcel;
type Take = (database: Database, limit: number) => Promise<{ organization_id: string; id: string }[]>;

export async function followDue(
  parts: Scheduling,
  task: string,
  command: Command,
  take: Take,
): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const taken = await take(parts.database, atOnce);
    const due = taken.map(({ organization_id, id }) => ({ organization_id, input: { label_id: id } }));
    await submitDue(parts, task, command, due);
    if (taken.length < atOnce) return;
  }
}
