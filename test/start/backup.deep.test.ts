/** `npm run admin -- backup` and `restore`: what was written before a backup is there after it, in another folder. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import test from 'ava';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/postgres/embedded-postgres.ts';

const run = promisify(execFile);

function folder(t: { teardown(end: () => void): void }): string {
  const made = mkdtempSync(path.join(tmpdir(), 'backup-test-'));
  // Root's Postgres runs as another user, who must be able to traverse the folder.
  chmodSync(made, 0o711);
  t.teardown(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** The command in a process of its own, as an operator runs it. */
async function admin(dataDir: string, ...words: string[]): Promise<string> {
  const program = path.join(process.cwd(), 'dist', 'server', 'admin-main.js');
  const env = { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, PLATFORM_SECRET: 'a'.repeat(48) };
  const { stdout } = await run(process.execPath, [program, ...words], { env, cwd: process.cwd() }).catch(
    (failed: { stdout: string; stderr: string }) => ({ stdout: `${failed.stdout}${failed.stderr}` }),
  );
  return stdout;
}

const quiet = (): void => {};

async function ask(url: string, statement: string): Promise<any[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test('a backup made while it works is restored into an empty place, and nowhere else', async (t) => {
  const home = folder(t);
  const [from, to, copy] = ['data', 'restored', 'backup'].map((name) => path.join(home, name)) as [
    string,
    string,
    string,
  ];
  const running = await startEmbeddedPostgres({ dataDir: from, log: quiet });
  t.teardown(() => running.stop());
  await ask(running.url, 'create table kept (words text)');
  await ask(running.url, "insert into kept values ('before')");
  await ask(running.url, 'create database warehouse');
  const platform = (url: string): string => url.replace(/postgres$/, 'warehouse');
  await ask(platform(running.url), 'create table organizations (stream_base bigint)');
  await ask(platform(running.url), 'insert into organizations values (5)');
  t.regex(await admin(from, 'backup', '--to', copy), /^\d+ files, [\d.]+ MB, as of \d{4}-/);
  await ask(running.url, "insert into kept values ('after')");
  t.regex(await admin(from, 'backup', '--to', copy), /has something in it: name a new folder/);
  t.regex(await admin(from, 'restore', '--from', copy), /already in use by process/);

  t.regex(await admin(to, 'restore', '--from', copy), /\d+ files, [\d.]+ MB, as of/);
  const restored = await startEmbeddedPostgres({ dataDir: to, log: quiet });
  t.teardown(() => restored.stop());
  t.deepEqual(await ask(restored.url, 'select words from kept'), [{ words: 'before' }]);
  t.deepEqual(
    await ask(platform(restored.url), 'select stream_base from organizations'),
    [{ stream_base: '1000000000005' }],
    'readers that were past the backup are told what is written from now on',
  );
  t.deepEqual(await ask(running.url, 'select words from kept order by words'), [
    { words: 'after' },
    { words: 'before' },
  ]);

  // A copy that lost something is refused before anything is written.
  rmSync(path.join(copy, 'postgres', 'PG_VERSION'));
  const elsewhere = path.join(home, 'elsewhere');
  t.regex(await admin(elsewhere, 'restore', '--from', copy), /PG_VERSION/);
  t.false(existsSync(path.join(elsewhere, 'postgres')));
});
