/**
 * Karrio signs nothing: it sends the secret it made for its webhook along. Who does not know it is not heard, and what is no
 * tracker changes nothing.
 */
import { createHmac } from 'node:crypto';
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { karrioCarrier } from '../../workers/parcels/carriers/karrio-carrier.ts';
import { outboundHttp } from '../../workers/outside/outbound-http.ts';
import { startFarCarrier, token, type FarCarrier } from './far-carrier.ts';
import { newAccount, placeWarehouse } from './parcels-rig.ts';
import { codeOf, refused, vendorTracking } from './vendor-tracking-rig.ts';

const secret = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
let rig: ReturnType<typeof vendorTracking>;
let karrio: any;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  rig = vendorTracking(platform);
  await placeWarehouse(platform);
  karrio = await newAccount(platform.client, far.url, {
    adapter: 'karrio',
    credentials: { token, webhook_secret: secret },
    api_url: `${far.url}/karrio/v1`,
  });
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
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
  const label = await rig.bought(karrio, 'post.canadapost_priority');
  const body = ofKarrio(label);
  for (const headers of [
    {},
    { 'x-event-id': '' },
    { 'x-event-id': secret.slice(0, -1) },
    { 'x-event-id': `${secret}0` },
    { 'x-event-id': secret.toUpperCase() },
    { 'x-carrier-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64') },
  ] as Record<string, string>[])
    t.deepEqual(await codeOf(await rig.post(karrio, body, headers)), [...refused], JSON.stringify(headers));
  t.is((await rig.post(karrio, body, { 'x-event-id': secret })).status, 200);
  await rig.tracked(label, 'delivered');
  const scans = await rig.scansOf(label);
  t.deepEqual(
    scans.map(({ kind, says }: any) => [kind, says]),
    [
      ['delivered', 'At the door'],
      ['in_transit', 'Arrived'],
    ],
  );
  t.is((await rig.post(karrio, body, { 'x-event-id': secret })).status, 200);
  await rig.settled(karrio);
  t.is((await rig.scansOf(label)).length, 2);
  const { rows } = await platform.owner.query(
    "select count(*)::integer as told from events where subject_id = $1 and type = 'label.delivered'",
    [label.id],
  );
  t.is(rows[0].told, 1);
});

test("what is no tracker, or of another account's parcel, is taken and changes nothing", async (t) => {
  const label = await rig.bought(karrio, 'post.canadapost_priority');
  const other = await newAccount(platform.client, far.url, {
    adapter: 'karrio',
    credentials: { token, webhook_secret: 'of the other' },
    api_url: `${far.url}/karrio/v1`,
  });
  const sent = async (account: any, body: unknown, key = secret) =>
    (await rig.post(account, typeof body === 'string' ? body : JSON.stringify(body), { 'x-event-id': key }))
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
  t.is(await sent(karrio, 'no json'), 200, 'kept, and refused when it is read');
  await rig.settled(karrio);
  await rig.settled(other);
  t.deepEqual(await rig.scansOf(label), []);
});

test('a parcel that Karrio follows is read by its number; one that it does not follow yet it does from then on', async (t) => {
  const label = await rig.bought(karrio, 'post.canadapost_priority');
  far.tracking.set(label.id, [
    {
      id: 'D1',
      occurred_at: '2026-11-26T14:00:00Z',
      kind: 'delivered',
      place: 'Dayton, OH',
      says: 'At the door',
    },
  ]);
  const line = {
    send: outboundHttp({ isPrivateAllowed: true }),
    api_url: `${far.url}/karrio/v1`,
    headers: { authorization: `Token ${token}` },
  };
  const asked = async (): Promise<string[]> => {
    const before = far.asked.length;
    const found = await karrioCarrier.track!(line, { ...label, vendor_shipment_id: null });
    t.like(found, { kind: 'ok', answer: [{ kind: 'delivered', reference: label.id, says: 'At the door' }] });
    return far.asked.slice(before);
  };
  const read = `GET /karrio/v1/trackers/${label.tracking_no}`;
  t.deepEqual(await asked(), [read, 'POST /karrio/v1/trackers']);
  t.deepEqual(await asked(), [read]);
  t.deepEqual(far.misspelt, []);
  const away = { ...line, headers: { authorization: 'Token of nobody' } };
  t.like(await karrioCarrier.track!(away, { ...label, vendor_shipment_id: null }), { kind: 'unsent' });
});
