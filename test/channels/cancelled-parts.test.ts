/** What of an order is never sent is told to its store once all else has left: its customer has paid for it. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { act } from '../orders/orders-rig.ts';
import { startLyingStore } from './lying-store.ts';
import { confirmedOrder, storeWithOrders } from './store-orders-rig.ts';

const shop = 'parts.example.test';

let platform: Platform & { stop(): Promise<void> };
let store: Awaited<ReturnType<typeof startLyingStore>>;
let connectionId: string;
test.before(async () => {
  platform = await joinPlatform();
  store = await startLyingStore();
  connectionId = await storeWithOrders(platform, store.url, { store_domain: shop });
});
test.after.always(async () => {
  store?.close();
  await platform?.stop();
});

const agreement = async (orderId: string, more = ''): Promise<any> =>
  (await platform.client.get(`/api/integration/agreement/orders?order_id=${orderId}${more}`)).body.data[0];

/** Sends the first unit of an order, and cancels the other. */
async function leavesShort(number: string, before = (): unknown => undefined): Promise<any> {
  const { client, standard } = platform;
  const order = await confirmedOrder(platform, number, shop);
  const step = async (action: string, more: object = {}): Promise<void> => {
    const answer = await act(client, order.id, action, more);
    if (answer.status !== 200) throw new Error(answer.text);
  };
  const { lines } = (await client.get(`/api/oms/orders/${order.id}`)).body.data;
  await step('push-to-wms', { warehouse_id: standard.warehouseId });
  await step('partial_fulfill', { lines: [{ line_id: lines[0].id, qty: 1 }] });
  await before();
  await step('cancel-request');
  return order;
}

test.serial('a part that was cancelled is paid back, once, whatever becomes of the answer', async (t) => {
  store.mood = (of, isAsked) => {
    if (of !== '8901' || isAsked || !store.fulfillments.some((one) => one.order === of)) return 'honest';
    store.mood = () => 'honest';
    return 'takes and hangs up';
  };
  const order = await leavesShort('8901');
  const { news } = await until('they agree', async () => {
    const one = await agreement(order.id);
    return one.agrees && one.news.length === 2 && one;
  });
  const told: any[] = store.refunds.filter((one) => one.order === '8901');
  t.is(told.length, 1);
  t.like(told[0], { reference: order.order_no, reason: 'cancelled', refund_percent: 100 });
  t.deepEqual(told[0].refund_line_items, [{ sku: 'IPOD2008PINK', quantity: 1, restock_quantity: 0 }]);
  const part = news.find(({ kind }: any) => kind === 'cancellation');
  t.like(part, { subject: order.order_no, said: { refund_id: String(told[0].id) } });
  t.deepEqual(part.true_now.lines, [{ sku: 'IPOD2008PINK', qty: 1 }]);
  t.deepEqual(store.cancelled, [], 'the order itself is not cancelled there');
});

test.serial('a store that does not pay it back differs, until a person has settled it there', async (t) => {
  store.mood = (of, isAsked) =>
    of === '8902' && !isAsked && store.fulfillments.some((one) => one.order === of) ? 'says no' : 'honest';
  const order = await leavesShort('8902');
  const part = await until('the part is refused', async () => {
    const one = await agreement(order.id, '&differs=true');
    return one?.news.find(
      ({ kind, differs_because: why }: any) => kind === 'cancellation' && why === 'refused',
    );
  });
  t.is(part.last_error, 'The store answered 422.');
  const path = `/api/integration/channel-pushes/${part.push_id}`;
  const left = await platform.client.patch(path, { action: 'give_up', reason: 'Paid back in the store.' });
  t.is(left.status, 200, left.text);
  store.mood = () => 'honest';
});

test.serial('a part that was never told is among what differs', async (t) => {
  const order = await leavesShort('8903');
  await until('they agree', async () => {
    const one = await agreement(order.id);
    return one.agrees && one.news.length === 2;
  });
  await platform.owner.query("delete from channel_pushes where order_id = $1 and kind = 'cancellation'", [
    order.id,
  ]);
  const listed = await platform.client.get('/api/integration/agreement/orders?differs=true');
  t.true(listed.body.data.some(({ order_id: id }: any) => id === order.id));
  t.false((await agreement(order.id)).agrees);
});

test.serial('a part that a person has paid back at the store is not paid back again', async (t) => {
  const units = (quantity: number) => ({
    id: store.refunds.length + 1,
    order: '8904',
    refund_percent: 100,
    refund_line_items: [{ sku: 'IPOD2008PINK', quantity, restock_quantity: 0 }],
  });
  const order = await leavesShort('8904', () => store.refunds.push(units(1)));
  const { news } = await until('they agree', async () => {
    const one = await agreement(order.id);
    return one.agrees && one.news.length === 2 && one;
  });
  const told = store.refunds.filter((one) => one.order === '8904');
  t.is(told.length, 1, 'the person’s alone');
  const part = news.find(({ kind }: any) => kind === 'cancellation');
  t.like(part, { said: { refund_id: String(told[0]!.id) } });
});

test.serial(
  'what was cancelled before stores were told of parts is not told when all is compared anew',
  async (t) => {
    const { client, owner } = platform;
    const order = await leavesShort('8905');
    await until('they agree', async () => {
      const one = await agreement(order.id);
      return one.agrees && one.news.length === 2;
    });
    // As the upgrade left it.
    await owner.query("delete from channel_pushes where order_id = $1 and kind = 'cancellation'", [order.id]);
    await owner.query(
      'update sales_order_lines set untold_cancelled_qty = cancelled_qty where order_id = $1',
      [order.id],
    );
    const one = await agreement(order.id);
    t.true(one.agrees);
    t.is(one.news.length, 1);

    const changed = await client.patch(`/api/integration/connections/${connectionId}`, {
      api_url: store.url,
    });
    t.is(changed.status, 200, changed.text);
    await until('all is compared', async () => {
      const { rows } = await owner.query('select compared_at from channel_connections where id = $1', [
        connectionId,
      ]);
      return rows[0].compared_at !== null;
    });
    const { rows } = await owner.query('select kind from channel_pushes where order_id = $1', [order.id]);
    t.deepEqual(rows, [{ kind: 'shipment' }]);
  },
);
