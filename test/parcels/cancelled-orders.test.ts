/** The label of a parcel whose order is cancelled. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { act, drive, newItem, newOrder, putStock } from '../orders/orders-rig.ts';
import { startFarCarrier, type FarCarrier } from './far-carrier.ts';
import { inState, labelsPath, newAccount, placeWarehouse } from './parcels-rig.ts';

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
  await inState(client, id, 'voided');
  t.deepEqual(
    far.sold.filter(({ reference }) => reference === id).map(({ isVoided }) => isVoided),
    [true],
  );
});
