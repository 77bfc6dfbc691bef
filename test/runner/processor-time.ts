/** What a run's phases take of the processors: unlike seconds, it does not depend on what else the machine does. */
import { readFileSync } from 'node:fs';
import process from 'node:process';

// Linux counts in these on every machine.
const ticksPerSecond = 100;

/**
 * Seconds of processor time so far: this process's, those of its children that have ended, and the same of these
 * processes. Undefined where no /proc tells.
 */
export function processorSeconds(pids: readonly number[]): number | undefined {
  try {
    return [process.pid, ...pids].reduce((sum, pid) => sum + secondsOf(pid), 0);
  } catch {
    return undefined;
  }
}

function secondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the program's name, which may hold anything: its own time as a user and in the system, and its children's.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
}
