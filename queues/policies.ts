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

/** What a job carries: ids only. The input is in the `commands` row, so Redis may lose everything it holds. */
export interface CommandJob {
  organization_id: string;
  command_id: string;
}

/** Faults are retried with backoff; a refusal completes its job. After the last attempt ops sees it as failed. */
export const jobOptions: DefaultJobOptions = {
  attempts: 6,
  backoff: { type: 'exponential', delay: 200, jitter: 0.5 },
  removeOnComplete: { count: 1000, age: 3600 },
  removeOnFail: { count: 5000, age: 7 * 24 * 3600 },
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
