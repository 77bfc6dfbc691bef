/** Reads that travel together: each is answered as if it had been asked alone. */
import test from 'ava';
import { openDatabase, row, type TenantTransaction } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { createSharedReads } from '../../db/shared-reads.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

/** What a read sees: whose rows, and which connection it is on, which it keeps for a moment. */
async function look(tx: TenantTransaction): Promise<{ whose: string; merchant: string; connection: number }> {
  const seen = await row<{ whose: string; merchant: string; connection: number }>(
    tx,
    sql`select current_setting('app.organization_id') as whose, current_setting('app.merchant_id') as merchant,
               pg_backend_pid() as connection, pg_sleep(0.01)::text`,
  );
  return seen!;
}

test('reads of one organization and merchant share a connection, and others have their own', async (t) => {
  const { database, standard, threePl } = platform;
  const { read } = createSharedReads(database);
  const own = { organizationId: standard.id };
  const other = { organizationId: threePl.id };
  const merchants = { ...other, merchantId: threePl.merchantId };
  // Nobody ends before everybody has looked: a connection given back could be taken by the next.
  const scopes = [own, own, other, merchants, own];
  const looked: unknown[] = [];
  const lookTogether = async (tx: TenantTransaction) => {
    const found = await look(tx);
    looked.push(found);
    await until('all have looked', () => looked.length === scopes.length);
    return found;
  };
  const seen = await Promise.all(scopes.map((scope) => read(scope, lookTogether)));
  t.deepEqual(
    seen.map(({ whose }) => whose),
    [own, own, other, other, own].map(({ organizationId }) => organizationId),
  );
  t.is(seen[3]!.merchant, threePl.merchantId);
  const connections = seen.map(({ connection }) => connection);
  t.is(new Set(connections).size, 3);
  t.is(connections[0], connections[1]);
  t.is(connections[0], connections[4]);
});

test('more than share a connection are all answered', async (t) => {
  const { database, standard } = platform;
  const { read } = createSharedReads(database);
  const scope = { organizationId: standard.id };
  const seen = await Promise.all(Array.from({ length: 100 }, () => read(scope, look)));
  t.is(new Set(seen.map(({ connection }) => connection)).size, 4);
});

test('a refusal or a fault of one is its own, and the others are answered', async (t) => {
  const { database, standard } = platform;
  const { read } = createSharedReads(database);
  const scope = { organizationId: standard.id };
  const missing = () => Promise.reject(notFound('anything'));
  const broken = (tx: TenantTransaction) => row(tx, sql`select 1 / 0 as nothing`);
  const ends = await Promise.allSettled([
    read(scope, look),
    read(scope, missing),
    read(scope, broken),
    read(scope, look),
  ]);
  t.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  );
  t.true((ends[1] as PromiseRejectedResult).reason instanceof Refusal);
  t.is((ends[2] as PromiseRejectedResult).reason.code, '22012');
});

test('when no connection is to be had, everyone who asked is told', async (t) => {
  const nowhere = 'postgres://nobody@127.0.0.1:1/nothing';
  const database = openDatabase({ appUrl: nowhere, systemUrl: nowhere, poolMax: 1, applicationName: 'test' });
  t.teardown(() => database.close());
  const { read } = createSharedReads(database);
  const ends = await Promise.allSettled(
    [1, 2, 3].map(() => read({ organizationId: platform.standard.id }, look)),
  );
  t.deepEqual(
    ends.map((end) => (end as PromiseRejectedResult).reason.code),
    ['ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED'],
  );
});
