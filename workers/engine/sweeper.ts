/**
 * Enqueues accepted commands that no queue holds: Redis may be wiped, or the process end in whose line they waited, and
 * nothing is lost. A command whose job is still in a queue is left alone however long it waits: a second job would only
 * lengthen the queue.
 */
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { moveToJobs, takeDueCommands, type DueCommand } from '../../db/engine/commands.write.ts';
import { formJobs, type GoesTogether } from '../../queues/engine/jobs.ts';
import type { QueueName } from '../../queues/engine/policies.ts';
import type { Dispatch, Place, Producer } from '../../queues/engine/producer.ts';
import { repeat } from './repeat.ts';

const sweepEveryMs = 1_000;
const sweepLimit = 1_000;

export function startSweeper(
  database: Database,
  producer: Producer,
  goesTogether: GoesTogether,
  log: Logger,
): { stop(): Promise<void> } {
  return repeat(
    sweepEveryMs,
    async () => {
      // A sweep that cannot deliver would only push back each command's next try.
      if (!producer.isReady()) return;
      const due = await takeDueCommands(database, sweepLimit);
      const places = new Map<string, Place>();
      for (const command of due) {
        const { job_id: jobId } = command;
        if (!places.has(jobId)) places.set(jobId, await producer.placeOf(dispatchOf(command)));
      }
      const lost = due.filter(({ job_id: jobId }) => places.get(jobId) !== 'held');
      if (lost.length === 0) return;
      // It may wait in the line of another process: under its own id it does not become a second job.
      const [anew, same] = parted(
        lost,
        // Its own job has ended without it, or may be formed anew with others that are waiting.
        ({ job_id: jobId, name }) => places.get(jobId) === 'ended' || goesTogether(name),
      );
      const moved = anew.length > 0 ? await moveToJobs(database, formJobs(anew, goesTogether)) : [];
      log.info({ count: same.length + moved.length }, 'enqueued again commands that no queue held');
      await producer.dispatch([...same, ...moved].map(dispatchOf));
    },
    (fault) => log.warn({ err: fault }, 'the sweep failed and is tried again'),
  );
}

function parted<T>(values: readonly T[], isFirst: (value: T) => boolean): [T[], T[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))];
}

function dispatchOf({ organization_id, id, name, queue, job_id }: DueCommand): Dispatch {
  return { organization_id, command_id: id, name, queue: queue as QueueName, job_id };
}
