/**
 * Enqueues accepted commands whose job is lost: Redis may be wiped and nothing is lost. What a queue still holds is left
 * alone, however long it waits: a second job would only lengthen the line it stands in.
 */
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { countDispatch, takeDueCommands, type DueCommand } from '../db/tenancy/commands.write.ts';
import type { QueueName } from '../queues/policies.ts';
import type { Dispatch, Producer } from '../queues/producer.ts';
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
      const held = await Promise.all(due.map((command) => producer.isHeld(dispatchOf(command))));
      const lost = due.filter((_, index) => !held[index]);
      if (lost.length === 0) return;
      const counted = await countDispatch(database, lost);
      log.info({ count: counted.length }, 'enqueued again commands whose job was lost');
      await producer.dispatch(counted.map(dispatchOf));
    },
    (fault) => log.warn({ err: fault }, 'the sweep failed and is tried again'),
  );
}

function dispatchOf({ organization_id, id, name, queue, dispatches }: DueCommand): Dispatch {
  return { organization_id, command_id: id, name, queue: queue as QueueName, dispatches };
}
