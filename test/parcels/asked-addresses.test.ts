/** What a carrier asks of addresses is said before it is asked, as far as it is known. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { pickedShipment } from '../fulfillment/outbound-rig.ts';
import { authorizedReturn, soldOrder } from '../returns/returns-rig.ts';
import { startFarCarrier, token, type FarCarrier } from './far-carrier.ts';
import { inState, labelsPath, newAccount, newCarton, placeWarehouse } from './parcels-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
let account: any;
let other: any;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  account = await newAccount(platform.client, far.url, {
    adapter: 'shipengine',
    credentials: { api_key: token },
    api_url: `${far.url}/shipengine/v1`,
  });
  other = await newAccount(platform.client, far.url, {
    adapter: 'karrio',
    credentials: { token },
    api_url: `${far.url}/karrio/v1`,
  });
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

const service_code = 'se-100.usps_priority_mail';
const dock = { address: '1 Dock Rd', city: 'Columbus', state: 'OH', postal: '43085', country: 'US' };
const home = {
  name: 'Ann',
  address: '1 Main St',
  city: 'Dayton',
  state: 'OH',
  postal: '45402',
  country: 'US',
};

const standAt = (address: object) =>
  platform.client.patch(`/api/wms/warehouses/${platform.standard.warehouseId}`, { address });

async function parcelTo(ship_to: object) {
  const { client, standard } = platform;
  const shipment = await pickedShipment(platform, 4, { merchant_id: standard.merchantId, ship_to });
  const carton = await newCarton(client, shipment, 4);
  const body = { shipment_id: shipment.id, carton_id: carton.id, print: false };
  return {
    shipment,
    buy: (more: object = { account_id: account.id, service_code }) =>
      client.post(labelsPath, { ...body, ...more }, { headers: { prefer: 'wait=60' } }),
  };
}

const fieldOf = ({ status, body: { error } }: any) => `${status} ${error?.code} ${error?.details?.field}`;

test.serial('without the phone of the warehouse ShipEngine is not asked, and others are', async (t) => {
  const { client } = platform;
  await standAt(dock);
  const { shipment, buy } = await parcelTo(home);
  t.is(fieldOf(await buy()), '422 ADDRESS_REFUSED ship_from.phone');
  const rated = await client.post(
    '/api/tms/rates',
    { shipment_id: shipment.id },
    { headers: { prefer: 'wait=60' } },
  );
  const { quotes, rejected } = rated.body.data;
  t.deepEqual(
    rejected.map((one: any) => [one.account_id, one.reasons]),
    [[account.id, ['The carrier asks for ship_from.phone.']]],
  );
  t.true(quotes.length > 0 && quotes.every((one: any) => one.account_id === other.id));

  const rule = {
    name: 'All',
    priority: 1,
    choose: 'fixed',
    account_ids: [account.id],
    services: [service_code],
  };
  const made = await client.post('/api/tms/carrier-rules', rule);
  t.is(made.status, 201, made.text);
  const { body } = await buy({});
  const id = body.data?.id ?? (await client.get(`${labelsPath}?shipment_id=${shipment.id}`)).body.data[0].id;
  t.regex((await inState(client, id, 'refused')).last_error, /asks for ship_from\.phone/);
  await client.patch(`/api/tms/carrier-rules/${made.body.data.id}`, { is_active: false });
  t.false(
    [...far.heard].some((kind) => kind.startsWith('shipengine')),
    'it was not asked',
  );
});

test.serial('a state and a postal code are asked for where every address has them', async (t) => {
  await placeWarehouse(platform);
  const { state: _state, ...stateless } = home;
  t.is(fieldOf(await (await parcelTo(stateless)).buy()), '422 ADDRESS_REFUSED ship_to.state');
  const { postal: _postal, ...codeless } = home;
  t.is(fieldOf(await (await parcelTo(codeless)).buy()), '422 ADDRESS_REFUSED ship_to.postal');
  const bought = await (await parcelTo(home)).buy();
  t.is(bought.status, 201, bought.text);
});

test.serial('what comes back needs the phone of whom it comes from', async (t) => {
  const { client } = platform;
  await placeWarehouse(platform);
  const made = await authorizedReturn(client, await soldOrder(platform, 1), 1);
  const buy = (ship_from: object) =>
    client.post(
      `/api/oms/returns/${made.id}/carrier-label`,
      { account_id: account.id, service_code, weight_kg: 1, ship_from },
      { headers: { prefer: 'wait=60' } },
    );
  t.is(fieldOf(await buy(home)), '422 ADDRESS_REFUSED ship_from.phone');
  const bought = await buy({ ...home, phone: '+1 937 555 0100' });
  t.is(bought.status, 201, bought.text);
});
