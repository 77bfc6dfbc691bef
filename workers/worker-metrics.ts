/** Prometheus metrics of a worker process: what it finished, how long its jobs took, how many run now. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { queueNames } from '../queues/policies.ts';
import type { Outcome } from '../queues/waiting-room.ts';

export interface WorkerMetrics {
  registry: Registry;
  /** Begins a job; call what it returns when the job has ended, with the outcomes it brought. */
  begin(queue: string): (states: readonly Outcome['state'][]) => void;
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
  // A rise from nothing can only be alerted on where the nothing was shown.
  for (const queue of queueNames) {
    for (const state of states) finished.inc({ queue, state }, 0);
    duration.zero({ queue });
    running.set({ queue }, 0);
  }
  return {
    registry,
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
