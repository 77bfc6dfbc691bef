import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isProcessAlive, processStartTicks } from './processes/live-process.ts';
import { reasonOf, StartError } from './start-error.ts';
import { diskStore } from '../api/files/disk-store.ts';
import type { FileStore } from '../api/files/file-store.ts';
import { s3Store } from '../api/files/s3-store.ts';
import type { ServerConfig } from './config.ts';

interface Owner {
  pid: number;
  start_ticks?: string | undefined;
}

/**
 * Creates `dataDir` and makes this process its only owner until the returned function is called. A directory whose
 * owner died, even by SIGKILL, is free again. Refuses while another live process owns it.
 */
export function claimDataDirectory(dataDir: string): () => void {
  makeDataDirectory(dataDir);
  const file = path.join(dataDir, 'owner.json');
  const me: Owner = { pid: process.pid, start_ticks: processStartTicks(process.pid) };
  for (let attempt = 0; attempt < 10; attempt += 1) {
    try {
      writeFileSync(file, JSON.stringify(me), { flag: 'wx', mode: 0o600 });
      return () => {
        if (readOwner(file)?.pid === process.pid) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new StartError(`The data directory ${dataDir} cannot be written (${reasonOf(error)}).`);
      }
    }
    const owner = readOwner(file);
    if (owner && isOwnerAlive(owner)) {
      throw new StartError(
        `The data directory ${dataDir} is already in use by process ${owner.pid}: stop that one first, or set DATA_DIR to another directory.`,
      );
    }
    removeStale(file);
  }
  throw new StartError(`The data directory ${dataDir} is being claimed by another start at this moment.`);
}

/** Creates the directory; others can traverse it but not list it, because root's Postgres runs as another user. */
export function makeDataDirectory(dataDir: string): void {
  try {
    makeFolders(path.resolve(dataDir), process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw new StartError(
      `The data directory ${dataDir} cannot be created (${reasonOf(error)}): set DATA_DIR to a folder that this user may write.`,
    );
  }
}

// Level by level: Node's own recursive mkdir loops forever, in system calls that no signal interrupts, if the system
// answers that a folder in /proc or on some network drives is not there.
function makeFolders(folder: string, mode: number): void {
  const missing: string[] = [];
  for (let above = folder; !existsSync(above); above = path.dirname(above)) missing.unshift(above);
  for (const step of missing) {
    try {
      mkdirSync(step, { mode });
    } catch (error) {
      // Another start was faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function readOwner(file: string): Owner | undefined {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as Partial<Owner> | null;
    return typeof owner?.pid === 'number' ? { pid: owner.pid, start_ticks: owner.start_ticks } : undefined;
  } catch {
    return undefined;
  }
}

function isOwnerAlive(owner: Owner): boolean {
  if (!isProcessAlive(owner.pid)) return false;
  // Process ids are reused, in containers almost always: the start time tells two processes apart.
  const ticks = processStartTicks(owner.pid);
  return ticks === undefined || owner.start_ticks === undefined || ticks === owner.start_ticks;
}

function removeStale(file: string): void {
  // Renamed first: if two starts see the same stale file, only one of them gets to remove it.
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch {
    // The other start was faster.
  }
}

/** Where this installation's processes keep files: the bucket, or the data directory. */
export function fileStoreOf({ s3, dataDir }: Pick<ServerConfig, 's3' | 'dataDir'>): FileStore {
  return s3 ? s3Store(s3) : diskStore(path.join(dataDir, 'files'));
}
