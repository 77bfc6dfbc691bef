/** Prometheus metrics of a worker process: what it finished, how long its jobs took, how many are running. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { tablesByMonth } from '../../db/retention/months.write.ts';
import { retainedTableNames, type RetainedTableName } from '../../domain/retention/tables.ts';
import { queueNames } from '../../queues/engine/policies.ts';
import type { Outcome } from '../../queues/engine/waiting-room.ts';

export interface WorkerMetrics {
  registry: Registry;
  /** Marks the start of a job; call the returned function when it has ended, with its outcomes. */
  begin(queue: string): (states: readonly Outcome['state'][]) => void;
  /** What a sweep in this process did with a retained table. */
  swept(table: RetainedTableName, rowsRemoved: number, isWhole: boolean): void;
  /** How many of the coming months a table has no partition for. */
  missing(table: string, months: number): void;
}

const states = ['done', 'refused', 'failed'] as const;

export function createWorkerMetrics(): WorkerMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const finished = new Counter({
    name: 'commands_finished_total',
    help: 'Commands this process finished, by outcome.',
    labelNames: ['queue', 'state'],
    registers,
  });
  const duration = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time a job took, with all commands it carried.',
    labelNames: ['queue'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers,
  });
  const running = new Gauge({
    name: 'jobs_running',
    help: 'Jobs this process carries out now.',
    labelNames: ['queue'],
    registers,
  });
  const removed = new Counter({
    name: 'retention_rows_removed_total',
    help: 'Rows this process removed after they were written to files.',
    labelNames: ['table'],
    registers,
  });
  const failedSweeps = new Counter({
    name: 'retention_failures_total',
    help: 'Sweeps of a table by this process that ended before they were through.',
    labelNames: ['table'],
    registers,
  });
  const monthsMissing = new Gauge({
    name: 'retention_months_missing',
    help: 'Months to come that a table has no partition for; three are made ahead.',
    labelNames: ['table'],
    registers,
  });
  for (const table of tablesByMonth) monthsMissing.set({ table }, 0);
  for (const table of retainedTableNames) {
    removed.inc({ table }, 0);
    failedSweeps.inc({ table }, 0);
  }
  // Alerts on an increase from zero only work when the zero was exported.
  for (const queue of queueNames) {
    for (const state of states) finished.inc({ queue, state }, 0);
    duration.zero({ queue });
    running.set({ queue }, 0);
  }
  return {
    registry,
    missing: (table, months) => monthsMissing.set({ table }, months),
    swept(table, rowsRemoved, isWhole) {
      removed.inc({ table }, rowsRemoved);
      if (!isWhole) failedSweeps.inc({ table });
    },
    begin(queue) {
      running.inc({ queue });
      const end = duration.startTimer({ queue });
      return (outcomes) => {
        end();
        running.dec({ queue });
        for (const state of outcomes) finished.inc({ queue, state });
      };
    },
  };
}
