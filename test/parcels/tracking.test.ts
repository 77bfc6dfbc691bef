/** What carriers tell of parcels on their way: signed, kept once, never backwards, and where it leads. */
import { createHmac } from 'node:crypto';
import test from 'ava';
import { recordExchange } from '../examples/exchange.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { subscribed } from '../webhooks/webhooks-rig.ts';
import { pickedShipment } from '../fulfillment/outbound-rig.ts';
import { followParcels } from '../../workers/parcels/track-parcels.ts';
import { startFarCarrier, token, type FarCarrier } from './far-carrier.ts';
import { labelsPath, newAccount, newCarton, newParcel, placeWarehouse } from './parcels-rig.ts';
import { minutesAgo, scan, secret, signed } from './tracking-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
let account: any;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  await placeWarehouse(platform);
  account = await newAccount(platform.client, far.url, { credentials: { token, webhook_secret: secret } });
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

const told = (accountId: string, body: string, headers: Record<string, string>, query = '') =>
  fetch(`${platform.url}/api/integration/carriers/${accountId}/tracking${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

async function tell(...events: object[]): Promise<void> {
  const body = JSON.stringify({ events });
  const answer = await told(account.id, body, { 'x-carrier-hmac-sha256': signed(body) });
  if (answer.status !== 200) throw new Error(await answer.text());
  // A carrier sends it, not our client.
  recordExchange({
    method: 'POST',
    path: `/api/integration/carriers/${account.id}/tracking`,
    status: answer.status,
    request: { events },
    answer: await answer.json(),
  });
}

async function bought(shipment?: any, carton?: any) {
  const made = shipment ? { shipment, carton } : await newParcel(platform, account.id);
  const answer = await platform.client.post(labelsPath, {
    shipment_id: made.shipment.id,
    carton_id: made.carton.id,
    account_id: account.id,
    service_code: 'GROUND',
    print: false,
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return { ...made, label: answer.body.data };
}

const ship = (shipment: any) =>
  platform.client.patch(`/api/wms/shipments/${shipment.id}`, { action: 'ship' });

const trackedAs = (label: any, state: string) =>
  until(`the label is ${state}`, async () => {
    const { data } = (await platform.client.get(`${labelsPath}/${label.id}`)).body;
    return data.tracking_state === state && data;
  });

const eventsOf = async (label: any): Promise<string[]> => {
  const { rows } = await platform.owner.query(
    "select type from events where subject_id = $1 and type <> 'label.bought' order by subject_seq",
    [label.id],
  );
  return rows.map(({ type }) => type);
};

test('a parcel is followed to its door: each scan once, never backwards, and its shipment is delivered', async (t) => {
  const { client } = platform;
  const { shipment, label } = await bought();
  t.is((await ship(shipment)).status, 200);
  const { receiver } = await subscribed(t, platform, ['label.*']);
  const [first, second] = [
    scan(label, 'in_transit', minutesAgo(-1)),
    scan(label, 'exception', minutesAgo(-2)),
  ];
  await tell(first);
  await trackedAs(label, 'in_transit');
  await tell(second, first);
  await trackedAs(label, 'exception');
  const shipmentPath = `/api/wms/shipments/${shipment.id}`;
  const read = async (path: string) => (await client.get(path)).body;
  const { data: shown } = await read(shipmentPath);
  const [carton] = (await read(`${shipmentPath}/cartons`)).data;
  const onV1 = (await read('/v1/wms/shipments')).data.find(({ id }: any) => id === shipment.id);
  t.like(shown, { tracking_no: label.tracking_no, tracking_state: 'exception' });
  t.like(carton, { label_id: label.id, label_state: 'bought', tracking_state: 'exception' });
  t.is(onV1.tracking_state, 'exception');
  await tell(
    scan(label, 'out_for_delivery', minutesAgo(30)),
    { ...first, kind: 'returned' },
    { nonsense: true },
  );
  await tell(scan(label, 'delivered', minutesAgo(-3)));
  await trackedAs(label, 'delivered');
  const told = ['label.tracked', 'label.exception', 'label.delivered'];
  t.deepEqual(await eventsOf(label), told);
  const heard = () =>
    receiver.heard.map(({ event }) => event).filter(({ subject }) => subject.id === label.id);
  await until('who subscribed has heard of each', () => heard().length >= told.length);
  t.deepEqual(
    heard().map(({ type }) => type),
    told,
  );
  t.like(heard().at(-1), { data: { tracking_state: 'delivered', tracking_no: label.tracking_no } });
  const list = (await client.get(`${labelsPath}/${label.id}/tracking`)).body.data;
  t.deepEqual(
    list.map(({ kind }: any) => kind),
    ['delivered', 'exception', 'in_transit', 'out_for_delivery'],
  );
  t.like(list[0], { place: 'Columbus, OH', source: 'webhook' });
  await until('its shipment is delivered', async () => {
    const { data } = (await client.get(`/api/wms/shipments/${shipment.id}`)).body;
    return data.status === 'delivered';
  });
});

test('a shipment of two parcels is delivered with the second', async (t) => {
  const { client } = platform;
  const shipment = await pickedShipment(platform, 4);
  const one = await bought(shipment, await newCarton(client, shipment, 3));
  const two = await bought(shipment, await newCarton(client, shipment, 1));
  t.is((await ship(shipment)).status, 200);
  await tell(scan(one.label, 'delivered', new Date()));
  await trackedAs(one.label, 'delivered');
  t.is((await client.get(`/api/wms/shipments/${shipment.id}`)).body.data.status, 'shipped');
  await tell(scan(two.label, 'delivered', new Date()));
  await until('its shipment is delivered', async () => {
    const { data } = (await client.get(`/api/wms/shipments/${shipment.id}`)).body;
    return data.status === 'delivered';
  });
});

test('a shipment is not delivered while a parcel of it left without its label', async (t) => {
  const { client } = platform;
  const refusing = await startFarCarrier();
  t.teardown(() => refusing.close());
  refusing.mood = (_reference, what) => (what === 'buy' ? 'says no' : 'honest');
  const other = await newAccount(client, refusing.url);
  const rule = await client.post('/api/tms/carrier-rules', {
    name: 'As it leaves',
    priority: 1,
    choose: 'fixed',
    services: ['GROUND'],
    account_ids: [other.id],
    buy_at: 'ship',
  });
  t.is(rule.status, 201, rule.text);
  const shipment = await pickedShipment(platform, 4);
  const one = await bought(shipment, await newCarton(client, shipment, 3));
  const carton = await newCarton(client, shipment, 1);
  t.is((await ship(shipment)).status, 200);
  await until('the other is refused', async () => {
    const { data } = (await client.get(`${labelsPath}?carton_id=${carton.id}`)).body;
    return data[0]?.state === 'refused';
  });
  await tell(scan(one.label, 'delivered', new Date()));
  await trackedAs(one.label, 'delivered');
  const two = await bought(shipment, carton);
  t.is((await client.get(`/api/wms/shipments/${shipment.id}`)).body.data.status, 'shipped');
  await tell(scan(two.label, 'delivered', new Date()));
  await until('its shipment is delivered', async () => {
    const { data } = (await client.get(`/api/wms/shipments/${shipment.id}`)).body;
    return data.status === 'delivered';
  });
});

test('a scan that is yet to come is kept, and is never the newest', async (t) => {
  const { client } = platform;
  const { shipment, label } = await bought();
  t.is((await ship(shipment)).status, 200);
  await tell(scan(label, 'in_transit', new Date('2060-01-01T00:00:00Z')));
  await tell(scan(label, 'delivered', new Date()));
  await trackedAs(label, 'delivered');
  const list = (await client.get(`${labelsPath}/${label.id}/tracking`)).body.data;
  t.is(list.length, 2);
  await until('its shipment is delivered', async () => {
    const { data } = (await client.get(`/api/wms/shipments/${shipment.id}`)).body;
    return data.status === 'delivered';
  });
});

for (const [name, told] of [
  ['at once', [['out_for_delivery', 'delivered']]],
  ['at once, the last first', [['delivered', 'out_for_delivery']]],
  ['one after the other', [['out_for_delivery'], ['delivered']]],
  ['one after the other, the last first', [['delivered'], ['out_for_delivery']]],
] as const)
  test(`of two scans of one moment the one further on its way counts: told ${name}`, async (t) => {
    const { client } = platform;
    const { shipment, label } = await bought();
    t.is((await ship(shipment)).status, 200);
    const at = minutesAgo(1);
    for (const kinds of told) await tell(...kinds.map((kind) => scan(label, kind, at)));
    await trackedAs(label, 'delivered');
    await until('its shipment is delivered', async () => {
      const { data } = (await client.get(`/api/wms/shipments/${shipment.id}`)).body;
      return data.status === 'delivered';
    });
    await until('both are kept', async () => {
      const { data } = (await client.get(`${labelsPath}/${label.id}/tracking`)).body;
      return data.length === 2;
    });
    t.is((await client.get(`${labelsPath}/${label.id}`)).body.data.tracking_state, 'delivered');
  });

test('who is silent is asked', async (t) => {
  const { client, owner } = platform;
  const { shipment, label } = await bought();
  t.is((await ship(shipment)).status, 200);
  far.tracking.set(label.id, [scan(label, 'in_transit', new Date())]);
  const { rows } = await owner.query(
    "select track_at > now() + interval '3 hours' as is_later from label_purchases where id = $1",
    [label.id],
  );
  t.true(rows[0].is_later);
  await owner.query('update label_purchases set track_at = now() where id = $1', [label.id]);
  await followParcels({ database: platform.database, producer: { dispatch: () => Promise.resolve(true) } });
  await trackedAs(label, 'in_transit');
  const list = (await client.get(`${labelsPath}/${label.id}/tracking`)).body.data;
  t.deepEqual(
    list.map(({ source }: any) => source),
    ['poll'],
  );
});

test('only who knows the secret is heard, and only of its own parcels', async (t) => {
  const { client } = platform;
  const { label } = await bought();
  const body = JSON.stringify({ events: [scan(label, 'delivered', new Date())] });
  const code = async (answer: Response) => [answer.status, ((await answer.json()) as any).error?.code];
  const header = 'x-carrier-hmac-sha256';
  const unproven = [401, 'INVALID_SIGNATURE'];
  // It would share a statement with others' commands, and no column can store it.
  const unstorable = '{"events":["a\0b"]}';
  const refused = await told(account.id, unstorable, { [header]: signed(unstorable) });
  t.deepEqual(await code(refused), [400, 'VALIDATION_FAILED']);
  t.deepEqual(await code(await told(account.id, body, {})), unproven);
  t.deepEqual(await code(await told(account.id, body, { [header]: signed(body, 'other') })), unproven);
  t.deepEqual(await code(await told(account.id, `${body} `, { [header]: signed(body) })), unproven);
  const bare = await newAccount(client, far.url);
  t.deepEqual(await code(await told(bare.id, body, { [header]: signed(body, '') })), unproven);
  const elsewhere = `?organization=${platform.threePl.id}`;
  t.is((await told(account.id, body, { [header]: signed(body) }, elsewhere)).status, 404);
  t.is((await told('nobody', body, {})).status, 404);
  t.is((await told(label.id, body, {})).status, 404);
  const other = await newAccount(client, far.url, { credentials: { token, webhook_secret: 'mine' } });
  t.is((await told(other.id, body, { [header]: signed(body, 'mine') })).status, 200);
  const { label: last } = await bought();
  const good = JSON.stringify({ events: [scan(last, 'in_transit', new Date())] });
  const named = `?organization=${platform.standard.id}`;
  t.true(account.tracking_path.endsWith(`${account.id}/tracking${named}`));
  t.is((await told(account.id, good, { [header]: signed(good) }, named)).status, 200);
  await trackedAs(last, 'in_transit');
  t.is((await client.get(`${labelsPath}/${label.id}`)).body.data.tracking_state, null);
});

test('EasyPost tells of its trackers, signed in its own way', async (t) => {
  const easy = await newAccount(platform.client, far.url, {
    adapter: 'easypost',
    credentials: { api_key: token, webhook_secret: secret },
    api_url: `${far.url}/easypost`,
  });
  const { buy } = await newParcel(platform, easy.id, { service_code: 'USPS.Priority', print: false });
  const label = (await buy()).body.data;
  const body = JSON.stringify({
    object: 'Event',
    description: 'tracker.updated',
    result: {
      object: 'Tracker',
      tracking_code: label.tracking_no,
      status: 'in_transit',
      tracking_details: [
        {
          object: 'TrackingDetail',
          message: 'Arrived',
          status: 'in_transit',
          datetime: '2026-11-25T10:00:00Z',
          tracking_location: { city: 'Columbus', state: 'OH', country: 'US' },
        },
      ],
    },
  });
  const hex = createHmac('sha256', secret).update(body).digest('hex');
  t.is((await told(easy.id, body, { 'x-hmac-signature': `hmac-sha256-hex=${hex}` })).status, 200);
  await trackedAs(label, 'in_transit');
});
