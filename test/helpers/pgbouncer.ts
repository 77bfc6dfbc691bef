/**
 * A PgBouncer from Debian's package in transaction mode in front of a Postgres, on loopback, configured as an operator
 * would.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../server/free-port.ts';
import { unprivilegedUser } from '../../server/postgres/unprivileged-user.ts';
import { until } from './wait.ts';

const program = ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer'].find((file) => existsSync(file));

/** Whether it is installed. */
export const hasPgBouncer = program !== undefined;

export interface PgBouncerOptions {
  dir: string;
  /** Where the primary is: the host and port of this URL. */
  primaryUrl: string;
  /** The users it admits, each with name and password in a URL. The first one administers it. */
  userUrls: readonly string[];
  /** Connections it keeps to the server for each user. */
  poolSize: number;
  /** How long a client waits for one of them, in seconds. */
  waitSeconds: number;
}

export interface PgBouncer {
  port: number;
  /** The file that says where the primary is: rewritten and re-read in a fail-over. */
  primaryFile: string;
  /** This URL, routed through it. */
  urlOf(url: string): string;
  stop(): Promise<void>;
}

export async function startPgBouncer(options: PgBouncerOptions): Promise<PgBouncer> {
  const { dir, primaryUrl, userUrls, poolSize, waitSeconds } = options;
  mkdirSync(dir, { recursive: true });
  // It refuses to run as root, and re-reads its files while it runs.
  const user = unprivilegedUser(dir);
  const port = await freePort();
  const users = userUrls.map((each) => new URL(each));
  const primaryFile = path.join(dir, 'primary.ini');
  const { hostname, port: primaryPort } = new URL(primaryUrl);
  const files = {
    'users.txt': users
      .map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"\n`)
      .join(''),
    'primary.ini': `[databases]\n* = host=${hostname} port=${primaryPort}\n`,
    'pgbouncer.ini': `%include ${primaryFile}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${path.join(dir, 'users.txt')}
admin_users = ${users[0]!.username}
logfile = ${path.join(dir, 'pgbouncer.log')}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 400
; A primary that is away is told within seconds, and asked for again each second.
query_wait_timeout = ${waitSeconds}
server_connect_timeout = 2
server_login_retry = 1
`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(dir, name), text);
    if (user) chownSync(path.join(dir, name), user.uid, user.gid);
  }
  if (user) chownSync(dir, user.uid, user.gid);
  chmodSync(dir, 0o755);
  const child = spawn(program!, [path.join(dir, 'pgbouncer.ini')], { ...user, cwd: '/', stdio: 'ignore' });
  const urlOf = (url: string): string => {
    const changed = new URL(url);
    changed.host = `127.0.0.1:${port}`;
    return changed.href;
  };
  await until('PgBouncer answers', () => answers(urlOf(userUrls[0]!)));
  return { port, primaryFile, urlOf, stop: () => ended(child) };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  await exit;
}
