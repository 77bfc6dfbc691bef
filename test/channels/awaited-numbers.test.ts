/** A store hears that an order left with its number; and without one, if its label is not settled soon. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { act } from '../orders/orders-rig.ts';
import { startFarCarrier, type FarCarrier, type Mood } from '../parcels/far-carrier.ts';
import { newAccount, newCarton, placeWarehouse } from '../parcels/parcels-rig.ts';
import { startLyingStore } from './lying-store.ts';
import { confirmedOrder, storeWithOrders } from './store-orders-rig.ts';

const shop = 'awaited.example.test';

let platform: Platform & { stop(): Promise<void> };
let store: Awaited<ReturnType<typeof startLyingStore>>;
let far: FarCarrier;
let connectionId: string;
test.before(async () => {
  platform = await joinPlatform();
  store = await startLyingStore();
  connectionId = await storeWithOrders(platform, store.url, { store_domain: shop });
  far = await startFarCarrier();
  far.rates = [{ service_code: 'GROUND', amount: '7.42', currency: 'USD' }];
  await placeWarehouse(platform);
  const account = await newAccount(platform.client, far.url);
  const rule = { name: 'As it leaves', priority: 1, buy_at: 'ship', account_ids: [account.id] };
  const made = await platform.client.post('/api/tms/carrier-rules', rule);
  if (made.status !== 201) throw new Error(made.text);
});
test.after.always(async () => {
  store?.close();
  far?.close();
  await platform?.stop();
});

/** Has the goods of an order picked, packed and shipped: the carrier is told of its label as it leaves. */
async function leaves(orderId: string): Promise<string> {
  const { client, standard } = platform;
  const pushed = await act(client, orderId, 'push-to-wms', { warehouse_id: standard.warehouseId });
  if (pushed.status !== 200) throw new Error(pushed.text);
  const { data } = (await client.get(`/api/wms/shipments?order_id=${orderId}`)).body;
  const [{ id }] = data;
  const step = async (action: string): Promise<void> => {
    const answer = await client.patch(`/api/wms/shipments/${id}`, { action });
    if (answer.status !== 200) throw new Error(answer.text);
  };
  await step('pick');
  const item = standard.items['PLAIN'];
  const { lines } = (await client.get(`/api/wms/shipments/${id}`)).body.data;
  await newCarton(client, { id, item_id: item }, lines[0].qty);
  await step('ship');
  return id;
}

const known = (order: string) => store.fulfillments.filter((one) => one.order === order);
const agreement = async (orderId: string, more = ''): Promise<any> =>
  (await platform.client.get(`/api/integration/agreement/orders?order_id=${orderId}${more}`)).body.data[0];
const waiting = (orderId: string): Promise<any> =>
  until('it waits to be told', async () => {
    const one = await agreement(orderId);
    return one.news[0]?.differs_because === 'waiting' && one;
  });
const awaited = async (orderId: string): Promise<number> => {
  const { rows } = await platform.owner.query(
    `select extract(epoch from p.next_try_at - s.shipped_at)::float8 as seconds
       from channel_pushes p join wms_shipments s on s.id = p.shipment_id where p.order_id = $1`,
    [orderId],
  );
  return rows[0].seconds;
};
/** A carrier that names its price, does this when it is to sell, and says nothing of it when it is asked. */
const silentAfter =
  (sells: Mood): FarCarrier['mood'] =>
  (reference, what) => {
    if (what === 'buy') return sells;
    return reference === '' ? 'honest' : 'refuses';
  };
/** As if ten minutes had passed. */
const pass = (orderId: string) =>
  platform.owner.query('update channel_pushes set next_try_at = now() where order_id = $1', [orderId]);

test.serial(
  'a departure whose label is lost waits, is told without a number, and its number follows',
  async (t) => {
    const { client } = platform;
    const { id } = await confirmedOrder(platform, '8801', shop);
    // The carrier never says whether it sold the label.
    far.mood = silentAfter('takes and hangs up');
    const shipmentId = await leaves(id);
    const standing = await waiting(id);
    t.like(standing, { agrees: false });
    t.like(standing.news[0], { kind: 'shipment', told: null, agrees: false });
    t.is(standing.news[0].true_now.tracking_no, null);
    t.truthy(await agreement(id, '&differs=true'));
    t.is(await awaited(id), 600, 'its number is waited for, ten minutes and no longer');

    // What is mended meanwhile does not hurry it.
    const mended = await client.patch(`/api/integration/connections/${connectionId}`, {
      credentials: { access_token: 'token-of-the-test' },
    });
    t.is(mended.status, 200, mended.text);
    t.is(await awaited(id), 600);
    t.deepEqual(known('8801'), []);

    await pass(id);
    await until('the store knows that it left', () => known('8801').length > 0);
    t.is(known('8801')[0]!.tracking_number, null);
    await until('they agree', async () => (await agreement(id)).agrees);

    far.mood = () => 'honest';
    const number = await until('the label is found', async () => {
      const { data } = (await client.get(`/api/wms/shipments/${shipmentId}`)).body;
      return data.tracking_no;
    });
    await until('the store knows its number', () => known('8801')[0]?.tracking_number === number);
    t.is(known('8801').length, 1);
  },
);

test.serial('one whose label is bought meanwhile is told once, at once', async (t) => {
  const { id } = await confirmedOrder(platform, '8802', shop);
  let open = (): void => {};
  far.gate = new Promise<void>((resolve) => (open = resolve));
  far.mood = (_reference, what) => (what === 'buy' ? 'waits at the gate' : 'honest');
  const asked: boolean[] = [];
  store.mood = (of, isAsked) => {
    if (of === '8802') asked.push(isAsked === true);
    return 'honest';
  };
  await leaves(id);
  await waiting(id);
  open();
  await until('they agree', async () => (await agreement(id)).agrees);
  t.is(known('8802').length, 1);
  t.truthy(known('8802')[0]!.tracking_number);
  t.deepEqual(asked, [true, false]);
});

test.serial('one whose label is refused after all is told at once, without a number', async (t) => {
  const { id } = await confirmedOrder(platform, '8803', shop);
  far.mood = silentAfter('loses');
  await leaves(id);
  await waiting(id);
  far.mood = (_reference, what) => (what === 'buy' ? 'says no' : 'honest');
  await until('they agree', async () => (await agreement(id)).agrees);
  t.deepEqual(
    known('8803').map(({ tracking_number: no }) => no),
    [null],
  );
});

test.serial('what waits for its number holds up nothing else of its order', async (t) => {
  const { client, owner } = platform;
  const order = await confirmedOrder(platform, '8804', shop);
  far.mood = silentAfter('takes and hangs up');
  await leaves(order.id);
  await waiting(order.id);
  await owner.query(
    `insert into channel_pushes (organization_id, id, connection_id, kind, subject, merchant_id, order_id,
       external_order_id, wanted)
     select organization_id, gen_random_uuid(), connection_id, 'cancellation', $2, merchant_id, order_id,
       external_order_id, '{}' from channel_pushes where order_id = $1`,
    [order.id, order.order_no],
  );
  const sync = await client.post('/v1/oms/sync/inventory', { connection_id: connectionId });
  t.true(sync.status < 300, sync.text);
  await until('the store is told of the other', () => store.cancelled.includes('8804'));
  t.deepEqual(known('8804'), []);
});
