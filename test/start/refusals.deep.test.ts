/**
 * A start that cannot work says why in one sentence and ends; an interrupt always ends it. Real processes, as people
 * run them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { freePort } from '../../server/free-port.ts';
import { livePostmaster } from '../../server/postgres/postmaster-file.ts';
import { startRedis } from '../../server/redis.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { testSecrets, testServers } from '../helpers/servers.ts';

const programs = {
  all: 'server/main.js',
  api: 'server/api-main.js',
  workers: 'server/workers-main.js',
  hub: 'hub/main.js',
};
type ProgramName = keyof typeof programs;
// Far more than any of them takes: one that hangs is killed and then has no exit code.
const patienceMs = 90_000;

interface Ended {
  code: number | null;
  said: string;
}

function folder(t: ExecutionContext): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'warehouse-start-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Runs a program to its end; SIGINT is sent once it has printed that, or once that has happened. */
async function run(
  name: ProgramName,
  env: Record<string, string>,
  interruptAfter?: RegExp | (() => Promise<unknown>),
): Promise<Ended> {
  const entry = fileURLToPath(new URL(`../../${programs[name]}`, import.meta.url));
  const child = spawn(process.execPath, [entry], {
    env: { PATH: '/usr/bin:/bin', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let isInterrupted = false;
  const interrupt = (): void => {
    if (isInterrupted) return;
    isInterrupted = true;
    child.kill('SIGINT');
  };
  const hear = (text: string): void => {
    said += text;
    if (interruptAfter instanceof RegExp && interruptAfter.test(said)) interrupt();
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  if (typeof interruptAfter === 'function') void interruptAfter().then(interrupt);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code, said };
}

function refusedWith(t: ExecutionContext, { code, said }: Ended, sentence: RegExp): void {
  t.is(code, 1, said);
  const last = said.trimEnd().split('\n').at(-1) ?? '';
  t.regex(last, sentence);
  t.regex(last, /\.$/, 'a sentence');
  t.notRegex(said, /^ {4}at /m, 'and no stack');
}

async function taken(t: ExecutionContext): Promise<number> {
  const server: Server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}

for (const place of ['/proc/foo', '/dev/null/data']) {
  test.serial(`DATA_DIR=${place} is refused`, async (t) => {
    const port = String(await freePort());
    refusedWith(t, await run('all', { DATA_DIR: place, PORT: port }), /^The data directory .* cannot be/);
  });
}

test.serial('a hub whose folder cannot be made is refused', async (t) => {
  refusedWith(
    t,
    await run('hub', { HUB_DATA_DIR: '/proc/foo', HUB_PORT: '0' }),
    /^The hub's folder \/proc\/foo/,
  );
});

test.serial('a taken port is refused by the name of its setting', async (t) => {
  const dataDir = folder(t);
  const port = String(await taken(t));
  refusedWith(t, await run('all', { DATA_DIR: dataDir, PORT: port }), /^Port \d+ .* or set PORT\.$/);
  const free = String(await freePort());
  const both = { DATA_DIR: dataDir, PORT: free, OPS_PORT: port };
  refusedWith(t, await run('all', both), /^Port \d+ .* or set OPS_PORT\.$/);
});

test.serial(
  'a database of its own without PLATFORM_SECRET is refused, and told how to make one',
  async (t) => {
    const url = new URL(testServers().databaseUrl);
    url.password = '';
    for (const name of ['all', 'workers'] as const) {
      const env = { DATABASE_URL: url.href, DATA_DIR: folder(t), PORT: String(await freePort()) };
      refusedWith(t, await run(name, env), /^PLATFORM_SECRET is not set.*openssl rand -base64 48/);
    }
  },
);

test.serial(
  'a wrong password, an unknown database and another secret end each process at its start',
  async (t) => {
    const { ownerUrl, drop } = await createTestDatabase();
    t.teardown(drop);
    const wrong = new URL(ownerUrl);
    wrong.password = 'not-the-password';
    const unknown = new URL(ownerUrl);
    unknown.pathname = '/no_such_database';
    const shared = async () => ({ DATA_DIR: folder(t), PORT: String(await freePort()) });
    const PLATFORM_SECRET = testSecrets.current;
    const whole = { ...(await shared()), PLATFORM_SECRET, DATABASE_URL: wrong.href };
    const ended = await run('all', whole);
    refusedWith(t, ended, /refuses this program/);
    t.false(ended.said.includes('not-the-password'));
    for (const name of ['api', 'workers'] as const) {
      const otherSecret = 'the-secret-of-another-installation-01';
      const other = { ...(await shared()), PLATFORM_SECRET: otherSecret, DATABASE_URL: ownerUrl };
      refusedWith(t, await run(name, other), /password authentication failed.*npm run migrate/);
    }
    const gone = { ...(await shared()), PLATFORM_SECRET, DATABASE_URL: unknown.href };
    refusedWith(t, await run('workers', gone), /does not exist/);
  },
);

test.serial('a Redis with a password that is not ours, and what is no Redis, end the workers', async (t) => {
  const { ownerUrl, drop } = await createTestDatabase();
  t.teardown(drop);
  const redis = await startRedis({ dir: folder(t) });
  if (!redis) return t.pass('there is no redis-server on this machine');
  t.teardown(() => redis.stop());
  const env = {
    PLATFORM_SECRET: testSecrets.current,
    DATABASE_URL: ownerUrl,
    DATA_DIR: folder(t),
  };
  const wrong = { ...env, REDIS_URL: `redis://me:wrong@127.0.0.1:${redis.port}` };
  refusedWith(t, await run('workers', wrong), /^Redis at REDIS_URL refuses this program/);
  const http = createServer((socket) => {
    // Whoever only knocks does not read the answer.
    socket.on('error', () => {});
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  t.teardown(() => http.close());
  const noRedis = { ...env, REDIS_URL: `redis://127.0.0.1:${(http.address() as AddressInfo).port}` };
  refusedWith(t, await run('workers', noRedis), /^Redis at REDIS_URL refuses this program/);
});

test.serial('an address that cannot be read is refused by the name of its setting', async (t) => {
  const env = { PLATFORM_SECRET: testSecrets.current, DATA_DIR: folder(t) };
  for (const DATABASE_URL of ['postgresql://x:y@h:null/db', 'postgresql://x:y@h:99999/db'])
    refusedWith(t, await run('all', { ...env, DATABASE_URL }), /^DATABASE_URL must look like postgresql/);
  for (const REDIS_URL of ['redis://h:null', 'redis+sentinel://one:26379,two:null/main'])
    refusedWith(t, await run('all', { ...env, REDIS_URL }), /^REDIS_URL must look like redis/);
});

test.serial(
  'with a database elsewhere the data folder is made, and a Redis that is away is told',
  async (t) => {
    const { ownerUrl, drop } = await createTestDatabase();
    t.teardown(drop);
    const env = { PLATFORM_SECRET: testSecrets.current, DATABASE_URL: ownerUrl };
    const dataDir = path.join(folder(t), 'not', 'there');
    const port = String(await freePort());
    const { code, said } = await run('all', { ...env, DATA_DIR: dataDir, PORT: port }, /ready\n/);
    t.is(code, 0, said);
    t.true(existsSync(path.join(dataDir, 'demo.json')));
    const REDIS_URL = `redis://127.0.0.1:${await freePort()}`;
    for (const name of ['api', 'workers'] as const) {
      const away = await run(
        name,
        { ...env, DATA_DIR: dataDir, PORT: port, REDIS_URL },
        /the database answered/,
      );
      t.regex(
        away.said,
        /queues in Redis, which does not answer yet at 127\.0\.0\.1:\d+; the database answered/,
      );
    }
  },
);

test.serial(
  'a stop asked for twice at once, as a group of processes is, ends the embedded Postgres too',
  async (t) => {
    const dataDir = folder(t);
    const env = { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, PORT: String(await freePort()) };
    const child = spawn(process.execPath, [fileURLToPath(new URL('../../server/main.js', import.meta.url))], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: patienceMs,
      killSignal: 'SIGKILL',
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/ready\n/.test(text)) child.kill('SIGTERM');
      if (/SIGTERM: stopping/.test(text)) child.kill('SIGTERM');
    });
    const [code] = (await once(child, 'close')) as [number | null];
    t.is(code, 0, said);
    t.is(livePostmaster(path.join(dataDir, 'postgres')), undefined);
  },
);

test.serial('an interrupt ends a start that waits: for a database, and in a process by itself', async (t) => {
  const nobody = `postgresql://u:p@127.0.0.1:${await freePort()}/d`;
  // Accepts connections and says nothing: a server that hangs.
  const hung = createServer().listen(0, '127.0.0.1');
  await once(hung, 'listening');
  t.teardown(() => hung.close());
  const silent = `postgresql://u:p@127.0.0.1:${(hung.address() as AddressInfo).port}/d`;
  const knock = (): Promise<unknown> => once(hung, 'connection');
  const PLATFORM_SECRET = testSecrets.current;
  for (const DATABASE_URL of [nobody, silent]) {
    const env = { PLATFORM_SECRET, DATABASE_URL, DATA_DIR: folder(t), PORT: String(await freePort()) };
    t.is((await run('all', env, /connecting to the Postgres/)).code, 0);
  }
  // A worker process prints nothing while it waits: it is interrupted when it tries to connect.
  const knocked = await run('workers', { PLATFORM_SECRET, DATABASE_URL: silent, DATA_DIR: folder(t) }, knock);
  t.is(knocked.code, 0);
});

test.serial('the embedded default makes its secret once, for its owner only, and keeps it', async (t) => {
  const dataDir = folder(t);
  const file = path.join(dataDir, 'platform-secret');
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  t.is((await run('all', env, /ready\n/)).code, 0);
  t.is(statSync(file).mode & 0o777, 0o600);
  const made = readFileSync(file, 'utf8');
  t.true(made.trim().length >= 32);
  const again = await run('all', env, /ready\n/);
  t.is(again.code, 0);
  t.is(readFileSync(file, 'utf8'), made);
  t.false(again.said.includes(made.trim()), 'and never shows it');
  t.true(existsSync(path.join(dataDir, 'demo.json')));
  writeFileSync(file, 'short\n');
  refusedWith(t, await run('all', env), /platform-secret is shorter than 32 characters/);
});

for (const name of ['api', 'workers'] as const) {
  test.serial(`${name} whose database is away says so, and ends when it is told to`, async (t) => {
    const env = {
      DATABASE_URL: `postgres://owner:x@127.0.0.1:${await freePort()}/platform`,
      PLATFORM_SECRET: testSecrets.current,
      PORT: String(await freePort()),
    };
    const { code, said } = await run(name, env, /the database does not answer yet at 127\.0\.0\.1/);
    t.not(code, null, `it was killed: ${said}`);
    t.notRegex(said, /the database answered/);
  });
}
