/**
 * Stock by the day is in a partition per month: created ahead, refused to nobody, dropped once its days are in files.
 */
import test from 'ava';
import { pino } from 'pino';
import { dropMonth } from '../../db/retention/months.write.ts';
import { monthsOf } from '../../db/retention/old-snapshots.read.ts';
import { readPolicies } from '../../db/retention/policies.read.ts';
import { takeSnapshots } from '../../db/billing/snapshots.write.ts';
import { inTenant } from '../../db/database.ts';
import { makeMonths } from '../../workers/retention/make-months.ts';
import { sweepRetention } from '../../workers/retention/sweep-retention.ts';
import { retentionRig, sorted, type Line, type RetentionRig } from './retention-rig.ts';

const monthsBack = (count: number): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1));
};
const dayOf = (month: Date, day: number): string =>
  new Date(month.getTime() + (day - 1) * 86_400_000).toISOString().slice(0, 10);

/** This many rows of stock at the end of a day. */
async function plant(
  { platform }: RetentionRig,
  day: string,
  count: number,
  whose: 'standard' | 'threePl' = 'standard',
): Promise<void> {
  const { owner, [whose]: organization } = platform;
  await owner.query(
    `insert into inventory_snapshot_days (organization_id, warehouse_id, snapshot_day, rows_count, qty_total) values ($1, $2, $3, $4::int, $4::int)`,
    [organization.id, organization.warehouseId, day, count],
  );
  await owner.query(
    `insert into inventory_snapshots (organization_id, warehouse_id, snapshot_day, merchant_id, item_id, location_id, status, lot_no, qty,
       first_received_on, storage_class)
     select $1, $2, $3, $4, $5, $6, 'available', 'LOT-' || n, n, $3, 'standard' from generate_series(1, $7::int) n`,
    [
      organization.id,
      organization.warehouseId,
      day,
      organization.merchantId,
      organization.items['PLAIN'],
      organization.locations['A-01'],
      count,
    ],
  );
}

/** Files of a store in which stock changes while they are read back. */
const changedWhileRead = ({ files, platform }: RetentionRig): RetentionRig['files'] => ({
  ...files,
  get: async (key) => {
    const bytes = await files.get(key);
    await platform.owner.query('update inventory_snapshots set qty = qty + 1');
    return bytes;
  },
});

test('months are made ahead, once, and a day of a month nobody made is taken all the same', async (t) => {
  const rig = await retentionRig(t);
  const { database, owner } = rig.platform;
  const missing: [string, number][] = [];
  const tell = (table: string, months: number): void => void missing.push([table, months]);
  await Promise.all([makeMonths({ database, missing: tell }), makeMonths({ database, missing: tell })]);
  t.deepEqual(missing, [
    ['inventory_snapshots', 0],
    ['inventory_snapshots', 0],
  ]);
  await makeMonths({ database }, monthsBack(-6));
  t.true(
    (await monthsOf(database, 'inventory_snapshots')).includes(monthsBack(-9).toISOString().slice(0, 7)),
  );
  await plant(rig, '2019-05-04', 3);
  t.is((await owner.query('select * from inventory_snapshots_rest')).rowCount, 3);
  await makeMonths({ database }, new Date('2019-05-20'));
  t.false((await monthsOf(database, 'inventory_snapshots')).includes('2019-05'), 'its rows came before it');
  await t.throwsAsync(database.app.raw("select make_month('inventory_snapshots', '2050-01-01')"), {
    message: /permission denied/,
  });
});

test('a tenant reaches a month through the table and its policies alone', async (t) => {
  const rig = await retentionRig(t);
  const { database, standard, threePl } = rig.platform;
  const today = dayOf(monthsBack(0), 2);
  await plant(rig, today, 2);
  const seenBy = (organizationId: string) =>
    inTenant(
      database,
      { organizationId },
      async (tx) => (await tx.raw('select * from inventory_snapshots')).rows.length,
    );
  t.is(await seenBy(standard.id), 2);
  t.is(await seenBy(threePl.id), 0);
  const part = `inventory_snapshots_${today.slice(0, 7).replace('-', '_')}`;
  await t.throwsAsync(
    inTenant(database, { organizationId: standard.id }, (tx) => tx.raw(`select * from ${part}`)),
    { message: /permission denied/ },
  );
});

test('a month whose days are in files is dropped, a younger one stays, and a lone old day goes by itself', async (t) => {
  const rig = await retentionRig(t);
  const { database } = rig.platform;
  const [old, kept] = [monthsBack(5), monthsBack(2)];
  await makeMonths({ database }, old);
  for (const day of [1, 2, 28]) await plant(rig, dayOf(old, day), 5 + day);
  await plant(rig, dayOf(kept, 1), 4);
  await plant(rig, '2019-05-04', 3);
  const before = await rig.rowsOf('inventory_snapshots');
  await rig.keep('inventory_snapshots', 3);
  await rig.sweep();
  t.like((await readPolicies(database))[0], { problem: null, rows_removed: `${6 + 7 + 33 + 3}` });
  t.false((await monthsOf(database, 'inventory_snapshots')).includes(old.toISOString().slice(0, 7)));
  const left = await rig.rowsOf('inventory_snapshots');
  t.is(left.length, 4);
  const form = (rows: Line[]) =>
    rows.map((row) => ({ ...row, at: `${row['snapshot_day']} ${row['lot_no']}` }));
  t.deepEqual(
    sorted(form([...(await rig.filed('inventory_snapshots')), ...left]), 'at'),
    sorted(form(before), 'at'),
  );
  for (const { removed_at: removed } of await rig.fileRows('inventory_snapshots')) t.not(removed, null);
  t.deepEqual(
    (await rig.rowsOf('inventory_snapshot_days')).map(({ snapshot_day: day }) => day),
    [dayOf(kept, 1)],
  );
});

test('a month that changed since its files were written stays whole until they are written anew', async (t) => {
  const rig = await retentionRig(t);
  const { database } = rig.platform;
  const old = monthsBack(5);
  const month = old.toISOString().slice(0, 7);
  await makeMonths({ database }, old);
  await plant(rig, dayOf(old, 3), 6);
  await t.throwsAsync(dropMonth(database, 'inventory_snapshots', month), { message: /changed since/ });
  await rig.keep('inventory_snapshots', 3);
  await rig.sweep(changedWhileRead(rig));
  t.regex((await readPolicies(database))[0]!.problem!, /changed since/);
  t.is((await rig.rowsOf('inventory_snapshots')).length, 6);
  await rig.sweep();
  t.like((await readPolicies(database))[0], { problem: null, rows_removed: '6' });
  t.deepEqual(
    [...new Set((await rig.filed('inventory_snapshots')).map(({ qty }) => qty as number))].toSorted(
      (a, b) => a - b,
    ),
    [2, 3, 4, 5, 6, 7],
  );
});

test('a lone old day that stayed behind its file goes with the next sweep', async (t) => {
  const rig = await retentionRig(t);
  const { database } = rig.platform;
  await plant(rig, '2019-05-04', 3);
  await rig.keep('inventory_snapshots', 3);
  await rig.sweep(changedWhileRead(rig));
  t.regex((await readPolicies(database))[0]!.problem!, /changed since/);
  t.is((await rig.fileRows('inventory_snapshots')).length, 1);
  await rig.sweep();
  t.like((await readPolicies(database))[0], { problem: null, rows_removed: '3' });
  t.is((await rig.rowsOf('inventory_snapshots')).length, 0);
});

test('a month alone stays while an organization moves, or has rows in it and works elsewhere, and its files with it', async (t) => {
  const rig = await retentionRig(t);
  const { database, owner, threePl } = rig.platform;
  const [old, next] = [monthsBack(5), monthsBack(4)];
  await makeMonths({ database }, old);
  await plant(rig, dayOf(old, 3), 6);
  await plant(rig, dayOf(old, 3), 2, 'threePl');
  await plant(rig, dayOf(next, 3), 4);
  await rig.keep('inventory_snapshots', 3);
  const told: boolean[] = [];
  const swept = (_table: string, _rows: number, isWhole: boolean): void => void told.push(isWhole);
  const filesAfter = async (problem: RegExp): Promise<number> => {
    await sweepRetention({ database, files: rig.files, log: pino({ level: 'silent' }), swept });
    t.regex((await readPolicies(database))[0]!.problem!, problem);
    return (await rig.fileRows('inventory_snapshots')).length;
  };

  await owner.query("update organizations set state = 'moved', cell = 'b' where id = $1", [threePl.id]);
  const vacuum = await owner.connect();
  const part = `inventory_snapshots_${dayOf(old, 1).slice(0, 7).replace('-', '_')}`;
  await vacuum.query(`begin; lock table ${part} in share update exclusive mode`);
  t.is(await filesAfter(/works elsewhere/), 2);
  await vacuum.query('rollback');
  vacuum.release();
  t.like((await readPolicies(database))[0], { rows_removed: '4' }, 'the next month has gone');
  const kept = await rig.fileRows('inventory_snapshots');
  t.is(await filesAfter(/works elsewhere/), 2);
  t.deepEqual(await rig.fileRows('inventory_snapshots'), kept, 'nothing is written again');
  for (const table of ['inventory_snapshots', 'inventory_snapshot_days'])
    await owner.query(`delete from ${table} where organization_id = $1`, [threePl.id]);

  await owner.query('create publication move_test for table inventory_snapshots');
  t.is(await filesAfter(/is being moved/), 2);
  t.deepEqual(told, [true, true, true], 'nothing has failed');
  await owner.query('drop publication move_test');
  await rig.sweep();
  t.like((await readPolicies(database))[0], { problem: null, rows_removed: '10' });
});

test('a day that has gone is taken anew from the ledger, which stays', async (t) => {
  const rig = await retentionRig(t);
  const { database, owner, standard } = rig.platform;
  const old = monthsBack(5);
  await makeMonths({ database }, old);
  const connection = await owner.connect();
  await connection.query("set session_replication_role = 'replica'");
  await connection.query(
    `insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no, warehouse_id,
       merchant_id, qty_delta, transaction_type, ref_type, actor, occurred_at)
     values ($1, uuid7(), uuid7(), 1, $2, $3, 'available', '', $4, $5, 12, 'receive', 'test', 'test', $6)`,
    [
      standard.id,
      standard.items['PLAIN'],
      standard.locations['A-01'],
      standard.warehouseId,
      standard.merchantId,
      `${dayOf(old, 2)} 12:00Z`,
    ],
  );
  await connection.query("set session_replication_role = 'origin'");
  connection.release();
  const take = () =>
    inTenant(database, { organizationId: standard.id }, (tx) =>
      takeSnapshots(tx, dayOf(old, 1), dayOf(old, 28)),
    );
  t.is(await take(), 28);
  const before = await rig.rowsOf('inventory_snapshots');
  t.is(before.length, 27);
  await rig.keep('inventory_snapshots', 3);
  await rig.sweep();
  t.is((await rig.rowsOf('inventory_snapshots')).length, 0);
  t.is(await take(), 28);
  const inOrder = (rows: Line[]) =>
    sorted(rows, 'snapshot_day').map(({ snapshot_day: day, qty }) => [day, qty]);
  t.deepEqual(inOrder(await rig.rowsOf('inventory_snapshots')), inOrder(before));
});
