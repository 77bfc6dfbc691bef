/** One shop's flood of webhooks stays its own, and what anybody can send without a token holds little memory. */
import { createHmac } from 'node:crypto';
import { connect as dial, type Socket } from 'node:net';
import test from 'ava';
import { setQuotas } from '../../db/tenancy/quotas.write.ts';
import { startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { inLanes } from '../http/wire.ts';
import { startFarCarrier, token } from '../parcels/far-carrier.ts';
import { newAccount, placeWarehouse } from '../parcels/parcels-rig.ts';
import { anotherOrder, connect, publish, send, shop } from './storefront-rig.ts';

test("past its quota a shop's webhooks get 429 with Retry-After; another shop's and the API are served", async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { url, client, standard, threePl, database } = platform;
  await setQuotas(database, standard.id, { webhooks_per_second: 1 });
  await connect(client);
  await publish(client, [{ action: 'create_order' }]);
  const neighbor = await platform.clientWith(threePl, ['integration.view', 'integration.manage']);
  const domain = 'plum.example.test';
  await connect(neighbor, { store_domain: domain, merchant_id: threePl.merchantId });

  const ids = Array.from({ length: 40 }, (_, index) => String(8_000 + index));
  const answers = await inLanes(ids, 10, (id) => send(url, { body: anotherOrder(id, id) }));
  const served = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  t.true(served.length >= 2, `a burst of twice the rate passes: ${served.length}`);
  t.true(refused.length >= 10, `and not all of it: ${refused.length}`);
  t.is(served.length + refused.length, 40);
  for (const { headers, body } of refused) {
    t.is(body.error.code, 'RATE_LIMITED');
    t.true(Number(headers.get('retry-after')) >= 1);
  }
  const listed = await client.get('/api/integration/events');
  t.is(listed.body.meta.total, served.length, 'nothing of what was refused is kept');
  t.is((await client.get('/api/tenancy/settings')).body.data.quotas.webhooks_per_second, 1);
  const beside = await send(url, { body: anotherOrder('1', '1'), domain, signature: null });
  t.is(beside.status, 200);
  await until('the shop is served again', async () => {
    const { status } = await send(url, { body: anotherOrder('8100', '8100') });
    return status === 200;
  });
});

test('what nobody signed takes nothing from the quota of a shop that signs', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { url, client, standard, database } = platform;
  await setQuotas(database, standard.id, { webhooks_per_second: 1 });
  await connect(client);
  await publish(client, [{ action: 'create_order' }]);
  const ids = Array.from({ length: 30 }, (_, index) => String(8_200 + index));
  const forged = await inLanes(ids, 10, (id) => send(url, { body: anotherOrder(id, id), signature: null }));
  t.deepEqual([...new Set(forged.map(({ status }) => status))], [401]);
  t.is((await send(url, { body: anotherOrder('8300', '8300') })).status, 200);
});

test('what a shop and a carrier send counts against one quota', async (t) => {
  const platform = await startPlatform(t);
  const { url, client, standard, database } = platform;
  const far = await startFarCarrier();
  t.teardown(() => far.close());
  await placeWarehouse(platform);
  const secret = 'secret-of-the-carrier';
  const { id } = await newAccount(client, far.url, { credentials: { token, webhook_secret: secret } });
  await connect(client);
  await publish(client, [{ action: 'create_order' }]);
  await setQuotas(database, standard.id, { webhooks_per_second: 1 });
  const body = '{"events":[]}';
  const told = () =>
    fetch(`${url}/api/integration/carriers/${id}/tracking`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-carrier-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
      },
      body,
    });
  const began = performance.now();
  const ids = Array.from({ length: 10 }, (_, at) => String(8_400 + at));
  const sent = await Promise.all([
    ...ids.map(() => told()),
    ...ids.map((order) => send(url, { body: anotherOrder(order, order) })),
  ]);
  const served = sent.filter(({ status }) => status === 200).length;
  // A burst of two, and one for each second that this took; each of two quotas would let through as many.
  const most = 2 + Math.ceil((performance.now() - began) / 1_000);
  t.true(served >= 2 && served <= most, `${served} of at most ${most}`);
});

test('bodies that never end hold a bounded share, and an order of the usual size passes beside them', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { url, client } = platform;
  await connect(client);
  await publish(client, [{ action: 'create_order' }]);
  const { port } = new URL(url);
  const head = [
    'POST /api/integration/webhooks/storefront HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/json',
    `x-storefront-shop-domain: ${shop}`,
    'content-length: 2000000',
  ].join('\r\n');
  const sockets: Socket[] = [];
  t.teardown(() => sockets.forEach((socket) => socket.destroy()));
  const refusals: string[] = [];
  for (let count = 0; count < 24; count += 1) {
    const socket = dial(Number(port), '127.0.0.1').setEncoding('latin1');
    socket.on('data', (text: string) => refusals.push(text.split('\r\n')[0]!));
    socket.write(`${head}\r\n\r\n{`);
    sockets.push(socket);
  }
  await until('those beyond the share are refused', () => Promise.resolve(refusals.length === 8));
  t.deepEqual([...new Set(refusals)], ['HTTP/1.1 429 Too Many Requests']);
  t.is((await send(url, { body: anotherOrder('8400', '8400') })).status, 200);
  const large = `{"id": 8401, "note": "${'x'.repeat(1_900_000)}"}`;
  t.is((await send(url, { body: large })).status, 429);
  sockets.forEach((socket) => socket.destroy());
  await until('the room comes back', async () => (await send(url, { body: large })).status === 200);
});
