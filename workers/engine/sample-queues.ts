/** Every minute: keeps how far each queue is behind, for the day that `/ops/overview` shows. */
import type { Database } from '../../db/database.ts';
import { commandBacklog } from '../../db/engine/backlog.read.ts';
import { keepSamples } from '../../db/engine/queue-samples.write.ts';
import { queueNames } from '../../queues/engine/policies.ts';

/** Safe in several processes at once: the first of a minute is kept. */
export async function sampleQueues({ database }: { database: Database }): Promise<void> {
  const found = new Map((await commandBacklog(database)).map((row) => [row.queue, row]));
  const idle = { open: '0', lag_seconds: '0', failed: '0' };
  await keepSamples(
    database,
    queueNames.map((queue) => found.get(queue) ?? { queue, ...idle }),
  );
}
