/** A backup made while rows are written is one moment of them, and is restored byte for byte or not at all. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { backUp, manifestFile, type BackupManifest } from './backup.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { livePostmaster } from './postmaster-file.ts';
import { restore } from './restore.ts';

function folder(t: ExecutionContext): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'backup-'));
  chmodSync(dir, 0o711);
  t.teardown(() => {
    for (const name of readdirSync(dir)) {
      const left = livePostmaster(path.join(dir, name, 'postgres'));
      if (left) process.kill(left.pid, 'SIGKILL');
    }
    rmSync(dir, { recursive: true, force: true });
  });
  return dir;
}

const quiet = (): void => {};
const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, log: quiet, database: 'warehouse' });

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', quiet);
  await client.connect();
  return client;
}

const otherDisk = '/dev/shm';

const summary = `select count(*)::int as rows, coalesce(max(no), 0)::int as last,
  md5(string_agg(no || body, ',' order by no)) as hash from note where no <= $1`;

test('what was committed before it is in it, what is in it has no gap, and a damaged one is refused', async (t) => {
  const dir = folder(t);
  const [old, fresh, backup] = ['old', 'fresh', 'backup'].map((name) => path.join(dir, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(old, { mode: 0o711 });
  const source = await start(old);
  const client = await connected(source.url);
  await client.query(
    "create table note (no serial primary key, body text not null default repeat('x', 500))",
  );
  await client.query('insert into note select generate_series(1, 5000)');
  await client.query("select setval('note_no_seq', 5000)");
  mkdirSync(path.join(old, 'files', 'one'), { recursive: true });
  writeFileSync(path.join(old, 'files', 'one', 'paper'), 'a paper');

  // Rows, and tables that come and go, all the while.
  let isOver = false;
  const writing = (async () => {
    const writer = await connected(source.url);
    while (!isOver) {
      await writer.query('insert into note default values');
      await writer.query('create table passing as select 1 as one');
      await writer.query('drop table passing');
    }
    await writer.end();
  })();
  const before = (await client.query<{ last: number }>('select max(no) as last from note')).rows[0]!.last;
  const { files } = await backUp(old, source.url, backup);
  isOver = true;
  await writing;
  t.true(files.length > 500, String(files.length));
  t.false(existsSync(`${backup}.half`));
  await t.throwsAsync(backUp(old, source.url, backup), { message: /has something in it/ });

  await restore(backup, fresh, quiet);
  t.is(readFileSync(path.join(fresh, 'files', 'one', 'paper'), 'utf8'), 'a paper');
  const copy = await start(fresh);
  const restored = await connected(copy.url);
  const { rows } = await restored.query<{ rows: number; last: number }>(summary, [2 ** 31 - 1]);
  const [{ rows: count, last }] = rows as [{ rows: number; last: number }];
  t.true(last >= before, `${last} of at least ${before}`);
  t.is(count, last, 'no gap');
  t.deepEqual(rows, (await client.query(summary, [last])).rows, 'row by row the same');
  await restored.query('insert into note default values');
  await Promise.all([restored.end(), client.end()]);
  await Promise.all([copy.stop(), source.stop()]);
  await t.throwsAsync(restore(backup, fresh, quiet), { message: /has a database/ });

  if (process.getuid?.() === 0 && existsSync(otherDisk)) {
    // Where root's Postgres cannot enter: its files are put elsewhere, on another disk.
    const apart = mkdtempSync(path.join(otherDisk, 'restore-'));
    t.teardown(() => rmSync(apart, { recursive: true, force: true }));
    await restore(backup, apart, quiet);
    const place = realpathSync(path.join(apart, 'postgres'));
    t.teardown(() => rmSync(path.dirname(place), { recursive: true, force: true }));
    t.true(existsSync(path.join(place, 'PG_VERSION')));
    t.is(readFileSync(path.join(apart, 'files', 'one', 'paper'), 'utf8'), 'a paper');
  }

  const another = path.join(dir, 'another');
  const damaged = path.join(backup, files.find(({ path: name }) => name.startsWith('postgres/base/'))!.path);
  const bytes = readFileSync(damaged);
  bytes[bytes.length - 1] = bytes.at(-1)! ^ 1;
  writeFileSync(damaged, bytes);
  await t.throwsAsync(restore(backup, another, quiet), { message: /damaged: postgres\/base\// });
  rmSync(damaged);
  await t.throwsAsync(restore(backup, another, quiet), { message: /lacks postgres\/base\// });
  t.deepEqual(readdirSync(another), [], 'nothing is left of it');

  const manifest = JSON.parse(readFileSync(path.join(backup, manifestFile), 'utf8')) as BackupManifest;
  writeFileSync(path.join(backup, manifestFile), JSON.stringify({ ...manifest, postgres: '12' }));
  await t.throwsAsync(restore(backup, another, quiet), { message: /of Postgres 12/ });
  rmSync(path.join(backup, manifestFile));
  await t.throwsAsync(restore(backup, another, quiet), { message: /no whole backup/ });
});
