import test from 'ava';
import { inTenant, row, rows, type TenantTransaction } from '../../db/database.ts';
import { together } from '../../db/sql-errors.ts';
import { sql } from '../../db/sql-text.ts';
import { Refusal } from '../../domain/refusal.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const nameOf = async (tx: TenantTransaction) =>
  (await row<{ name: string }>(tx, sql`select name from organizations`))!.name;

async function rename(tx: TenantTransaction, id: string, name: string): Promise<void> {
  await rows(tx, sql`update organizations set name = ${name} where id = ${id}`);
}

test('statements begun together run in the order begun, through nested functions too', async (t) => {
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

test('of statements begun together the first in the list that is refused is told, whichever is heard first', async (t) => {
  const { database, threePl } = platform;
  const told = (sent: (tx: TenantTransaction) => readonly Promise<unknown>[]) =>
    t.throwsAsync<Error & { code: string }>(
      inTenant(database, { organizationId: threePl.id }, (tx) => together(sent(tx))),
    );
  const check = async (tx: TenantTransaction): Promise<void> => {
    await rows(tx, sql`select`);
    // Its answer was there first, and it is heard last.
    await new Promise((resolve) => setTimeout(resolve, 50));
    throw new Refusal('IN_USE', 'No.');
  };
  const broken = (tx: TenantTransaction) => rows(tx, sql`select 1 / ${0}::integer`);
  const clash = (tx: TenantTransaction) =>
    rows(tx, sql`insert into organizations (id, name, edition) values (${threePl.id}, 'Twice', 'three_pl')`);
  t.is((await told((tx) => [check(tx), clash(tx)])).code, 'IN_USE');
  t.is((await told((tx) => [broken(tx), check(tx)])).code, '22012');
  const late = async (answer: Promise<unknown>): Promise<unknown> => {
    const [outcome] = await Promise.allSettled([answer]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return outcome.status === 'fulfilled' ? outcome.value : Promise.reject(outcome.reason as Error);
  };
  t.is(
    (await told((tx) => [nameOf(tx), late(broken(tx)), nameOf(tx)])).code,
    '22012',
    'not 25P02 of the last',
  );
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
