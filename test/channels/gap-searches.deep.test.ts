/**
 * Orders whose webhook never arrived are found in the store and fetched, including one whose webhook arrives late after
 * all.
 */
import test from 'ava';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { anotherOrder, ordersOfStore, publish, send, settledEvent } from '../integration/storefront-rig.ts';
import { ago, connected as connectedTo, ended as endOf, fill, path, search as searchOf } from './gap-rig.ts';
import { storedOrder } from './order-store.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined);
  await publish(platform.client, [{ action: 'create_order' }]);
});
test.after.always(() => platform?.stop());

const connected = (t: { teardown(stop: () => void): void }, more: object = {}) =>
  connectedTo(platform.client, t, more);
const search = (id: string, more: object = {}) => searchOf(platform.client, id, more);
const ended = (id: string) => endOf(platform.client, id);

const found = async (searchId: string): Promise<any[]> =>
  (await platform.client.get(`/api/integration/gap-orders?search_id=${searchId}&page_size=200`)).body.data;

test.serial(
  'what never came is fetched, page by page; what came is not; late webhooks and found orders are one',
  async (t) => {
    const { store, id, domain } = await connected(t);
    const { client, url } = platform;
    const ids = fill(store, 70_001, 7);
    store.orders.push(storedOrder('820982911946180000', '70900', ago(48)));
    const came = [ids[1]!, ids[4]!];
    for (const one of came) {
      const number = String(70_001 + ids.indexOf(one));
      const { body } = await send(url, { body: anotherOrder(one, number), domain });
      await settledEvent(client, body.data.event_id);
    }
    const begun = await search(id);
    const done = await ended(begun.id);
    t.like(done, { status: 'done', orders_seen: 7, orders_missing: 5, orders_fetched: 5, last_error: null });
    const missing = ids.filter((one) => !came.includes(one));
    const foundIds = (await found(begun.id)).map((order): string => order.external_id);
    t.deepEqual(
      foundIds.toSorted((a, b) => a.localeCompare(b)),
      missing,
    );
    t.is(store.atOnceMax, 1, 'one request at a time');
    t.deepEqual(
      store.asked
        .filter((asked) => asked.includes('/orders/'))
        .map((asked) => /orders\/(\d+)\.json/.exec(asked)![1]),
      missing,
      'only what is missing is asked for whole',
    );
    for (const order of await found(begun.id)) {
      const event = await settledEvent(client, order.event_id);
      t.like(event, {
        status: 'processed',
        routed_by: 'gap_search',
        external_id: order.external_id,
        topic: 'orders/create',
      });
      t.true(event.raw_body.includes(`"id":${order.external_id}`), 'every digit of the id');
    }
    // The webhook of a found order arrives after all.
    const late = await send(url, { body: anotherOrder(missing[0]!, '70001'), domain });
    t.like(late.body.data, { duplicate: true });
    t.is(
      late.body.data.event_id,
      (await found(begun.id)).find((order) => order.external_id === missing[0])!.event_id,
    );
    const [order, ...more] = await ordersOfStore(client, '70001');
    t.deepEqual(more, []);
    t.like(order, { currency: 'USD', total: 403 });
    t.deepEqual(await ordersOfStore(client, '70900'), [], 'outside of the window');

    const again = await ended((await search(id)).id);
    t.like(again, { status: 'done', orders_seen: 7, orders_missing: 0 });
  },
);

test.serial(
  'what is over in its store is not sent, and what was changed there goes as it is now',
  async (t) => {
    const { store, id } = await connected(t);
    const { client } = platform;
    const ids = fill(store, 70_501, 4);
    const become = (at: number, ...changes: [string | RegExp, string][]) => {
      const order = store.orders.find((one) => one.id === ids[at])!;
      for (const [from, to] of changes) order.text = order.text.replace(from, to);
    };
    const fulfilment = /"fulfillment_status": "pending"/;
    become(0, ['"cancelled_at": null', `"cancelled_at": "${ago(1).toISOString()}"`]);
    become(1, [fulfilment, '"fulfillment_status": "fulfilled"']);
    become(2, [fulfilment, '"fulfillment_status": "partial"']);
    become(
      3,
      // One of its two lines was taken off: 199.00 and its discount of 5.00 with it.
      ['"quantity": 1', '"quantity": 1, "current_quantity": 1'],
      [/"quantity": 1,(?! "current)/, '"quantity": 1, "current_quantity": 0,'],
      [
        '"total_tax": "0.00"',
        '"total_tax": "0.00", "current_total_tax": "0.00", "current_total_discounts": "0.00", "current_total_price": "209.00"',
      ],
    );
    const begun = await search(id);
    t.like(await ended(begun.id), { status: 'done', orders_fetched: 4 });
    const events = new Map<string, any>();
    for (const { external_id, event_id } of await found(begun.id))
      events.set(external_id, await settledEvent(client, event_id));
    const [cancelled, fulfilled, part, edited] = ids.map((one) => events.get(one));
    t.like(cancelled, { status: 'ignored', order_id: null });
    t.regex(cancelled.reason, /cancelled in the store/);
    t.like(fulfilled, { status: 'ignored', order_id: null });
    t.regex(fulfilled.reason, /fulfilled in the store/);
    const heldFor = (order: any) => order.holds.map(({ reason }: any) => reason).toSorted();
    const orderOf = async (event: any) => (await client.get(`/api/oms/orders/${event.order_id}`)).body.data;
    t.true(heldFor(await orderOf(part)).includes('MANUAL'));
    const order = await orderOf(edited);
    t.like(order, { total: 209, lines: [{ qty: 1 }] });
    t.is(order.lines.length, 1);
    t.false(heldFor(order).includes('MANUAL'), 'its total is what its store says it is now');
  },
);

test.serial('an old order that was changed in the window is found by when it was changed', async (t) => {
  const { store, id } = await connected(t);
  store.orders.push(storedOrder('820982911946190001', '71001', ago(72), ago(1)));
  t.like(await ended((await search(id)).id), { status: 'done', orders_seen: 0 });
  t.like(await ended((await search(id, { looked_by: 'updated' })).id), { status: 'done', orders_fetched: 1 });
});

test.serial(
  'asked too much, the store is left alone as long as it said, and nothing is left out',
  async (t) => {
    const { store, id } = await connected(t);
    fill(store, 72_001, 3);
    let refusals = 0;
    store.before = (asked) =>
      asked.includes('/orders/') && (refusals += 1) === 1
        ? { status: 429, headers: { 'retry-after': '3000' } }
        : undefined;
    const begun = await search(id);
    const { owner, client } = platform;
    const paused = await until('the connection pauses', async () => {
      const { rows } = await owner.query<{ seconds: number }>(
        'select extract(epoch from paused_until - now())::float8 as seconds from channel_connections where id = $1 and paused_until is not null',
        [id],
      );
      return rows[0];
    });
    // Its end is told in whole milliseconds.
    t.true(paused.seconds > 2_900 && paused.seconds < 3_001, `${paused.seconds} s`);
    const resting = (await client.get(`${path}/${begun.id}`)).body.data;
    t.is(resting.status, 'running');
    t.regex(resting.last_error, /asked too much/);
    const asked = store.asked.length;
    const second = await client.post(path, { connection_id: id, since: ago(1).toISOString() });
    t.is(second.status, 409);
    t.is(second.body.error.details.search_id, begun.id);
    t.is(store.asked.length, asked);
    await owner.query('update channel_connections set paused_until = null where id = $1', [id]);
    await owner.query('update channel_gap_searches set next_try_at = now() where connection_id = $1', [id]);
    // A search of another store wakes the workers.
    await search((await connected(t)).id);
    t.like(await ended(begun.id), { status: 'done', orders_missing: 3, orders_fetched: 3 });
  },
);

test.serial(
  'a fault is tried again, a deleted or unreadable order is said to be so, a store that denies ends it',
  async (t) => {
    const { store, id } = await connected(t);
    const [gone, odd, good] = fill(store, 73_001, 3);
    store.before = (asked) => {
      if (asked.includes(gone!)) return { status: 404 };
      if (asked.includes(odd!)) return { status: 200, body: '{"order": {"id": 1}}' };
      return undefined;
    };
    const begun = await search(id);
    t.like(await ended(begun.id), { status: 'done', orders_missing: 3, orders_fetched: 1 });
    t.deepEqual(
      Object.fromEntries((await found(begun.id)).map((order) => [order.external_id, order.outcome])),
      { [gone!]: 'gone', [odd!]: 'unreadable', [good!]: 'fetched' },
    );

    let faults = 0;
    store.before = () => ((faults += 1) === 1 ? { status: 502 } : undefined);
    const shaken = await search(id);
    await until('the fault is noted', async () =>
      /502/.test((await platform.client.get(`${path}/${shaken.id}`)).body.data.last_error ?? ''),
    );
    t.like(await ended(shaken.id), { status: 'done', last_error: null });

    store.before = () => ({ status: 401 });
    t.like(await ended((await search(id)).id), { status: 'failed', last_error: 'The store answered 401.' });
    store.before = () => ({ status: 200, body: '<html>' });
    const nonsense = await search(id);
    await until('nonsense is noted', async () =>
      /no list of orders/.test(
        (await platform.client.get(`${path}/${nonsense.id}`)).body.data.last_error ?? '',
      ),
    );
  },
);

test.serial('a store that says "too much, again at once" is not asked without end', async (t) => {
  const { store, id } = await connected(t);
  fill(store, 73_501, 1);
  store.before = () => ({ status: 429, headers: { 'retry-after': '0' } });
  const begun = await search(id);
  const paused = await until('it is paused', async () => {
    const found = (await platform.client.get(`${path}/${begun.id}`)).body.data;
    return /asked too much/.test(found.last_error ?? '') && found;
  });
  t.regex(paused.last_error, /again in 1000 ms/);
  store.before = () => undefined;
  t.like(await ended(begun.id), { status: 'done', orders_fetched: 1 });
});

test.serial('windows are checked, a disabled and a strange connection refused', async (t) => {
  const { id } = await connected(t);
  const { client, clientWith, threePl } = platform;
  const ask = (more: object) =>
    client.post(path, { connection_id: id, since: ago(2).toISOString(), ...more });
  t.is((await ask({ until: ago(3).toISOString() })).body.error.details[0].path, 'until');
  t.is((await ask({ since: ago(24 * 40).toISOString() })).body.error.details[0].path, 'since');
  const rival = await clientWith(threePl, ['integration.view', 'integration.manage']);
  t.is((await rival.post(path, { connection_id: id, since: ago(2).toISOString() })).status, 404);
  await client.patch(`/api/integration/connections/${id}`, { status: 'disabled' });
  t.is((await ask({})).body.error.code, 'CONNECTION_DISABLED');
});
