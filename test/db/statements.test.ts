import test from 'ava';
import { inTenant, row, rows, type TenantTransaction } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined, { workers: false });
});
test.after.always(() => platform?.stop());

const nameOf = async (tx: TenantTransaction) =>
  (await row<{ name: string }>(tx, sql`select name from organizations`))!.name;

async function rename(tx: TenantTransaction, id: string, name: string): Promise<void> {
  await tx('organizations').where({ id }).update({ name });
}

test('statements begun together run in the order begun, through builders and nested functions too', async (t) => {
  const { database, standard } = platform;
  for (let turn = 0; turn < 50; turn += 1) {
    const seen = await inTenant(database, { organizationId: standard.id }, (tx) =>
      Promise.all([
        rows(tx, sql`update organizations set name = ${`first ${turn}`}`),
        nameOf(tx),
        rename(tx, standard.id, `second ${turn}`),
        nameOf(tx),
      ]),
    );
    t.deepEqual([seen[1], seen[3]], [`first ${turn}`, `second ${turn}`]);
  }
});

test('of statements begun together the first to fail is told, and nothing of them stays', async (t) => {
  const { database, threePl } = platform;
  const before = await inTenant(database, { organizationId: threePl.id }, nameOf);
  const failed = await t.throwsAsync(
    inTenant(database, { organizationId: threePl.id }, (tx) =>
      Promise.all([
        rename(tx, threePl.id, 'half done'),
        rows(tx, sql`select 1 / ${0}::integer`),
        rows(tx, sql`select * from no_such_table`),
        nameOf(tx),
      ]),
    ),
  );
  t.regex(failed.message, /division by zero/);
  t.is(await inTenant(database, { organizationId: threePl.id }, nameOf), before);
});

test('a question mark of jsonb is one of ours, and no value stands in a text', async (t) => {
  const { database, standard } = platform;
  const statement = (key: string) =>
    sql`select '{"a": 1}'::jsonb ? ${key}::text as has, ${'?'}::text as mark`;
  const ask = (key: string) =>
    inTenant(database, { organizationId: standard.id }, (tx) =>
      row<{ has: boolean; mark: string }>(tx, statement(key)),
    );
  t.deepEqual(await ask('a'), { has: true, mark: '?' });
  t.deepEqual(await ask("b' or true --"), { has: false, mark: '?' });
  t.is(statement('a').text, statement('b').text);
});
