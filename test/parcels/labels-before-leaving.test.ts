/** Where the organization says so, a parcel leaves once it has its labels. */
import test from 'ava';
import { act, drive, newItem, newOrder, putStock } from '../orders/orders-rig.ts';
import { pickedShipment } from '../fulfillment/outbound-rig.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { startFarCarrier, type FarCarrier } from './far-carrier.ts';
import { inState, labelsPath, newAccount, newCarton, onLabel, placeWarehouse } from './parcels-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
let account: any;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  await placeWarehouse(platform);
  account = await newAccount(platform.client, far.url, { far_side: 'neither' });
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

const set = async (ship_needs_labels: boolean): Promise<void> => {
  const answer = await platform.client.patch('/api/tenancy/settings', { ship_needs_labels });
  if (answer.body.data?.ship_needs_labels !== ship_needs_labels) throw new Error(answer.text);
};
const parcel = async (...cartons: number[]) => {
  const { standard, client } = platform;
  const shipment = await pickedShipment(platform, 4, { merchant_id: standard.merchantId });
  const made: any[] = [];
  for (const qty of cartons) made.push(await newCarton(client, shipment, qty));
  return { shipment, cartons: made };
};
const ship = ({ id }: any, more: object = {}, client = platform.client) =>
  client.patch(`/api/wms/shipments/${id}`, { action: 'ship', ...more });
/** Of its merchant, who does not see the operator's accounts. */
const merchant = () =>
  platform.clientWith(platform.standard, everyPermission, { merchantId: platform.standard.merchantId });
const buy = (shipment: any, carton: any, headers = {}) =>
  platform.client.post(
    labelsPath,
    {
      shipment_id: shipment.id,
      carton_id: carton?.id ?? null,
      account_id: account.id,
      service_code: 'GROUND',
      weight_kg: 2,
      print: false,
    },
    { headers },
  );

test.serial('each carton needs its label, and what has a number from elsewhere none', async (t) => {
  await set(true);
  const { shipment, cartons } = await parcel(3, 1);
  const none = await ship(shipment);
  t.like(none.body.error, {
    code: 'LABEL_MISSING',
    details: { shipment_id: shipment.id, carton_id: cartons[0].id },
  });
  t.is((await buy(shipment, cartons[0])).status, 201);
  t.is((await ship(shipment)).body.error.details.carton_id, cartons[1].id);
  t.is((await buy(shipment, cartons[1])).status, 201);
  t.is((await ship(shipment)).status, 200);
  const typed = await parcel(4);
  t.is((await ship(typed.shipment, { tracking_no: 'TYPED-1' })).status, 200);
  const loose = await parcel();
  t.is((await ship(loose.shipment)).body.error.details.carton_id, null);
  t.is((await buy(loose.shipment, null)).status, 201);
  t.is((await ship(loose.shipment)).status, 200);
});

test.serial(
  'a label that may have been sold is settled before its parcel leaves, or it is voided',
  async (t) => {
    const { client } = platform;
    await set(true);
    const {
      shipment,
      cartons: [carton],
    } = await parcel(4);
    far.mood = (_reference, what) => (what === 'buy' ? 'loses' : 'honest');
    const { id } = (await buy(shipment, carton, { prefer: 'respond-async' })).body.data;
    await inState(client, id, 'unknown');
    far.mood = () => 'honest';
    for (const answer of [await ship(shipment), await onLabel(client, id, 'void')])
      t.like(answer.body.error, { code: 'LABEL_UNKNOWN', details: { label_id: id } }, answer.text);
    const adopt = { reason: 'It is there.', tracking_no: '1Z-FOUND' };
    t.is((await onLabel(client, id, 'adopt', adopt)).status, 200);
    t.is((await ship(shipment)).status, 200);
  },
);

test.serial('a load leaves with all its parcels labelled, or not at all', async (t) => {
  const { client, standard } = platform;
  await set(true);
  const [one, other] = [await parcel(4), await parcel(4)];
  t.is((await buy(one.shipment, one.cartons[0])).status, 201);
  const load = await client.post('/api/wms/loads', {
    warehouse_id: standard.warehouseId,
    shipment_ids: [one.shipment.id, other.shipment.id],
  });
  t.is(load.status, 201, load.text);
  for (const { shipment } of [one, other])
    await client.patch(`/api/wms/shipments/${shipment.id}`, { action: 'pack' });
  const at = `/api/wms/loads/${load.body.data.id}`;
  const leave = () => client.patch(at, { action: 'ship' });
  await client.patch(at, { action: 'start_loading' });
  await client.patch(at, { action: 'finish_loading' });
  const refused = await leave();
  t.is(refused.body.error?.code, 'LABEL_MISSING', refused.text);
  t.is((await client.get(`/api/wms/shipments/${one.shipment.id}`)).body.data.status, 'packed');
  t.is((await buy(other.shipment, other.cartons[0])).status, 201);
  const left = await leave();
  t.is(left.status, 200, left.text);
});

test.serial(
  'nothing is asked where nobody would sell one, where it is bought later, and by default',
  async (t) => {
    const { client } = platform;
    await set(true);
    const rule = await client.post('/api/tms/carrier-rules', { name: 'Later', priority: 1, buy_at: 'ship' });
    t.is((await ship((await parcel(4)).shipment)).status, 200);
    await client.patch(`/api/tms/carrier-rules/${rule.body.data.id}`, { is_active: false });
    t.is((await ship((await parcel(4)).shipment)).body.error.code, 'LABEL_MISSING');
    await client.patch(`/api/tms/carrier-accounts/${account.id}`, { is_active: false });
    t.is((await ship((await parcel(4)).shipment)).status, 200);
    await client.patch(`/api/tms/carrier-accounts/${account.id}`, { is_active: true });
    await set(false);
    t.is((await ship((await parcel(4)).shipment)).status, 200);
  },
);

test.serial(
  "a merchant's token sends no parcel without the label that the operator's account sells",
  async (t) => {
    await set(true);
    const own = await merchant();
    t.deepEqual((await own.get('/api/tms/carrier-accounts')).body.data, []);
    const { shipment, cartons } = await parcel(4);
    const refused = await ship(shipment, {}, own);
    t.is(refused.body.error?.code, 'LABEL_MISSING', refused.text);
    t.is((await buy(shipment, cartons[0])).status, 201);
    t.is((await ship(shipment, {}, own)).status, 200);
  },
);

test.serial('a part of an order leaves with its label, or not at all', async (t) => {
  const { client, standard } = platform;
  await set(true);
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 10 }]);
  const ship_to = {
    name: 'Ann',
    address: '1 Main St',
    city: 'Dayton',
    state: 'OH',
    postal: '45402',
    country: 'US',
  };
  const order = await newOrder(client, [{ item, qty: 10 }], { ship_to });
  const pushed = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const [shipment] = pushed.wms_shipments;
  const lines = [{ line_id: order.lines[0].id, qty: 9 }];
  const leave = (by = client) => act(by, order.id, 'partial_fulfill', { lines });
  for (const by of [client, await merchant()])
    t.like((await leave(by)).body.error, { code: 'LABEL_MISSING', details: { shipment_id: shipment.id } });
  const kept = (await client.get(`/api/oms/orders/${order.id}`)).body.data;
  t.like(kept.lines[0], { fulfilled_qty: 0, allocated_qty: 10 });
  const sold = await buy(shipment, null);
  t.is(sold.status, 201, sold.text);
  const left = await leave();
  t.is(left.status, 200, left.text);
  t.is((await act(client, order.id, 'fulfill')).status, 200);
});

test.serial('only a parcel whose rule has its label bought as it leaves goes without', async (t) => {
  const { client, standard } = platform;
  await set(true);
  const rules = '/api/tms/carrier-rules';
  const later = { name: 'Of some', priority: 5, buy_at: 'ship', merchant_id: standard.merchantId };
  const { id } = (await client.post(rules, { ...later, countries: ['CA'] })).body.data;
  const { shipment } = await parcel(1);
  const heavier = await newCarton(client, shipment, 3, { weight_kg: 9 });
  t.is((await ship(shipment)).body.error?.code, 'LABEL_MISSING');
  await client.patch(`${rules}/${id}`, { countries: ['US'] });
  const sooner = { name: 'Asked for', priority: 1, buy_at: 'ask', weight_over: 5 };
  const first = (await client.post(rules, sooner)).body.data;
  t.is((await ship(shipment)).body.error?.details.carton_id, heavier.id, 'the heavier has its own rule');
  await client.patch(`${rules}/${first.id}`, { is_active: false });
  t.is((await ship(shipment, {}, await merchant())).status, 200);
  await client.patch(`${rules}/${id}`, { is_active: false });
});
