/** Texts that stores send and no record of ours may hold: what arrived can be read, and what is unknown can be mapped. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { connect, publish, send, settledEvent } from './storefront-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let connectionId: string;
const domain = `odd-${process.pid}.example.test`;
test.before(async () => {
  platform = await joinPlatform();
  connectionId = (await connect(platform.client, { store_domain: domain, match_by_sku: false })).id;
  await publish(platform.client, [{ action: 'create_order' }]);
});
test.after.always(() => platform?.stop());

test.serial('a body of any bytes can be read', async (t) => {
  const sent = await send(platform.url, { body: 'a\0b', domain, topic: 'orders/updated' });
  t.true(sent.body.data.ignored);
  const { status, body } = await platform.client.get(`/api/integration/events/${sent.body.data.event_id}`);
  t.is(status, 200, JSON.stringify(body));
  t.is(body.data.raw_body, 'a\uFFFDb');
});

test.serial('a SKU of several lines is one that can be mapped, without the spaces around it', async (t) => {
  const { client, standard, url } = platform;
  const order = {
    id: 5401,
    order_number: 5401,
    line_items: [{ sku: ' red\n\tshirt ', quantity: 1, price: '10.00' }],
    total_price: '10.00',
    shipping_address: { name: 'Ada\u0007', address1: '1 Main St\r\nFloor 2', city: 'Denver' },
  };
  const sent = await send(url, { body: JSON.stringify(order), domain });
  const { order_id: id } = await settledEvent(client, sent.body.data.event_id);
  const held = (await client.get(`/api/oms/orders/${id}`)).body.data;
  t.like(held.ship_to, { name: 'Ada', address: '1 Main St Floor 2' });
  const [{ channel_sku: sku }] = held.lines;
  t.is(sku, 'red shirt');
  const map = (channelSku: string) =>
    client.post('/v1/oms/product-mappings', {
      connection_id: connectionId,
      channel_sku: channelSku,
      oms_product_id: standard.items['PLAIN'],
    });
  t.is((await map(`${sku} `)).status, 400, 'nothing would ever be called that');
  t.is((await map(sku)).status, 201);
  await until('the order has its product', async () => {
    const { data } = (await client.get(`/api/oms/orders/${id}`)).body;
    return data.lines[0].product_id === standard.items['PLAIN'];
  });
});
