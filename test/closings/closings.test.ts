/** Closings of the ledger: when they are made, what takes them away, and what they wait for. */
import test from 'ava';
import { closeInventory } from '../../db/closings/closings.write.ts';
import { inTenant, rows as read, setLimits } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { listInventory } from '../../db/inventory/inventory.read.ts';
import { post } from '../../db/inventory/ledger.write.ts';
import { listStatementItems } from '../../db/inventory/stock-statement.read.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { ago, closeAll, integrityOf, write } from './history.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const inOrganization = <T>({ id }: TestOrganization, work: Parameters<typeof inTenant<T>>[2]): Promise<T> =>
  inTenant(platform.database, { organizationId: id }, work);

const listAt = (organization: TestOrganization, asOf: string) =>
  inOrganization(organization, (tx) => listInventory(tx, { filter: {}, asOf, page: 1, page_size: 200 }));

const closings = (organization: TestOrganization) =>
  inOrganization(organization, (tx) =>
    read<{ closed_through: Date; proved_at: Date | null }>(
      tx,
      sql`select closed_through, proved_at from inventory_closings where organization_id = ${organization.id} order by 1`,
    ),
  );

test('a statement opens with the same stock, whether the ledger was closed before it or within it', async (t) => {
  const organization = await platform.newOrganization({ edition: 'standard' });
  const one = { item: 'PLAIN', place: 'A-01', status: 'available', lot: '' } as const;
  await write(platform.owner, organization, [
    { ...one, hours: 900, qty: 8 },
    { ...one, hours: 500, qty: -3 },
    { ...one, hours: 100, qty: 2 },
  ]);
  const { merchantId: merchant_id } = organization;
  const statement = () =>
    inOrganization(organization, (tx) =>
      listStatementItems(
        tx,
        { merchant_id, from: '', to: '' },
        // The period begins with an entry, which belongs to it.
        { time_zone: 'UTC', starts_at: new Date(ago(500)), ends_at: new Date(ago(2)) },
      ),
    );
  const before = await statement();
  t.like(before[0], { opening: '8.000000', adjusted: '-1.000000', closing: '7.000000' });
  for (const hours of [700, 500, 50]) {
    await inOrganization(organization, (tx) => closeInventory(tx, ago(hours)));
    t.deepEqual(await statement(), before, `closed ${hours} hours ago`);
  }
});

test('the schedule closes months and the last night, proves them, and finds nothing to do again', async (t) => {
  const organization = await platform.newOrganization({ edition: 'standard' });
  const at = { item: 'PLAIN', place: 'A-01', status: 'available', lot: '' } as const;
  await write(
    platform.owner,
    organization,
    [2_000, 1_400, 700, 60].map((hours) => ({ ...at, hours, qty: 1 })),
  );
  t.deepEqual(await closeAll(platform, organization), []);
  const made = await closings(organization);
  t.true(made.length >= 3, `${made.length} closings`);
  t.true(made.every(({ proved_at }) => proved_at !== null));
  t.true(made.every(({ closed_through: moment }) => moment.toISOString().endsWith('T00:00:00.000Z')));
  t.deepEqual(await closeAll(platform, organization), []);
  t.deepEqual(await closings(organization), made);
});

test('an entry that comes behind a closing takes it away', async (t) => {
  const organization = await platform.newOrganization({ edition: 'standard' });
  const at = { item: 'PLAIN', place: 'A-01', status: 'available', lot: '' } as const;
  await write(platform.owner, organization, [{ ...at, hours: 300, qty: 5 }]);
  for (const hours of [250, 150, 50])
    await inOrganization(organization, (tx) => closeInventory(tx, ago(hours)));
  await write(platform.owner, organization, [{ ...at, hours: 200, qty: 1 }]);
  t.deepEqual(
    (await closings(organization)).map(({ closed_through: moment }) => moment.toISOString()),
    [ago(250)],
  );
  t.is(Number((await listAt(organization, ago(100))).rows[0]!.qty), 6);
});

test('closing waits for a posting in flight that began before it, and counts it', async (t) => {
  const organization = await platform.newOrganization({ edition: 'standard' });
  const { id, items, locations, warehouseId, merchantId } = organization;
  let commit = (): void => {};
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  let posted!: (at: Date) => void;
  const moment = new Promise<Date>((resolve) => (posted = resolve));
  const posting = inOrganization(organization, async (tx) => {
    await setLimits(tx, { idle_in_transaction_session_timeout: '2min' });
    const [entryId] = await post(tx, { organizationId: id, commandId: id, actor: 'test' }, [
      {
        warehouse_id: warehouseId,
        merchant_id: merchantId,
        item_id: items['PLAIN']!,
        location_id: locations['A-01']!,
        status: 'available',
        lot_no: '',
        lpn_id: null,
        qty_delta: 3,
        transaction_type: 'adjust',
        ref_type: 'test',
        ref_id: null,
      },
    ]);
    const [own] = await read<{ occurred_at: Date }>(
      tx,
      sql`select occurred_at from inventory_ledger where organization_id = ${id} and id = ${entryId}`,
    );
    posted(own!.occurred_at);
    await mayCommit;
  });
  const through = (await moment).toISOString();
  await until('the moment is over', async () => {
    const { rows } = await platform.owner.query("select now() - interval '1 second' > $1 as over", [through]);
    return rows[0].over;
  });
  const closing = inOrganization(organization, (tx) => closeInventory(tx, through));
  t.teardown(commit);
  await until('it waits for the posting', async () => {
    const { rowCount } = await platform.owner.query(
      "select 1 from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and not granted",
    );
    return rowCount! > 0;
  });
  commit();
  await posting;
  t.true(await closing);
  for (const table of ['inventory_closing_rows', 'inventory_closing_movements']) {
    const { rows } = await platform.owner.query(
      `select qty::integer from ${table} where organization_id = $1`,
      [id],
    );
    t.deepEqual(rows, [{ qty: 3 }], table);
  }
  const near = await integrityOf(platform, organization);
  t.like(near, { keys_checked: 1, mismatch_count: 0 });
  t.not(near.closing, null, 'its fingerprint counts it as well');
});

test('two that close the same moment make one closing', async (t) => {
  const organization = await platform.newOrganization({ edition: 'standard' });
  await write(platform.owner, organization, [
    { item: 'PLAIN', place: 'A-01', status: 'available', lot: '', hours: 30, qty: 5 },
  ]);
  const made = await Promise.all(
    [1, 2, 3].map(() => inOrganization(organization, (tx) => closeInventory(tx, ago(20)))),
  );
  t.is(made.filter(Boolean).length, 1);
  t.is((await closings(organization)).length, 1);
});
