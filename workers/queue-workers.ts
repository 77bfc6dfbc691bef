/** One BullMQ worker a queue. A refusal completes its job; a fault is retried with backoff, then set aside for ops. */
import type { Job } from 'bullmq';
import type { Logger } from 'pino';
import { openWorker, type QueueBackend } from '../queues/backend.ts';
import type { Announcer } from '../queues/outcomes.ts';
import { concurrencyOf, queueNames, type CommandJob } from '../queues/policies.ts';
import { faultWords, judgeSqlError } from '../db/sql-errors.ts';
import type { Outcome } from '../queues/gateway.ts';
import { recordFailure, runJob, type RunnerDeps } from './run-command.ts';

export interface QueueWorkersParts {
  backend: QueueBackend;
  parts: RunnerDeps;
  announcer: Announcer;
  concurrency: number;
  log: Logger;
}

export function startQueueWorkers({ backend, parts, announcer, concurrency, log }: QueueWorkersParts): {
  stop(): Promise<void>;
} {
  const announce = (commandId: string, outcome: Outcome): void =>
    announcer.announce({ command_id: commandId, state: outcome.state, outcome });

  const run = async (job: Job<CommandJob>): Promise<string> => {
    const { organization_id: organizationId, command_id: commandId } = job.data;
    try {
      const outcome = await runJob(parts, organizationId, commandId);
      if (outcome) announce(commandId, outcome);
      return outcome?.state ?? 'finished before';
    } catch (fault) {
      const facts = {
        err: fault as unknown,
        command: job.name,
        command_id: commandId,
        organization_id: organizationId,
      };
      const isLastAttempt = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
      // Only a database that is not there is no fault of the command; time that ran out is. While it is away the row stays accepted; the sweeper brings it back when the database is.
      if (isLastAttempt && judgeSqlError(fault).kind !== 'away') {
        log.error(facts, 'a command was set aside after its last attempt');
        const outcome = await recordFailure(parts, organizationId, commandId, faultWords(fault));
        if (outcome) announce(commandId, outcome);
      } else {
        log.warn({ ...facts, attempt: job.attemptsMade + 1 }, 'a command failed and will be tried again');
      }
      throw fault;
    }
  };

  const workers = queueNames.map((name) => {
    const worker = openWorker<CommandJob>(backend, name, run, {
      concurrency: Math.min(concurrencyOf[name] ?? concurrency, concurrency),
    });
    worker.on('stalled', (jobId) =>
      log.warn({ queue: name, job_id: jobId }, 'a job stalled and is run again'),
    );
    return worker;
  });
  return {
    stop: async () => {
      await Promise.allSettled(workers.map((worker) => worker.close()));
    },
  };
}
