/**
 * ShipEngine signs with a key it publishes, one for all its customers. Forged, replayed and old webhooks change nothing, and
 * its keys may be replaced.
 */
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { readAllSigningKeys } from '../../workers/parcels/signing-keys.ts';
import { startFarCarrier, token, type FarCarrier } from './far-carrier.ts';
import { newAccount, placeWarehouse } from './parcels-rig.ts';
import { codeOf, refused, vendorTracking } from './vendor-tracking-rig.ts';

const pair = (bits = 2_048) => generateKeyPairSync('rsa', { modulusLength: bits });
const [first, second, stranger, short] = [pair(), pair(), pair(), pair(1_024)];
const jwk = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid, use: 'sig' });

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
let rig: ReturnType<typeof vendorTracking>;
let shipengine: any;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  rig = vendorTracking(platform);
  await placeWarehouse(platform);
  far.jwks = {
    keys: [{ kty: 'EC', kid: 'curve' }, jwk(short.publicKey, 'short'), jwk(first.publicKey, 'first')],
  };
  shipengine = await newAccount(platform.client, far.url, {
    adapter: 'shipengine',
    credentials: { api_key: token },
    api_url: `${far.url}/shipengine`,
  });
  await rig.keysAre(shipengine, 'first');
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
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
    const label = await rig.bought(shipengine, 'se-1.ups_ground');
    const body = ofShipEngine(label, 'DE');
    const good = signedBy(body);
    const hmac = createHmac('sha256', first.publicKey.export({ format: 'pem', type: 'spki' }));
    const forged: Record<string, Record<string, string>> = {
      'nothing signed': {},
      'a secret sent along': { 'x-event-id': 'a secret of nobody' },
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
      t.deepEqual(await codeOf(await rig.post(shipengine, body, headers)), [...refused], what);
    t.is((await rig.post(shipengine, body, good)).status, 200);
    await rig.tracked(label, 'delivered');
    t.is((await rig.post(shipengine, body, good)).status, 200, 'replayed while it is fresh');
    t.is(
      (await rig.post(shipengine, body, signedBy(body, { at: minutes(-4) }))).status,
      200,
      'clocks differ',
    );
    await rig.settled(shipengine);
    const scans = await rig.scansOf(label);
    t.is(scans.length, 1);
    t.like(scans[0], { kind: 'delivered', place: 'Columbus, OH, US', source: 'webhook' });
  },
);

test.serial(
  'its keys are read again, and those that cannot be read leave the ones that are there',
  async (t) => {
    const label = await rig.bought(shipengine, 'se-1.ups_ground');
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
    await until('who answers nothing comes behind the others', async () => {
      const { rows } = await platform.owner.query(
        "select signing_keys_at > now() - interval '1 hour' as is_behind from carrier_accounts where id = $1",
        [shipengine.id],
      );
      return rows[0].is_behind;
    });
    const body = ofShipEngine(label);
    t.is((await rig.post(shipengine, body, signedBy(body))).status, 200, 'the old ones count');
    await rig.tracked(label, 'in_transit');
    far.jwks = { keys: [jwk(second.publicKey, 'second')] };
    await read();
    await rig.keysAre(shipengine, 'second');
    const next = ofShipEngine(label, 'DE', '2026-11-26T10:00:00Z');
    t.deepEqual(await codeOf(await rig.post(shipengine, next, signedBy(next))), [...refused]);
    t.is(
      (await rig.post(shipengine, next, signedBy(next, { key: second.privateKey, kid: 'second' }))).status,
      200,
    );
    await rig.tracked(label, 'delivered');
    const moved = await platform.client.patch(`/api/tms/carrier-accounts/${shipengine.id}`, {
      api_url: `${far.url.replace('127.0.0.1', 'localhost')}/shipengine`,
      credentials: { api_key: token },
    });
    t.is(moved.status, 200, moved.text);
    await rig.keysAre(shipengine, 'second');
  },
);
