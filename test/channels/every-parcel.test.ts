/**
 * A store hears the number of every parcel, in one fulfillment; and what it has already, from a person or from who ran the
 * warehouse before, it is not told again.
 */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { act } from '../orders/orders-rig.ts';
import { startFarCarrier, type FarCarrier } from '../parcels/far-carrier.ts';
import {
  inState,
  labelsPath,
  newAccount,
  newCarton,
  onLabel,
  placeWarehouse,
} from '../parcels/parcels-rig.ts';
import { startLyingStore } from './lying-store.ts';
import { confirmedOrder, shipOrder, storeWithOrders } from './store-orders-rig.ts';

const shop = 'parcels.example.test';
const sku = 'IPOD2008PINK';

let platform: Platform & { stop(): Promise<void> };
let store: Awaited<ReturnType<typeof startLyingStore>>;
let far: FarCarrier;
let account: any;
test.before(async () => {
  platform = await joinPlatform();
  store = await startLyingStore();
  await storeWithOrders(platform, store.url, { store_domain: shop });
  far = await startFarCarrier();
  far.rates = [{ service_code: 'GROUND', amount: '7.42', currency: 'USD' }];
  await placeWarehouse(platform);
  account = await newAccount(platform.client, far.url);
});
test.after.always(async () => {
  store?.close();
  far?.close();
  await platform?.stop();
});

const told = (order: string) => store.fulfillments.filter((one) => one.order === order);
const pushOf = (orderId: string): Promise<any> =>
  until('the store has been told', async () => {
    const { data } = (await platform.client.get(`/api/integration/channel-pushes?order_id=${orderId}`)).body;
    return data[0]?.sent_version === data[0]?.version && data[0];
  });
/** The store once it shows exactly these numbers. */
const showing = (order: string, numbers: readonly string[]) =>
  until(`the store shows ${numbers.join()}`, () => {
    const [one] = told(order);
    return one?.tracking_numbers?.join() === numbers.join() && one;
  });

/** The goods of an order, picked, in a carton for each unit. */
async function inCartons(orderId: string): Promise<{ shipment: string; cartons: any[] }> {
  const { client, standard } = platform;
  const pushed = await act(client, orderId, 'push-to-wms', { warehouse_id: standard.warehouseId });
  if (pushed.status !== 200) throw new Error(pushed.text);
  const [{ id }] = (await client.get(`/api/wms/shipments?order_id=${orderId}`)).body.data;
  await step(id, 'pick');
  const { lines } = (await client.get(`/api/wms/shipments/${id}`)).body.data;
  const cartons = [];
  for (let unit = 0; unit < lines[0].qty; unit += 1)
    cartons.push(await newCarton(client, { id, item_id: standard.items['PLAIN'] }, 1));
  return { shipment: id, cartons };
}
async function step(id: string, action: string): Promise<void> {
  const answer = await platform.client.patch(`/api/wms/shipments/${id}`, { action });
  if (answer.status !== 200) throw new Error(answer.text);
}

async function buy(shipment: string, carton: any): Promise<any> {
  const body = { shipment_id: shipment, carton_id: carton.id, account_id: account.id };
  const answer = await platform.client.post(labelsPath, { ...body, service_code: 'GROUND', print: false });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}

test.serial('every carton is told with its number, and where it can be followed', async (t) => {
  const { client } = platform;
  const order = await confirmedOrder(platform, '8901', shop, 4);
  const { shipment, cartons } = await inCartons(order.id);
  const labels = [];
  for (const carton of cartons) labels.push(await buy(shipment, carton));
  const numbers = labels.map(({ tracking_no: no }) => no);
  await step(shipment, 'ship');
  const one = await showing('8901', numbers);
  t.is(one.tracking_number, numbers[0]);
  t.deepEqual(
    one.packages,
    labels.map(({ tracking_no: no }, at) => ({
      sscc: cartons[at].sscc,
      tracking_number: no,
      tracking_company: 'REGIO',
      service: 'GROUND',
      tracking_url: `https://track.example.test/${no}`,
    })),
  );
  t.like(one, { tracking_url: `https://track.example.test/${numbers[0]}` });
  const push = await pushOf(order.id);
  t.deepEqual(
    push.wanted.packages.map((each: any) => each.tracking_no),
    numbers,
  );
  t.is(labels[0].tracking_url, `https://track.example.test/${numbers[0]}`);

  // A parcel of it is labelled anew.
  t.is((await onLabel(client, labels[1].id, 'void')).status, 200);
  await inState(client, labels[1].id, 'voided');
  await showing('8901', [numbers[0], numbers[2], numbers[3]]);
  const anew = await buy(shipment, cartons[1]);
  const present = [numbers[0], anew.tracking_no, numbers[2], numbers[3]];
  await showing('8901', present);
  t.is(told('8901').length, 1, 'one fulfillment');
  await pushOf(order.id);
  const agreement = async () =>
    (await client.get(`/api/integration/agreement/orders?order_id=${order.id}`)).body.data[0];
  await until('they agree', async () => (await agreement()).agrees);

  // A store that lists them and lacks one does not agree.
  await platform.owner.query(
    `update channel_pushes set channel_says = channel_says || '{"tracking_nos": ["X"]}' where order_id = $1`,
    [order.id],
  );
  t.is((await agreement()).news[0].differs_because, 'said_otherwise');
  const listed = await client.get(`/api/integration/agreement/orders?differs=true&order_id=${order.id}`);
  t.is(listed.body.data.length, 1);
});

test.serial('labels that are bought as it leaves are waited for, and told together', async (t) => {
  const { client } = platform;
  const rule = { name: 'As it leaves', priority: 1, buy_at: 'ship', account_ids: [account.id] };
  const made = await client.post('/api/tms/carrier-rules', rule);
  t.is(made.status, 201, made.text);
  const order = await confirmedOrder(platform, '8902', shop, 2);
  const { shipment } = await inCartons(order.id);
  let open = (): void => {};
  far.gate = new Promise<void>((resolve) => (open = resolve));
  let sold = 0;
  far.mood = (_reference, what) => (what === 'buy' && (sold += 1) === 2 ? 'waits at the gate' : 'honest');
  await step(shipment, 'ship');
  await until('the first has its number', async () => {
    const { data } = (await client.get(`/api/integration/agreement/orders?order_id=${order.id}`)).body;
    return data[0].news[0]?.true_now.packages.length === 1 && data[0].news[0].differs_because === 'waiting';
  });
  const methods: string[] = [];
  store.mood = (of, _isAsked, method = '') => {
    if (of === '8902') methods.push(method);
    return 'honest';
  };
  open();
  const one = await until('the store knows', () => told('8902')[0]);
  t.is(one.tracking_numbers?.length, 2);
  await pushOf(order.id);
  t.deepEqual(methods, ['GET', 'POST']);
});

/** What the store has of an order before it is told of it. */
const has = (order: string, more: object): void =>
  void store.fulfillments.push({
    id: store.fulfillments.length + 1,
    order,
    tracking_number: null,
    line_items: [{ sku, quantity: 2 }],
    ...more,
  });

test.serial('a fulfillment that the store has already is not made twice', async (t) => {
  const cases: Record<string, object> = {
    '8911': { tracking_number: '1Z-8911' },
    '8912': { reference: 'WMS-OF-BEFORE-77', tracking_number: '1Z-8912' },
    '8913': { tracking_number: null, tracking_numbers: ['1Z-8913'] },
    // A person entered what left, and no number.
    '8914': {},
    '8915': {
      line_items: [
        { sku, quantity: 1 },
        { sku, quantity: 1 },
      ],
    },
  };
  for (const [number, made] of Object.entries(cases)) {
    has(number, made);
    const there = store.fulfillments.length;
    const { id } = await confirmedOrder(platform, number, shop);
    await shipOrder(platform, id, `1Z-${number}`);
    const push = await pushOf(id);
    t.is(push.channel_says.fulfillment_id, String(there), number);
    t.is(told(number).length, 1, number);
  }
});

test.serial('one of another parcel, of other units, or cancelled there does not stand for it', async (t) => {
  const cases: Record<string, object> = {
    '8921': { tracking_number: '1Z-OTHER' },
    '8922': { line_items: [{ sku, quantity: 77 }] },
    '8923': { tracking_number: '1Z-8923', status: 'cancelled' },
    '8924': { reference: 'WMS-OF-BEFORE-78' },
  };
  for (const [number, made] of Object.entries(cases)) {
    has(number, made);
    const { id } = await confirmedOrder(platform, number, shop);
    await shipOrder(platform, id, `1Z-${number}`);
    await pushOf(id);
    t.is(told(number).length, 2, number);
  }
});
