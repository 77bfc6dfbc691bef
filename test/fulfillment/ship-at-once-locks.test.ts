/** Pushes that ship take what they lock in one order with whoever else does: nothing deadlocks. */
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { enterLocationsAlone } from '../../db/counting/counts.write.ts';
import { inTenant, setLimits, type TenantTransaction } from '../../db/database.ts';
import { lockStockRows } from '../../db/inventory/inventory.write.ts';
import { enterLocations } from '../../db/inventory/location-locks.read.ts';
import { Refusal } from '../../domain/refusal.ts';
import { workOf } from '../../workers/engine/work-of.ts';
import { pushOrder } from '../../workers/fulfillment/push-order.ts';
import { releaseToWms } from '../../workers/fulfillment/release-to-wms.ts';
import { newShelf, stocked } from './outbound-rig.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { hold, lot, lotIn } from '../inventory/lot-rig.ts';
import { act, drive, newItem, newOrder, putStock } from '../orders/orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

// Each counts who waits: they run one after the other.
test.serial(
  'a hold that comes while a push that ships has the stock waits without the lot, which the push still needs',
  async (t) => {
    const { client, owner, standard } = platform;
    const itemId = await lotIn(platform, { 'A-01': 9 });
    const order = await newOrder(client, [{ item: itemId, qty: 4 }]);
    await drive(client, order.id, 'submit', 'approve');
    // Of the workers: the API would wait for a moment only, and leave the command to them.
    const waitedFor = (pid: number, count: number): Promise<unknown> =>
      until(`${count} wait`, async () => {
        const { rows } = await owner.query(
          `with recursive waiting as (
           select $1::integer as pid
           union select a.pid from pg_stat_activity a join waiting w on w.pid = any (pg_blocking_pids(a.pid)))
         select from waiting join pg_stat_activity using (pid) where application_name = 'platform workers'`,
          [pid],
        );
        return rows.length >= count;
      });
    // The shipment of a push, which has its stock by then, waits for its warehouse.
    const holder = await owner.connect();
    let asked: ReturnType<typeof hold>[] = [];
    try {
      await holder.query('begin');
      const {
        rows: [{ pid }],
      } = await holder.query('select pg_backend_pid() as pid from warehouses where id = $1 for update', [
        standard.warehouseId,
      ]);
      asked = [act(client, order.id, 'push-to-wms', { ship: true })];
      await waitedFor(pid, 1);
      asked.push(hold(client, itemId));
      await waitedFor(pid, 2);
      const free = await owner.query(
        'select 1 from lots where item_id = $1 and lot_no = $2 for key share skip locked',
        [itemId, lot],
      );
      t.is(free.rows.length, 1, 'nobody has the lot');
    } finally {
      await holder.query('commit');
      holder.release();
    }
    const [pushed, held] = await Promise.all(asked);
    t.is(pushed!.body.data?.status, 'fulfilled', pushed!.text);
    t.like(held!.body.data, { held_qty: 5 }, held!.text);
  },
);

/** What `work` does in a transaction that nothing runs again. */
const once = <T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T> =>
  inTenant(platform.database, { organizationId: platform.standard.id }, async (tx) => {
    await setLimits(tx, { idle_in_transaction_session_timeout: '60s', lock_timeout: '60s' });
    return work(tx);
  });

/** One group of releases by that; why each was refused, or undefined. */
function releaseGroup(
  handler: typeof pushOrder | typeof releaseToWms,
  orderIds: readonly string[],
  more: object,
): Promise<(string | undefined)[]> {
  const actor = { name: 'test', permissions: ['wms.outbound.ship'], merchant_id: null, token_id: uuidv7() };
  return once(async (tx) => {
    const asked = orderIds.map((order_id) => {
      const row = { id: uuidv7(), organization_id: platform.standard.id, actor, created_at: new Date() };
      const { work } = workOf(tx, row as never, () => Promise.resolve(`SHP-${uuidv7()}`));
      return { work, input: { order_id, ...more } };
    });
    const answers = await handler(tx, asked);
    return answers.map((one) => (one instanceof Refusal ? one.code : undefined));
  });
}

const releases = {
  'pushes that ship': (ids: readonly string[]) => releaseGroup(pushOrder, ids, { ship: true }),
  'releases of v1': (ids: readonly string[]) => releaseGroup(releaseToWms, ids, {}),
};

for (const [what, released] of Object.entries(releases))
  test.serial(
    `two groups of ${what} with a refused order each take the same items the other way round`,
    async (t) => {
      const { client, standard } = platform;
      const items = [await newItem(platform, standard), await newItem(platform, standard)];
      const turns = 6;
      await putStock(
        platform,
        standard,
        items.map((item) => ({ item, qty: 4 * turns })),
      );
      const approved = async (item: string): Promise<string> => {
        const { id } = await newOrder(client, [{ item, qty: 1 }]);
        await drive(client, id, 'submit', 'approve');
        return id;
      };
      const group = async (ofItems: readonly string[]): Promise<string[]> => {
        const held = await approved(items[0]!);
        await client.post(`/api/oms/orders/${held}/holds`, { reason: 'PAYMENT' });
        const ids = [held];
        for (const item of ofItems) ids.push(await approved(item));
        return ids;
      };
      for (let turn = 0; turn < turns; turn += 1) {
        const groups = [await group(items), await group(items.toReversed())];
        const answers = await Promise.all(groups.map(released));
        t.deepEqual(answers, [
          ['ORDER_ON_HOLD', undefined, undefined],
          ['ORDER_ON_HOLD', undefined, undefined],
        ]);
      }
    },
  );

test.serial('a count that comes while a push that ships has the stock goes before it', async (t) => {
  const { client, owner, standard } = platform;
  const shelves = [await newShelf(platform), await newShelf(platform)].toSorted();
  const item_id = await stocked(platform, Object.fromEntries(shelves.map((id) => [id, 2])));
  const order = await newOrder(client, [{ item: item_id, qty: 4 }]);
  await drive(client, order.id, 'submit', 'approve');
  const [near, far] = shelves as [string, string];
  // A push, which has its stock by then, waits for its warehouse; a move from the far place for that stock; a count of both
  // has the near place, and waits for the move.
  const holder = await owner.connect();
  const going: Promise<unknown>[] = [];
  try {
    await holder.query('begin');
    const {
      rows: [{ pid }],
    } = await holder.query('select pg_backend_pid() as pid from warehouses where id = $1 for update', [
      standard.warehouseId,
    ]);
    const steps = [
      () => releaseGroup(pushOrder, [order.id], { ship: true }),
      () =>
        once(async (tx) => {
          await enterLocations(tx, [far]);
          await lockStockRows(tx, [{ item_id, location_id: far, lot_no: '', status: 'available' }]);
        }),
      () => once((tx) => enterLocationsAlone(tx, [near, far])),
    ];
    for (const step of steps) {
      going.push(step());
      await until(`${going.length} wait`, async () => {
        const { rows } = await owner.query(
          `with recursive waiting as (
             select $1::integer as pid
             union select a.pid from pg_stat_activity a join waiting w on w.pid = any (pg_blocking_pids(a.pid)))
           select from waiting where pid <> $1`,
          [pid],
        );
        return rows.length >= going.length;
      });
    }
  } finally {
    await holder.query('commit');
    holder.release();
  }
  const ends = await Promise.allSettled(going);
  t.deepEqual(
    ends.map((one) => (one.status === 'rejected' ? String(one.reason) : one.status)),
    ['fulfilled', 'fulfilled', 'fulfilled'],
  );
  t.is((await client.get(`/api/oms/orders/${order.id}`)).body.data.status, 'fulfilled');
});
