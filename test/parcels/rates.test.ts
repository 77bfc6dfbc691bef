/** What a parcel would cost: quotes with reasons, of which one buys one label. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { startFarCarrier, token, type FarCarrier } from './far-carrier.ts';
import { pickedShipment } from '../fulfillment/outbound-rig.ts';
import {
  labelsPath,
  newAccount,
  newCarton,
  newParcel,
  onLabel,
  inState,
  placeWarehouse,
} from './parcels-rig.ts';

const ratesPath = '/api/tms/rates';
const patient = { headers: { prefer: 'wait=60' } };

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
let regional: any;
let many: any;
let gone: any;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  far.rates = [
    {
      service_code: 'GROUND',
      carrier_code: 'REGIO',
      amount: '7.42',
      currency: 'USD',
      days: 4,
      delivers_on: '2026-12-04',
    },
    { service_code: 'AIR', amount: 19.5, currency: 'USD', days: 1, delivers_on: '2026-12-01' },
    { service_code: 'ODD', amount: 'free', currency: 'USD' },
  ];
  const { client } = platform;
  await placeWarehouse(platform);
  regional = await newAccount(client, far.url, { carrier_code: 'RG' });
  many = await newAccount(client, far.url, {
    adapter: 'easypost',
    credentials: { api_key: token },
    api_url: `${far.url}/easypost`,
  });
  gone = await newAccount(client, 'http://127.0.0.1:9');
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

/** Asked again while this machine is too busy for a carrier to be heard in its time, which the platform says rightly. */
function rated(body: object): Promise<any> {
  return until('each carrier is heard in its time', async () => {
    const { status, text, body: said } = await platform.client.post(ratesPath, body, patient);
    if (status !== 200) throw new Error(text);
    return !/TIMEOUT/.test(JSON.stringify(said.data.rejected)) && said.data;
  });
}

test.serial(
  'every carrier is asked at once: the cheapest is chosen, the others and the silent hear why not',
  async (t) => {
    const { shipment } = await newParcel(platform, regional.id);
    const { quotes, rejected } = await rated({ shipment_id: shipment.id });
    const seen = quotes.map((one: any) => [
      one.account_name,
      one.carrier_code,
      one.service_code,
      one.amount,
      one.days,
    ]);
    t.deepEqual(seen, [
      [regional.name, 'REGIO', 'GROUND', 7.42, 4],
      [regional.name, 'RG', 'AIR', 19.5, 1],
      [many.name, 'USPS', 'USPS.Priority', 8.15, 3],
    ]);
    t.deepEqual(
      quotes.map(({ chosen }: any) => chosen),
      [true, false, false],
    );
    t.deepEqual(
      quotes.map(({ why }: any) => why),
      ['The cheapest of 3.', 'It costs 12.08 USD more.', 'It costs 0.73 USD more.'],
    );
    t.deepEqual(
      rejected.map(({ account_id }: any) => account_id),
      [gone.id],
    );
    t.regex(rejected[0].reasons[0], /UNREACHABLE/);

    const fastest = await rated({ shipment_id: shipment.id, choose: 'fastest' });
    t.is(fastest.quotes.find(({ chosen }: any) => chosen).service_code, 'AIR');
    const by = await rated({ shipment_id: shipment.id, choose: 'cheapest_by', by: '2026-12-03' });
    t.is(by.quotes.find(({ chosen }: any) => chosen).service_code, 'USPS.Priority');
    const one = await rated({ shipment_id: shipment.id, account_ids: [many.id] });
    t.deepEqual([one.quotes.length, one.rejected.length], [1, 0]);
  },
);

test('a quote buys one label of its parcel, as quoted, once, until it expires', async (t) => {
  const { client } = platform;
  const { shipment, carton } = await newParcel(platform, regional.id);
  const other = await newParcel(platform, regional.id);
  const { quotes } = await rated({ shipment_id: shipment.id, account_ids: [regional.id] });
  const [ground, air] = quotes;
  const buy = (quoteId: string, more: object = {}) =>
    client.post(labelsPath, { shipment_id: shipment.id, quote_id: quoteId, print: false, ...more });
  const foreign = await buy(ground.quote_id, { shipment_id: other.shipment.id });
  t.deepEqual([foreign.status, foreign.body.error.code], [400, 'UNKNOWN_REFERENCE']);
  t.is(
    (await buy(ground.quote_id, { account_id: regional.id })).status,
    400,
    'a quote says whose service it is',
  );
  const answers = await Promise.all([buy(ground.quote_id), buy(ground.quote_id)]);
  const [bought] = answers.filter(({ status }) => status === 201);
  t.is(answers.filter(({ status }) => status === 409).length, 1);
  t.like(bought!.body.data, {
    quote_id: ground.quote_id,
    account_id: regional.id,
    service_code: 'GROUND',
    carton_id: carton.id,
    state: 'bought',
  });
  await onLabel(client, bought!.body.data.id, 'void');
  await inState(client, bought!.body.data.id, 'voided');
  const again = await buy(ground.quote_id);
  t.deepEqual([again.status, again.body.error.code], [409, 'QUOTE_EXPIRED']);
  const { owner } = platform;
  await owner.query("update rate_quotes set expires_at = now() - interval '1 second' where id = $1", [
    air.quote_id,
  ]);
  const late = await buy(air.quote_id);
  t.deepEqual([late.status, late.body.error.code], [409, 'QUOTE_EXPIRED']);
});

test('a label bought by a quote is of the weight that was given for it, unless another is given', async (t) => {
  const { client } = platform;
  for (const [given, weighed] of [
    [{}, 3.2],
    [{ weight_kg: 3.4 }, 3.4],
  ] as const) {
    const shipment = await pickedShipment(platform, 1);
    const carton = await newCarton(client, shipment, 1, { weight_kg: undefined });
    const parcel = { shipment_id: shipment.id, carton_id: carton.id };
    const { quotes } = await rated({ ...parcel, account_ids: [regional.id], weight_kg: 3.2 });
    const body = { ...parcel, quote_id: quotes[0].quote_id, print: false, ...given };
    const answer = await client.post(labelsPath, body);
    t.is(answer.status, 201, answer.text);
    t.like(answer.body.data, { weight_kg: weighed, weight_by: 'given' });
  }
});

test('a carton that was not weighed weighs what is in it and its box, by whose measures it is told', async (t) => {
  const { client } = platform;
  const box = await client.post('/api/wms/carton-types', {
    code: 'TARED',
    inner_length_cm: 39,
    inner_width_cm: 29,
    inner_height_cm: 19,
    outer_length_cm: 40,
    outer_width_cm: 30,
    outer_height_cm: 20,
    tare_kg: 0.35,
  });
  t.is(box.status, 201, box.text);
  const shipment = await pickedShipment(platform, 2);
  t.is((await client.patch(`/api/wms/items/${shipment.item_id}`, { weight_kg: 1.5 })).status, 200);
  const packed = { carton_type_id: box.body.data.id, weight_kg: undefined };
  const measures = { length_cm: undefined, width_cm: undefined, height_cm: undefined };
  const carton = await newCarton(client, shipment, 2, { ...packed, ...measures });
  t.like(carton, {
    carton_type_id: box.body.data.id,
    length_cm: 40,
    width_cm: 30,
    height_cm: 20,
    weight_kg: null,
  });
  const bought = await client.post(labelsPath, {
    shipment_id: shipment.id,
    account_id: regional.id,
    service_code: 'GROUND',
    print: false,
  });
  t.like(bought.body.data, { weight_kg: 3.35, weight_by: 'items' }, bought.text);
  const [shown] = (await client.get(`/api/wms/shipments/${shipment.id}/cartons`)).body.data;
  t.like(shown, {
    label_id: bought.body.data.id,
    label_state: 'bought',
    tracking_no: bought.body.data.tracking_no,
    tracking_state: null,
  });
  const other = await pickedShipment(platform, 1);
  const odd = await client.post(`/api/wms/shipments/${other.id}/cartons`, {
    lines: [{ item_id: other.item_id, qty: 1 }],
    carton_type_id: shipment.id,
  });
  t.deepEqual([odd.status, odd.body.error.details.path], [400, 'carton_type_id'], odd.text);
});

test('several cartons of a shipment are asked for at once, and each quote buys the label of its own', async (t) => {
  const { client } = platform;
  const shipment = await pickedShipment(platform, 3);
  const cartons = [await newCarton(client, shipment, 1), await newCarton(client, shipment, 2)];
  const of = { shipment_id: shipment.id, account_ids: [regional.id] };
  const ids = cartons.map(({ id }) => id);
  const { quotes, rule_id } = await rated({ ...of, carton_ids: ids });
  t.is(rule_id, null);
  t.deepEqual(
    quotes.map(({ parcel_no, carton_id, service_code, chosen }: any) => [
      parcel_no,
      carton_id,
      service_code,
      chosen,
    ]),
    [
      [1, ids[0], 'GROUND', true],
      [1, ids[0], 'AIR', false],
      [2, ids[1], 'GROUND', true],
      [2, ids[1], 'AIR', false],
    ],
  );
  const body = { shipment_id: shipment.id, quote_id: quotes[3].quote_id, print: false };
  const odd = await client.post(labelsPath, { ...body, carton_id: ids[0] });
  t.deepEqual([odd.status, odd.body.error.code], [400, 'UNKNOWN_REFERENCE'], odd.text);
  const bought = await client.post(labelsPath, { ...body, carton_id: ids[1] });
  t.like(bought.body.data, { state: 'bought', service_code: 'AIR', carton_id: ids[1] }, bought.text);
  for (const [more, path] of [
    [{ carton_ids: [ids[0], shipment.id] }, 'carton_ids.1'],
    [{ carton_ids: ids, weight_kg: 2 }, 'weight_kg'],
    [{ carton_ids: ids, ship_to: {} }, 'ship_to'],
  ] as const) {
    const { status, body: refused, text } = await client.post(ratesPath, { ...of, ...more });
    t.deepEqual([status, (refused.error.details[0] ?? refused.error.details).path], [400, path], text);
  }
});

test("a merchant's token is not asked for with the operator's accounts, nor an account for what it is not for", async (t) => {
  const { client, standard } = platform;
  const { shipment } = await newParcel(platform, regional.id);
  const own = await platform.clientWith(standard, ['tms.rates'], { merchantId: standard.merchantId });
  const answer = await own.post(ratesPath, { shipment_id: shipment.id });
  t.deepEqual([answer.status, answer.body.data?.quotes], [200, []], answer.text);
  const narrow = await newAccount(client, far.url, { services: ['AIR'] });
  const { quotes } = await rated({ shipment_id: shipment.id, account_ids: [narrow.id] });
  t.deepEqual(
    quotes.map(({ service_code: code }: any) => code),
    ['AIR'],
  );
  await client.patch(`/api/tms/carrier-accounts/${narrow.id}`, { is_active: false });
  const { rejected } = await rated({ shipment_id: shipment.id, account_ids: [narrow.id] });
  t.regex(rejected[0].reasons[0], /not active/);
});

test.serial(
  'a carrier that offers without end takes no more room than others, and keeps nobody from their prices',
  async (t) => {
    const { shipment } = await newParcel(platform, regional.id);
    const flooding = await startFarCarrier();
    t.teardown(() => flooding.close());
    const offers = (length: number) =>
      Array.from({ length }, (_none, at) => ({ service_code: `S${at}`, amount: '90.00', currency: 'USD' }));
    flooding.rates = offers(2_000);
    const account = await newAccount(platform.client, flooding.url);
    const { quotes } = await rated({ shipment_id: shipment.id, account_ids: [regional.id, account.id] });
    const ofIt = quotes.filter(({ account_id }: any) => account_id === account.id);
    t.is(ofIt.length, 200);
    t.is(quotes.find(({ chosen }: any) => chosen).account_id, regional.id);
    flooding.rates = offers(20_000);
    const { rejected } = await rated({ shipment_id: shipment.id, account_ids: [account.id] });
    t.regex(rejected[0].reasons[0], /more than 512 KiB/);
    await platform.client.patch(`/api/tms/carrier-accounts/${account.id}`, { is_active: false });
  },
);
