/** Pushes that ship take what they lock in one order with whoever else does: nothing deadlocks. */
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { inTenant } from '../../db/database.ts';
import { Refusal } from '../../domain/refusal.ts';
import { workOf } from '../../workers/engine/work-of.ts';
import { pushOrder } from '../../workers/fulfillment/push-order.ts';
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

/** One group of pushes that ship, in a transaction that nothing runs again; why each was refused, or undefined. */
function pushGroup(orderIds: readonly string[]): Promise<(string | undefined)[]> {
  const { database, standard } = platform;
  const actor = { name: 'test', permissions: ['wms.outbound.ship'], merchant_id: null, token_id: uuidv7() };
  return inTenant(database, { organizationId: standard.id }, async (tx) => {
    const asked = orderIds.map((order_id) => {
      const row = { id: uuidv7(), organization_id: standard.id, actor, created_at: new Date() };
      const { work } = workOf(tx, row as never, () => Promise.resolve(`SHP-${uuidv7()}`));
      return { work, input: { order_id, ship: true } };
    });
    const answers = await pushOrder(tx, asked);
    return answers.map((one) => (one instanceof Refusal ? one.code : undefined));
  });
}

test.serial('two groups with a refused order each take the same items the other way round', async (t) => {
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
    const answers = await Promise.all(groups.map(pushGroup));
    t.deepEqual(answers, [
      ['ORDER_ON_HOLD', undefined, undefined],
      ['ORDER_ON_HOLD', undefined, undefined],
    ]);
  }
});
