/**
 * The queues and how each treats its jobs. The figures were found by testing. What has failed its last attempt is shown
 * with its reason on /ops/queues and can be run again there, as a new command: the failed one's outcome is final.
 */
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
  'outside',
] as const;

export type QueueName = (typeof queueNames)[number];

/**
 * A job carries ids only, of commands of one organization and one name. The inputs are in the `commands` rows, so Redis
 * may lose everything it holds.
 */
export interface CommandJob {
  organization_id: string;
  command_ids: string[];
}

/** A job of more commands than this is a flood's, and has to leave room for others. */
export const fewCommandsMax = 16;

/** How many commands travel together: see `queues/engine/lanes.ts`. */
export const lanePolicy = {
  /** How long the first command of a lane waits for others: zero, unless groups are wanted whatever the load. */
  gatherMs: 0,
  /** Per lane and process: one job runs while the next one gathers behind it. */
  jobsUnderWayMax: 2,
  /** An organization counts as a neighbour for this long after its last command: see `watchNeighbours`. */
  neighboursMs: 1_000,
  commandsPerJobMax: 64,
  /** Limits the input a job's transaction reads. */
  inputCharactersPerJobMax: 1_000_000,
  /**
   * A command that waits longer than this for its lane is committed meanwhile, so that its caller can be answered 202.
   */
  acceptWithinMs: 100,
  /**
   * After this long without an announcement a job no longer holds its place: the announcement or the worker was lost.
   */
  underWayMsMax: 1_000,
  /** Commands run in one process without a queue: see `queues/engine/lone-commands.ts`. */
  loneAtOnceMax: 4,
  /** A longer input is nothing that somebody scanned. */
  loneCharactersMax: 10_000,
  /** After a command that could not be run so, its lane uses its queue for this long. */
  loneRestMs: 1_000,
  /** Jobs of a lane that wait behind those running. The sweeper dispatches any beyond that from their rows. */
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

/** On Postgres each finished job reads all kept ones to find the oldest: a thousand would cost more than the job. */
export const postgresJobOptions: DefaultJobOptions = {
  ...jobOptions,
  removeOnComplete: { count: 100, age: 3600 },
};

/** A 15 s lock with a stalled check every 5 s; BullMQ's defaults left 96 of 3,000 operations open 45 s after kills. */
export const workerOptions: Pick<WorkerOptions, 'lockDuration' | 'stalledInterval' | 'maxStalledCount'> = {
  lockDuration: 15_000,
  stalledInterval: 5_000,
  maxStalledCount: 100,
};

/** Queues with long jobs: only a few at once, so that they never starve the quick ones. */
export const concurrencyOf: Partial<Record<QueueName, number>> = {
  'billing-runs': 2,
  integration: 4,
  events: 4,
};

/**
 * Jobs of one organization that one process has under way on a queue: half of what a worker process runs at a time, so
 * that others find room, and where only a few run at a time two more, so that none of those waits for the next.
 */
export function jobsOfOneMax(queue: QueueName): number {
  return Math.min(8, (concurrencyOf[queue] ?? 8) + 2);
}
