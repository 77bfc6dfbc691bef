/**
 * Trackers of vendors that prove who they are in their own way: Karrio by the secret it made, ShipEngine by a signature
 * with a key it publishes. Forged, replayed and old ones, and what is no tracker at all, change nothing.
 */
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { readAllSigningKeys } from '../../workers/parcels/signing-keys.ts';
import { startFarCarrier, token, type FarCarrier } from './far-carrier.ts';
import { labelsPath, newAccount, newParcel, placeWarehouse } from './parcels-rig.ts';

const secret = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const pair = (bits = 2_048) => generateKeyPairSync('rsa', { modulusLength: bits });
const [first, second, stranger, short] = [pair(), pair(), pair(), pair(1_024)];
const jwk = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid, use: 'sig' });

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
let karrio: any;
let shipengine: any;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  far.jwks = {
    keys: [{ kty: 'EC', kid: 'curve' }, jwk(short.publicKey, 'short'), jwk(first.publicKey, 'first')],
  };
  await placeWarehouse(platform);
  karrio = await newAccount(platform.client, far.url, {
    adapter: 'karrio',
    credentials: { token, webhook_secret: secret },
    api_url: `${far.url}/karrio`,
  });
  shipengine = await newAccount(platform.client, far.url, {
    adapter: 'shipengine',
    credentials: { api_key: token },
    api_url: `${far.url}/shipengine`,
  });
  await keysAre(shipengine.id, 'first');
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

const keysAre = (id: string, kid: string) =>
  until(`the key ${kid} was read`, async () => {
    const { rows } = await platform.owner.query('select signing_keys from carrier_accounts where id = $1', [
      id,
    ]);
    return rows[0].signing_keys.map((key: any) => key.kid).join() === kid;
  });

const post = (account: any, body: string, headers: Record<string, string>) =>
  fetch(`${platform.url}${account.tracking_path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

async function codeOf(answer: Response): Promise<[number, string | undefined]> {
  return [answer.status, ((await answer.json()) as any).error?.code];
}

const refused = [401, 'INVALID_SIGNATURE'] as const;

async function bought(account: any, service: string): Promise<any> {
  const { buy } = await newParcel(platform, account.id, { service_code: service, print: false });
  const answer = await buy();
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}

const tracked = (label: any, state: string) =>
  until(`the label is ${state}`, async () => {
    const { data } = (await platform.client.get(`${labelsPath}/${label.id}`)).body;
    return data.tracking_state === state;
  });

const scansOf = async (label: any): Promise<any[]> =>
  (await platform.client.get(`${labelsPath}/${label.id}/tracking`)).body.data;

/** Commands of an account's webhooks that are not over: what was accepted has had its effect once there is none. */
const settled = (account: any) =>
  until('its webhooks are read', async () => {
    const { rows } = await platform.owner.query(
      `select count(*)::integer as open from commands
        where name = 'tms.record_parcel_tracking' and input ->> 'account_id' = $1 and status not in ('done', 'refused', 'failed')`,
      [account.id],
    );
    return rows[0].open === 0;
  });

const ofKarrio = (label: any, event = 'tracker_updated') =>
  JSON.stringify({
    event,
    data: {
      object_type: 'tracker',
      carrier_name: label.carrier_code,
      tracking_number: label.tracking_no,
      status: 'delivered',
      delivered: true,
      test_mode: false,
      events: [
        { date: '2026-11-25', time: '14:00', code: 'D1', description: 'At the door', location: 'Dayton, OH' },
        {
          date: '2026-11-24',
          time: '09:30 AM',
          code: 'A1',
          description: 'Arrived',
          location: 'Columbus, OH',
        },
      ],
    },
  });

test('Karrio tells of its trackers with the secret of its webhook; told again it changes nothing', async (t) => {
  const label = await bought(karrio, 'ups_main.ups_ground');
  const body = ofKarrio(label);
  for (const headers of [
    {},
    { 'x-event-id': '' },
    { 'x-event-id': secret.slice(0, -1) },
    { 'x-event-id': `${secret}0` },
    { 'x-event-id': secret.toUpperCase() },
    { 'x-carrier-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64') },
  ] as Record<string, string>[])
    t.deepEqual(await codeOf(await post(karrio, body, headers)), [...refused], JSON.stringify(headers));
  t.is((await post(karrio, body, { 'x-event-id': secret })).status, 200);
  await tracked(label, 'delivered');
  const scans = await scansOf(label);
  t.deepEqual(
    scans.map(({ kind, says }: any) => [kind, says]),
    [
      ['delivered', 'At the door'],
      ['in_transit', 'Arrived'],
    ],
  );
  t.is((await post(karrio, body, { 'x-event-id': secret })).status, 200);
  await settled(karrio);
  t.is((await scansOf(label)).length, 2);
  const { rows } = await platform.owner.query(
    "select count(*)::integer as told from events where subject_id = $1 and type = 'label.delivered'",
    [label.id],
  );
  t.is(rows[0].told, 1);
});

test("what is no tracker, or of another account's parcel, is taken and changes nothing", async (t) => {
  const label = await bought(karrio, 'ups_main.ups_ground');
  const other = await newAccount(platform.client, far.url, {
    adapter: 'karrio',
    credentials: { token, webhook_secret: 'of the other' },
    api_url: `${far.url}/karrio`,
  });
  const sent = async (account: any, body: unknown, key = secret) =>
    (await post(account, typeof body === 'string' ? body : JSON.stringify(body), { 'x-event-id': key }))
      .status;
  t.is(await sent(other, ofKarrio(label), 'of the other'), 200);
  t.is(await sent(other, ofKarrio(label)), 401, "another account's secret");
  for (const body of [
    ofKarrio(label, 'shipment_purchased'),
    { event: 'tracker_updated' },
    { event: 'tracker_updated', data: null },
    { event: 'tracker_updated', data: [ofKarrio(label)] },
    { event: 'tracker_updated', data: { tracking_number: label.tracking_no, events: { length: 3 } } },
    { event: ['tracker_updated'], data: JSON.parse(ofKarrio(label)).data },
    {
      event: 'tracker_updated',
      data: { tracking_number: label.tracking_no, events: [null, 7, { date: 'never' }] },
    },
    '{"event":"tracker_updated","data":{"__proto__":{"events":[]},"tracking_number":{}}}',
    [],
    {},
  ])
    t.is(await sent(karrio, body), 200, JSON.stringify(body));
  t.is(await sent(karrio, 'no json'), 400);
  await settled(karrio);
  await settled(other);
  t.deepEqual(await scansOf(label), []);
});

const ofShipEngine = (label: any, code = 'IT', at = '2026-11-25T10:00:00Z') =>
  JSON.stringify({
    resource_url: `https://api.shipengine.com/v1/tracking?carrier_code=ups&tracking_number=${label.tracking_no}`,
    resource_type: 'API_TRACK',
    data: {
      tracking_number: label.tracking_no,
      status_code: code,
      carrier_code: 'ups',
      events: [
        {
          occurred_at: at,
          description: 'As the carrier says it',
          city_locality: 'Columbus',
          state_province: 'OH',
          country_code: 'US',
          event_code: code,
          status_code: code,
        },
      ],
    },
  });

interface Signing {
  key?: KeyObject;
  kid?: string;
  at?: Date;
  signed?: string;
}

function signedBy(
  body: string,
  { key = first.privateKey, kid = 'first', at = new Date(), signed = body }: Signing = {},
) {
  const moment = at.toISOString();
  return {
    'x-shipengine-rsa-sha256-key-id': kid,
    'x-shipengine-rsa-sha256-signature': sign('RSA-SHA256', Buffer.from(`${moment}.${signed}`), key).toString(
      'base64',
    ),
    'x-shipengine-timestamp': moment,
  };
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

test.serial(
  'ShipEngine signs with a key it publishes: forged, old and replayed ones change nothing',
  async (t) => {
    const label = await bought(shipengine, 'se-1.ups_ground');
    const body = ofShipEngine(label, 'DE');
    const good = signedBy(body);
    const hmac = createHmac('sha256', first.publicKey.export({ format: 'pem', type: 'spki' }));
    const forged: Record<string, Record<string, string>> = {
      'nothing signed': {},
      'a secret sent along': { 'x-event-id': secret },
      'a header missing': { ...good, 'x-shipengine-timestamp': '' },
      'other bytes': signedBy(body, { signed: ofShipEngine(label, 'EX') }),
      'another moment': { ...good, 'x-shipengine-timestamp': minutes(1).toISOString() },
      'no moment': { ...good, 'x-shipengine-timestamp': 'NaN' },
      'a stranger': signedBy(body, { key: stranger.privateKey }),
      'a key that is too short': signedBy(body, { key: short.privateKey, kid: 'short' }),
      'a key that is none': signedBy(body, { kid: 'curve' }),
      'a name of objects': signedBy(body, { kid: '__proto__' }),
      'the public key as a secret': {
        ...good,
        'x-shipengine-rsa-sha256-signature': hmac
          .update(`${good['x-shipengine-timestamp']}.${body}`)
          .digest('base64'),
      },
      'no signature at all': { ...good, 'x-shipengine-rsa-sha256-signature': 'A'.repeat(6_000) },
      'signed six minutes ago': signedBy(body, { at: minutes(-6) }),
      'signed in six minutes': signedBy(body, { at: minutes(6) }),
    };
    for (const [what, headers] of Object.entries(forged))
      t.deepEqual(await codeOf(await post(shipengine, body, headers)), [...refused], what);
    t.is((await post(shipengine, body, good)).status, 200);
    await tracked(label, 'delivered');
    t.is((await post(shipengine, body, good)).status, 200, 'replayed while it is fresh');
    t.is((await post(shipengine, body, signedBy(body, { at: minutes(-4) }))).status, 200, 'clocks differ');
    await settled(shipengine);
    const scans = await scansOf(label);
    t.is(scans.length, 1);
    t.like(scans[0], { kind: 'delivered', place: 'Columbus, OH, US', source: 'webhook' });
  },
);

test.serial(
  'its keys are read again, and those that cannot be read leave the ones that are there',
  async (t) => {
    const label = await bought(shipengine, 'se-1.ups_ground');
    const read = async () => {
      await platform.owner.query(
        "update carrier_accounts set signing_keys_at = now() - interval '2 hours' where id = $1",
        [shipengine.id],
      );
      await readAllSigningKeys({
        database: platform.database,
        producer: { dispatch: () => Promise.resolve(true) },
      });
    };
    const reads = far.asked.filter((asked) => asked === 'GET /jwks').length;
    far.jwks = { keys: 'none' };
    await read();
    await until('they were asked for', () =>
      Promise.resolve(far.asked.filter((asked) => asked === 'GET /jwks').length > reads),
    );
    const body = ofShipEngine(label);
    t.is((await post(shipengine, body, signedBy(body))).status, 200, 'the old ones count');
    await tracked(label, 'in_transit');
    far.jwks = { keys: [jwk(second.publicKey, 'second')] };
    await read();
    await keysAre(shipengine.id, 'second');
    const next = ofShipEngine(label, 'DE', '2026-11-26T10:00:00Z');
    t.deepEqual(await codeOf(await post(shipengine, next, signedBy(next))), [...refused]);
    t.is(
      (await post(shipengine, next, signedBy(next, { key: second.privateKey, kid: 'second' }))).status,
      200,
    );
    await tracked(label, 'delivered');
    const moved = await platform.client.patch(`/api/tms/carrier-accounts/${shipengine.id}`, {
      api_url: `${far.url.replace('127.0.0.1', 'localhost')}/shipengine`,
      credentials: { api_key: token },
    });
    t.is(moved.status, 200, moved.text);
    await keysAre(shipengine.id, 'second');
  },
);
