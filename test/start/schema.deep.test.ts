/** Programs on a database of another version, and taking migrations back: real processes, as people run them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import pg from 'pg';
import { migrate } from '../../db/migrate.ts';
import { embeddedDatabaseName } from '../../server/connections.ts';
import { freePort } from '../../server/free-port.ts';
import { startEmbeddedPostgres } from '../../server/postgres/embedded-postgres.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { testSecrets } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';

const PLATFORM_SECRET = testSecrets.current;

async function run(entry: string, env: Record<string, string>, args: readonly string[] = []) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(`../../server/${entry}`, import.meta.url)), ...args],
    {
      env: {
        PATH: '/usr/bin:/bin',
        LOG_LEVEL: 'silent',
        PORT: String(await freePort()),
        PLATFORM_SECRET,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 90_000,
      killSignal: 'SIGKILL',
    },
  );
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said, last: said.trimEnd().split('\n').at(-1) ?? '' };
}

async function withOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function folder(t: { teardown(end: () => void): void }): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'warehouse-schema-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const edited =
  "update schema_migrations_digests set digest = 'of another build' where name = '0210_inventory'";
const differs =
  /its migration 0210_inventory differs from this one's\. Start the version that made it, or set (DATABASE_URL|DATA_DIR) to .*\.$/;

test.serial(
  'the whole, the API, the workers, migrate and admin end with one sentence on other migrations',
  async (t) => {
    const { ownerUrl, drop } = await createTestDatabase();
    t.teardown(drop);
    await withOwner(ownerUrl, (client) => client.query(edited));
    const entries = ['main.js', 'api-main.js', 'workers-main.js', 'migrate-main.js'];
    for (const [entry, ...args] of [...entries.map((one) => [one]), ['admin-main.js', 'organizations']]) {
      const { code, said, last } = await run(entry!, { DATABASE_URL: ownerUrl, DATA_DIR: folder(t) }, args);
      t.is(code, 1, said);
      t.regex(last, differs, entry);
      t.notRegex(said, /^ {4}at /m);
    }
    await withOwner(ownerUrl, (client) => client.query('drop table schema_migrations_digests'));
    const { last } = await run('api-main.js', { DATABASE_URL: ownerUrl, DATA_DIR: folder(t) });
    t.regex(last, /was made by an older version, which kept no digest/);
  },
);

test.serial('an embedded database of another build is told by its folder', async (t) => {
  const dataDir = folder(t);
  const log = (): void => {};
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log,
    durable: false,
    database: embeddedDatabaseName,
  });
  await migrate({ databaseUrl: postgres.url, secrets: testSecrets, log });
  await withOwner(postgres.url, (client) => client.query(edited));
  await postgres.stop();
  const { code, said, last } = await run('main.js', { DATA_DIR: dataDir });
  t.is(code, 1, said);
  t.regex(last, differs);
  t.true(last.startsWith(`The embedded database in ${dataDir} `), last);
  t.notRegex(said, /^ {4}at /m);
});

test.serial(
  'migrating down names what it drops, and needs the name of a database that nobody else uses',
  async (t) => {
    const { ownerUrl, drop } = await createTestDatabase();
    t.teardown(drop);
    const name = new URL(ownerUrl).pathname.slice(1);
    const down = (...args: string[]) => run('migrate-main.js', { DATABASE_URL: ownerUrl }, ['down', ...args]);
    const tables = (): Promise<number> =>
      withOwner(ownerUrl, async (client) => {
        const { rows } = await client.query<{ count: string }>(
          "select count(*) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
        );
        return Number(rows[0]!.count);
      });
    await withOwner(ownerUrl, (client) =>
      client.query(
        "insert into organizations (id, name, edition) values (gen_random_uuid(), 'Harbor 3PL', 'three_pl')",
      ),
    );
    const before = await tables();

    const unasked = await down();
    t.is(unasked.code, 1);
    t.regex(unasked.said, /0900_retention.*0100_foundations/);
    t.regex(unasked.said, /drops \d+ tables with all rows: .*inventory_ledger.*\borganizations\b/);
    t.regex(unasked.said, /lose everything: Harbor 3PL/);
    t.regex(unasked.last, new RegExp(`down --database ${name} to drop`));
    t.regex(
      (await down('--database', 'another')).last,
      /is called .*, not another: nothing has been changed\.$/,
    );
    t.regex((await run('migrate-main.js', { DATABASE_URL: ownerUrl }, ['dwon'])).last, /There is no "dwon"/);

    const other = new pg.Client({ connectionString: ownerUrl, application_name: 'platform api' });
    await other.connect();
    t.regex(
      (await down('--database', name)).last,
      /Others are connected .*: platform api \(postgres\)\. Stop them first\.$/,
    );
    await other.end();
    t.is(await tables(), before, 'nothing is gone so far');

    const gone = await until('the session has ended', async () => {
      const ended = await down('--database', name);
      return ended.code === 0 && ended;
    });
    t.is(gone.last, 'the last batch has been reverted');
    t.true((await tables()) < 5);
    t.regex((await down('--database', name)).last, /^Nothing is applied/);
  },
);
