import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { claimDataDirectory } from '../data-directory.ts';
import { freePort, isPortFree } from '../free-port.ts';
import { isProcessAlive, processEnd, waitForProcessEnd } from '../processes/live-process.ts';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts';
import { type PostgresAccess, prepareCluster, readAccess, writeAccess } from './postgres-cluster.ts';
import { postgresSettings } from './postgres-settings.ts';
import { livePostmaster, readPostmasterFile } from './postmaster-file.ts';
import { reasonOf, StartError } from '../start-error.ts';
import { type UnprivilegedUser, unprivilegedUser } from './unprivileged-user.ts';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: (line: string) => void;
  /** False for tests: nothing is flushed to disk, and less memory is used. Default true. */
  durable?: boolean;
  /** The database `url` points to, created if missing. Default `postgres`. */
  database?: string;
  /** Whether it has to be on the port it had, since others know it by that; refused while somebody else has the port. */
  isPortKept?: boolean;
}

/** `fast` ends open transactions, `immediate` is a deliberate crash (the next start recovers from the log). */
export type StopMode = 'fast' | 'immediate';

export interface EmbeddedPostgres {
  /** Connects as the superuser. */
  url: string;
  port: number;
  pid: number;
  /** Resolves when the server is gone, whoever ended it. */
  exited: Promise<void>;
  /**
   * Stops the server; after `patienceMs` (7000) in the requested mode it is stopped immediately. Never throws for one
   * that is already gone.
   */
  stop: (mode?: StopMode, patienceMs?: number) => Promise<void>;
}

interface Server {
  dataDir: string;
  databaseDir: string;
  binaries: PostgresBinaries;
  user: UnprivilegedUser | undefined;
  durable: boolean;
  isPortKept: boolean;
  log: (line: string) => void;
}

/**
 * Starts the bundled Postgres on the files under `dataDir`, or attaches to one that a killed owner left running; either
 * way the caller owns it and must `stop` it. It listens on 127.0.0.1 and on a socket in its own directory, runs in a
 * process group of its own (Ctrl-C does not reach it), and keeps its port from start to start. Refuses, with a
 * StartError of one sentence, while another live process owns the directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true, database = 'postgres', isPortKept = false } = options;
  const dataDir = path.resolve(options.dataDir);
  const release = claimDataDirectory(dataDir);
  try {
    const user = unprivilegedUser(path.join(dataDir, 'postgres'));
    const binaries = postgresBinaries(dataDir, user);
    const databaseDir = await prepareCluster(dataDir, binaries, user, { durable, log });
    const server: Server = { dataDir, databaseDir, binaries, user, durable, isPortKept, log };
    const running = (await attach(server)) ?? (await launch(server));
    const url = await createDatabase(accessTo(dataDir), running.port, database);
    const exited = processEnd(running.pid).then(release);
    const stop = (mode: StopMode = 'fast', patienceMs = 7000) =>
      stopServer(server, running.pid, mode, patienceMs).finally(release);
    return { url, port: running.port, pid: running.pid, exited, stop };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * The superuser url of the embedded Postgres that another process runs on `dataDir`; undefined if there is none. For
 * programs that share the database of `npm start`; they must not stop it.
 */
export function findEmbeddedPostgres(dataDir: string, database = 'postgres'): string | undefined {
  const running = livePostmaster(path.join(path.resolve(dataDir), 'postgres'));
  const access = readAccess(path.resolve(dataDir));
  return running?.isReady && access ? urlOf(access, running.port, database) : undefined;
}

async function attach(server: Server): Promise<{ pid: number; port: number } | undefined> {
  const left = livePostmaster(server.databaseDir);
  if (!left) return undefined;
  server.log(`Postgres is still running from an earlier start (process ${left.pid}): using it`);
  return waitUntilReady(server, left.pid);
}

async function launch(server: Server): Promise<{ pid: number; port: number }> {
  // Two problems pass by themselves: a port taken between choosing it and listening, and the last backends of a killed
  // server, which hold its shared memory until they notice. Both waits are bounded.
  for (let attempt = 1; ; attempt += 1) {
    const access = accessTo(server.dataDir);
    const port = await portFor(server, access, attempt);
    const logFile = openLog(server.dataDir);
    const logStart = statSync(logFile).size;
    const child = spawnServer(server, port, logFile);
    try {
      const running = await waitUntilReady(server, child);
      if (port !== access.port) writeAccess(server.dataDir, { ...access, port });
      return running;
    } catch (error) {
      const said = readFileSync(logFile).subarray(logStart).toString();
      if (attempt < 50 && /pre-existing shared memory|could not bind|could not create any TCP/.test(said)) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        continue;
      }
      const reason = reasonIn(said) ?? reasonOf(error);
      throw new StartError(`The embedded Postgres did not start (${reason}); its log is ${logFile}.`);
    }
  }
}

async function portFor({ isPortKept }: Server, { port }: PostgresAccess, attempt: number): Promise<number> {
  if (!isPortKept || port === undefined) return freePort(attempt > 3 ? undefined : port);
  if (await isPortFree(port)) return port;
  throw new StartError(
    `Port ${port} of the embedded Postgres was taken by another program: end that one, or stop npm start and start it again on another port.`,
  );
}

/** Why a server did not start, by its log. What it told clients meanwhile, that it is starting up, is no reason. */
function reasonIn(said: string): string | undefined {
  const lines = said.match(/(?:FATAL|PANIC|error while loading|cannot).*/g) ?? [];
  const reasons = lines.filter((line) => !line.includes('the database system is'));
  return reasons.find((line) => line.includes('No space left on device')) ?? reasons[0];
}

function spawnServer(server: Server, port: number, logFile: string): ChildProcess {
  // A socket path longer than the system's limit (104 on macOS) would stop the server from starting.
  const isShort =
    process.platform !== 'win32' && server.databaseDir.length < 80 && !/[, ]/.test(server.databaseDir);
  const settings = postgresSettings({
    durable: server.durable,
    port,
    socketDir: isShort ? server.databaseDir : '',
  });
  // A file, not a pipe: the server must be able to outlive us without losing its log.
  const output = openSync(logFile, 'a', 0o600);
  const child = spawn(server.binaries.postgres, ['-D', server.databaseDir, ...settings], {
    ...server.user,
    cwd: server.databaseDir,
    env: { LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', output, output],
    windowsHide: true,
  });
  child.unref();
  closeSync(output);
  return child;
}

/** Waits as long as the server lives: recovery after a crash takes time, and is reported every five seconds. */
async function waitUntilReady(
  server: Server,
  process_: ChildProcess | number,
): Promise<{ pid: number; port: number }> {
  let failure: Error | undefined;
  if (typeof process_ !== 'number') {
    process_.once('error', (error) => (failure = error));
    process_.once(
      'exit',
      (code, signal) => (failure ??= new Error(`it ended with ${signal ?? `code ${code}`}`)),
    );
  }
  const pid = typeof process_ === 'number' ? process_ : (process_.pid ?? 0);
  for (let tick = 1; failure === undefined; tick += 1) {
    const postmaster = readPostmasterFile(server.databaseDir);
    if (postmaster?.pid === pid && postmaster.isReady) return { pid, port: postmaster.port };
    if (pid > 0 && !isProcessAlive(pid)) failure ??= new Error('it ended while starting');
    if (tick % 250 === 0) server.log('Postgres is still recovering from its log');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw failure;
}

async function stopServer(server: Server, pid: number, mode: StopMode, patienceMs: number): Promise<void> {
  // Fast first; if open work or a long checkpoint delays it, the log makes an immediate stop just as safe.
  signalServer(server, pid, mode);
  if (await waitForProcessEnd(pid, patienceMs)) return;
  server.log('Postgres is slow to stop: stopping it immediately; everything committed is in its log');
  signalServer(server, pid, 'immediate');
  if (await waitForProcessEnd(pid, 2000)) return;
  process.kill(pid, 'SIGKILL');
  await waitForProcessEnd(pid, 1000);
}

function signalServer(server: Server, pid: number, mode: StopMode): void {
  if (process.platform === 'win32') {
    spawnSync(server.binaries.pgCtl, ['stop', '--no-wait', '-m', mode, '-D', server.databaseDir], {
      stdio: 'ignore',
    });
    return;
  }
  try {
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function createDatabase(access: PostgresAccess, port: number, database: string): Promise<string> {
  const client = new pg.Client({
    connectionString: urlOf(access, port, 'postgres'),
    connectionTimeoutMillis: 10_000,
  });
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } catch (error) {
    throw new StartError(`The embedded Postgres on port ${port} does not answer (${reasonOf(error)}).`);
  } finally {
    await client.end().catch(() => undefined);
  }
  return urlOf(access, port, database);
}

function accessTo(dataDir: string): PostgresAccess {
  const access = readAccess(dataDir);
  if (!access) throw new StartError(`The password of the embedded Postgres in ${dataDir} is missing.`);
  return access;
}

function urlOf(access: PostgresAccess, port: number, database: string): string {
  return `postgresql://${access.user}:${access.password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

function openLog(dataDir: string): string {
  const file = path.join(dataDir, 'postgres.log');
  // Kept to a bounded size: the last ten megabytes and the ten before that.
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) renameSync(file, `${file}.1`);
  closeSync(openSync(file, 'a', 0o600));
  return file;
}
