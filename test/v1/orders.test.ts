/** v1 orders and OMS inventory: each way to release, each refusal, both inventory modes. */
import test from 'ava';
import type { Permission } from '../../domain/permissions.ts';
import { createClient } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { unknownId } from '../helpers/shelf.ts';
import { patient, stockedSku, type Running } from './rig.ts';

let platform: Running;
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const orders = '/v1/oms/orders';
const inventory = '/v1/oms/inventory';
const create = (body: object) => platform.client.post(orders, body, patient);
const release = (id: string, body: object = {}) =>
  platform.client.post(`${orders}/${id}/release`, body, patient);

async function draftOf(sku: string, qty: number): Promise<string> {
  const made = await create({ lines: [{ sku, qty }] });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.id;
}

test('an order is a draft with exact totals; merchant and channel are named by id or code', async (t) => {
  const { client, standard } = platform;
  const lines = [
    { sku: 'PLAIN', qty: 3, price: 0.1 },
    { sku: 'LOT', qty: 1, price: 19.99 },
  ];
  const byCode = await create({ channel: 'WEB', channel_order_no: '#1', customer_id: 'C1', tax: 1.5, lines });
  t.is(byCode.status, 201, byCode.text);
  t.like(byCode.body, { status: 'draft', subtotal: 20.29, total: 21.79, channel_id: standard.channelId });
  t.like(byCode.body, { merchant_id: standard.merchantId, customer_id: standard.customerId, shipments: [] });
  const byId = await create({ merchant_id: standard.merchantId, channel: standard.channelId, lines });
  t.is(byId.body.channel, 'WEB');
  const twice = await create({ channel: 'WEB', channel_order_no: '#1', lines });
  t.is(twice.status, 409);
  t.is(twice.body.error.code, 'DUPLICATE_ORDER');

  const list = await client.get(`${orders}?filter[merchant_id]=${standard.merchantId}&sort=total`);
  const totals = list.body.data.map(({ total }: { total: number }) => total);
  t.deepEqual(
    totals,
    totals.toSorted((a: number, b: number) => a - b),
  );
  t.is((await client.get(`${orders}?filter[channel_id]=NOBODY`)).body.total, 0);
  t.is((await client.get(`${orders}?filter[status]=lost`)).status, 400);
});

test('what an order names wrongly is refused by name', async (t) => {
  const { threePl } = platform;
  const good = { sku: 'PLAIN', qty: 1 };
  const refused: [object, string][] = [
    [{ lines: [good, { sku: 'NO-SUCH', qty: 1 }] }, 'lines.1.sku'],
    [{ lines: [good], channel: 'NOBODY' }, 'channel'],
    [{ lines: [good], channel: threePl.channelId }, 'channel'],
    [{ lines: [good], merchant_id: threePl.merchantId }, 'merchant_id'],
    [{ lines: [good], warehouse_id: 'NOWHERE' }, 'warehouse_id'],
  ];
  for (const [body, path] of refused) {
    const answer = await create(body);
    t.is(answer.status, 400, path);
    t.like(answer.body.error, { code: 'UNKNOWN_REFERENCE', details: { path } });
  }
  for (const body of [
    {},
    { lines: [] },
    { lines: [{ sku: 'PLAIN', qty: 0 }] },
    { lines: [good], product: 1 },
  ]) {
    const answer = await create(body);
    t.is(answer.status, 400, JSON.stringify(body));
    t.is(answer.body.error.code, 'VALIDATION_FAILED');
  }
});

test('release carries a draft through its review, once; from confirmed it only pushes', async (t) => {
  const { client } = platform;
  const sku = await stockedSku(platform, 10);
  const id = await draftOf(sku, 4);
  const [first, second] = await Promise.all([release(id, { ship_mode: 'ltl' }), release(id)]);
  const [won, lost] = first.status === 200 ? [first, second] : [second, first];
  t.is(won.status, 200, won.text);
  t.is(won.body.shipments.length, 1);
  t.is(lost.status, 400);
  t.like(lost.body.error, { code: 'ILLEGAL_TRANSITION', details: { action: 'release', allowed: [] } });
  const shipments = await client.get(`/v1/wms/shipments?filter[order_id]=${id}`);
  t.is(shipments.body.total, 1);

  const confirmed = await draftOf(sku, 2);
  for (const action of ['submit', 'approve']) await client.patch(`/api/oms/orders/${confirmed}`, { action });
  const narrow = await platform.clientWith(platform.standard, ['oms.orders.manage']);
  const pushed = await narrow.post(`${orders}/${confirmed}/release`, { warehouse_id: 'W1' }, patient);
  t.is(pushed.status, 200, pushed.text);
});

test('a release that cannot be done leaves the draft a draft', async (t) => {
  const { client, threePl } = platform;
  const sku = await stockedSku(platform, 3);
  const statusOf = async (id: string): Promise<string> =>
    (await client.get(`/api/oms/orders/${id}`)).body.data.status;
  const tooMuch = await draftOf(sku, 4);
  const short = await release(tooMuch);
  t.is(short.status, 409);
  t.is(short.body.error.code, 'INSUFFICIENT_ATP');
  t.is(await statusOf(tooMuch), 'draft');

  const unapproved = await draftOf(sku, 1);
  const granted: Permission[] = ['oms.orders.manage'];
  const narrow = await platform.clientWith(platform.standard, granted);
  const forbidden = await narrow.post(`${orders}/${unapproved}/release`, {}, patient);
  t.is(forbidden.status, 403);
  t.like(forbidden.body.error, { code: 'FORBIDDEN', details: { permission: 'oms.orders.approve' } });
  t.is(await statusOf(unapproved), 'draft');

  await client.post(`/api/oms/orders/${unapproved}/holds`, { reason: 'PAYMENT' });
  t.is((await release(unapproved)).body.error.code, 'ORDER_ON_HOLD');
  const elsewhere = await draftOf(sku, 1);
  t.is((await release(elsewhere, { warehouse_id: 'NOWHERE' })).body.error.code, 'UNKNOWN_REFERENCE');
  for (const id of [unknownId, threePl.warehouseId]) t.is((await release(id)).status, 404);
});

test('in wms_sync mode OMS inventory is the view of the WMS, and is not adjusted here', async (t) => {
  const { client } = platform;
  const sku = await stockedSku(platform, 7);
  for (const more of ['', '&filter[warehouse_id]=W1', '&sort=-sku']) {
    const { body } = await client.get(`${inventory}?filter[sku]=${sku}${more}`);
    t.is(body.total, 1);
    t.like(body.data[0], { sku, source: 'wms', qty_available: 7, qty_atp: 7 });
  }
  const adjusted = await client.post(`${inventory}/adjust`, { sku, qty_delta: 1, reason: 'found' }, patient);
  t.is(adjusted.status, 400);
  t.is(adjusted.body.error.code, 'NOT_OMS_STANDALONE');
});

test('a standalone organization keeps its own; a release to a WMS it has not is refused', async (t) => {
  const words = { edition: 'standard', inventory_mode: 'oms_standalone' } as const;
  const standalone = await platform.newOrganization(words);
  const client = createClient(platform.url, standalone);
  const adjust = (body: object) => client.post(`${inventory}/adjust`, { reason: 'found', ...body }, patient);
  const made = await adjust({ sku: 'PLAIN', qty_delta: 9, warehouse_id: 'W1' });
  t.is(made.status, 200, made.text);
  t.like(made.body, {
    sku: 'PLAIN',
    source: 'oms',
    qty_available: 9,
    warehouse_id: standalone.warehouseId,
  });
  t.is((await adjust({ sku: 'PLAIN', qty_delta: -2, reason: 'dropped, twice' })).body.qty_available, 7);

  const refused: [object, number, string][] = [
    [{ sku: 'PLAIN', qty_delta: -8 }, 409, 'INSUFFICIENT_STOCK'],
    [{ sku: 'PLAIN', qty_delta: 0 }, 400, 'VALIDATION_FAILED'],
    [{ sku: 'NO-SUCH', qty_delta: 1 }, 400, 'UNKNOWN_REFERENCE'],
    [{ sku: 'PLAIN', qty_delta: 1, warehouse_id: 'NOWHERE' }, 400, 'UNKNOWN_REFERENCE'],
  ];
  for (const [body, status, code] of refused) {
    const answer = await adjust(body);
    t.is(answer.status, status, answer.text);
    t.is(answer.body.error.code, code);
  }
  const order = await client.post(orders, { lines: [{ sku: 'PLAIN', qty: 1 }] }, patient);
  const released = await client.post(`${orders}/${order.body.id}/release`, {}, patient);
  t.is(released.status, 400);
  t.is(released.body.error.code, 'NOT_WMS_SYNC');
  t.is((await client.get(`${inventory}?filter[sku]=PLAIN`)).body.data[0].qty_atp, 7);
});

test("a 3PL order names its merchant; one key creates one order; a merchant's token sees its own", async (t) => {
  const { threePl, clientWith } = platform;
  const granted: Permission[] = ['oms.orders.create', 'oms.orders.view', 'oms.orders.manage'];
  const all = await clientWith(threePl, granted);
  const body = { channel: 'WEB', lines: [{ sku: 'PLAIN', qty: 1 }] };
  t.is((await all.post(orders, body)).body.error.code, 'MERCHANT_REQUIRED');
  const keyed = { headers: { 'idempotency-key': 'order-1' } };
  const made = await all.post(orders, { ...body, merchant_id: 'M1' }, keyed);
  const again = await all.post(orders, { ...body, merchant_id: 'M1' }, keyed);
  t.is(made.status, 201, made.text);
  t.deepEqual([again.status, again.body], [201, made.body]);
  t.is((await all.get(`${orders}?filter[merchant_id]=M1`)).body.total, 1);
  t.is((await all.get(`${orders}?filter[merchant_id]=M2`)).body.total, 0);

  const second = await clientWith(threePl, granted, { merchantId: threePl.secondMerchantId! });
  t.is((await second.get(orders)).body.total, 0);
  t.is((await second.post(`${orders}/${made.body.id}/release`, {}, patient)).status, 404);
  const foreign = await second.post(orders, { ...body, merchant_id: 'M1' });
  t.like(foreign.body.error, { code: 'UNKNOWN_REFERENCE', details: { path: 'merchant_id' } });
});
