/**
 * One BullMQ worker per queue. A refusal completes its command; a fault is retried with backoff, then set aside for
 * ops.
 */
import type { Job } from 'bullmq';
import type { Logger } from 'pino';
import { openWorker, type QueueBackend } from '../../queues/engine/backend.ts';
import type { Announcer } from '../../queues/engine/outcomes.ts';
import { concurrencyOf, queueNames, type CommandJob } from '../../queues/engine/policies.ts';
import { faultWords, judgeSqlError } from '../../db/sql-errors.ts';
import type { Outcome } from '../../queues/engine/waiting-room.ts';
import { recordFailure, type RunnerDeps } from './run-command.ts';
import { runJob, type Faulted } from './run-job.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export interface QueueWorkersParts {
  backend: QueueBackend;
  parts: RunnerDeps;
  announcer: Announcer;
  metrics: WorkerMetrics;
  concurrency: number;
  log: Logger;
}

export function startQueueWorkers({
  backend,
  parts,
  announcer,
  metrics,
  concurrency,
  log,
}: QueueWorkersParts): { stop(): Promise<void> } {
  const announce = (commandId: string, outcome: Outcome): void =>
    announcer.announce({ command_id: commandId, state: outcome.state, outcome });

  /**
   * Logs one failed command; after the last attempt it is given up, unless the database was unreachable. Returns
   * whether it was given up.
   */
  const setAside = async (job: Job<CommandJob>, { id, fault }: Faulted): Promise<boolean> => {
    const { organization_id: organizationId } = job.data;
    const facts = { err: fault, command: job.name, command_id: id, organization_id: organizationId };
    const isLastAttempt = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
    // Only an unreachable database is not the command's fault; a timeout is. While it is unreachable the row stays
    // accepted, and the sweeper enqueues it again when the database is back.
    if (!isLastAttempt || judgeSqlError(fault).kind === 'away') {
      log.warn({ ...facts, attempt: job.attemptsMade + 1 }, 'a command failed and will be tried again');
      return false;
    }
    log.error(facts, 'a command was set aside after its last attempt');
    const outcome = await recordFailure(parts, organizationId, id, faultWords(fault));
    if (outcome) announce(id, outcome);
    return outcome !== undefined;
  };

  const run = async (job: Job<CommandJob>): Promise<string> => {
    const { organization_id: organizationId, command_ids: ids } = job.data;
    const ended = metrics.begin(job.queueName);
    const outcomes: Outcome['state'][] = [];
    try {
      const { states, faulted } = await runJob(parts, organizationId, ids, (finished) => {
        for (const { id, outcome } of finished) announce(id, outcome);
      });
      outcomes.push(...states);
      for (const one of faulted) if (await setAside(job, one)) outcomes.push('failed');
      // The job is retried for these alone: the others have their outcome.
      if (faulted.length > 0) throw faulted[0]!.fault;
      return states.length === 0 ? 'finished before' : states.join();
    } finally {
      ended(outcomes);
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
