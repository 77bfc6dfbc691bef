/** Writes nobody waits for: in the order of the calls, and never lost in silence. */
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { execute, executeUnawaited, inTenant, openDatabase, rows, type Database } from '../../db/database.ts';
import { sql, type SqlText } from '../../db/sql-text.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { roleUrls, sharedPlatform } from '../helpers/servers.ts';

let platform: Platform & { stop(): Promise<void> };
let database: Database;
test.before(async () => {
  platform = await joinPlatform();
  const urls = roleUrls(sharedPlatform().ownerUrl);
  database = openDatabase({ ...urls, poolMax: 1, applicationName: 'test' });
});
test.after.always(async () => {
  await database?.close();
  await platform?.stop();
});

const notNull = '23502';

function inserting(id: string, name: string | null): SqlText {
  const { id: organizationId, merchantId } = platform.standard;
  return sql`insert into items (organization_id, id, merchant_id, sku, name)
    values (${organizationId}, ${id}, ${merchantId}, ${id}, ${name})`;
}

async function nameOf(id: string): Promise<string | undefined> {
  const found = await inTenant(database, { organizationId: platform.standard.id }, (tx) =>
    rows<{ name: string }>(tx, sql`select name from items where id = ${id}`),
  );
  return found[0]?.name;
}

test('statements run in the order of their calls, awaited or not', async (t) => {
  const id = uuidv7();
  const adds = (letter: string): SqlText => sql`update items set name = name || ${letter} where id = ${id}`;
  const seen = await inTenant(database, { organizationId: platform.standard.id }, async (tx) => {
    executeUnawaited(tx, inserting(id, 'a'));
    const first = execute(tx, adds('b'));
    executeUnawaited(tx, adds('c'));
    const second = rows<{ name: string }>(tx, sql`select name from items where id = ${id}`);
    executeUnawaited(tx, adds('d'));
    await first;
    return second;
  });
  t.deepEqual(seen, [{ name: 'abc' }]);
  t.is(await nameOf(id), 'abcd');
});

test('what failed unawaited fails its transaction, of which nothing stays', async (t) => {
  const id = uuidv7();
  const fault = await t.throwsAsync<Error & { code: string }>(
    inTenant(database, { organizationId: platform.standard.id }, async (tx) => {
      await execute(tx, inserting(id, 'kept?'));
      executeUnawaited(tx, inserting(uuidv7(), null));
      return 'done';
    }),
  );
  t.is(fault.code, notNull);
  t.is(await nameOf(id), undefined);
});

test('what failed first is told, not that the statements behind it failed', async (t) => {
  const fault = await t.throwsAsync<Error & { code: string }>(
    inTenant(database, { organizationId: platform.standard.id }, async (tx) => {
      executeUnawaited(tx, inserting(uuidv7(), 'fine'));
      executeUnawaited(tx, inserting(uuidv7(), null));
      return rows(tx, sql`select 1`);
    }),
  );
  t.is(fault.code, notNull);
});
