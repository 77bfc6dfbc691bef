/**
 * The CPU time of an operation, by process, from Linux' own accounting, which other work on the machine does not
 * affect.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Processes by their name in the result table. */
export type Processes = Readonly<Record<string, number>>;

/** Milliseconds of CPU each has used so far. */
export type CpuTimes = ReadonlyMap<string, number>;

interface Stat {
  parent: number;
  milliseconds: number;
}

// A tick is a hundredth of a second.
const millisecondsPerTick = 10;

export function readCpu(processes: Processes): CpuTimes {
  const all = readStats();
  const timeOf = (pid: number): number => {
    // The load generator starts the programs it measures: they are counted separately, each server with its own
    // children.
    if (pid === process.pid) return all.get(pid)?.milliseconds ?? 0;
    const children = [...all].filter(([, { parent }]) => parent === pid);
    return children.reduce(
      (total, [, { milliseconds }]) => total + milliseconds,
      all.get(pid)?.milliseconds ?? 0,
    );
  };
  return new Map(Object.entries(processes).map(([name, pid]) => [name, timeOf(pid)]));
}

function readStats(): Map<number, Stat> {
  const stats = new Map<number, Stat>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // A program's name may contain anything; what follows its bracket may not.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .split(/\) (?!.*\) )/)[1]!
        .split(' ');
      const isOwn = Number(name) === process.pid;
      // Including children that have ended: otherwise a closed connection's CPU time would be lost.
      const ticks = fields.slice(11, isOwn ? 13 : 15).reduce((total, field) => total + Number(field), 0);
      stats.set(Number(name), { parent: Number(fields[1]), milliseconds: ticks * millisecondsPerTick });
    } catch {
      // The process ended while the list was being read.
    }
  }
  return stats;
}

/** `CPU ms each: api 0.41, workers 0.20, ...` between two readings. */
export function showCpu(before: CpuTimes, after: CpuTimes, operations: number): string {
  const each = [...after].map(
    ([name, time]) => `${name} ${((time - (before.get(name) ?? 0)) / operations).toFixed(2)}`,
  );
  return `CPU ms each: ${each.join(', ')}`;
}

/** Milliseconds of an operation in all the programs together, without the load generator. */
export function cpuOfOne(before: CpuTimes, after: CpuTimes, operations: number): number {
  const spent = [...after]
    .filter(([name]) => name !== 'load')
    .map(([name, time]) => time - (before.get(name) ?? 0));
  return spent.reduce((total, time) => total + time, 0) / operations;
}
