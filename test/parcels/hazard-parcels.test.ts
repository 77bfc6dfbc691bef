/** Parcels with dangerous goods: rules ask for them, and carriers are told. */
import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { startFarCarrier, token, type FarCarrier } from './far-carrier.ts';
import { newAccount, newParcel, placeWarehouse } from './parcels-rig.ts';

const rulesPath = '/api/tms/carrier-rules';
const paint = { un_no: '1263', class: '3', packing_group: 'II', limited_qty: true };
const acid = { un_no: '1830', class: '8', packing_group: 'II', limited_qty: false };

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  await placeWarehouse(platform);
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

async function parcelWith(accountId: string, hazard: object | null, more: object = {}) {
  const parcel = await newParcel(platform, accountId, { print: false, ...more });
  const set = await platform.client.patch(`/api/wms/items/${parcel.shipment.item_id}`, { hazard });
  if (set.status !== 200) throw new Error(set.text);
  return parcel;
}

test.serial('a rule asks whether a parcel holds dangerous goods, and of which class', async (t) => {
  const { client } = platform;
  const account = await newAccount(client, far.url);
  const ids: string[] = [];
  for (const asked of [
    { hazard: 'none' },
    { hazard_classes: ['8', '5.1'] },
    { hazard: 'any', hazard_classes: ['3'] },
    { hazard: 'any' },
  ]) {
    const made = await client.post(rulesPath, {
      name: JSON.stringify(asked),
      priority: ids.length,
      ...asked,
    });
    t.is(made.status, 201, made.text);
    ids.push(made.body.data.id);
  }
  const ruled = async (hazard: object | null) => {
    const { shipment } = await parcelWith(account.id, hazard);
    const { rule_id, parcel, considered } = (
      await client.post(`${rulesPath}/dry-run`, { shipment_id: shipment.id })
    ).body.data;
    return [ids.indexOf(rule_id), parcel.hazard_classes, considered.map((one: any) => one.differs_in)];
  };
  t.deepEqual(await ruled(null), [0, [], [[]]]);
  t.deepEqual(await ruled(acid), [1, ['8'], [['hazard'], []]]);
  t.deepEqual(await ruled(paint), [2, ['3'], [['hazard'], ['hazard'], []]]);
  t.deepEqual(await ruled({ ...paint, class: '9' }), [3, ['9'], [['hazard'], ['hazard'], ['hazard'], []]]);
  const never = await client.post(rulesPath, {
    name: 'Never',
    priority: 1,
    hazard: 'none',
    hazard_classes: ['3'],
  });
  t.is(never.status, 400, never.text);
  t.is(never.body.error.details[0].path, 'hazard_classes');
  for (const id of ids) await client.patch(`${rulesPath}/${id}`, { is_active: false });
});

const vendors = {
  generic: {
    at: '/generic/plain',
    credentials: { token },
    service: 'GROUND',
    told: (body: any) => body.hazards,
    of: { limited: [paint], full: [acid], none: undefined },
  },
  easypost: {
    at: '/easypost',
    credentials: { api_key: token },
    service: 'USPS.Priority',
    told: (body: any) => body.shipment?.options?.hazmat,
    of: { limited: 'LIMITED_QUANTITY', full: 'CLASS_8_CORROSIVE', none: undefined },
  },
  karrio: {
    at: '/karrio/v1',
    credentials: { token },
    service: 'post.canadapost_priority',
    told: (body: any) => body.options?.dangerous_good,
    of: { limited: true, full: true, none: undefined },
  },
  shipengine: {
    at: '/shipengine/v1',
    credentials: { api_key: token },
    service: 'se-100.usps_priority_mail',
    told: (body: any) => body.shipment?.advanced_options?.dangerous_goods,
    of: { limited: true, full: true, none: undefined },
  },
} as const;

for (const [adapter, { at, credentials, service, told, of }] of Object.entries(vendors))
  test.serial(`${adapter} is told of dangerous goods in its own words`, async (t) => {
    const { client } = platform;
    const account = await newAccount(client, far.url, { adapter, credentials, api_url: `${far.url}${at}` });
    for (const [kind, hazard] of [
      ['none', null],
      ['limited', paint],
      ['full', acid],
    ] as const) {
      // What its words of each carrier are is the shipper's to say.
      const options = adapter === 'easypost' && kind === 'full' ? { hazmat: 'CLASS_8_CORROSIVE' } : {};
      const { buy } = await parcelWith(account.id, hazard, { service_code: service, options });
      const since = far.bodies.length;
      const bought = await buy();
      t.is(bought.status, 201, bought.text);
      const bodies = far.bodies.slice(since);
      t.true(bodies.length > 0);
      t.true(
        bodies.some((body) => isDeepStrictEqual(told(body), of[kind])),
        `${kind}: ${JSON.stringify(bodies)}`,
      );
      if (kind === 'none') t.true(bodies.every((body) => told(body) === undefined));
    }
    t.deepEqual(far.misspelt, []);
  });
