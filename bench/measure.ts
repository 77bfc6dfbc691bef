/**
 * Closed-loop load: each client sends its next request once the previous one is answered. Bounded in count and time.
 */
import { cpuOfOne, readCpu, showCpu, type Processes } from './cpu.ts';

export interface Measured {
  clients: number;
  operations: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  failures: number;
  /** Where its CPU time went, as text; empty unless asked for. */
  cpu: string;
  /** Of one operation in the programs measured, in milliseconds; 0 unless asked for. */
  cpuMs: number;
}

export interface LoadOptions {
  clients: number;
  /** How long to measure, in milliseconds, after a warm-up of a quarter of it. */
  durationMs: number;
  operationsMax: number;
  /** The processes whose CPU time is counted. */
  processes?: Processes;
}

/** Runs `operation` in `clients` loops at once and measures what follows the warm-up. */
export async function measure(
  options: LoadOptions,
  operation: (client: number) => Promise<boolean>,
): Promise<Measured> {
  const { clients, durationMs, operationsMax, processes } = options;
  const before = processes && readCpu(processes);
  const startedAt = performance.now();
  const measureFrom = startedAt + durationMs / 4;
  const until = measureFrom + durationMs;
  const latencies: number[] = [];
  let started = 0;
  let failures = 0;
  const loop = async (client: number): Promise<void> => {
    while (performance.now() < until && started < operationsMax) {
      started += 1;
      const from = performance.now();
      const isFine = await operation(client);
      const to = performance.now();
      if (from < measureFrom || to > until) continue;
      latencies.push(to - from);
      if (!isFine) failures += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  const after = processes && readCpu(processes);
  const cpu = before ? showCpu(before, after!, started) : '';
  const cpuMs = before ? cpuOfOne(before, after!, started) : 0;
  latencies.sort((a, b) => a - b);
  const at = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  const seconds = (Math.min(performance.now(), until) - measureFrom) / 1000;
  return {
    clients,
    operations: latencies.length,
    perSecond: latencies.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    failures,
    cpu,
    cpuMs,
  };
}

const warmUpMs = 12_000;

/**
 * Load before anything is measured. A figure is for a program that has been running for days, and after two seconds a
 * request still costs the API twice the CPU time that it costs after twelve.
 */
export async function warmUp(
  operation: (client: number) => Promise<boolean>,
  operationsMax = 100_000,
): Promise<void> {
  await measure({ clients: 32, durationMs: warmUpMs, operationsMax }, operation);
}

/** One line of a result table. */
export function showLine(label: string, measured: Measured, ceiling?: number): string {
  const ratio = ceiling ? `  ${(measured.perSecond / ceiling).toFixed(2)} of ceiling` : '';
  const failed = measured.failures > 0 ? `  ${measured.failures} FAILED` : '';
  const figures = `${measured.perSecond.toFixed(0).padStart(7)}/s  p50 ${measured.p50Ms.toFixed(1).padStart(6)} ms  p99 ${measured.p99Ms.toFixed(1).padStart(6)} ms`;
  const cpu = measured.cpu ? `\n    ${measured.cpu}` : '';
  return `${label.padEnd(34)} ${String(measured.clients).padStart(3)} clients ${figures}${ratio}${failed}${cpu}`;
}

/** The round in the middle, by its rate or by what the goal is about. */
export function medianOf(
  measured: readonly Measured[],
  by: 'perSecond' | 'p99Ms' | 'cpuMs' = 'perSecond',
): Measured {
  return measured.toSorted((a, b) => a[by] - b[by])[Math.floor(measured.length / 2)]!;
}
