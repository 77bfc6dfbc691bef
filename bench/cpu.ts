/** Where the CPU of an operation goes, by process: Linux' own account, which other work on the machine does not disturb. */
import { readdirSync, readFileSync } from 'node:fs';

/** Processes by what they are called in a table. */
export type Processes = Readonly<Record<string, number>>;

/** Milliseconds of CPU each has used so far. */
export type CpuTimes = ReadonlyMap<string, number>;

interface Stat {
  parent: number;
  milliseconds: number;
}

// A tick of the account is a hundredth of a second.
const millisecondsPerTick = 10;

export function readCpu(processes: Processes): CpuTimes {
  const all = readStats();
  const timeOf = (pid: number): number => {
    // The load starts the programs it measures: they count for themselves, and a server's own children with it.
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
      // The name of a program may hold anything; what follows its bracket may not.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .split(/\) (?!.*\) )/)[1]!
        .split(' ');
      const isOwn = Number(name) === process.pid;
      // With those of its children that ended meanwhile: a connection that is closed takes its time along otherwise.
      const ticks = fields.slice(11, isOwn ? 13 : 15).reduce((total, field) => total + Number(field), 0);
      stats.set(Number(name), { parent: Number(fields[1]), milliseconds: ticks * millisecondsPerTick });
    } catch {
      // It ended while the list was read.
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
