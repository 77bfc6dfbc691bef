/**
 * Customers, channels and retailers belong to a merchant or the operator; competitors under one roof see none of each
 * other's.
 */
import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import type { Client } from '../helpers/client.ts';
import { newItem, newOrder } from './orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let house: Client;
let one: Client;
let two: Client;
test.before(async () => {
  platform = await joinPlatform();
  const { threePl } = platform;
  house = await platform.clientWith(threePl, everyPermission);
  one = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  two = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.secondMerchantId! });
});
test.after.always(() => platform?.stop());

const kinds = { customers: 'customer_id', channels: 'channel_id', retailers: 'retailer_id' } as const;
const make = async (client: Client, kind: string, fields: object): Promise<any> =>
  (await client.post(`/api/oms/${kind}`, { name: 'House Trading', ...fields })).body.data;

for (const [kind, field] of Object.entries(kinds)) {
  const path = `/api/oms/${kind}`;

  test(`${kind} of one merchant are unknown to another in list, search, detail, change and order`, async (t) => {
    const { threePl } = platform;
    const ofTwo = await make(two, kind, { code: 'SAME', name: 'Zanzibar One' });
    t.is(ofTwo.merchant_id, threePl.secondMerchantId);
    const ofOne = await make(one, kind, { code: 'SAME', name: 'Zanzibar Two' });
    t.is(ofOne.merchant_id, threePl.merchantId, 'the same code tells nothing of the other');
    t.is((await one.post(path, { code: 'SAME', name: 'Again' })).body.error.code, 'DUPLICATE');

    for (const query of ['', '?q=zanzibar', '?q=same', `?merchant_id=${threePl.secondMerchantId}`]) {
      const { text } = await one.get(path + query);
      t.false(text.includes(ofTwo.id), query);
    }
    t.deepEqual(
      (await one.get(`${path}?q=zanzibar`)).body.data.map((row: any) => row.id),
      [ofOne.id],
    );
    t.is((await one.get(`${path}/${ofTwo.id}`)).status, 404);
    t.is((await one.patch(`${path}/${ofTwo.id}`, { name: 'Mine' })).status, 404);
    t.is((await two.patch(`${path}/${ofTwo.id}`, { name: 'Zanzibar Two' })).status, 200);
    t.is(
      (await two.patch(`${path}/${ofTwo.id}`, { merchant_id: null })).status,
      400,
      'it is whose it is for good',
    );

    const item = await newItem(platform, threePl);
    const order = { lines: [{ product_id: item, qty: 1, price: 1 }] };
    const refused = await one.post('/api/oms/orders', { ...order, [field]: ofTwo.id });
    t.is(refused.status, 400);
    t.like(refused.body.error, { code: 'UNKNOWN_REFERENCE', details: { path: field } });
    const byHouse = { ...order, merchant_id: threePl.merchantId };
    t.is(
      (await house.post('/api/oms/orders', { ...byHouse, [field]: ofTwo.id })).status,
      400,
      'nor does the operator',
    );
    const draft = await house.post('/api/oms/orders', { ...byHouse, [field]: ofOne.id });
    t.is(draft.status, 201);
    const edited = await house.patch(`/api/oms/orders/${draft.body.data.id}`, {
      fields: { [field]: ofTwo.id },
    });
    t.is(edited.body.error.code, 'UNKNOWN_REFERENCE');
  });

  test(`${kind} of the operator serve the orders of any merchant, and are seen by whom they served`, async (t) => {
    const { threePl } = platform;
    const shared = await make(house, kind, { code: 'HOUSE' });
    t.is(shared.merchant_id, null);
    const given = await make(house, kind, { code: 'HOUSE', merchant_id: threePl.secondMerchantId });
    t.is(given.merchant_id, threePl.secondMerchantId, 'the house may make one for a merchant');
    t.is((await one.get(`${path}/${shared.id}`)).status, 404);
    const foreign = { merchant_id: threePl.secondMerchantId, code: 'X', name: 'Ex' };
    t.is((await one.post(path, foreign)).body.error.code, 'UNKNOWN_REFERENCE');

    const item = await newItem(platform, threePl);
    const order = await newOrder(house, [{ item, qty: 1 }], {
      merchant_id: threePl.merchantId,
      [field]: shared.id,
    });
    const seen = (await one.get(`/api/oms/orders/${order.id}`)).body.data;
    t.is(seen[field], shared.id);
    t.is(kind === 'retailers' ? shared.name : seen[field.replace('_id', '')].name, 'House Trading');
    t.is((await one.get(`${path}/${shared.id}`)).body.data.name, 'House Trading');
    t.is((await one.patch(`${path}/${shared.id}`, { name: 'Mine' })).status, 403);
    t.is((await two.get(`${path}/${shared.id}`)).status, 404);
    t.is((await house.get(`${path}/${shared.id}`)).body.data.name, 'House Trading');
  });
}

test('orders are searched by customer only among what the token sees', async (t) => {
  const { threePl } = platform;
  const item = await newItem(platform, threePl, { merchant_id: threePl.secondMerchantId });
  const customer = await make(two, 'customers', { code: 'QUAGGA', name: 'Quagga Imports' });
  const order = await newOrder(two, [{ item, qty: 1 }], { customer_id: customer.id });
  const found = async (client: Client) =>
    (await client.get('/api/oms/orders?q=quagga')).body.data.map((row: any) => row.id);
  t.deepEqual(await found(two), [order.id]);
  t.deepEqual(await found(house), [order.id]);
  t.deepEqual(await found(one), []);
});

test('two merchants know the same vendor, and nothing of each other’s dealings with it', async (t) => {
  const { threePl } = platform;
  const terms = { name: 'Quokka Mills', contact: { phone: '1' }, payment_terms_days: 7 };
  const of = async (client: Client) => (await client.post('/api/wms/vendors', terms)).body.data;
  const [ofTwo, ofOne] = [await of(two), await of(one)];
  t.not(ofOne.id, ofTwo.id);
  t.is(ofOne.merchant_id, threePl.merchantId);
  t.is((await one.post('/api/wms/vendors', terms)).body.error.code, 'DUPLICATE');
  t.is((await one.get('/api/wms/vendors?q=quokka')).body.meta.total, 1);
  t.is((await one.get(`/api/wms/vendors/${ofTwo.id}`)).status, 404);
  t.is((await one.patch(`/api/wms/vendors/${ofTwo.id}`, { code: 'MINE' })).status, 404);
  t.is((await house.get('/api/wms/vendors?q=quokka')).body.meta.total, 2);

  const receipt = {
    warehouse_id: threePl.warehouseId,
    source_type: 'manual',
    merchant_id: threePl.merchantId,
  };
  const path = '/api/wms/inbound-receipts';
  const refused = await house.post(path, { ...receipt, vendor_id: ofTwo.id });
  t.like(refused.body.error, { code: 'UNKNOWN_REFERENCE', details: { path: 'vendor_id' } });
  t.is((await one.post(path, { ...receipt, vendor_id: ofOne.id })).status, 201);
  t.is((await one.get(`/api/wms/vendors/${threePl.vendorId}`)).status, 404, 'the house’s, never used for it');
  t.is((await house.post(path, { ...receipt, vendor_id: threePl.vendorId })).status, 201);
  t.is((await one.get(`/api/wms/vendors/${threePl.vendorId}`)).status, 200);
  t.is((await one.patch(`/api/wms/vendors/${threePl.vendorId}`, { code: 'MINE' })).status, 403);
});

test('two merchants who sell the same goods have the same barcodes', async (t) => {
  const item = { sku: 'SAME-GOODS', name: 'Goods', barcodes: [{ barcode: '4006381333931' }] };
  const made = await Promise.all([one, two].map((client) => client.post('/api/wms/items', item)));
  t.deepEqual(
    made.map(({ status }) => status),
    [201, 201],
  );
  t.is((await one.post('/api/wms/items', { ...item, sku: 'OTHER' })).status, 409);
  const scanned = await one.get('/api/wms/items?barcode=4006381333931');
  t.deepEqual(
    scanned.body.data.map((row: any) => row.id),
    [made[0]!.body.data.id],
  );
  t.is((await house.get('/api/wms/items?barcode=4006381333931')).body.meta.total, 2);
});

test('the standard edition fills in its own merchant', async (t) => {
  const { standard, client } = platform;
  for (const kind of Object.keys(kinds))
    t.is((await make(client, kind, { code: 'OWN-1' })).merchant_id, standard.merchantId, kind);
});

test('on v1 a code means the merchant’s own before the house’s, and never one of several', async (t) => {
  const { threePl } = platform;
  const ofOne = await make(one, 'channels', { code: 'SHOP' });
  await make(two, 'channels', { code: 'SHOP' });
  await make(house, 'channels', { code: 'SHOP' });
  const item = await newItem(platform, threePl, { sku: 'V1-PARTNER' });
  t.truthy(item);
  const lines = [{ sku: 'V1-PARTNER', qty: 1 }];
  for (const [client, more] of [
    [one, {}],
    [house, { merchant_id: 'M1' }],
  ] as const) {
    const made = await client.post('/v1/oms/orders', { channel: 'SHOP', lines, ...more });
    t.is(made.body.channel_id, ofOne.id);
  }
  const listed = await house.get('/v1/oms/orders?filter[channel_id]=SHOP&filter[merchant_id]=M1');
  t.is(listed.body.total, 2);
  const ambiguous = await house.get('/v1/oms/orders?filter[channel_id]=SHOP');
  t.is(ambiguous.status, 400);
  t.like(ambiguous.body.error.details[0], { code: 'ambiguous' });
});
