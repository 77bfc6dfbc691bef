/** Allocations that leave what they hold to the posting behind them: one change of each balance, and no less is proven. */
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { execute, inTenant, row, type TenantTransaction } from '../../db/database.ts';
import { heldByPosting } from '../../db/inventory/held-by-posting.ts';
import { post, type LedgerEntry } from '../../db/inventory/ledger.write.ts';
import { sql } from '../../db/sql-text.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { newItem, putStock } from '../orders/orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform.stop());

/** A shipment that holds two of an item, what ends its allocation, and the entry that takes two of it out. */
async function holding() {
  const organization = platform.standard;
  const item = await newItem(platform, organization);
  await putStock(platform, organization, [{ item, qty: 5 }]);
  const { warehouseId: warehouse_id, merchantId: merchant_id } = organization;
  const lines = [{ item_id: item, qty: 2 }];
  const made = await platform.client.post('/api/wms/shipments', { warehouse_id, lines });
  const leaving: LedgerEntry = {
    warehouse_id,
    merchant_id,
    item_id: item,
    location_id: organization.locations['A-01']!,
    lot_no: '',
    lpn_id: null,
    status: 'allocated',
    qty_delta: -2,
    transaction_type: 'ship',
    ref_type: 'shipment',
    ref_id: made.body.data.id,
  };
  const end = (tx: TenantTransaction): Promise<number> =>
    execute(
      tx,
      sql`update allocations set status = 'shipped', ended_at = now()
           where organization_id = ${organization.id} and shipment_id = ${made.body.data.id} and ${heldByPosting}`,
    );
  const enter = (tx: TenantTransaction, ...entries: LedgerEntry[]): Promise<string[]> =>
    post(tx, { organizationId: organization.id, commandId: uuidv7(), actor: 'test' }, entries);
  const run = <T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T> =>
    inTenant(platform.database, { organizationId: organization.id }, work);
  return { organization, item, leaving, end, enter, run };
}

const changesSql = sql`select n_tup_upd::integer as changes from pg_stat_xact_user_tables where relname = 'inventory_balances'`;

test('a balance that is left is changed once, and counts as held what it counts as there', async (t) => {
  const { organization, item, leaving, end, enter, run } = await holding();
  const changes = await run(async (tx) => {
    const before = (await row<{ changes: number }>(tx, changesSql))!.changes;
    await end(tx);
    await enter(tx, leaving);
    return (await row<{ changes: number }>(tx, changesSql))!.changes - before;
  });
  t.is(changes, 1);
  const { rows } = await platform.owner.query(
    `select qty::text, held_qty::text from inventory_balances where organization_id = $1 and item_id = $2 and status = 'allocated'`,
    [organization.id, item],
  );
  t.deepEqual(
    rows.map(({ qty, held_qty: held }) => [Number(qty), Number(held)]),
    [[0, 0]],
  );
});

test('a transaction that does not post what its allocations left to it is refused', async (t) => {
  const { leaving, end, enter, run } = await holding();
  const wrongly: Record<string, (tx: TenantTransaction) => Promise<unknown>> = {
    'nothing is posted': end,
    'less is posted': async (tx) => {
      await end(tx);
      await enter(tx, { ...leaving, qty_delta: -1 });
    },
    'other stock is posted': async (tx) => {
      await end(tx);
      await enter(tx, { ...leaving, status: 'available' });
    },
    'it is left once more': async (tx) => {
      await end(tx);
      await end(tx);
    },
  };
  for (const [what, work] of Object.entries(wrongly)) {
    const fault = await t.throwsAsync(run(work), undefined, what);
    t.like(fault, { code: 'WP002', constraint: 'allocated_equals_open_allocations' }, what);
  }
  await run(async (tx) => {
    await end(tx);
    await enter(tx, leaving);
  });
});

test('what leaves a balance that is not there is refused as too little, whatever else leaves', async (t) => {
  const { organization, leaving, enter, run } = await holding();
  const there: LedgerEntry = { ...leaving, status: 'available', qty_delta: -1 };
  const notThere: LedgerEntry = { ...there, location_id: organization.locations['A-02']! };
  const fault = await t.throwsAsync(run((tx) => enter(tx, there, notThere)));
  t.like(fault, { constraint: 'balance_never_negative' });
});
