/**
 * The admin commands as an operator types them: what they create, and that a mistake gives one sentence and never SQL.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import pg from 'pg';
import { createTestDatabase } from '../helpers/database.ts';
import { testSecrets } from '../helpers/servers.ts';

const root = new URL('../../../', import.meta.url);
let env: NodeJS.ProcessEnv;
let dropDatabase: () => Promise<void>;
test.before(async () => {
  const { ownerUrl, drop } = await createTestDatabase();
  dropDatabase = drop;
  env = { PATH: '/usr/bin:/bin', DATABASE_URL: ownerUrl, PLATFORM_SECRET: testSecrets.current };
});
test.after.always(() => dropDatabase?.());

function run(entry: string, args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [fileURLToPath(new URL(entry, root)), ...args],
      { env, timeout: 60_000 },
      (fault, out, err) => resolve({ code: fault ? ((fault.code as unknown as number) ?? 1) : 0, out, err }),
    );
  });
}

const admin = (...args: string[]) => run('dist/server/admin-main.js', args);
const nobody = '00000000-0000-7000-8000-000000000000';

test('an organization is made, gets a token, lists it without showing it, and revokes it', async (t) => {
  const made = await admin('create-organization', '--name', 'Harbor 3PL', '--edition', 'three_pl');
  t.is(made.code, 0, made.err);
  const organization = made.out.trim();
  const token = await admin(
    'create-token',
    '--organization',
    organization,
    '--name',
    'ops',
    '--permissions',
    'ops.view',
  );
  t.regex(token.out, /^wp_[a-z2-7]{26}_[\w-]{43}\n$/);
  const listed = await admin('tokens', '--organization', organization);
  t.regex(listed.out, /ops/);
  t.false(listed.out.includes(token.out.trim()));
  const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(listed.out)![0];
  const revoke = (of: string, ...more: string[]) =>
    admin('revoke-token', '--organization', organization, '--token', of, ...more);
  t.is((await revoke(id)).out, 'revoked\n');
  t.regex((await revoke(id)).err, /^There is no such live token/);
  t.is((await revoke(id, '--end-what-it-made')).out, 'revoked\n');
  t.regex((await revoke(nobody, '--end-what-it-made')).err, /^There is no such live token/);
  t.notRegex((await admin('tokens', '--organization', organization)).out, /ops/);
});

test('a time zone that means two things is named where organizations are listed', async (t) => {
  const made = await admin('create-organization', '--name', 'Old harbor', '--time-zone', 'Asia/Kolkata');
  t.notRegex((await admin('organizations')).err, /two things/);
  const owner = new pg.Client({ connectionString: env['DATABASE_URL'] });
  await owner.connect();
  t.teardown(() => owner.end());
  await owner.query("update organizations set time_zone = 'IST' where id = $1", [made.out.trim()]);
  const { err } = await admin('organizations');
  t.is(
    err.trim(),
    `IST, the time zone of the organization Old harbor (${made.out.trim()}), means two things: set an IANA name.`,
  );
});

test('an organization is exported, and not imported where it is', async (t) => {
  const made = await admin('create-organization', '--name', 'Harbor');
  const folder = mkdtempSync(path.join(tmpdir(), 'export-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const written = await admin('export-organization', '--organization', made.out.trim(), '--to', folder);
  t.regex(written.out, /^\d+ rows in \d+ tables\n$/, written.err);
  const brought = await admin('import-organization', '--from', folder);
  t.is(brought.code, 1);
  t.regex(brought.err, /is already in this installation\.\n$/);
});

const mistakes: readonly [args: string[], sentence: RegExp][] = [
  [['create-organization', '--name', '  '], /^--name must have 1 to 200 characters\.$/],
  [
    ['create-organization', '--name', 'A', '--currency', 'dollars'],
    /^--currency must be an ISO 4217 currency/,
  ],
  [['create-organization', '--name', 'A', '--edition', 'large'], /^--edition must be one of/],
  [['create-organization', '--name', 'A', '--time-zone', 'Mars'], /^--time-zone must be/],
  [
    ['create-token', '--organization', 'mine', '--name', 'a', '--roles', 'admin'],
    /^--organization must be an id/,
  ],
  [
    ['create-token', '--organization', nobody, '--name', 'a', '--roles', 'admin'],
    /^There is no such organization/,
  ],
  [['create-token', '--organization', nobody, '--name', 'a'], /^A token without permissions is useless/],
  [
    ['create-token', '--organization', nobody, '--name', 'a', '--permissions', 'all'],
    /^There is no permission all/,
  ],
  [
    ['create-token', '--organization', nobody, '--name', 'a', '--roles', 'admin', '--days', '-3'],
    /^--days must be a whole number/,
  ],
  [['retention', '--table', 'commands'], /^--table and --keep-months must be given together/],
  [
    ['retention', '--table', 'print_jobs', '--keep-months', '1'],
    /^--keep-months of print_jobs must be a whole number from 3 to 1200, or forever/,
  ],
  [['retention', '--files', nobody], /^There is no such organization/],
  [['revoke-token', '--organization', nobody, '--token', 'x'], /^There is no such organization/],
  [['export-organization', '--organization', nobody, '--to', 'export'], /^There is no such organization/],
  [['import-organization', '--from', 'export'], /\/export has no manifest\.json: it is not an export/],
  [['tokens', '--organization', nobody], /^There is no such organization/],
];

for (const [args, sentence] of mistakes) {
  test(`admin ${args.join(' ')} is refused in a sentence`, async (t) => {
    const { code, out, err } = await admin(...args);
    t.is(code, 1);
    t.is(out, '');
    t.regex(err.trimEnd(), sentence);
    t.notRegex(err, /select|insert|relation|violates|\n {4}at /i);
  });
}

test('how long the past is kept is set, shown with what there is, counted beforehand, and for ever without a word', async (t) => {
  const set = await admin('retention', '--table', 'events', '--keep-months', '13');
  t.is(set.code, 0, set.err);
  t.regex(set.out, /│ 'events' +│ 13 /);
  t.regex(set.out, /│ 'commands' +│ 'forever' /);
  t.regex(set.out, /inventory_ledger is kept for ever/);
  const counted = await admin('retention', '--dry-run');
  t.is(counted.code, 0, counted.err);
  t.regex(counted.out, /│ 'events' +│ '\d{4}-\d{2}-01' +│ 0 +│ 0 /);
  const back = await admin('retention', '--table', 'events', '--keep-months', 'forever');
  t.regex(back.out, /│ 'events' +│ 'forever' /);
});

test('the connections of the two roles are printed for those who give them to their processes', async (t) => {
  const { out } = await admin('database-urls');
  t.regex(
    out,
    /^APP_DATABASE_URL=postgres\S+platform_app\S+\nSYSTEM_DATABASE_URL=postgres\S+platform_system\S+\n$/,
  );
});

test('every program explains itself and starts nothing', async (t) => {
  const all = await run('start.mjs', ['--help']);
  t.is(all.code, 0);
  for (const name of ['api', 'workers', 'migrate', 'hub', 'admin', 'demo', 'bench', 'chaos']) {
    t.regex(all.out, new RegExp(`npm run ${name} `));
    if (name === 'admin') continue;
    const one = await run('start.mjs', [name, '--help']);
    t.is(one.code, 0, one.err);
    t.true(one.out.startsWith(`npm run ${name}: `), one.out);
    t.is(one.out.trimEnd().split('\n').length, 1);
  }
});
