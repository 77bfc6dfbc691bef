/**
 * A Postgres cluster from Debian's packages (initdb, pg_basebackup and the rest, which the embedded one lacks), on
 * loopback and as an unprivileged user: what the operator of a larger installation has.
 */
import { spawn, execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { unprivilegedUser } from '../../server/postgres/unprivileged-user.ts';
import { pause } from './program.ts';

const packages = '/usr/lib/postgresql';
const readyMsMax = 30_000;

/** The programs of the newest installed version; undefined if there is none of 15 or later. */
export function postgresPrograms(): string | undefined {
  if (!existsSync(packages)) return undefined;
  const version = readdirSync(packages)
    .map(Number)
    .filter((number) => number >= 15 && existsSync(`${packages}/${number}/bin/initdb`))
    .sort((a, b) => b - a)[0];
  return version === undefined ? undefined : `${packages}/${version}/bin`;
}

export class PostgresCluster {
  readonly dir: string;
  readonly port: number;
  readonly #bin: string;
  #server: ChildProcess | undefined;

  constructor(bin: string, dir: string, port: number) {
    this.#bin = bin;
    this.dir = dir;
    this.port = port;
  }

  /** The superuser's connection. */
  get url(): string {
    return `postgresql://postgres:unused@127.0.0.1:${this.port}/postgres`;
  }

  async create(settings: Record<string, string | number>): Promise<void> {
    ownedDirectory(this.dir);
    await this.run('initdb', [
      '--pgdata',
      this.dir,
      '--username',
      'postgres',
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
    ]);
    const lines = Object.entries(settings).map(
      ([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`,
    );
    appendFileSync(path.join(this.dir, 'postgresql.conf'), `${lines.join('\n')}\n`);
  }

  /** Starts it and waits until it accepts connections; if it is recovering, until it accepts writes. */
  async start({ isStandby = false } = {}): Promise<void> {
    const log = openSync(`${this.dir}.log`, 'a', 0o600);
    const options = ['-D', this.dir, '-p', String(this.port), '-h', '127.0.0.1', '-k', ''];
    this.#server = spawn(path.join(this.#bin, 'postgres'), options, {
      ...unprivilegedUser(this.dir),
      cwd: '/',
      stdio: ['ignore', log, log],
    });
    const until = performance.now() + readyMsMax;
    while (!(await this.#answers(isStandby))) {
      if (performance.now() > until || this.#server.exitCode !== null)
        throw new Error(
          `Postgres on ${this.dir} did not start:\n${readFileSync(`${this.dir}.log`, 'utf8').slice(-2_000)}`,
        );
      await pause(100);
    }
  }

  /**
   * Without a checkpoint for `dead`; for `killed`, all of its processes at once (SIGKILL), as when the machine is lost.
   */
  async stop(how: 'fast' | 'dead' | 'killed' = 'fast'): Promise<void> {
    const server = this.#server;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    if (how === 'killed') this.#signalAll('SIGKILL');
    else server.kill(how === 'dead' ? 'SIGQUIT' : 'SIGINT');
    await ended;
  }

  /** All of its processes are frozen: connections stay open and nothing answers. */
  freeze(): void {
    this.#signalAll('SIGSTOP');
  }

  /** The server first, so that it starts no further process meanwhile. */
  #signalAll(signal: NodeJS.Signals): void {
    const { pid } = this.#server!;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    for (const one of [pid!, ...children.map(Number)]) process.kill(one, signal);
  }

  async query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<R>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /**
   * Runs one of the packages' programs, or a script, as the cluster's user. Returns what it printed; rejects if it
   * fails.
   */
  run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
    const file = program.includes('/') ? program : path.join(this.#bin, program);
    const options = {
      ...unprivilegedUser(this.dir),
      cwd: '/',
      env: {
        PATH: `${this.#bin}:/usr/bin:/bin`,
        PGHOST: '127.0.0.1',
        PGPORT: String(this.port),
        PGUSER: 'postgres',
        ...env,
      },
    };
    return new Promise((resolve, reject) => {
      execFile(file, [...args], options, (fault, said, complaint) => {
        if (fault) reject(new Error(`${program} failed: ${complaint || fault.message}`));
        else resolve(said);
      });
    });
  }

  async #answers(isStandby: boolean): Promise<boolean> {
    const found = await this.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby').catch(
      () => [],
    );
    return found.length > 0 && (isStandby || !found[0]!.is_standby);
  }
}

/** A directory the cluster's user can write to. */
export function ownedDirectory(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const user = unprivilegedUser(dir);
  if (user) chownSync(dir, user.uid, user.gid);
}
