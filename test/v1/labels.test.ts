/** Labels, prices and the close of the day on v1. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { startFarCarrier, type FarCarrier } from '../parcels/far-carrier.ts';
import { newAccount, placeWarehouse } from '../parcels/parcels-rig.ts';
import { patient, shipmentOf, type Running } from './rig.ts';

const labels = '/v1/tms/labels';

let platform: Running;
let far: FarCarrier;
let account: any;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  far.rates = [{ service_code: 'GROUND', carrier_code: 'REGIO', amount: '7.42', currency: 'USD', days: 2 }];
  await placeWarehouse(platform);
  account = await newAccount(platform.client, far.url);
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

const to = { name: 'Ann', address: '1 Main St', city: 'Dayton', state: 'OH', postal: '45402', country: 'US' };

test('prices are asked for, a label is bought, and the day is closed', async (t) => {
  const { client } = platform;
  const shipment = await shipmentOf(platform, { ship_to: to });
  const rated = await client.post('/v1/tms/rates', { shipment_id: shipment.id }, patient);
  t.is(rated.status, 200, rated.text);
  t.like(rated.body.quotes[0], { service_code: 'GROUND', amount: 7.42, chosen: true });
  const body = { shipment_id: shipment.id, quote_id: rated.body.quotes[0].quote_id, print: false };
  const bought = await client.post(labels, body, patient);
  t.is(bought.status, 201, bought.text);
  t.like(bought.body, {
    state: 'bought',
    shipment_no: shipment.shipment_no,
    amount: 7.42,
    carrier_code: 'REGIO',
  });
  t.is((await client.post(labels, body, patient)).body.error.code, 'QUOTE_EXPIRED');
  const seen = await client.get(
    `${labels}?filter[warehouse_id]=W1&filter[tracking_no]=${bought.body.tracking_no}`,
  );
  t.deepEqual(
    seen.body.data.map(({ id }: any) => id),
    [bought.body.id],
  );
  const closed = await client.post(
    '/v1/tms/manifests',
    { account_id: account.id, warehouse_id: 'W1' },
    patient,
  );
  t.is(closed.status, 201, closed.text);
  t.like(closed.body, { state: 'accepted', labels: 1 });
  const back = await client.post(`${labels}/${bought.body.id}/void`, {}, patient);
  t.is(back.body.error.code, 'LABEL_MANIFESTED');
});

test('a label of no manifest is taken back', async (t) => {
  const { client } = platform;
  const other = await newAccount(client, far.url);
  const shipment = await shipmentOf(platform, { ship_to: to });
  const bought = await client.post(
    labels,
    { shipment_id: shipment.id, account_id: other.id, service_code: 'GROUND', print: false },
    patient,
  );
  t.is(bought.status, 201, bought.text);
  t.is((await client.post(`${labels}/${bought.body.id}/void`, {}, patient)).status, 200);
  await until('it is taken back', async () => {
    const { data } = (await client.get(`${labels}?filter[shipment_id]=${shipment.id}`)).body;
    return data[0].state === 'voided';
  });
});

test('what a carrier says no to is its account or the label', async (t) => {
  const { client } = platform;
  const own = await startFarCarrier();
  t.teardown(() => own.close());
  const shipment = await shipmentOf(platform, { ship_to: to });
  const buy = (account_id: string) =>
    client.post(
      labels,
      { shipment_id: shipment.id, account_id, service_code: 'GROUND', print: false },
      patient,
    );
  const expired = await newAccount(client, own.url, { credentials: { token: 'expired' } });
  const refused = await buy(expired.id);
  t.like(refused.body.error, { code: 'ACCOUNT_REFUSED', details: { account_id: expired.id } }, refused.text);
  const valid = await newAccount(client, own.url);
  own.mood = () => 'says no';
  t.is((await buy(valid.id)).body.error.code, 'LABEL_REFUSED');
});
