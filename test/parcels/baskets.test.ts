/** What sending a basket would cost, before there is an order: quotes that say so and buy nothing. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { startFarCarrier, token, type FarCarrier } from './far-carrier.ts';
import { labelsPath, newAccount, newParcel, placeWarehouse } from './parcels-rig.ts';

const ratesPath = '/api/tms/rates';

let joined: Platform & { stop(): Promise<void> };
/** As the 3PL sees it: baskets are its merchants'. */
let platform: Platform;
let far: FarCarrier;
let regional: any;
let many: any;
let basket: any;
test.before(async () => {
  joined = await joinPlatform();
  const client = await joined.clientWith(joined.threePl, everyPermission);
  platform = { ...joined, standard: joined.threePl, client };
  far = await startFarCarrier();
  far.rates = [
    { service_code: 'GROUND', amount: '7.42', currency: 'USD', days: 4 },
    // Before EasyPost's day, whatever today is.
    { service_code: 'AIR', amount: '19.50', currency: 'USD', days: 1, delivers_on: '2026-12-01' },
  ];
  await placeWarehouse(platform);
  regional = await newAccount(client, far.url);
  const vendor = { adapter: 'easypost', credentials: { api_key: token } };
  many = await newAccount(client, far.url, { ...vendor, api_url: `${far.url}/easypost` });
  basket = {
    merchant_id: platform.standard.merchantId,
    warehouse_id: platform.standard.warehouseId,
    ship_to: { name: 'Ann', address: '1 Quay St', city: 'Auckland', postal: '1010', country: 'NZ' },
    parcels: [{ weight_kg: 2.5, length_cm: 30, width_cm: 20, height_cm: 10 }, { weight_kg: 8 }],
    value: 120,
    account_ids: [regional.id, many.id],
  };
});
test.after.always(async () => {
  far?.close();
  await joined?.stop();
});

async function rated(body: object, client: Client = platform.client): Promise<any> {
  const answer = await client.post(ratesPath, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

test('a basket is asked for parcel by parcel, and the rules choose for each', async (t) => {
  const { client } = platform;
  const rule = await client.post('/api/tms/carrier-rules', {
    name: 'Heavy to New Zealand',
    priority: 1,
    countries: ['NZ'],
    weight_over: 5,
    value_upto: 500,
    choose: 'fastest',
  });
  t.is(rule.status, 201, rule.text);
  const { quotes, rejected, rule_id } = await rated(basket);
  t.deepEqual(
    quotes
      .filter(({ chosen }: any) => chosen)
      .map(({ parcel_no, carton_id, service_code }: any) => [parcel_no, carton_id, service_code]),
    [
      [1, null, 'GROUND'],
      [2, null, 'AIR'],
    ],
  );
  t.deepEqual([quotes.length, rejected.length, rule_id], [6, 0, null], 'not one rule chose for both');
  const told = far.bodies.map(({ shipment }) => shipment.parcel);
  t.like(
    told.find(({ length }) => length !== null),
    { length: 11.9, width: 7.9, height: 4 },
  );
  t.deepEqual(far.misspelt, []);
  const heavy = await rated({ ...basket, parcels: [{ weight_kg: 8 }] });
  t.is(heavy.rule_id, rule.body.data.id);
  const gone = await newAccount(client, 'http://127.0.0.1:9');
  const silent = await rated({ ...basket, account_ids: [gone.id] });
  t.deepEqual(
    silent.rejected.map(({ parcel_no, account_id }: any) => [parcel_no, account_id]),
    [
      [1, gone.id],
      [2, gone.id],
    ],
  );
});

test('of all that several accounts offer for ten parcels, the chosen and the cheapest are kept', async (t) => {
  const { client, owner } = platform;
  const large = await startFarCarrier();
  t.teardown(() => large.close());
  large.rates = Array.from({ length: 200 }, (_, at) => ({
    service_code: `S-${at}`,
    amount: `${at + 1}.5`,
    currency: 'USD',
    delivers_on: '2026-12-01',
  }));
  const accounts = await Promise.all([newAccount(client, large.url), newAccount(client, large.url)]);
  const account_ids = accounts.map(({ id }) => id);
  const parcels = Array.from({ length: 10 }, (_, at) => ({ weight_kg: at + 1 }));
  const { quotes, quotes_left_out } = await rated({ ...basket, parcels, account_ids });
  t.deepEqual([quotes.length, quotes_left_out], [1000, 3000]);
  for (let parcel = 1; parcel <= 10; parcel += 1) {
    const own = quotes.filter(({ parcel_no: no }: any) => no === parcel);
    t.deepEqual([own.length, Math.max(...own.map(({ amount }: any) => amount))], [100, 50.5]);
  }
  const latest = large.rates.at(-1)!;
  Object.assign(latest, { delivers_on: '2026-11-30' });
  const fastest = await rated({ ...basket, account_ids, choose: 'fastest' });
  t.is(fastest.quotes.length, 800, 'fewer than the bound are all quoted');
  const hurried = await rated({ ...basket, parcels, account_ids, choose: 'fastest' });
  const dearest = hurried.quotes.filter(({ chosen }: any) => chosen);
  t.deepEqual([dearest.length, dearest[0].amount], [10, 200.5], 'what is chosen stays, however dear');
  const kept = await owner.query('select count(*)::int as n from rate_quotes where account_id = any ($1)', [
    account_ids,
  ]);
  t.is(kept.rows[0].n, 1000 + 800 + 1000);
  const { rows } = await owner.query(
    `select amount, weight_kg, delivers_on::text, expires_at, is_chosen from rate_quotes where id = $1`,
    [quotes[0].quote_id],
  );
  t.is(rows[0].expires_at.toISOString(), quotes[0].expires_at);
  t.like(rows[0], { delivers_on: quotes[0].delivers_on, is_chosen: quotes[0].chosen });
  t.is(Number(rows[0].amount), quotes[0].amount);
});

test('what was quoted for a basket buys nothing', async (t) => {
  const { client } = platform;
  const { quotes } = await rated(basket);
  const { shipment } = await newParcel(platform, regional.id);
  const body = { shipment_id: shipment.id, quote_id: quotes[0].quote_id, print: false };
  const bought = await client.post(labelsPath, body);
  t.deepEqual([bought.status, bought.body.error.code], [409, 'QUOTE_OF_BASKET'], bought.text);
});

test('what is passed on to carriers has a bound: it is sent again for each account and parcel', async (t) => {
  const { client } = platform;
  const { shipment } = await newParcel(platform, regional.id);
  const options = { note: 'x'.repeat(5000) };
  const bought = { shipment_id: shipment.id, account_id: regional.id, service_code: 'GROUND', options };
  for (const refused of [
    await client.post(ratesPath, { ...basket, options }),
    await client.post(labelsPath, bought),
  ]) {
    t.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'options'], refused.text);
    t.is(refused.body.error.details[0].code, 'options_too_long');
  }
  t.is((await rated({ ...basket, options: { note: 'x'.repeat(4000) } })).quotes.length, 6);
});

test('what a basket lacks, or a shipment says already, is refused by name', async (t) => {
  const { warehouse_id, ...nowhere } = basket;
  const { shipment } = await newParcel(platform, regional.id);
  const shipped = { shipment_id: shipment.id, warehouse_id };
  for (const [odd, code, path] of [
    [nowhere, 'VALIDATION_FAILED', 'warehouse_id'],
    [{ ...basket, weight_kg: 1 }, 'VALIDATION_FAILED', 'weight_kg'],
    [{ ...basket, parcels: [] }, 'VALIDATION_FAILED', 'parcels'],
    [shipped, 'VALIDATION_FAILED', 'warehouse_id'],
    [{ ...basket, warehouse_id: shipment.id }, 'UNKNOWN_REFERENCE', 'warehouse_id'],
  ] as const) {
    const { status, body, text } = await platform.client.post(ratesPath, odd);
    const { details } = body.error;
    t.deepEqual([status, body.error.code, (details[0] ?? details).path], [400, code, path], text);
  }
  const ship_to = { ...basket.ship_to, city: '' };
  const lost = await platform.client.post(ratesPath, { ...basket, ship_to });
  t.deepEqual([lost.status, lost.body.error.details.field], [422, 'ship_to.city'], lost.text);
});

test("a merchant's basket is quoted by its own accounts, and another's quotes are none of its", async (t) => {
  const { owner, standard } = platform;
  const { merchant_id, account_ids, ...own } = basket;
  const scope = { merchantId: standard.secondMerchantId! };
  const second = await platform.clientWith(standard, ['tms.rates', 'tms.labels'], scope);
  t.deepEqual((await rated(own, second)).quotes, [], "the operator's accounts are not asked");
  const foreign = await second.post(ratesPath, { ...own, merchant_id });
  t.deepEqual([foreign.status, foreign.body.error.code], [400, 'UNKNOWN_REFERENCE'], foreign.text);
  const { quotes } = await rated({ ...basket, account_ids: account_ids.slice(0, 1) });
  const ids = quotes.map(({ quote_id: id }: any) => id);
  const { rows } = await owner.query('select distinct merchant_id from rate_quotes where id = any ($1)', [
    ids,
  ]);
  t.deepEqual(rows, [{ merchant_id }]);
  const parcels = { ...platform, standard: { ...standard, ...scope } };
  const { shipment } = await newParcel(parcels, regional.id);
  const bought = await second.post(labelsPath, { shipment_id: shipment.id, quote_id: ids[0] });
  t.deepEqual([bought.status, bought.body.error.code], [400, 'UNKNOWN_REFERENCE'], bought.text);
});
