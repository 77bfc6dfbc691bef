/** Enqueues accepted commands whose job is lost: Redis may be wiped and nothing is lost. */
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { takeDueCommands } from '../db/tenancy/commands.write.ts';
import type { QueueName } from '../queues/policies.ts';
import type { Producer } from '../queues/producer.ts';
import { repeat } from './repeat.ts';

const sweepEveryMs = 1_000;
const sweepLimit = 1_000;

export function startSweeper(database: Database, producer: Producer, log: Logger): { stop(): Promise<void> } {
  return repeat(
    sweepEveryMs,
    async () => {
      // A sweep that cannot deliver would only move each command's next try further away.
      if (!producer.isReady()) return;
      const due = await takeDueCommands(database, sweepLimit);
      if (due.length === 0) return;
      log.info({ count: due.length }, 'enqueued again commands whose job was lost or is late');
      await producer.dispatch(
        due.map(({ organization_id, id, name, queue, merchant_id, dispatches }) => ({
          organization_id,
          command_id: id,
          name,
          queue: queue as QueueName,
          merchant_id,
          dispatches,
        })),
      );
    },
    (fault) => log.warn({ err: fault }, 'the sweep failed and is tried again'),
  );
}
