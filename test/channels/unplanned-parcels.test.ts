/** A store hears no number of a label that was bought for a carton as it was planned, and that was packed otherwise. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { act } from '../orders/orders-rig.ts';
import { startFarCarrier, type FarCarrier } from '../parcels/far-carrier.ts';
import { labelsPath, newAccount, placeWarehouse } from '../parcels/parcels-rig.ts';
import { startLyingStore } from './lying-store.ts';
import { confirmedOrder, storeWithOrders } from './store-orders-rig.ts';

const shop = 'unplanned.example.test';

let platform: Platform & { stop(): Promise<void> };
let store: Awaited<ReturnType<typeof startLyingStore>>;
let far: FarCarrier;
let account: any;
let other: any;
test.before(async () => {
  platform = await joinPlatform();
  store = await startLyingStore();
  await storeWithOrders(platform, store.url, { store_domain: shop });
  far = await startFarCarrier();
  await placeWarehouse(platform);
  const { client, standard } = platform;
  account = await newAccount(client, far.url, { far_side: 'neither' });
  const each = { level: 'each', length_cm: 9, width_cm: 9, height_cm: 9, weight_kg: 0.5 };
  const item = await client.patch(`/api/wms/items/${standard.items['PLAIN']}`, { packagings: [each] });
  if (item.status !== 200) throw new Error(item.text);
  const types = '/api/wms/carton-types';
  const sides = { inner_length_cm: 10, inner_width_cm: 10, inner_height_cm: 10 };
  await client.post(types, { code: 'S', ...sides, tare_kg: 0.2, max_weight_kg: 20 });
  const large = { inner_length_cm: 50, inner_width_cm: 50, inner_height_cm: 50 };
  other = (await client.post(types, { code: 'L', ...large, tare_kg: 2, max_weight_kg: 2.1 })).body.data;
});
test.after.always(async () => {
  store?.close();
  far?.close();
  await platform?.stop();
});

const inOrder = (values: readonly unknown[]): string[] => values.map(String).toSorted();
const step = async (id: string, action: string): Promise<void> => {
  const answer = await platform.client.patch(`/api/wms/shipments/${id}`, { action });
  if (answer.status !== 200) throw new Error(answer.text);
};

for (const [number, mood] of [
  ['9101', 'says no'],
  ['9102', 'waits at the gate'],
] as const)
  test.serial(`nor does its shipment show one, whose carrier, asked to take it back, ${mood}`, async (t) => {
    const { client, standard } = platform;
    const order = await confirmedOrder(platform, number, shop, 2);
    await act(client, order.id, 'push-to-wms', { warehouse_id: standard.warehouseId });
    const [{ id }] = (await client.get(`/api/wms/shipments?order_id=${order.id}`)).body.data;
    const plan = await client.post('/api/wms/cartonize', { shipment_id: id });
    const { cartons } = (await client.get(`/api/wms/shipments/${id}/pack-plan`)).body.data;
    t.is(cartons.length, 3, plan.text);
    const buy = async (parcel: object): Promise<any> => {
      const body = {
        shipment_id: id,
        account_id: account.id,
        service_code: 'GROUND',
        print: false,
        ...parcel,
      };
      const answer = await client.post(labelsPath, body);
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body.data;
    };
    const first = await buy({ sscc: cartons[0].sscc });
    const kept = [await buy({ sscc: cartons[1].sscc }), await buy({ sscc: cartons[2].sscc })];
    await step(id, 'pick');
    far.mood = (_reference, what) => (what === 'void' ? mood : 'honest');
    let open = (): void => {};
    far.gate = new Promise<void>((resolve) => (open = resolve));
    t.teardown(() => open());
    const own = [];
    for (const [planned_carton, carton_type_id] of [
      [1, other.id],
      [2, undefined],
      [3, undefined],
    ]) {
      const packed = await client.post(`/api/wms/shipments/${id}/cartons`, {
        planned_carton,
        carton_type_id,
      });
      t.is(packed.status, 201, packed.text);
      own.push(packed.body.data);
    }
    await until('its carrier is asked', async () => {
      const { data } = (await client.get(`${labelsPath}/${first.id}`)).body;
      return mood === 'says no' ? data.state === 'bought' && data.unneeded_since : data.state === 'voiding';
    });
    const anew = await buy({ carton_id: own[0].id });
    await step(id, 'ship');
    const shipment = (await client.get(`/api/wms/shipments/${id}`)).body.data;
    const numbers = inOrder([anew, ...kept].map((one) => one.tracking_no));
    t.true(numbers.includes(shipment.tracking_no), shipment.tracking_no);
    const told = await until('the store knows', () => store.fulfillments.find((one) => one.order === number));
    t.deepEqual(inOrder(told.tracking_numbers!), numbers);
    t.deepEqual(inOrder(told.packages!.map((each: any) => each.sscc)), inOrder(own.map((one) => one.sscc)));
  });
