/** Which number, carrier and service a shipment of several parcels shows while their labels are bought and taken back. */
import test from 'ava';
import { pickedShipment } from '../fulfillment/outbound-rig.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { startFarCarrier, token, type FarCarrier, type Mood } from './far-carrier.ts';
import { inState, labelsPath, newAccount, newCarton, onLabel, placeWarehouse } from './parcels-rig.ts';

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

test('every carton has a number of its own, and the shipment shows the first', async (t) => {
  const { client } = platform;
  const shipment = await pickedShipment(platform, 4);
  const cartons = [await newCarton(client, shipment, 3), await newCarton(client, shipment, 1)];
  const body = { shipment_id: shipment.id, account_id: account.id, service_code: 'GROUND', print: false };
  const unnamed = await client.post(labelsPath, body);
  t.deepEqual([unnamed.status, unnamed.body.error.code], [400, 'CARTON_NOT_NAMED']);
  const numbers: string[] = [];
  for (const { id } of cartons) {
    const answer = await client.post(labelsPath, { ...body, carton_id: id });
    t.is(answer.status, 201, answer.text);
    numbers.push(answer.body.data.tracking_no);
  }
  t.not(numbers[0], numbers[1]);
  t.is((await client.get(`/api/wms/shipments/${shipment.id}`)).body.data.tracking_no, numbers[0]);
});

test('whose number is taken back is shown no longer as its carrier and service either', async (t) => {
  const { client } = platform;
  const easy = await newAccount(client, far.url, {
    adapter: 'easypost',
    credentials: { api_key: token },
    api_url: `${far.url}/easypost`,
  });
  const shipment = await pickedShipment(platform, 4);
  const labels: any[] = [];
  for (const [account_id, service_code] of [
    [account.id, 'GROUND'],
    [easy.id, 'USPS.Priority'],
  ]) {
    const carton = await newCarton(client, shipment, 2);
    const of = { shipment_id: shipment.id, carton_id: carton.id, account_id, service_code, print: false };
    labels.push((await client.post(labelsPath, of)).body.data);
  }
  const shown = async () => {
    const { data } = (await client.get(`/api/wms/shipments/${shipment.id}`)).body;
    return [data.tracking_no, data.carrier_code, data.service_code];
  };
  t.deepEqual(await shown(), [labels[0].tracking_no, 'REGIO', 'GROUND']);
  await onLabel(client, labels[0].id, 'void');
  await inState(client, labels[0].id, 'voided');
  t.deepEqual(await shown(), [labels[1].tracking_no, 'USPS', 'USPS.Priority']);
  await onLabel(client, labels[1].id, 'void');
  await inState(client, labels[1].id, 'voided');
  // No order says how it goes otherwise.
  t.deepEqual(await shown(), [null, 'USPS', 'USPS.Priority']);
});

test('a label whose carrier keeps it is shown where the other one’s number was', async (t) => {
  const { client } = platform;
  const keeping = await startFarCarrier();
  t.teardown(() => keeping.close());
  const own = await newAccount(client, keeping.url);
  const shipment = await pickedShipment(platform, 4);
  const labels: any[] = [];
  for (const qty of [3, 1]) {
    const carton = await newCarton(client, shipment, qty);
    const of = {
      shipment_id: shipment.id,
      carton_id: carton.id,
      account_id: own.id,
      service_code: 'GROUND',
      print: false,
    };
    labels.push((await client.post(labelsPath, of)).body.data);
  }
  const [first, second] = labels;
  let ofSecond: Mood = 'refuses';
  keeping.mood = (reference, what) => (what === 'void' && reference === second.id ? ofSecond : 'honest');
  t.is((await onLabel(client, second.id, 'void')).status, 200);
  t.is((await onLabel(client, first.id, 'void')).status, 200);
  await inState(client, first.id, 'voided');
  t.is((await client.get(`/api/wms/shipments/${shipment.id}`)).body.data.tracking_no, null);
  ofSecond = 'says no';
  await inState(client, second.id, 'bought');
  t.is((await client.get(`/api/wms/shipments/${shipment.id}`)).body.data.tracking_no, second.tracking_no);
});
