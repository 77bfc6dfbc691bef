/** Shopify's own headers, where a connection takes them: signed, for the shop they name, and hostile ones too. */
import test from 'ava';
import { webhookSignature } from '../../domain/integration/webhook-signature.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { anotherOrder, connect, publish, settledEvent } from './storefront-rig.ts';

const shop = 'pear.myshopify.test';
const plain = 'plain.myshopify.test';
const secret = 'shpss_of_the_app';

let platform: Platform & { stop(): Promise<void> };
let connectionId: string;
test.before(async () => {
  platform = await joinPlatform();
  const { client } = platform;
  const shopify = { store_domain: shop, header_names: 'shopify', webhook_secret: secret };
  connectionId = (await connect(client, shopify)).id;
  await connect(client, { store_domain: plain, webhook_secret: secret });
  await publish(client, [{ action: 'create_order' }]);
});
test.after.always(() => platform?.stop());

const signed = (body: string, more: Record<string, string> = {}): Record<string, string> => ({
  'x-shopify-topic': 'orders/create',
  'x-shopify-shop-domain': shop,
  'x-shopify-hmac-sha256': webhookSignature(secret, Buffer.from(body)),
  'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
  'x-shopify-api-version': '2026-01',
  'x-shopify-triggered-at': '2026-11-25T10:00:00.000000000Z',
  ...more,
});

async function send(body: string, headers: Record<string, string>) {
  const answer = await fetch(`${platform.url}/api/integration/webhooks/storefront`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: answer.status, body: (await answer.json()) as any };
}

test('an order with the headers of Shopify is one order, however often and by whatever names it is sent', async (t) => {
  const { client } = platform;
  const body = anotherOrder('820982911946154601', '4601');
  const first = await send(body, signed(body));
  t.is(first.status, 200, JSON.stringify(first.body));
  const { event_id: eventId } = first.body.data;
  const event = await settledEvent(client, eventId);
  t.like(event, {
    status: 'processed',
    connection_id: connectionId,
    is_signed: true,
    routed_by: 'store_domain',
    delivery_id: 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
  });
  const replays = await Promise.all([
    send(body, signed(body)),
    send(body, signed(body, { 'x-shopify-webhook-id': 'another' })),
    send(body, {
      'x-storefront-topic': 'orders/create',
      'x-storefront-shop-domain': shop,
      'x-storefront-hmac-sha256': webhookSignature(secret, Buffer.from(body)),
    }),
  ]);
  for (const one of replays)
    t.deepEqual(one.body.data, { accepted: true, event_id: eventId, duplicate: true });
  const orders = await client.get('/api/oms/orders?q=4601');
  t.is(orders.body.data.filter((one: any) => one.channel_order_no === '4601').length, 1);
});

test('any other topic that is signed is answered 200, whatever it says, and ignored', async (t) => {
  for (const topic of ['customers/redact', 'app/uninstalled', 'ORDERS/UPDATED', '', 'x'.repeat(3_000)]) {
    const body = 'no json at all';
    const { status, body: said } = await send(body, signed(body, { 'x-shopify-topic': topic }));
    t.deepEqual([status, said.data?.ignored], [200, true], topic.slice(0, 20));
  }
  const without = 'also none';
  const unsigned = await send(without, signed(without, { 'x-shopify-hmac-sha256': '' }));
  t.deepEqual([unsigned.status, unsigned.body.error.code], [401, 'INVALID_SIGNATURE']);
});

test('the wrong shop, the wrong secret, other bytes and mixed names are refused', async (t) => {
  const body = anotherOrder('820982911946154602', '4602');
  const other = webhookSignature('another secret', Buffer.from(body));
  const good = webhookSignature(secret, Buffer.from(body));
  const cases: [string, Record<string, string>, number][] = [
    ['a shop nobody named', { 'x-shopify-shop-domain': 'stranger.myshopify.test' }, 404],
    ['a shop that takes ours alone', { 'x-shopify-shop-domain': plain }, 404],
    ['no shop', { 'x-shopify-shop-domain': '' }, 404],
    ['two shops', { 'x-shopify-shop-domain': `${shop}, ${plain}` }, 404],
    ['another secret', { 'x-shopify-hmac-sha256': other }, 401],
    ['hex', { 'x-shopify-hmac-sha256': Buffer.from(good, 'base64').toString('hex') }, 401],
    ['cut', { 'x-shopify-hmac-sha256': good.slice(0, -2) }, 401],
    ['twice', { 'x-shopify-hmac-sha256': `${good}, ${good}` }, 401],
    ['of other bytes', { 'x-shopify-hmac-sha256': webhookSignature(secret, Buffer.from(`${body} `)) }, 401],
    // Ours name the shop, so Shopify's signature counts for nothing.
    ['our shop with the signature of Shopify', { 'x-storefront-shop-domain': shop }, 401],
    [
      'our signature with the shop of Shopify',
      { 'x-shopify-hmac-sha256': '', 'x-storefront-hmac-sha256': good },
      401,
    ],
  ];
  for (const [what, headers, status] of cases) {
    const answer = await send(body, signed(body, headers));
    t.is(answer.status, status, `${what}: ${JSON.stringify(answer.body)}`);
    t.is(answer.body.ok, false);
  }
  const { body: events } = await platform.client.get(
    '/api/integration/events?external_id=820982911946154602',
  );
  t.deepEqual(events.data, [], 'nothing of it is kept');
});

test('hostile bodies that are signed make no order and no fault; a strange delivery id is not kept', async (t) => {
  const bodies = [
    '',
    'null',
    '[]',
    '{"id": 1e999}',
    '{"id": {"$ne": 1}}',
    `{"id": "${'9'.repeat(500)}"}`,
    '{',
  ];
  for (const body of bodies) {
    const { status } = await send(body, signed(body));
    t.true(status < 500, `${body.slice(0, 20)}: ${status}`);
  }
  const body = anotherOrder('820982911946154603', '4603');
  const sent = await send(body, signed(body, { 'x-shopify-webhook-id': "'; drop table inbound_events --" }));
  t.is(sent.status, 200);
  t.is((await settledEvent(platform.client, sent.body.data.event_id)).delivery_id, null);
});

test('another tenant that names the shop takes nothing of it, nor does one that takes ours alone', async (t) => {
  const { threePl } = platform;
  const stranger = await platform.clientWith(threePl, ['integration.view', 'integration.manage']);
  const mine = { store_domain: shop, merchant_id: threePl.merchantId, header_names: 'shopify' };
  const made = await connect(stranger, { ...mine, webhook_secret: 'of the stranger' });
  const body = anotherOrder('820982911946154604', '4604');
  const sent = await send(body, signed(body));
  t.is(sent.status, 200);
  const event = await settledEvent(platform.client, sent.body.data.event_id);
  t.is(event.connection_id, connectionId);
  t.deepEqual((await stranger.get(`/api/integration/events?connection_id=${made.id}`)).body.data, []);
  const changed = await stranger.patch(`/api/integration/connections/${made.id}`, {
    header_names: 'storefront',
  });
  t.is(changed.body.data.header_names, 'storefront');
  const wrong = await stranger.patch(`/api/integration/connections/${made.id}`, { header_names: 'magento' });
  t.is(wrong.status, 400);
});
