/** The folder of one run: what its files share, and how long each took. Those of runs that were killed are removed. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isProcessAlive } from '../../server/processes/live-process.ts';
import { timesFileIn } from '../helpers/environment.ts';

const prefix = 'warehouse-run-';
const shown = 10;
/** A process that goes on longer after its last test holds something open: a pool, a socket, a server. */
const idleSecondsMax = 3;

export function openRunDirectory(): { path: string; env: NodeJS.ProcessEnv; remove(): void } {
  removeLeftovers();
  const directory = mkdtempSync(path.join(tmpdir(), `${prefix}${process.pid}-`));
  return {
    path: directory,
    env: {
      TEST_RUN_DIR: directory,
      // The first file to load a module leaves it compiled for the others.
      NODE_COMPILE_CACHE: path.join(directory, 'compiled'),
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (!isProcessAlive(pid)) rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
  }
}

interface Times {
  source: string;
  seconds: number;
  cpuSeconds: number;
  idleSeconds: number;
}

/** The files that took longest, with the processor time of their process and its programs, and those that left something open. */
export function printSlowest(directory: string): void {
  const times = readTimes(directory);
  if (times.length <= 1) return;
  console.log(
    `\nthe slowest of ${times.length} files, in seconds and in seconds of processor time, with the programs they started:`,
  );
  for (const { source, seconds, cpuSeconds } of times.slice(0, shown)) {
    console.log(`${seconds.toFixed(1).padStart(7)} ${cpuSeconds.toFixed(1).padStart(6)}  ${source}`);
  }
  const open = times.filter(({ idleSeconds }) => idleSeconds > idleSecondsMax);
  for (const { source, idleSeconds } of open) {
    console.log(
      `${source} went on for ${idleSeconds.toFixed(1)} s after its last test: what did it leave open?`,
    );
  }
}

function readTimes(directory: string): Times[] {
  let lines: string[];
  try {
    lines = readFileSync(timesFileIn(directory), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
  return lines.map((line) => JSON.parse(line) as Times).sort((one, other) => other.seconds - one.seconds);
}
