/** What stores and subscribers wait for is seen by whoever runs the platform: on `/ops` and in the figures. */
import test from 'ava';
import { anotherOrder, connect, publish, send, settledEvent } from '../integration/storefront-rig.ts';
import { seriousFaults, screens } from '../integration/console-rig.ts';
import { startStore } from '../channels/stock-store.ts';
import { startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { hasBrowser, logIn, openBrowser, overflows, picture } from '../printing/browser.ts';
import { startReceiver } from '../webhooks/receiver.ts';

test('a failed order, a store and a subscriber that wait are on the page and in the figures', async (t) => {
  const platform = await startPlatform(t);
  const { client, owner, standard, url } = platform;
  const { accessToken } = client;
  const login = await fetch(`${url}/ops/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ access_token: accessToken }),
  });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0]!;
  const page = async () => (await fetch(`${url}/ops`, { headers: { cookie } })).text();
  const figures = async (): Promise<Record<string, number>> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    const lines = text.matchAll(/^((?:store|webhook)_\w+(?:\{[^}]*\})?) (\S+)$/gm);
    return Object.fromEntries([...lines].map(([, name, value]) => [name!, Number(value)]));
  };
  t.regex(await page(), /Nothing is stuck/);
  t.like(await figures(), {
    store_orders_failed: 0,
    store_orders_held: 0,
    store_orders_held_seconds: 0,
    store_pushes_waiting: 0,
    store_pushes_refused: 0,
    store_searches_failed: 0,
    store_push_lag_seconds: 0,
    'webhook_endpoints{state="failing"}': 0,
    'webhook_deliveries{state="waiting"}': 0,
    'webhook_deliveries{state="dead"}': 0,
    webhook_lag_seconds: 0,
  });

  // An order that cannot be approved, since there is no stock.
  const store = await startStore(t);
  store.before = () => ({ status: 403 });
  const { id } = await connect(client, {
    name: 'Pear & Sons',
    store_domain: 'pear.example.test',
    api_url: store.url,
    credentials: { access_token: 'expired' },
  });
  await publish(client, [{ action: 'create_order' }, { action: 'submit' }, { action: 'approve' }]);
  await client.post('/api/integration/product-mappings', {
    connection_id: id,
    channel_sku: 'IPOD2008PINK',
    item_id: standard.items['PLAIN'],
  });
  const sent = await send(url, { body: anotherOrder('9901', '9901'), domain: 'pear.example.test' });
  const failed = await settledEvent(client, sent.body.data.event_id);
  t.is(failed.status, 'failed');
  t.is(
    failed.reason,
    `Order ${failed.order_no}: 2 of the order's lines cannot be promised in full. Missing: 2 of PLAIN. Receive or free the stock, then process the event again.`,
  );
  // Another whose product nobody has named.
  const unknown = anotherOrder('9902', '9902').replaceAll('IPOD2008PINK', 'PEAR-2');
  const held = await settledEvent(
    client,
    (await send(url, { body: unknown, domain: 'pear.example.test' })).body.data.event_id,
  );
  t.is(held.status, 'received');

  const receiver = await startReceiver();
  t.teardown(receiver.close);
  receiver.answer = () => 500;
  const hook = await client.post('/api/tenancy/webhook-endpoints', {
    url: receiver.url,
    event_types: ['sales_order.created'],
  });
  t.is(hook.status, 201, hook.text);
  await client.post('/api/oms/orders', {
    lines: [{ product_id: standard.items['PLAIN'], qty: 1, price: 1 }],
  });
  t.is((await client.post('/v1/oms/sync/inventory', { connection_id: id })).body.queued, 1);
  await until('all of it is seen to fail', async () => {
    const seen = await figures();
    return (
      seen['webhook_endpoints{state="failing"}'] === 1 &&
      seen['webhook_deliveries{state="waiting"}'] === 1 &&
      seen['store_pushes_waiting'] === 1 &&
      seen['store_pushes_refused'] === 1 &&
      seen['store_orders_failed'] === 1 &&
      seen['store_orders_held'] === 1
    );
  });
  const soon = await page();
  t.true(soon.includes(failed.reason), 'a failed order waits for a person at once');
  t.true(soon.includes(held.reason), 'and so does one that is held');
  t.notRegex(soon, /Endpoints that wait|Stores that wait/, 'a moment is no wait');

  await owner.query("update channel_pushes set queued_at = now() - interval '40 minutes'");
  await owner.query(
    `insert into channel_pushes select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
            'subject', 'OLDER', 'last_error', 'zzz, of an older one', 'queued_at', now() - interval '41 minutes'))).*
       from channel_pushes p`,
  );
  await owner.query("update inbound_events set received_at = now() - interval '3 hours' where id = $1", [
    held.id,
  ]);
  await owner.query("update webhook_deliveries set created_at = now() - interval '2 hours'");
  await owner.query("update webhook_endpoints set failing_since = now() - interval '2 hours'");
  const seen = await figures();
  t.true(seen['store_push_lag_seconds']! >= 2_400 && seen['webhook_lag_seconds']! >= 7_200);
  t.true(seen['store_orders_held_seconds']! >= 10_800);
  const text = await page();
  for (const words of ['Pear &amp; Sons', '41 minutes', 'answered 403', '2 hours', '3 hours', 'Answered 500'])
    t.true(text.includes(words), `${words} is not on ${text}`);
  t.false(text.includes('zzz'), 'the reason is that of the newest');
  t.true(text.includes(new URL(receiver.url).host));
  t.false(text.includes(new URL(receiver.url).pathname), 'a path may be as good as a password');

  if (hasBrowser) {
    const browser = await openBrowser();
    t.teardown(() => browser.close());
    for (const [size, screen] of Object.entries(screens)) {
      const shown = await logIn(t, browser, url, accessToken, screen, '/ops');
      for (const colorScheme of ['light', 'dark'] as const) {
        await shown.emulateMedia({ colorScheme });
        t.false(await overflows(shown), `${size}, ${colorScheme}`);
        t.deepEqual(await seriousFaults(shown), [], `${size}, ${colorScheme}`);
        await picture(shown, `ops-integration-${size}-${colorScheme}`);
      }
    }
  }

  // Mended, it leaves the page: an order nobody wants is cancelled, and a store that is off fails at nothing.
  t.is((await client.patch(`/api/oms/orders/${held.order_id}`, { action: 'cancel' })).status, 200);
  await owner.query(
    `insert into channel_gap_searches (organization_id, id, connection_id, merchant_id, is_scheduled, looked_by, since, until, status, last_error, ended_at)
     select organization_id, gen_random_uuid(), id, merchant_id, true, 'created', now() - interval '1 hour', now(), 'failed', 'away', now()
       from channel_connections where id = $1`,
    [id],
  );
  t.is((await figures())['store_searches_failed'], 1);
  receiver.answer = () => 204;
  await client.patch(`/api/tenancy/webhook-endpoints/${hook.body.data.id}`, { status: 'active' });
  await client.patch(`/api/integration/connections/${id}`, { status: 'disabled' });
  await owner.query(
    "update inbound_events set received_at = now() - interval '8 days' where status = 'failed'",
  );
  await until('nothing waits', async () => /Nothing is stuck/.test(await page()));
  const after = await figures();
  t.is(after['store_orders_failed'], 0);
  t.is(after['store_orders_held'], 0);
  t.is(after['store_searches_failed'], 0);
  t.is(after['store_push_lag_seconds'], 0);
  t.is(after['webhook_endpoints{state="failing"}'], 0);

  await owner.query(
    "update webhook_deliveries set status = 'dead', last_error = 'Answered 500.', ended_at = now()",
  );
  t.is((await figures())['webhook_deliveries{state="dead"}'], 1);
  t.regex(await page(), /Given up today/);
});
