/** Labels of parcels that are not sent after all: what was bought is taken back, and what was not is not bought. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { act, drive, newItem, newOrder, putStock } from '../orders/orders-rig.ts';
import { until, within } from '../helpers/wait.ts';
import { startFarCarrier, token, type FarCarrier } from './far-carrier.ts';
import { inState, labelsPath, newAccount, newCarton, newParcel, placeWarehouse } from './parcels-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
let account: any;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  await placeWarehouse(platform);
  account = await newAccount(platform.client, far.url);
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

test('an order cancelled before anything of it is picked has its label taken back', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard, { weight_kg: 1 });
  await putStock(platform, standard, [{ item, qty: 5 }]);
  const address = { name: 'Ann', address: '1 Main St', city: 'Dayton', state: 'OH', postal: '45402' };
  const order = await newOrder(client, [{ item, qty: 2 }], {
    customer_id: standard.customerId,
    ship_to: { ...address, country: 'US' },
  });
  const {
    wms_shipments: [shipment],
  } = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const bought = await client.post(labelsPath, {
    shipment_id: shipment.id,
    account_id: account.id,
    service_code: 'GROUND',
    print: false,
  });
  t.is(bought.status, 201, bought.text);
  const cancelled = await act(client, order.id, 'cancel-request');
  t.is(cancelled.status, 200, cancelled.text);
  const { id } = bought.body.data;
  // Its carrier is told at once, not when the workers look for what nobody told them of.
  await within('the label is voided', inState(client, id, 'voided'), 10_000);
  t.deepEqual(
    far.sold.filter(({ reference }) => reference === id).map(({ isVoided }) => isVoided),
    [true],
  );
});

test('a parcel that is not sent after all has its label taken back, also one that is bought only then', async (t) => {
  const { client } = platform;
  const own = await startFarCarrier();
  t.teardown(() => own.close());
  const { id: accountId } = await newAccount(client, own.url);
  const soldTo = (id: string) => own.sold.filter(({ reference }) => reference === id);
  const cancelled = await newParcel(platform, accountId, { print: false });
  const one = (await cancelled.buy()).body.data;
  t.is((await client.patch(`/api/wms/shipments/${cancelled.shipment.id}`, { action: 'cancel' })).status, 200);
  const unpacked = await newParcel(platform, accountId, { print: false });
  const two = (await unpacked.buy()).body.data;
  t.is((await client.delete(`/api/wms/cartons/${unpacked.carton.id}`)).status, 200);
  const anew = await newCarton(client, unpacked.shipment, 4);
  t.is((await client.post(labelsPath, { ...unpacked.body, carton_id: anew.id })).status, 201);
  // It is sold while the shipment is cancelled, and nobody has heard of it yet.
  own.mood = (_reference, what) => (what === 'buy' ? 'takes and hangs up' : 'honest');
  const late = await newParcel(platform, accountId);
  const three = (await late.buy(client, { prefer: 'respond-async' })).body.data;
  await until('it is sold', () => soldTo(three.id).length > 0);
  t.is((await client.patch(`/api/wms/shipments/${late.shipment.id}`, { action: 'cancel' })).status, 200);
  for (const { id } of [one, two, three]) {
    await inState(client, id, 'voided');
    t.deepEqual(
      soldTo(id).map(({ isVoided }) => isVoided),
      [true],
    );
  }
  const { rows } = await platform.owner.query('select 1 from print_jobs where ref_id = $1', [three.id]);
  t.is(rows.length, 0, 'nobody prints it');
  t.is((await client.get(`/api/wms/shipments/${late.shipment.id}`)).body.data.tracking_no, null);
});

for (const [name, adapter, moods] of [
  ['its carrier is making ready to sell it', 'easypost', { ask: 'waits at the gate', buy: 'honest' }],
  ['nobody knows whether it was sold', 'generic', { ask: 'refuses', buy: 'loses' }],
] as const)
  test(`what is cancelled while ${name} is not bought`, async (t) => {
    const { client } = platform;
    const own = await startFarCarrier();
    t.teardown(() => own.close());
    let open = (): void => {};
    own.gate = new Promise<void>((resolve) => (open = resolve));
    own.mood = (_reference, what) => (what === 'void' ? 'honest' : moods[what]);
    const vendor = { adapter, credentials: { api_key: token }, api_url: `${own.url}/easypost` };
    const { id } = await newAccount(client, own.url, adapter === 'easypost' ? vendor : {});
    const service_code = adapter === 'easypost' ? 'USPS.Priority' : 'GROUND';
    const { shipment, buy } = await newParcel(platform, id, { service_code, print: false });
    const label = (await buy(client, { prefer: 'respond-async' })).body.data;
    await until('it is being bought', () => own.asked.length > 0);
    if (adapter === 'generic') await inState(client, label.id, 'unknown');
    t.is((await client.patch(`/api/wms/shipments/${shipment.id}`, { action: 'cancel' })).status, 200);
    own.mood = () => 'honest';
    open();
    const { last_error } = await inState(client, label.id, 'refused');
    t.is(last_error, 'The parcel is not sent after all.');
    t.deepEqual(own.sold, []);
  });
