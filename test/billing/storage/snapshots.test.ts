/** A day's stock snapshot holds what was posted on that day, also by whoever was still posting when it ended. */
import test from 'ava';
import { retakeSnapshots, snapshotMismatches, takeSnapshots } from '../../../db/billing/snapshots.write.ts';
import { inTenant, row, setLimits } from '../../../db/database.ts';
import { sql } from '../../../db/sql-text.ts';
import { post } from '../../../db/inventory/ledger.write.ts';
import { billingCommands } from '../../../queues/billing/billing.ts';
import { submitDue } from '../../../workers/engine/scheduled.ts';
import { joinPlatform, type Platform } from '../../helpers/join-platform.ts';
import { until } from '../../helpers/wait.ts';
import { storageRig } from './storage-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const daySeconds = 86_400;

/** A time zone, in POSIX' words, whose day ends that many seconds from now. */
function dayEndingIn(seconds: number): string {
  const sinceMidnight = Math.floor(Date.now() / 1000) % daySeconds;
  const ahead = daySeconds - seconds - sinceMidnight;
  const east = ahead > daySeconds / 2 ? ahead - daySeconds : ahead;
  const [hours, minutes, rest] = [3_600, 60, 1].map((unit, index) =>
    String(Math.floor(Math.abs(east) / unit) % [25, 60, 60][index]!).padStart(2, '0'),
  );
  return `<HERE>${east < 0 ? '+' : '-'}${hours}:${minutes}:${rest}`;
}

// Alone, since its posting has to be made before its day is over.
test.serial('a snapshot waits for a posting in flight that belongs to its day', async (t) => {
  const { id, items, locations, warehouseId, merchantId } = platform.threePl;
  const zone = dayEndingIn(5);
  await platform.owner.query('update warehouses set time_zone = $2 where organization_id = $1', [id, zone]);
  let commit = (): void => {};
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  t.teardown(commit);
  let posted!: (day: string) => void;
  const onDay = new Promise<string>((resolve) => (posted = resolve));
  const posting = inTenant(platform.database, { organizationId: id }, async (tx) => {
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
    const own = await row<{ day: string }>(
      tx,
      sql`select (occurred_at at time zone ${zone})::date as day from inventory_ledger
           where organization_id = ${id} and id = ${entryId}`,
    );
    posted(own!.day);
    await mayCommit;
  });
  const day = await onDay;
  await until('the day is over', async () => {
    const { rows } = await platform.owner.query('select (now() at time zone $1)::date > $2::date as over', [
      zone,
      day,
    ]);
    return rows[0].over;
  });

  const taking = inTenant(platform.database, { organizationId: id }, (tx) => takeSnapshots(tx, day, day));
  const waits = until('it waits for the posting', async () => {
    const { rowCount } = await platform.owner.query(
      "select 1 from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and not granted",
    );
    return rowCount! > 0;
  });
  await Promise.race([taking, waits.catch(() => {})]);
  commit();
  await posting;
  t.is(await taking, 1);
  const { rows } = await platform.owner.query(
    'select sum(qty)::integer as qty from inventory_snapshots where organization_id = $1 and snapshot_day = $2',
    [id, day],
  );
  t.is(rows[0].qty, 3);
});

test('two merchants’ steps that retake the same days leave all of them', async (t) => {
  const { id, warehouseId } = platform.standard;
  const [first, last] = ['2026-03-01', '2026-03-03'];
  await inTenant(platform.database, { organizationId: id }, (tx) => takeSnapshots(tx, first, last));
  let commit = (): void => {};
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  t.teardown(commit);
  let retook!: () => void;
  const isRetaken = new Promise<void>((resolve) => (retook = resolve));
  const one = inTenant(platform.database, { organizationId: id }, async (tx) => {
    await setLimits(tx, { idle_in_transaction_session_timeout: '2min' });
    await retakeSnapshots(tx, warehouseId, first);
    retook();
    await mayCommit;
  });
  await isRetaken;
  let began!: (pid: number) => void;
  const other = new Promise<number>((resolve) => (began = resolve));
  const next = inTenant(platform.database, { organizationId: id }, async (tx) => {
    const own = await row<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
    began(own!.pid);
    await retakeSnapshots(tx, warehouseId, first);
  });
  const pid = await other;
  await until('the second waits for the first', async () => {
    const { rowCount } = await platform.owner.query('select 1 from pg_locks where pid = $1 and not granted', [
      pid,
    ]);
    return rowCount! > 0;
  });
  commit();
  await Promise.all([one, next]);
  const { rows } = await platform.owner.query(
    'select count(*)::integer as days from inventory_snapshot_days where organization_id = $1 and warehouse_id = $2',
    [id, warehouseId],
  );
  t.is(rows[0].days, 3);
});

test('the schedule takes the days of each warehouse one command after the other', async (t) => {
  const { id } = platform.threePl;
  const [from, to] = ['2026-02-01', '2026-02-03'];
  const { rows: warehouses } = await platform.owner.query(
    'select id from warehouses where organization_id = $1',
    [id],
  );
  const due = [{ organization_id: id, input: { from, to } }];
  await submitDue(
    { database: platform.database, producer: { dispatch: async () => true } },
    'snapshots',
    billingCommands.takeInventorySnapshots,
    due,
  );
  const taken = async () => {
    const { rows } = await platform.owner.query(
      `select warehouse_id, snapshot_day::text as day, xmin::text as transaction from inventory_snapshot_days
        where organization_id = $1 and snapshot_day between $2 and $3`,
      [id, from, to],
    );
    return rows;
  };
  const days = 3 * warehouses.length;
  await until('all are taken', async () => (await taken()).length === days);
  t.is(new Set((await taken()).map(({ transaction }) => transaction)).size, days);
});

test('a day that is over and was never taken does not tie to the ledger', async (t) => {
  const rig = await storageRig(t);
  const { id, merchantId, warehouseId } = rig.organization;
  await rig.move('2026-03-02', 5);
  const found = await inTenant(rig.platform.database, { organizationId: id }, (tx) =>
    snapshotMismatches(tx, merchantId, '2026-03-01', '2026-03-02'),
  );
  t.deepEqual(found, [
    { warehouse_id: warehouseId, day: '2026-03-02', snapshot_qty: '0', ledger_qty: '5.000000' },
  ]);
});
