/** Labels bought as their shipment leaves: what has left has left, whatever the carrier says. */
import test from 'ava';
import { pickedShipment } from '../fulfillment/outbound-rig.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { startFarCarrier, type FarCarrier } from './far-carrier.ts';
import {
  inState,
  labelsPath,
  newAccount,
  newCarton,
  newParcel,
  onLabel,
  placeWarehouse,
} from './parcels-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
let account: any;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  far.rates = [{ service_code: 'GROUND', amount: '7.42', currency: 'USD' }];
  await placeWarehouse(platform);
  account = await newAccount(platform.client, far.url);
  const rule = await platform.client.post('/api/tms/carrier-rules', {
    name: 'As it leaves',
    priority: 1,
    buy_at: 'ship',
    account_ids: [account.id],
  });
  if (rule.status !== 201) throw new Error(rule.text);
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

const ship = (shipment: any, more: object = {}) =>
  platform.client.patch(`/api/wms/shipments/${shipment.id}`, { action: 'ship', ...more });

const labelsOf = async (shipment: any, state: string, count: number): Promise<any[]> =>
  until(`${count} labels are ${state}`, async () => {
    const { data } = (await platform.client.get(`${labelsPath}?shipment_id=${shipment.id}`)).body;
    return data.filter((label: any) => label.state === state).length === count && data;
  });

test.serial(
  'each parcel without a label gets one once it has left, and the shipment its number',
  async (t) => {
    const { client, standard } = platform;
    const shipment = await pickedShipment(platform, 4, { merchant_id: standard.merchantId });
    await newCarton(client, shipment, 3);
    await newCarton(client, shipment, 1);
    const sold = far.sold.length;
    t.is((await ship(shipment)).status, 200);
    const labels = await labelsOf(shipment, 'bought', 2);
    t.is(far.sold.length, sold + 2);
    const shown = (await client.get(`/api/wms/shipments/${shipment.id}`)).body.data;
    t.true(labels.some(({ tracking_no: no }) => no === shown.tracking_no));
    t.is(shown.status, 'shipped');
    t.is((await ship(shipment)).status, 200, 'once more ships nothing');
    t.is((await labelsOf(shipment, 'bought', 2)).length, 2);
  },
);

test.serial('a refused one leaves the shipment shipped, says why, and can be bought again', async (t) => {
  const { client } = platform;
  const { shipment, carton } = await newParcel(platform, account.id);
  far.mood = (_reference, what) => (what === 'buy' ? 'says no' : 'honest');
  t.is((await ship(shipment)).status, 200);
  const [label] = await labelsOf(shipment, 'refused', 1);
  far.mood = () => 'honest';
  t.regex(label.last_error, /That street is not ours/);
  t.is((await client.get(`/api/wms/shipments/${shipment.id}`)).body.data.status, 'shipped');
  const again = await client.post(labelsPath, {
    shipment_id: shipment.id,
    carton_id: carton.id,
    print: false,
  });
  t.is(again.status, 201, again.text);
  const shown = (await client.get(`/api/wms/shipments/${shipment.id}`)).body.data;
  t.is(shown.tracking_no, again.body.data.tracking_no);
});

test.serial('who has a label already, or a number from elsewhere, gets no other', async (t) => {
  const { client } = platform;
  const one = await newParcel(platform, account.id, { print: false });
  t.is((await one.buy()).status, 201);
  const other = await newParcel(platform, account.id);
  const sold = far.sold.length;
  t.is((await ship(one.shipment)).status, 200);
  t.is((await ship(other.shipment, { tracking_no: 'TYPED-1' })).status, 200);
  const later = await newParcel(platform, account.id);
  t.is((await ship(later.shipment)).status, 200);
  await labelsOf(later.shipment, 'bought', 1);
  t.is(far.sold.length, sold + 1);
  const refused = await client.post(labelsPath, { shipment_id: other.shipment.id, print: false });
  t.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT']);
});

test.serial(
  'one that was taken back since it left is bought again, and its number is shown no longer',
  async (t) => {
    const { client } = platform;
    const numberOf = async ({ id }: any) =>
      (await client.get(`/api/wms/shipments/${id}`)).body.data.tracking_no;
    far.dearerBy = 3;
    const dear = await newParcel(platform, account.id);
    t.is((await ship(dear.shipment)).status, 200);
    const [dearer] = await labelsOf(dear.shipment, 'dearer', 1);
    far.dearerBy = 0;
    const early = await newParcel(platform, account.id, { print: false });
    const bought = (await early.buy()).body.data;
    t.is((await ship(early.shipment)).status, 200);
    t.is(await numberOf(early.shipment), bought.tracking_no);
    for (const [{ id }, { shipment, carton }] of [
      [dearer, dear],
      [bought, early],
    ] as const) {
      t.is((await onLabel(client, id, 'void')).status, 200);
      await inState(client, id, 'voided');
      t.is(await numberOf(shipment), null);
      const again = await client.post(labelsPath, {
        shipment_id: shipment.id,
        carton_id: carton.id,
        print: false,
      });
      t.is(again.status, 201, again.text);
      t.is(await numberOf(shipment), again.body.data.tracking_no);
    }
  },
);
