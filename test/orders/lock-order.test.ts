/**
 * The triggers that keep balances, holds and promises change all rows of a statement at once. Two transactions that need
 * the same rows in opposite orders take turns: neither deadlocks, and nothing is taken twice.
 */
import test from 'ava';
import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { execute, inTenant, row, type TenantTransaction } from '../../db/database.ts';
import { sql } from '../../db/sql-text.ts';
import { post, type LedgerEntry } from '../../db/inventory/ledger.write.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { lockPickTask, lockShipmentsOfTasks } from '../../db/picking/pick-tasks.write.ts';
import { newWave, tasksOf } from '../fulfillment/outbound-rig.ts';
import { assertInvariants, drive, newItem, newOrder, putStock } from './orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };

test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(async (t) => {
  await assertInvariants(t as never, platform);
  await platform.stop();
});

type Change = (tx: TenantTransaction) => Promise<unknown>;

/** Three items in key order, each with this much stock. */
async function threeItems(qty: number): Promise<[string, string, string]> {
  const items: string[] = [];
  for (let count = 0; count < 3; count += 1) items.push(await newItem(platform, platform.standard));
  await putStock(
    platform,
    platform.standard,
    items.map((item) => ({ item, qty })),
  );
  return items.sort() as [string, string, string];
}

/**
 * Runs two changes at once while a third connection holds the middle row, so that both are under way before either can
 * finish. Whoever locks in key order then waits at or before the middle: the last row is still free.
 */
async function crossing(
  lockRow: (blocker: PoolClient, item: string) => Promise<unknown>,
  [, middle, last]: readonly [string, string, string],
  changes: readonly [Change, Change],
): Promise<PromiseSettledResult<unknown>[]> {
  const blocker = await platform.owner.connect();
  try {
    await blocker.query('begin');
    await lockRow(blocker, middle);
    const running: Promise<unknown>[] = [];
    for (const change of changes) {
      let pid: number | undefined;
      running.push(
        inTenant(platform.database, { organizationId: platform.standard.id }, async (tx) => {
          pid = (await row<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`))!.pid;
          await change(tx);
        }),
      );
      await until('it waits for a row', async () => {
        const { rows } = await platform.owner.query('select cardinality(pg_blocking_pids($1)) as count', [
          pid ?? 0,
        ]);
        return rows[0].count > 0;
      });
    }
    const settled = Promise.allSettled(running);
    // NOWAIT: if one of them had passed the middle, this would fail.
    await lockRow(blocker, last);
    await blocker.query('commit');
    return await settled;
  } finally {
    // Ends the transaction, whatever went wrong in it.
    await blocker.query('rollback');
    blocker.release();
  }
}

const lockBalance =
  (status: string) =>
  (blocker: PoolClient, item: string): Promise<unknown> =>
    blocker.query(
      'select from inventory_balances where organization_id = $1 and item_id = $2 and status = $3 for update nowait',
      [platform.standard.id, item, status],
    );

const entry = (item: string, status: LedgerEntry['status'], qty: number): LedgerEntry => ({
  warehouse_id: platform.standard.warehouseId,
  merchant_id: platform.standard.merchantId,
  item_id: item,
  location_id: platform.standard.locations['A-01']!,
  status,
  lot_no: '',
  lpn_id: null,
  qty_delta: qty,
  transaction_type: 'status_change',
  ref_type: 'test',
  ref_id: null,
});

const posting =
  (entries: readonly LedgerEntry[]): Change =>
  (tx) =>
    post(tx, { organizationId: platform.standard.id, commandId: uuidv7(), actor: 'test' }, entries);

async function quantities(items: readonly string[], status: string): Promise<number[]> {
  const { rows } = await platform.owner.query(
    'select qty::float as qty from inventory_balances where organization_id = $1 and item_id = any ($2) and status = $3 order by item_id',
    [platform.standard.id, items, status],
  );
  return rows.map(({ qty }) => qty);
}

const outcomes = (settled: readonly PromiseSettledResult<unknown>[]): string[] =>
  settled.map((one) =>
    one.status === 'fulfilled' ? 'done' : String(one.reason.constraint ?? one.reason.code),
  );

test.serial(
  'two postings of the same balances in opposite orders, some of them new, both come through',
  async (t) => {
    const items = await threeItems(10);
    const toHold = (qty: number) => (item: string) => [
      entry(item, 'hold', qty),
      entry(item, 'available', -qty),
    ];
    const settled = await crossing(lockBalance('available'), items, [
      posting(items.flatMap(toHold(1))),
      posting(items.toReversed().flatMap(toHold(2))),
    ]);
    t.deepEqual(outcomes(settled), ['done', 'done']);
    t.deepEqual(await quantities(items, 'available'), [7, 7, 7]);
    t.deepEqual(await quantities(items, 'hold'), [3, 3, 3]);
  },
);

test.serial(
  'of two postings that take the same balances in opposite orders, only as many succeed as there is stock',
  async (t) => {
    const items = await threeItems(10);
    const take = (item: string) => entry(item, 'available', -7);
    const settled = await crossing(lockBalance('available'), items, [
      posting(items.map(take)),
      posting(items.toReversed().map(take)),
    ]);
    t.deepEqual(outcomes(settled).sort(), ['balance_never_negative', 'done']);
    t.deepEqual(await quantities(items, 'available'), [3, 3, 3]);
  },
);

test.serial('two changes of allocations over the same balances take them in key order', async (t) => {
  const items = await threeItems(10);
  const ship = async (wanted: readonly string[]): Promise<string> => {
    const made = await platform.client.post('/api/wms/shipments', {
      warehouse_id: platform.standard.warehouseId,
      lines: wanted.map((item) => ({ item_id: item, qty: 2 })),
    });
    t.is(made.status, 201, made.text);
    return made.body.data.id;
  };
  const giveUp =
    (shipmentId: string): Change =>
    async (tx) => {
      const of = sql`organization_id = ${platform.standard.id}`;
      await execute(
        tx,
        sql`update wms_shipments set status = 'cancelled', cancelled_at = now() where ${of} and id = ${shipmentId}`,
      );
      // Allocations first: here it is their trigger that has to lock the balances.
      await execute(
        tx,
        sql`update allocations set status = 'released', ended_at = now() where ${of} and shipment_id = ${shipmentId}`,
      );
      await posting(
        items.flatMap((item) => [
          { ...entry(item, 'allocated', -2), transaction_type: 'deallocate' as const },
          { ...entry(item, 'available', 2), transaction_type: 'deallocate' as const },
        ]),
      )(tx);
    };
  const shipments = [await ship(items), await ship(items.toReversed())] as const;
  t.deepEqual(await quantities(items, 'allocated'), [4, 4, 4]);
  const settled = await crossing(lockBalance('allocated'), items, [
    giveUp(shipments[0]),
    giveUp(shipments[1]),
  ]);
  t.deepEqual(outcomes(settled), ['done', 'done']);
  t.deepEqual(await quantities(items, 'allocated'), [0, 0, 0]);
  t.deepEqual(await quantities(items, 'available'), [10, 10, 10]);
});

test.serial('a group of picks waits for their orders before it takes a shipment', async (t) => {
  const { client, database, owner, standard } = platform;
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 2 }]);
  const order = await newOrder(client, [{ item, qty: 2 }]);
  const pushed = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const shipmentId: string = pushed.wms_shipments[0].id;
  const wave = await newWave(platform, [shipmentId]);
  const tasks = await tasksOf(client, { wave_id: wave.id });
  const blocker = await owner.connect();
  try {
    await blocker.query('begin');
    await blocker.query('select from sales_orders where id = $1 for update', [order.id]);
    let pid: number | undefined;
    const picking = inTenant(database, { organizationId: standard.id }, async (tx) => {
      pid = (await row<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`))!.pid;
      await lockShipmentsOfTasks(
        tx,
        tasks.map(({ id }) => id),
      );
      await lockPickTask(tx, tasks[0].id);
    });
    const settled = Promise.allSettled([picking]);
    await until('it waits for the order', async () => {
      const { rows } = await owner.query('select cardinality(pg_blocking_pids($1)) as count', [pid ?? 0]);
      return rows[0].count > 0;
    });
    // As start_pick does; NOWAIT: if the group held it, the two would wait for each other.
    await blocker.query('select from wms_shipments where id = $1 for update nowait', [shipmentId]);
    await blocker.query('commit');
    t.deepEqual(outcomes(await settled), ['done']);
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
});

test.serial('two orders promise the same items in opposite orders and both are counted', async (t) => {
  const items = await threeItems(10);
  const { id: organizationId, merchantId } = platform.standard;
  const promise = async (wanted: readonly string[]): Promise<Change> => {
    const order = await newOrder(
      platform.client,
      wanted.map((item) => ({ item, qty: 2 })),
    );
    return (tx) =>
      execute(
        tx,
        sql`insert into reservations (organization_id, order_line_id, order_id, merchant_id, item_id, warehouse_id, qty)
         select organization_id, id, order_id, merchant_id, item_id, null, qty from sales_order_lines
          where organization_id = ${organizationId} and order_id = ${order.id} order by line_no`,
      );
  };
  await inTenant(platform.database, { organizationId }, (tx) =>
    execute(
      tx,
      sql`insert into item_promises (organization_id, item_id, merchant_id)
       select ${organizationId}, item, ${merchantId} from unnest(${items}::uuid[]) item`,
    ),
  );
  const lockPromise = (blocker: PoolClient, item: string) =>
    blocker.query(
      'select from item_promises where organization_id = $1 and item_id = $2 and warehouse_id is null for update nowait',
      [organizationId, item],
    );
  const settled = await crossing(lockPromise, items, [
    await promise(items),
    await promise(items.toReversed()),
  ]);
  t.deepEqual(outcomes(settled), ['done', 'done']);
  const promised = async (): Promise<number[]> => {
    const { rows } = await platform.owner.query(
      'select qty::float as qty from item_promises where organization_id = $1 and item_id = any ($2) order by item_id',
      [organizationId, items],
    );
    return rows.map(({ qty }) => qty);
  };
  t.deepEqual(await promised(), [4, 4, 4]);
  await inTenant(platform.database, { organizationId }, (tx) =>
    execute(
      tx,
      sql`delete from reservations where organization_id = ${organizationId} and item_id = any (${items}::uuid[])`,
    ),
  );
  t.deepEqual(await promised(), [0, 0, 0]);
});
