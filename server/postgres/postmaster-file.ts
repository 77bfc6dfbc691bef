import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isProcessAlive, processProgram } from '../processes/live-process.ts';

/** What a running Postgres writes about itself into its data directory. */
export interface Postmaster {
  pid: number;
  port: number;
  isReady: boolean;
}

/** The postmaster file as it is, whether or not its process is alive; undefined if there is none. */
export function readPostmasterFile(databaseDir: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(databaseDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number.parseInt(lines[0] ?? '', 10);
  const port = Number.parseInt(lines[3] ?? '', 10);
  if (!(pid > 0)) return undefined;
  return { pid, port: port > 0 ? port : 0, isReady: lines[7]?.trim() === 'ready' };
}

/** The Postgres that serves this directory now. A file left by a killed one, or naming a reused pid, is removed. */
export function livePostmaster(databaseDir: string): Postmaster | undefined {
  const postmaster = readPostmasterFile(databaseDir);
  if (!postmaster) return undefined;
  const program = isProcessAlive(postmaster.pid) ? (processProgram(postmaster.pid) ?? 'postgres') : '';
  if (path.basename(program).startsWith('postgres')) return postmaster;
  removeLeftovers(databaseDir);
  return undefined;
}

/** The socket's lock names the same dead process, and a reused pid would make Postgres trust that file as well. */
function removeLeftovers(databaseDir: string): void {
  for (const name of readdirSync(databaseDir)) {
    if (name === 'postmaster.pid' || name.startsWith('.s.PGSQL.'))
      rmSync(path.join(databaseDir, name), { force: true });
  }
}
