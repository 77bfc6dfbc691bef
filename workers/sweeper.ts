/**
 * Enqueues accepted commands whose job was lost: Redis may be wiped and nothing is lost. A command whose job is still
 * in a queue is left alone however long it waits: a second job would only lengthen the queue.
 */
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { moveToJobs, takeDueCommands, type DueCommand } from '../db/tenancy/commands.write.ts';
import { formJobs } from '../queues/jobs.ts';
import type { QueueName } from '../queues/policies.ts';
import type { Dispatch, Producer } from '../queues/producer.ts';
import { repeat } from './repeat.ts';

const sweepEveryMs = 1_000;
const sweepLimit = 1_000;

export function startSweeper(database: Database, producer: Producer, log: Logger): { stop(): Promise<void> } {
  return repeat(
    sweepEveryMs,
    async () => {
      // A sweep that cannot deliver would only push back each command's next try.
      if (!producer.isReady()) return;
      const due = await takeDueCommands(database, sweepLimit);
      const isHeld = new Map<string, boolean>();
      for (const command of due) {
        const { job_id: jobId } = command;
        if (!isHeld.has(jobId)) isHeld.set(jobId, await producer.isHeld(dispatchOf(command)));
      }
      const lost = due.filter((command) => !isHeld.get(command.job_id));
      if (lost.length === 0) return;
      const moved = await moveToJobs(database, formJobs(lost));
      log.info({ count: moved.length }, 'enqueued again commands whose job was lost');
      await producer.dispatch(moved.map(dispatchOf));
    },
    (fault) => log.warn({ err: fault }, 'the sweep failed and is tried again'),
  );
}

function dispatchOf({ organization_id, id, name, queue, job_id }: DueCommand): Dispatch {
  return { organization_id, command_id: id, name, queue: queue as QueueName, job_id };
}
