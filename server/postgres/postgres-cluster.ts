import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type PostgresBinaries, sharedStateDir } from './postgres-binaries.ts';
import { reasonOf, StartError } from '../start-error.ts';
import { canEnter, type UnprivilegedUser } from './unprivileged-user.ts';

/** How to connect to the embedded Postgres as its owner; kept in DATA_DIR/postgres.json, readable by its owner only. */
export interface PostgresAccess {
  user: string;
  password: string;
  /** The port of the last start: kept from start to start, so that earlier clients find it again. */
  port?: number | undefined;
}

/** Reads what an earlier start stored; undefined on a first start. */
export function readAccess(dataDir: string): PostgresAccess | undefined {
  try {
    const access = JSON.parse(readFileSync(accessFile(dataDir), 'utf8')) as Partial<PostgresAccess>;
    if (!access.user || !access.password) return undefined;
    return { user: access.user, password: access.password, port: access.port };
  } catch {
    return undefined;
  }
}

export function writeAccess(dataDir: string, access: PostgresAccess): void {
  const file = accessFile(dataDir);
  writeFileSync(`${file}.new`, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/**
 * The directory of the database files, created on the first start. It is DATA_DIR/postgres; if the unprivileged user
 * cannot reach that (a private home), DATA_DIR/postgres is a link to a directory it can reach. Refuses files of another
 * major version and files whose password is lost.
 */
export async function prepareCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  user: UnprivilegedUser | undefined,
  settings: { durable: boolean; log: (line: string) => void },
): Promise<string> {
  const link = path.join(dataDir, 'postgres');
  if (existsSync(path.join(link, 'PG_VERSION'))) return checkExisting(dataDir, link, binaries.major);
  if (existsSync(link)) {
    throw new StartError(
      `${link} exists but holds no database: move it away, or set DATA_DIR to another directory.`,
    );
  }
  settings.log('creating the database files (first start only)');
  return placeCluster(dataDir, user, settings.log, (place) =>
    createCluster(dataDir, place, binaries, user, settings.durable),
  );
}

/** Has the database files made where the unprivileged user can reach them, and returns where. */
export async function placeCluster(
  dataDir: string,
  user: UnprivilegedUser | undefined,
  log: (line: string) => void,
  make: (place: string) => Promise<void>,
): Promise<string> {
  const link = path.join(dataDir, 'postgres');
  const isReachable = user === undefined || canEnter(user, dataDir);
  const place = isReachable
    ? link
    : path.join(sharedStateDir, `data-${randomBytes(6).toString('hex')}`, 'postgres');
  if (!isReachable) mkdirSync(path.dirname(place), { recursive: true, mode: 0o711 });
  try {
    await make(place);
  } catch (fault) {
    if (!isReachable) rmSync(path.dirname(place), { recursive: true, force: true });
    throw fault;
  }
  if (!isReachable) {
    if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link);
    symlinkSync(place, link);
    log(`${dataDir} is private to root, so the database files are in ${place}`);
  }
  return place;
}

function checkExisting(dataDir: string, link: string, major: string): string {
  const place = realpathSync(link);
  const version = readFileSync(path.join(place, 'PG_VERSION'), 'utf8').trim();
  if (version !== major) {
    throw new StartError(
      `The database files in ${place} belong to Postgres ${version}, but this release runs ${major}.`,
    );
  }
  if (!readAccess(dataDir)) {
    throw new StartError(
      `${accessFile(dataDir)} with the password of the database in ${place} is missing or broken.`,
    );
  }
  return place;
}

async function createCluster(
  dataDir: string,
  place: string,
  binaries: PostgresBinaries,
  user: UnprivilegedUser | undefined,
  durable: boolean,
): Promise<void> {
  // Created next to it and renamed when complete: a start killed half-way leaves nothing that looks like a database.
  const half = `${place}.half`;
  const passwordFile = `${place}.password`;
  const password = randomBytes(24).toString('hex');
  rmSync(half, { recursive: true, force: true });
  try {
    mkdirSync(half, { mode: 0o700 });
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (user) for (const file of [half, passwordFile]) chownSync(file, user.uid, user.gid);
    await initdb(binaries, half, passwordFile, user, durable);
    writeAccess(dataDir, { user: 'postgres', password });
    renameSync(half, place);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (error instanceof StartError) throw error;
    throw new StartError(`The database files could not be created in ${place} (${reasonOf(error)}).`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function initdb(
  binaries: PostgresBinaries,
  directory: string,
  passwordFile: string,
  user: UnprivilegedUser | undefined,
  durable: boolean,
): Promise<void> {
  const options = [
    `--pgdata=${directory}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    // The built-in provider sorts the same on every machine; an index never breaks because libc changed.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--encoding=UTF8',
    ...(durable ? [] : ['--no-sync']),
  ];
  // In a process group of its own: Ctrl-C then ends the start in order, with this step complete.
  const child = spawn(binaries.initdb, options, {
    ...user,
    cwd: directory,
    env: { LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  // `once` refuses if the program cannot be run at all.
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code === 0) return;
  const said =
    output.split('\n').find((line) => /error|fatal/i.test(line)) ?? `initdb ended with ${signal ?? code}`;
  throw new StartError(`The database files could not be created in ${directory} (${said}).`);
}

function accessFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.json');
}
