/** Stores learn by themselves what left and what was cancelled: once each, in order, whatever they do. */
import test from 'ava';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { act } from '../orders/orders-rig.ts';
import { startFarCarrier } from '../parcels/far-carrier.ts';
import { labelsPath, newAccount, newCarton, onLabel, placeWarehouse } from '../parcels/parcels-rig.ts';
import { connect } from '../integration/storefront-rig.ts';
import { ago, ended, search } from './gap-rig.ts';
import { startLyingStore, type Mood } from './lying-store.ts';
import { startOrderStore, storedOrder, token } from './order-store.ts';
import { confirmedOrder, shipOrder, storeWithOrders } from './store-orders-rig.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
let store: Awaited<ReturnType<typeof startLyingStore>>;
let connectionId: string;
test.before(async () => {
  platform = await startPlatform(undefined);
  store = await startLyingStore();
  connectionId = await storeWithOrders(platform, store.url);
});
test.after.always(async () => {
  store?.close();
  await platform?.stop();
});

/** An order of the store that was confirmed; its id here. */
const confirmed = async (number: string): Promise<string> => (await confirmedOrder(platform, number)).id;
const shipped = (orderId: string, tracking: string): Promise<string> =>
  shipOrder(platform, orderId, tracking);

const pushes = async (orderId: string): Promise<any[]> =>
  (await platform.client.get(`/api/integration/channel-pushes?order_id=${orderId}`)).body.data;

/** As if the store had been left alone for a minute since what is a second old: it takes nothing later than that. */
const later = async () => {
  await platform.owner.query(
    `update channel_pushes
        set next_try_at = now(), unknown_since = case when unknown_since < now() - interval '1 second'
                                                      then now() - interval '2 minutes' else unknown_since end
      where connection_id = $1 and sent_version < version and claim is null`,
    [connectionId],
  );
  const sync = await platform.client.post('/v1/oms/sync/inventory', { connection_id: connectionId });
  if (sync.status >= 300) throw new Error(sync.text);
};

test.serial('what left and what was cancelled is told, with its tracking number', async (t) => {
  const order = await confirmed('8101');
  const shipmentNo = await shipped(order, '1Z-8101');
  await until('the store has it', () => store.fulfillments.some((one) => one.order === '8101'));
  t.like(
    store.fulfillments.find((one) => one.order === '8101')!,
    {
      reference: shipmentNo,
      tracking_number: '1Z-8101',
      line_items: [{ sku: 'IPOD2008PINK', quantity: 2 }],
    },
  );
  const [push] = await until('it is known to be told', async () => {
    const found = await pushes(order);
    return found[0]?.sent_at && found;
  });
  t.like(push, { kind: 'shipment', external_order_id: '8101', channel_sku: null, unknown_since: null });
  t.is(push.channel_says.tracking_no, '1Z-8101');

  const other = await confirmed('8102');
  const cancelled = await act(platform.client, other, 'cancel');
  t.is(cancelled.status, 200, cancelled.text);
  await until('the store cancelled it', () => store.cancelled.includes('8102'));
});

test.serial('an order the store no longer has ends it, and holds up nothing', async (t) => {
  const order = await confirmed('8201');
  store.gone.add('8201');
  await shipped(order, '1Z-8201');
  const [push] = await until('it is settled', async () => {
    const found = await pushes(order);
    return found[0]?.sent_at && found;
  });
  t.deepEqual(push.channel_says, { gone: true });
});

// What it does in turn when it is told of each order, and when it is asked; then it is honest.
const moodsOf: Record<string, { told: Mood[]; asked: Mood[] }> = {
  '8301': { told: ['takes and fails'], asked: [] },
  '8302': { told: ['takes late'], asked: ['refuses'] },
  '8303': { told: ['loses'], asked: ['loses', 'refuses'] },
  '8304': { told: ['takes and hangs up'], asked: ['loses', 'loses'] },
  // What is lost anew has to settle anew: until then it is not told a third time.
  '8305': { told: ['loses', 'takes late'], asked: [] },
  '8306': { told: ['refuses', 'takes late'], asked: ['refuses'] },
};

test.serial('a store that lies, loses and delays has each shipment once', async (t) => {
  const numbers = Object.keys(moodsOf);
  const orders: string[] = [];
  for (const number of numbers) orders.push(await confirmed(number));
  store.mood = (order = '', isAsked = false) =>
    moodsOf[order]?.[isAsked ? 'asked' : 'told'].shift() ?? 'honest';
  for (const [index, order] of orders.entries()) await shipped(order, `1Z-${numbers[index]}`);
  await until('every shipment is known to be told', async () => {
    await later();
    const found = await Promise.all(orders.map(pushes));
    return found.every(([push]) => push?.sent_at && push.unknown_since === null);
  });
  t.deepEqual(
    Object.values(moodsOf).flatMap(({ told, asked }) => [...told, ...asked]),
    [],
    'all of it happened',
  );
  const told = store.fulfillments.filter(({ order }) => numbers.includes(order));
  t.deepEqual(told.map(({ order }) => order).sort(), numbers, 'each once');
});

test.serial(
  'a store that is disabled and connected anew has each order once, and is told of all that left',
  async (t) => {
    const { client, standard } = platform;
    const orders = await startOrderStore(t);
    const heard: string[] = [];
    let isDeaf = true;
    orders.before = (asked) => {
      const [, of] = /orders\/(\d+)\/fulfillments/.exec(asked) ?? [];
      if (of === undefined) return undefined;
      if (isDeaf) return { status: 422 };
      heard.push(of);
      return { status: 200, body: '{"fulfillments": [], "fulfillment": {"id": 1}}' };
    };
    const domain = 'back.example.test';
    const connected = async (): Promise<any> => {
      const made = await connect(client, {
        store_domain: domain,
        api_url: orders.url,
        credentials: { access_token: token },
        sync_scopes: ['orders'],
      });
      const mapping = { connection_id: made.id, channel_sku: 'IPOD2008PINK' };
      await client.post('/api/integration/product-mappings', {
        ...mapping,
        item_id: standard.items['PLAIN'],
      });
      return made;
    };
    const former = await connected();
    const numbers = ['8501', '8502', '8503'];
    const made: any[] = [];
    for (const number of numbers) {
      orders.orders.push(storedOrder(number, number, ago(2)));
      made.push(await confirmedOrder(platform, number, domain));
    }
    await shipped(made[0].id, '1Z-8501');
    await until('the store would not hear of one', async () => {
      const [push] = await pushes(made[0].id);
      return push?.last_error !== null && push !== undefined;
    });
    const path = `/api/integration/connections/${former.id}`;
    t.is((await client.patch(path, { status: 'disabled' })).status, 200);
    await shipped(made[1].id, '1Z-8502');

    isDeaf = false;
    const anew = await connected();
    t.is(anew.channel_id, former.channel_id);
    t.like(await ended(client, (await search(client, anew.id)).id), { status: 'done', orders_fetched: 3 });
    await shipped(made[2].id, '1Z-8503');
    for (const [index, { id }] of made.entries()) {
      const [push, ...more] = await until(`${numbers[index]} is told`, async () => {
        const found = await pushes(id);
        return found[0]?.sent_at && found;
      });
      t.is(push.connection_id, anew.id);
      t.deepEqual(more, []);
      const { body } = await client.get(`/api/oms/orders?q=${numbers[index]}`);
      t.is(body.data.length, 1, 'one order');
    }
    t.deepEqual(
      heard.toSorted(),
      ['8501', '8501', '8502', '8502', '8503', '8503'],
      'each is asked for first',
    );
    const agreement = (await client.get(`/api/integration/agreement/orders?order_id=${made[1].id}`)).body
      .data;
    t.deepEqual(
      agreement.map(({ agrees, news }: any) => [agrees, news.length]),
      [
        [true, 1],
        [true, 1],
      ],
    );
    t.is((await client.patch(`/api/integration/connections/${anew.id}`, { name: 'Back' })).status, 200);
    await shipped((await confirmedOrder(platform, '8504', domain)).id, '1Z-8504');
    await until('the next is told', () => heard.filter((of) => of === '8504').length === 2);
    t.is(heard.length, 8, 'and nothing again');
  },
);

test.serial(
  'a number that is bought after the store was told, or bought anew, is told as well',
  async (t) => {
    const { client, standard } = platform;
    const far = await startFarCarrier();
    t.teardown(far.close);
    far.rates = [{ service_code: 'GROUND', amount: '7.42', currency: 'USD' }];
    await placeWarehouse(platform);
    const account = await newAccount(client, far.url);
    const rule = { name: 'As it leaves', priority: 1, buy_at: 'ship', account_ids: [account.id] };
    t.is((await client.post('/api/tms/carrier-rules', rule)).status, 201);
    const order = await confirmed('8601');
    t.is((await act(client, order, 'push-to-wms', { warehouse_id: standard.warehouseId })).status, 200);
    const [{ id }] = (await client.get(`/api/wms/shipments?order_id=${order}`)).body.data;
    const step = async (action: string): Promise<void> => {
      const answer = await client.patch(`/api/wms/shipments/${id}`, { action });
      t.is(answer.status, 200, answer.text);
    };
    await step('pick');
    const carton = await newCarton(client, { id, item_id: standard.items['PLAIN'] }, 2);
    far.mood = (_reference, what) => (what === 'buy' ? 'says no' : 'honest');
    await step('ship');
    const known = () => store.fulfillments.filter((one) => one.order === '8601');
    const knows = async (number: string | null): Promise<void> => {
      await until(`the store knows ${number}`, () => known()[0]?.tracking_number === number);
      await until('and is known to know it', async () => {
        const [push] = await pushes(order);
        return push.sent_version === push.version && push.channel_says.tracking_no === number;
      });
    };
    await knows(null);

    far.mood = () => 'honest';
    const buy = async (): Promise<any> => {
      const answer = await client.post(labelsPath, { shipment_id: id, carton_id: carton.id, print: false });
      t.is(answer.status, 201, answer.text);
      return answer.body.data;
    };
    store.mood = (of, isAsked) => {
      if (of !== '8601' || isAsked) return 'honest';
      store.mood = () => 'honest';
      return 'takes and hangs up';
    };
    const label = await buy();
    await knows(label.tracking_no);
    t.is((await onLabel(client, label.id, 'void')).status, 200);
    await until('it has no number', async () => {
      const { data } = (await client.get(`/api/wms/shipments/${id}`)).body;
      return data.tracking_no === null;
    });
    await knows((await buy()).tracking_no);
    t.is(known().length, 1);
  },
);
