/** Carrier rules: who is chosen and why, and labels bought as their cartons are packed. */
import test from 'ava';
import { pickedShipment } from '../fulfillment/outbound-rig.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { sweepQuotes } from '../../workers/parcels/rate-parcel.ts';
import { startFarCarrier, type FarCarrier } from './far-carrier.ts';
import { labelsPath, newAccount, newCarton, newParcel, placeWarehouse } from './parcels-rig.ts';

const rulesPath = '/api/tms/carrier-rules';

let platform: Platform & { stop(): Promise<void> };
let far: FarCarrier;
let account: any;
test.before(async () => {
  platform = await joinPlatform();
  far = await startFarCarrier();
  far.rates = [
    { service_code: 'GROUND', amount: '7.42', currency: 'USD', days: 4 },
    { service_code: 'AIR', amount: '19.50', currency: 'USD', days: 1 },
  ];
  await placeWarehouse(platform);
  account = await newAccount(platform.client, far.url);
});
test.after.always(async () => {
  far?.close();
  await platform?.stop();
});

let rules = 0;
async function newRule(body: object): Promise<any> {
  rules += 1;
  const answer = await platform.client.post(rulesPath, {
    name: `Rule ${rules}`,
    priority: 1000 - rules,
    account_ids: [account.id],
    ...body,
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}

const end = (rule: any) => platform.client.patch(`${rulesPath}/${rule.id}`, { is_active: false });

/** The labels of a carton, once there is one at rest. */
function labelOf(cartonId: string): Promise<any> {
  return until('the carton has its label', async () => {
    const [label] = (await platform.client.get(`${labelsPath}?carton_id=${cartonId}`)).body.data;
    return label && !['choosing', 'queued', 'sending'].includes(label.state) && label;
  });
}

const soldOf = (id: string) => far.sold.filter(({ reference }) => reference === id);

test.serial('a dry run says which rule applies and why those before it do not', async (t) => {
  const { client } = platform;
  const heavy = await newRule({ weight_over: 30, choose: 'fastest' });
  const west = await newRule({ countries: ['CA'], postal_from: 'V', is_po_box: true });
  const light = await newRule({ countries: ['US'], postal_from: '45', postal_to: '459', weight_upto: 2.5 });
  const { shipment, carton } = await newParcel(platform, account.id);
  const answer = await client.post(`${rulesPath}/dry-run`, { shipment_id: shipment.id });
  t.is(answer.status, 200, answer.text);
  const { rule_id, parcel, considered } = answer.body.data;
  t.is(rule_id, light.id);
  t.like(parcel, {
    country: 'US',
    postal: '45402',
    weight_kg: 2.5,
    value: null,
    is_po_box: false,
    due_in_days: null,
  });
  t.deepEqual(
    considered.map((one: any) => [one.rule_id, one.matches, one.differs_in]),
    [[light.id, true, []]],
  );
  await client.patch(`${rulesPath}/${light.id}`, { priority: 5000 });
  const later = (
    await client.post(`${rulesPath}/dry-run`, { shipment_id: shipment.id, carton_id: carton.id })
  ).body.data;
  t.deepEqual(
    later.considered.map((one: any) => [one.rule_id, one.differs_in]),
    [
      [west.id, ['country', 'postal', 'is_po_box']],
      [heavy.id, ['weight_kg']],
      [light.id, []],
    ],
  );
  for (const rule of [heavy, west, light]) await end(rule);
});

test.serial('a rule asks by when a parcel has to leave', async (t) => {
  const { client, owner } = platform;
  const rule = await newRule({ due_within_days: 1, choose: 'fastest' });
  const { shipment } = await newParcel(platform, account.id);
  const ruled = async () =>
    (await client.post(`${rulesPath}/dry-run`, { shipment_id: shipment.id })).body.data.considered[0];
  t.deepEqual((await ruled()).differs_in, ['due_in_days']);
  await owner.query('update wms_shipments set required_ship_date = current_date where id = $1', [
    shipment.id,
  ]);
  t.like(await ruled(), { rule_id: rule.id, matches: true });
  await end(rule);
});

test.serial('prices are chosen from by the rule, which says why others are not', async (t) => {
  const { client } = platform;
  const rule = await newRule({ services: ['AIR'], choose: 'cheapest' });
  const { shipment } = await newParcel(platform, account.id);
  const rated = (await client.post('/api/tms/rates', { shipment_id: shipment.id })).body.data;
  t.is(rated.rule_id, rule.id);
  t.deepEqual(
    rated.quotes.map(({ service_code, chosen }: any) => [service_code, chosen]),
    [
      ['GROUND', false],
      ['AIR', true],
    ],
  );
  t.regex(rated.quotes[0].why, /takes AIR only/);
  const asked = (await client.post('/api/tms/rates', { shipment_id: shipment.id, choose: 'cheapest' })).body
    .data;
  t.is(asked.rule_id, null);
  t.true(asked.quotes[0].chosen, 'who chooses needs no rule');
  await end(rule);
});

test.serial(
  'a label without account and quote is bought by the rules, and remembers its quote',
  async (t) => {
    const { client } = platform;
    const rule = await newRule({ choose: 'fastest' });
    const { shipment, carton } = await newParcel(platform, account.id);
    const bought = await client.post(labelsPath, {
      shipment_id: shipment.id,
      carton_id: carton.id,
      print: false,
    });
    t.is(bought.status, 201, bought.text);
    t.like(bought.body.data, {
      state: 'bought',
      rule_id: rule.id,
      account_id: account.id,
      service_code: 'AIR',
      quoted_amount: 19.5,
      amount: 19.5,
    });
    t.truthy(bought.body.data.quote_id);
    await end(rule);
    const none = await newRule({ services: ['SEA'] });
    const other = await newParcel(platform, account.id);
    const refused = await client.post(labelsPath, { shipment_id: other.shipment.id });
    t.deepEqual([refused.status, refused.body.error.code], [409, 'LABEL_REFUSED']);
    t.regex(refused.body.error.message, /GROUND: The rule .* takes SEA only/);
    await end(none);
  },
);

test.serial('a carton that is packed gets its label, once, where its rule says so', async (t) => {
  const { client, owner } = platform;
  const rule = await newRule({ choose: 'fixed', services: ['GROUND'], buy_at: 'pack', weight_upto: 3 });
  const asking = far.asked.filter((one) => one.includes('rates')).length;
  const shipment = await pickedShipment(platform, 4);
  const small = await newCarton(client, shipment, 1);
  const large = await newCarton(client, shipment, 1, { weight_kg: 9 });
  const label = await labelOf(small.id);
  t.like(label, { state: 'bought', rule_id: rule.id, service_code: 'GROUND', weight_kg: 2.5 });
  t.is(soldOf(label.id).length, 1);
  t.is(far.asked.filter((one) => one.includes('rates')).length, asking, 'what is fixed needs no price');
  const again = await client.post(labelsPath, { shipment_id: shipment.id, carton_id: small.id });
  t.is(again.body.error.code, 'LABEL_LIVE');
  t.deepEqual((await client.get(`${labelsPath}?carton_id=${large.id}`)).body.data, []);
  // It is unpacked while its carrier may still be chosen: nothing of it stays.
  const third = await newCarton(client, shipment, 1);
  t.is((await client.delete(`/api/wms/cartons/${third.id}`)).status, 200);
  const last = await until('its label is at rest', async () => {
    const [found] = (await client.get(`${labelsPath}?carton_id=${third.id}`)).body.data;
    return ['refused', 'voided'].includes(found?.state) && found;
  });
  t.true(soldOf(last.id).every(({ isVoided }) => isVoided));
  const { rows } = await owner.query('select type from events where subject_id = $1 order by subject_seq', [
    label.id,
  ]);
  t.deepEqual(
    rows.map(({ type }) => type),
    ['label.bought'],
  );
  await end(rule);
});

test.serial('a parcel whose label was bought before it was packed gets no other by that', async (t) => {
  const { client } = platform;
  const rule = await newRule({ choose: 'fixed', services: ['GROUND'], buy_at: 'pack' });
  const shipment = await pickedShipment(platform, 4);
  const sold = far.sold.length;
  const bought = await client.post(labelsPath, {
    shipment_id: shipment.id,
    account_id: account.id,
    service_code: 'GROUND',
    weight_kg: 2,
    print: false,
  });
  t.is(bought.status, 201, bought.text);
  await newCarton(client, shipment, 4);
  const { data } = (await client.get(`${labelsPath}?shipment_id=${shipment.id}`)).body;
  t.deepEqual(
    data.map(({ id }: any) => id),
    [bought.body.data.id],
  );
  t.is(far.sold.length, sold + 1);
  await end(rule);
});

test.serial('packing goes on where no label can be bought, and the carton says why', async (t) => {
  const { client } = platform;
  const rule = await newRule({ buy_at: 'pack' });
  const shipment = await pickedShipment(platform, 2, { ship_to: { name: 'Ann', country: 'US' } });
  const carton = await newCarton(client, shipment, 2);
  const label = await labelOf(carton.id);
  t.like(label, { state: 'refused', account_id: null, weight_kg: null });
  t.regex(label.last_error, /no address/);
  await end(rule);
});

test.serial('rules belong to the operator, and name what is there', async (t) => {
  const { client, standard, owner } = platform;
  const bad = await client.post(rulesPath, {
    name: 'Nobody',
    priority: 1,
    account_ids: [standard.warehouseId],
  });
  t.deepEqual([bad.status, bad.body.error.code], [400, 'UNKNOWN_REFERENCE'], bad.text);
  for (const [body, field] of [
    [{ choose: 'fixed' }, 'choose'],
    [{ choose: 'cheapest_by' }, 'within_days'],
    [{ weight_over: 3, weight_upto: 2 }, 'weight_upto'],
  ] as const) {
    const broken = await client.post(rulesPath, { name: 'Broken', priority: 1, ...body });
    t.is(broken.status, 400, broken.text);
    t.is(broken.body.error.details[0].path, field);
  }
  const own = await platform.clientWith(standard, ['tms.view', 'tms.rules'], {
    merchantId: standard.merchantId,
  });
  t.is((await own.post(rulesPath, { name: 'Mine', priority: 1 })).status, 403);
  const rule = await newRule({});
  const foreign = await platform.clientWith(platform.threePl, ['tms.view', 'tms.rules']);
  t.is((await foreign.get(`${rulesPath}/${rule.id}`)).status, 404);
  t.is((await client.get(`${rulesPath}/${rule.id}`)).body.data.name, rule.name);
  t.true((await client.get(`${rulesPath}?is_active=true`)).body.data.some(({ id }: any) => id === rule.id));
  await end(rule);
  const { rows } = await owner.query('select type from events where subject_id = $1 order by subject_seq', [
    rule.id,
  ]);
  t.deepEqual(
    rows.map(({ type }) => type),
    ['carrier_rule.created', 'carrier_rule.changed'],
  );
});

test.serial('quotes that are over and were not bought by go; the others stay', async (t) => {
  const { client, owner } = platform;
  const { shipment } = await newParcel(platform, account.id);
  const { quotes } = (await client.post('/api/tms/rates', { shipment_id: shipment.id })).body.data;
  const bought = await client.post(labelsPath, {
    shipment_id: shipment.id,
    quote_id: quotes[0].quote_id,
    print: false,
  });
  t.is(bought.status, 201, bought.text);
  const ids = quotes.map(({ quote_id: id }: any) => id);
  await owner.query("update rate_quotes set expires_at = now() - interval '25 hours' where id = any ($1)", [
    ids,
  ]);
  await sweepQuotes({ database: platform.database });
  const { rows } = await owner.query('select id from rate_quotes where id = any ($1)', [ids]);
  t.deepEqual(
    rows.map(({ id }) => id),
    [quotes[0].quote_id],
  );
});

test.serial('two merchants may call an account alike', async (t) => {
  const { threePl } = platform;
  const house = await platform.clientWith(threePl, ['tms.accounts']);
  const body = (merchantId: string | null) => ({
    adapter: 'generic',
    name: 'Our parcels',
    api_url: far.url,
    credentials: { token: 'x' },
    merchant_id: merchantId,
  });
  const path = '/api/tms/carrier-accounts';
  t.is((await house.post(path, body(null))).status, 201);
  t.is((await house.post(path, body(threePl.merchantId))).status, 201);
  const again = await house.post(path, body(threePl.merchantId));
  t.deepEqual([again.status, again.body.error.code], [409, 'DUPLICATE']);
});
