/** The queues and how each treats its jobs. Figures come from the tried mechanics: see ARCHITECTURE.md, Queues. */
import type { DefaultJobOptions, WorkerOptions } from 'bullmq';

export const queueNames = [
  'receiving',
  'inventory',
  'allocation',
  'push-to-wms',
  'billing-runs',
  'print-dispatch',
  'integration',
  'events',
] as const;

export type QueueName = (typeof queueNames)[number];

/**
 * What a job carries: ids only, of commands of one organization and one name. The inputs are in the `commands` rows, so
 * Redis may lose everything it holds.
 */
export interface CommandJob {
  organization_id: string;
  command_ids: string[];
}

/** How many commands travel together: see `queues/lanes.ts`. */
export const lanePolicy = {
  /** How long the first of a lane waits for others: not at all, but where groups are wanted whatever the load. */
  gatherMs: 0,
  /** Of a lane and a process: one that runs while the next one gathers behind another. */
  jobsUnderWayMax: 2,
  commandsPerJobMax: 64,
  /** Of the inputs a job's transaction reads. */
  inputCharactersPerJobMax: 1_000_000,
  /** A command that waits longer for its lane is committed meanwhile, so that its caller may be told 202. */
  acceptWithinMs: 100,
  /** A job that was not heard of for so long no longer holds its place: its announcement, or its worker, is lost. */
  underWayMsMax: 1_000,
  /** Jobs of a lane that wait behind those under way. The sweeper dispatches what is more: the rows are there. */
  jobsWaitingMax: 100,
};

export type LanePolicy = typeof lanePolicy;

/** Faults are retried with backoff; a refusal completes its job. After the last attempt ops sees it as failed. */
export const jobOptions: DefaultJobOptions = {
  attempts: 6,
  backoff: { type: 'exponential', delay: 200, jitter: 0.5 },
  removeOnComplete: { count: 1000, age: 3600 },
  removeOnFail: { count: 5000, age: 7 * 24 * 3600 },
};

/** On Postgres every job that ends reads all that are kept to find the oldest: a thousand would cost more than the job. */
export const postgresJobOptions: DefaultJobOptions = {
  ...jobOptions,
  removeOnComplete: { count: 100, age: 3600 },
};

/** A lock of 15 s with a stalled check every 5 s; defaults left 96 of 3,000 operations open 45 s after kills. */
export const workerOptions: Pick<WorkerOptions, 'lockDuration' | 'stalledInterval' | 'maxStalledCount'> = {
  lockDuration: 15_000,
  stalledInterval: 5_000,
  maxStalledCount: 100,
};

/** Queues whose jobs are long: few at once, so that they never starve the quick ones. */
export const concurrencyOf: Partial<Record<QueueName, number>> = {
  'billing-runs': 2,
  integration: 4,
  events: 4,
};
