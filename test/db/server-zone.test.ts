/** A Postgres of its own zone, as Debian's has its machine's: days are counted as on any other. */
import test from 'ava';
import pg from 'pg';
import { missingDays } from '../../db/billing/snapshots.write.ts';
import { inTenant, openDatabase, row, type Database } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createOrganization } from '../helpers/organization.ts';

let served: TestDatabase;
test.before(async () => {
  served = await createTestDatabase();
  const owner = new pg.Client({ connectionString: served.ownerUrl });
  await owner.connect();
  // 29 March 2026 begins there at one o'clock.
  await owner.query(
    `alter database ${new URL(served.ownerUrl).pathname.slice(1)} set timezone = 'Asia/Beirut'`,
  );
  await owner.end();
});
test.after.always(() => served?.drop());

for (const isPooled of [false, true]) {
  test(`the last day of a month is not lost with a midnight (${isPooled ? 'behind a pooler' : 'directly'})`, async (t) => {
    const database: Database = openDatabase({ ...served, poolMax: 2, isPooled, applicationName: 'test' });
    t.teardown(() => database.close());
    const { id } = await createOrganization(database, { edition: 'three_pl' });
    const march = { from: '2026-03-01', to: '2026-03-31' };
    const days = await inTenant(database, { organizationId: id }, (tx) => missingDays(tx, march));
    t.deepEqual([days.length, days.at(-1)?.day], [31, '2026-03-31']);
    for (const pool of [database.app, database.system])
      t.is((await row<{ zone: string }>(pool, sql`select current_setting('timezone') as zone`))!.zone, 'UTC');
  });
}
