/** Reads without a transaction around them: no statement runs without the tenant's settings, and none are left behind. */
import test from 'ava';
import {
  openDatabase,
  readTenant,
  row,
  rows,
  setLimits,
  type Database,
  type TenantTransaction,
} from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { readTogether } from '../../db/shared-reads.ts';
import { roleUrls, sharedPlatform } from '../helpers/servers.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

/** A database whose reads all have the same connection; behind a pooler, statements have no names. */
function oneConnection(onEnd: (run: () => unknown) => void, isPooled: boolean): Database {
  const urls = roleUrls(sharedPlatform().ownerUrl);
  const database = openDatabase({ ...urls, poolMax: 1, isPooled, applicationName: 'test' });
  onEnd(() => database.close());
  return database;
}

const whose = async (tx: TenantTransaction): Promise<string[]> =>
  (await rows<{ id: string }>(tx, sql`select organization_id as id from items group by 1`)).map(
    ({ id }) => id,
  );
const settingsLeft = sql`select concat(current_setting('app.organization_id', true), current_setting('app.merchant_id', true),
  current_setting('transaction_read_only'), current_setting('statement_timeout')) as left`;

for (const isPooled of [false, true]) {
  const kind = isPooled ? 'behind a pooler' : 'with named statements';

  test(`on one connection each read sees its own organization's rows (${kind})`, async (t) => {
    const database = oneConnection(t.teardown, isPooled);
    const ids = Array.from({ length: 40 }, (_, index) =>
      index % 3 ? platform.standard.id : platform.threePl.id,
    );
    const seen = await Promise.all(
      ids.map((organizationId) => readTenant(database, { organizationId }, whose)),
    );
    t.deepEqual(
      seen,
      ids.map((id) => [id]),
    );
  });

  test(`nothing of a read is left on its connection, and without one nothing is seen (${kind})`, async (t) => {
    const database = oneConnection(t.teardown, isPooled);
    const { left: before } = (await row<{ left: string }>(database.app, settingsLeft))!;
    await readTenant(database, { organizationId: platform.standard.id }, async (tx) => {
      await setLimits(tx, { statement_timeout: '7s' });
      const { left } = (await row<{ left: string }>(tx, settingsLeft))!;
      t.true(left.endsWith('on7s'), left);
      t.true(left.startsWith(platform.standard.id));
    });
    t.is((await row<{ left: string }>(database.app, settingsLeft))!.left, before);
    t.deepEqual(await rows(database.app, sql`select 1 from items`), []);
  });

  test(`what is read by ids is planned once, and the rest of the read as ever (${kind})`, async (t) => {
    const database = oneConnection(t.teardown, isPooled);
    const scope = { organizationId: platform.standard.id };
    const planning = async (on: Parameters<typeof row>[0]): Promise<string> =>
      (await row<{ mode: string }>(on, sql`select current_setting('plan_cache_mode') as mode`))!.mode;
    const findMode = readTogether(async (tx, ids) => {
      const mode = await planning(tx);
      return new Map(ids.map((id) => [id, mode]));
    });
    const modes = await readTenant(database, scope, (tx) =>
      Promise.all([planning(tx), findMode(tx, 'one'), findMode(tx, 'other'), planning(tx)]),
    );
    t.deepEqual(modes, ['auto', 'force_generic_plan', 'force_generic_plan', 'auto']);
    t.is(await planning(database.app), 'auto');
  });

  test(`a read by ids is the organization's, keeps its limits and ends with the read (${kind})`, async (t) => {
    const database = oneConnection(t.teardown, isPooled);
    const scope = { organizationId: platform.standard.id };
    let ended: TenantTransaction | undefined;
    const find = readTogether(async (tx, ids) => {
      ended = tx;
      const seen = (await row<{ left: string }>(tx, settingsLeft))!.left;
      return new Map(ids.map((id) => [id, seen]));
    });
    const seen = await readTenant(database, scope, async (tx) => {
      await setLimits(tx, { statement_timeout: '7s' });
      return find(tx, 'one');
    });
    t.is(seen, `${platform.standard.id}on7s`);
    await t.throwsAsync(whose(ended!), { message: /has ended/ });
  });

  test(`a failed statement leaves the next one as it was (${kind})`, async (t) => {
    const database = oneConnection(t.teardown, isPooled);
    const scope = { organizationId: platform.standard.id };
    const ends = await readTenant(database, scope, (tx) =>
      Promise.allSettled([
        whose(tx),
        row(tx, sql`select 1 / 0 as nothing`),
        whose(tx),
        row(tx, sql`select no_such_column from items`),
        whose(tx),
      ]),
    );
    t.deepEqual(
      ends.map((end) => (end.status === 'fulfilled' ? end.value : (end.reason.code as string))),
      [[scope.organizationId], '22012', [scope.organizationId], '42703', [scope.organizationId]],
    );
  });

  test(`where the settings cannot be made, nothing is read (${kind})`, async (t) => {
    const database = oneConnection(t.teardown, isPooled);
    const scope = { organizationId: `${platform.standard.id}\0` };
    await t.throwsAsync(readTenant(database, scope, whose), { code: '22021' });
    t.deepEqual(await readTenant(database, { organizationId: platform.standard.id }, whose), [
      platform.standard.id,
    ]);
  });

  test(`a read cannot write (${kind})`, async (t) => {
    const database = oneConnection(t.teardown, isPooled);
    const write = (tx: TenantTransaction) => rows(tx, sql`update items set name = name`);
    await t.throwsAsync(readTenant(database, { organizationId: platform.standard.id }, write), {
      code: '25006',
    });
  });
}

test('a merchant sees its own rows', async (t) => {
  const { threePl } = platform;
  const merchants = await readTenant(
    platform.database,
    { organizationId: threePl.id, merchantId: threePl.merchantId },
    (tx) => rows<{ id: string }>(tx, sql`select distinct merchant_id as id from items`),
  );
  t.deepEqual(merchants, [{ id: threePl.merchantId }]);
});

test('a read that has ended sends nothing', async (t) => {
  let kept: TenantTransaction | undefined;
  await readTenant(platform.database, { organizationId: platform.standard.id }, async (tx) => {
    kept = tx;
  });
  await t.throwsAsync(whose(kept!), { message: /has ended/ });
});
