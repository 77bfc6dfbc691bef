/** A store that was disabled and comes back, under its name, another or none: each order once, and told to it. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import {
  anotherOrder,
  connect,
  ordersOfStore,
  publish,
  send,
  settledEvent,
} from '../integration/storefront-rig.ts';
import { act } from '../orders/orders-rig.ts';
import { ended, fill, search } from './gap-rig.ts';
import { startOrderStore, token, type OrderStore } from './order-store.ts';

const path = '/api/integration/connections';

let platform: Platform & { stop(): Promise<void> };
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  client = platform.client;
  await publish(client, [{ action: 'create_order' }]);
});
test.after.always(() => platform?.stop());

const connected = (store: OrderStore, domain: string | null, more: object = {}): Promise<any> =>
  connect(client, {
    store_domain: domain,
    api_url: store.url,
    credentials: { access_token: token },
    ...more,
  });

/** The events of what was found in a store, worked on. */
async function searched(id: string): Promise<any[]> {
  const { id: searchId } = await search(client, id);
  const { status } = await ended(client, searchId);
  if (status !== 'done') throw new Error(status);
  const { data } = (await client.get(`/api/integration/gap-orders?search_id=${searchId}`)).body;
  return Promise.all(data.map(({ event_id: event }: any) => settledEvent(client, event)));
}

const setStatus = (id: string, status: string) => client.patch(`${path}/${id}`, { status });

const cancel = async ({ id }: any): Promise<void> => {
  const answer = await act(client, id, 'cancel');
  if (answer.status !== 200) throw new Error(answer.text);
};
const pushesOf = async ({ id }: any): Promise<any[]> =>
  (await client.get(`/api/integration/channel-pushes?order_id=${id}`)).body.data;
const pushOf = (order: any): Promise<any> =>
  until('it is to be told', async () => (await pushesOf(order))[0]);
const resolved = (id: string, action: string) =>
  client.patch(`/api/integration/channel-pushes/${id}`, { action, reason: 'So it is.' });

const isHeld = (order: any): boolean => order.holds.some(({ reason }: any) => reason === 'MANUAL');

test.serial(
  'an order that a disabled store had, and one that is connected has, is not made to be shipped twice',
  async (t) => {
    const store = await startOrderStore(t);
    const former = await connected(store, 'x.example.test');
    const [known] = fill(store, 74_001, 2);
    const sent = await send(platform.url, { body: anotherOrder(known!, '74001'), domain: 'x.example.test' });
    await settledEvent(client, sent.body.data.event_id);
    t.is((await setStatus(former.id, 'disabled')).status, 200);
    const moved = await connected(store, 'y.example.test');
    t.not(moved.channel_id, former.channel_id);
    await searched(moved.id);
    const [first, second] = (await ordersOfStore(client, '74001')).toSorted(
      (one, other) =>
        Number(one.channel_id === moved.channel_id) - Number(other.channel_id === moved.channel_id),
    );
    t.deepEqual([first, second].map(isHeld), [false, true]);
    const { note } = second.holds.find(({ reason }: any) => reason === 'MANUAL');
    t.true(note.includes(`${first.order_no}: its store may have moved`), note);
    t.deepEqual((await ordersOfStore(client, '74002')).map(isHeld), [false], 'what only it has goes on');
    t.is((await setStatus(moved.id, 'disabled')).status, 200);
  },
);

test.serial('a store without a domain comes back to its orders, and is told of them', async (t) => {
  const store = await startOrderStore(t);
  const former = await connected(store, null);
  fill(store, 74_101, 3);
  await searched(former.id);
  const orders: any[] = [];
  for (const number of ['74101', '74102', '74103']) orders.push((await ordersOfStore(client, number))[0]);
  await cancel(orders[0]);
  const given = await pushOf(orders[0]);
  t.is((await resolved(given.id, 'give_up')).status, 200);
  t.is((await setStatus(former.id, 'disabled')).status, 200);
  t.is((await resolved(given.id, 'retry')).body.error.code, 'CONNECTION_DISABLED');

  const anew = await connected(store, null);
  t.is(anew.channel_id, former.channel_id);
  await cancel(orders[1]);
  t.is((await pushOf(orders[1])).connection_id, anew.id);
  t.is((await pushOf(orders[0])).connection_id, former.id, 'what was given up stays');
  const retried = await resolved(given.id, 'retry');
  t.is(retried.status, 200, retried.text);
  t.like(retried.body.data, { connection_id: anew.id, given_up_at: null });

  const events = await searched(anew.id);
  t.deepEqual(
    (await ordersOfStore(client, '74103')).map(({ id }) => id),
    [orders[2].id],
  );
  const failed = events.filter(({ status }) => status === 'failed');
  t.deepEqual(
    failed.map(({ reason }) => /The channel has an order of that number already\./.test(reason)),
    [true, true],
    'what has ended may be another store’s by now, whose order would be lost to it',
  );
  t.is((await setStatus(anew.id, 'disabled')).status, 200);
});

test.serial('two stores that share a channel by its name may each be away for a while', async (t) => {
  const store = await startOrderStore(t);
  const one = await connected(store, 'shared.example.test');
  const other = await connected(store, 'sharing.example.test', { channel: one.channel_id });
  t.is(other.channel_id, one.channel_id);
  for (const { id } of [one, other]) {
    t.is((await setStatus(id, 'disabled')).status, 200);
    t.is((await client.patch(`${path}/${id}`, { name: 'Away' })).status, 200);
    t.is((await setStatus(id, 'pending')).status, 200);
  }
});

test.serial(
  'two stores without a domain that share a channel by its name are told of their own orders',
  async (t) => {
    const [store, sharing] = [await startOrderStore(t), await startOrderStore(t)];
    const one = await connected(store, null);
    fill(store, 74_201, 1);
    await searched(one.id);
    const other = await connected(sharing, null, { channel: one.channel_id });
    t.is(other.channel_id, one.channel_id);
    fill(sharing, 74_301, 1);
    await searched(other.id);
    const [[ofOne], [ofOther]] = [await ordersOfStore(client, '74201'), await ordersOfStore(client, '74301')];
    t.is((await setStatus(one.id, 'disabled')).status, 200);
    await cancel(ofOne);
    await cancel(ofOther);
    t.is((await pushOf(ofOther)).connection_id, other.id);
    t.deepEqual(await pushesOf(ofOne), [], 'it waits until its own store is back');
    t.is((await setStatus(one.id, 'pending')).status, 200);
    const push = await pushOf(ofOne);
    t.is(push.connection_id, one.id);
    t.is((await resolved(push.id, 'give_up')).status, 200);
    t.is((await setStatus(one.id, 'disabled')).status, 200);
    t.is((await resolved(push.id, 'retry')).body.error.code, 'CONNECTION_DISABLED');

    fill(sharing, 74_201, 1);
    const [failed] = (await searched(other.id)).filter(({ status }) => status === 'failed');
    t.regex(
      failed?.reason,
      /The channel has an order of that number already\./,
      'it is no order of the former store',
    );
    t.is((await ordersOfStore(client, '74201')).length, 1);
  },
);
