import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isProcessAlive, waitForProcessEnd } from '../processes/live-process.ts';
import { livePostmaster } from './postmaster-file.ts';

function dataDirectory(t: ExecutionContext): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'embedded-postgres-'));
  chmodSync(dir, 0o711);
  t.teardown(() => {
    const left = livePostmaster(path.join(dir, 'postgres'));
    if (left) process.kill(left.pid, 'SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  });
  return dir;
}

const start = (dataDir: string, log: (line: string) => void = () => undefined): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir, log, durable: false, database: 'warehouse' });

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    await client.end();
  }
}

/** A process that starts the server on `dataDir` and keeps it running: the owner that gets killed. */
async function forkOwner(t: ExecutionContext, dataDir: string): Promise<ChildProcess> {
  const launcher = new URL('embedded-postgres.js', import.meta.url).href;
  const script = path.join(dataDir, 'owner.mjs');
  writeFileSync(
    script,
    `import { startEmbeddedPostgres } from ${JSON.stringify(launcher)};
     const log = () => undefined;
     const { pid } = await startEmbeddedPostgres({ dataDir: process.argv[2], log, durable: false });
     process.send({ pid });
     setInterval(() => undefined, 1000);`,
  );
  const owner = fork(script, [dataDir], { execArgv: [], env: {} });
  t.teardown(() => owner.kill('SIGKILL'));
  await once(owner, 'message');
  return owner;
}

test('what was written is there after a stop and a start, on the same port', async (t) => {
  const dataDir = dataDirectory(t);
  const first = await start(dataDir);
  await query(first.url, "create table note as select 'ünïcode'::text as body");
  t.is(findEmbeddedPostgres(dataDir, 'warehouse'), first.url);
  await first.stop();
  t.false(isProcessAlive(first.pid));
  t.is(findEmbeddedPostgres(dataDir), undefined);

  const second = await start(dataDir);
  t.teardown(() => second.stop());
  t.is(second.port, first.port);
  t.deepEqual(await query(second.url, 'select body, upper(body) as upper from note'), [
    { body: 'ünïcode', upper: 'ÜNÏCODE' },
  ]);
});

test('where others know its port it starts on no other one, and says who is in the way', async (t) => {
  const dataDir = dataDirectory(t);
  const first = await start(dataDir);
  await first.stop();
  const other = createServer().listen(first.port, '127.0.0.1');
  await once(other, 'listening');
  const again = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir, log: () => {}, durable: false, isPortKept: true });
  await t.throwsAsync(again(), {
    name: 'StartError',
    message: /^Port \d+ of the embedded Postgres was taken/,
  });
  other.close();
  await once(other, 'close');
  const second = await again();
  t.teardown(() => second.stop());
  t.is(second.port, first.port);
});

test('only the password opens it, and only its owner reads the password', async (t) => {
  const dataDir = dataDirectory(t);
  const postgres = await start(dataDir);
  t.teardown(() => postgres.stop());
  const withoutPassword = postgres.url.replace(/:[^:@]*@/, ':wrong@');
  await t.throwsAsync(query(withoutPassword, 'select 1'), { code: '28P01' });
  t.is(statSync(path.join(dataDir, 'postgres.json')).mode & 0o777, 0o600);
  t.deepEqual(await query(postgres.url, 'show listen_addresses'), [{ listen_addresses: '127.0.0.1' }]);
});

test('two directories run two servers at once', async (t) => {
  const [one, two] = await Promise.all([start(dataDirectory(t)), start(dataDirectory(t))]);
  t.teardown(() => Promise.all([one.stop(), two.stop()]));
  t.not(one.port, two.port);
  t.not(one.pid, two.pid);
});

test('a directory whose owner lives is refused in one sentence', async (t) => {
  const dataDir = dataDirectory(t);
  const owner = await forkOwner(t, dataDir);
  const error = await t.throwsAsync(start(dataDir), { name: 'StartError' });
  t.is(
    error?.message,
    `The data directory ${dataDir} is already in use by process ${owner.pid}: stop that one first, or set DATA_DIR to another directory.`,
  );
});

test('after SIGKILL of its owner the next start takes the running server over and stops it', async (t) => {
  const dataDir = dataDirectory(t);
  const owner = await forkOwner(t, dataDir);
  const left = livePostmaster(path.join(dataDir, 'postgres'));
  owner.kill('SIGKILL');
  await once(owner, 'exit');

  const lines: string[] = [];
  const postgres = await start(dataDir, (line) => lines.push(line));
  t.is(left?.pid, postgres.pid);
  t.true(lines.some((line) => line.includes('still running from an earlier start')));
  t.deepEqual(await query(postgres.url, 'select 1 as one'), [{ one: 1 }]);
  await postgres.stop();
  t.false(isProcessAlive(postgres.pid));
});

test('after SIGKILL of the server itself a start recovers, whatever the stale files say', async (t) => {
  const dataDir = dataDirectory(t);
  const first = await start(dataDir);
  // Watching the server does not keep a program running, and the other tests of this file may be over by now.
  const running = setInterval(() => {}, 1_000);
  t.teardown(() => clearInterval(running));
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  t.true(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid')));
  // The pid of a living process that is not Postgres: pids are reused.
  writeFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n`);

  const second = await start(dataDir);
  t.teardown(() => second.stop());
  t.is(second.port, first.port);
  t.deepEqual(await query(second.url, 'select 1 as one'), [{ one: 1 }]);
});

test('a stop ends open transactions and does not wait for their clients', async (t) => {
  const postgres = await start(dataDirectory(t));
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  await postgres.stop();
  t.true(await waitForProcessEnd(postgres.pid, 0));
});

test('a directory that holds something else is refused and left alone', async (t) => {
  const dataDir = dataDirectory(t);
  writeFileSync(path.join(dataDir, 'postgres'), 'mine');
  await t.throwsAsync(start(dataDir), { name: 'StartError', message: /exists but holds no database/ });
  t.true(existsSync(path.join(dataDir, 'postgres')));
});
