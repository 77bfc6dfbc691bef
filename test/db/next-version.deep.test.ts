/**
 * What the next version's migration does to processes of this one, which keep running while they are being replaced.
 */
import test from 'ava';
import knex from 'knex';
import pg from 'pg';
import { inTenant, openDatabase, row, type Database } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { migrate } from '../../db/migrate.ts';
import { judgeSqlError } from '../../db/sql-errors.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { testSecrets } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';

const organizationId = '00000000-0000-4000-8000-000000000001';
const poolMax = 4;

async function opened(t: {
  teardown(end: () => Promise<void>): void;
}): Promise<{ made: TestDatabase; database: Database }> {
  const made = await createTestDatabase();
  const database = openDatabase({ ...made, poolMax, applicationName: 'next version test' });
  t.teardown(async () => {
    await database.close();
    await made.drop();
  });
  return { made, database };
}

const readAll = (database: Database, then?: () => Promise<void>): Promise<unknown> =>
  inTenant(database, { organizationId }, async (tx) => {
    try {
      return await row(tx, sql`select * from warehouses order by id`);
    } finally {
      await then?.();
    }
  });

/** One on each connection of the pool: none is given back before the last one has read. */
function readOnAll(database: Database): Promise<PromiseSettledResult<unknown>[]> {
  let count = 0;
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const together = (): Promise<void> => {
    count += 1;
    if (count === poolMax) end();
    return ended;
  };
  return Promise.allSettled(Array.from({ length: poolMax }, () => readAll(database, together)));
}

test('a column added under open connections costs at most what is on its way, as something to try again', async (t) => {
  const { made, database } = await opened(t);
  await readOnAll(database);
  const owner = knex({ client: 'pg', connection: made.ownerUrl, pool: { min: 0, max: 1 } });
  t.teardown(() => owner.destroy());
  await owner.raw('alter table warehouses add column of_the_next_version integer');

  const [first] = await Promise.allSettled([readAll(database)]);
  t.is(first!.status, 'rejected', 'a plan that was kept is outlived, or this test shows nothing');
  t.is(judgeSqlError((first as PromiseRejectedResult).reason).kind, 'retry');
  for (const again of await readOnAll(database)) t.is(again.status, 'fulfilled');
});

test('a migration gives way to who holds its table, and comes to its end once it is free', async (t) => {
  const made = await createTestDatabase();
  t.teardown(() => made.drop());
  const holder = new pg.Client({ connectionString: made.ownerUrl });
  await holder.connect();
  t.teardown(() => holder.end());
  await holder.query('begin');
  await holder.query('select 1 from organizations');

  const lines: string[] = [];
  const migrating = migrate({
    secrets: testSecrets,
    databaseUrl: made.ownerUrl,
    log: (line) => lines.push(line),
    direction: 'down',
  });
  await until('it has given way twice', () => lines.length >= 2);
  t.deepEqual([...new Set(lines)], ['a table is in use; what was begun is undone and tried again']);
  await holder.query('commit');
  await migrating;
  t.true(lines.some((line) => line.startsWith('took back ')));
});
