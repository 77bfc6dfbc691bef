/** A storefront's order arrives: signed, once, exact, on hold if a product is unknown, and on to the warehouse. */
import test from 'ava';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { newItem, putStock } from '../orders/orders-rig.ts';
import {
  anotherOrder,
  connect,
  ordersOfStore,
  publish,
  sampleOrder,
  secret,
  send,
  settledEvent,
} from './storefront-rig.ts';
import { webhookSignature } from '../../domain/integration/webhook-signature.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
let connectionId: string;
test.before(async () => {
  platform = await startPlatform(undefined);
  const { client } = platform;
  connectionId = (await connect(client)).id;
  await publish(client, [
    { action: 'map_order' },
    { action: 'create_order' },
    { action: 'submit' },
    { action: 'approve', when: { '==': [{ var: 'financial_status' }, 'paid'] } },
  ]);
});
test.after.always(() => platform?.stop());

test.serial(
  'the sample, sent fifty times at once with an unknown SKU, is one held order that goes on when mapped',
  async (t) => {
    const { url, client, standard } = platform;
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(url, { body: sampleOrder })));
    t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    t.is(
      new Set(answers.map(({ body }) => body.data.event_id)).size,
      1,
      'every repeat names the first event',
    );
    t.is(answers.filter(({ body }) => !body.data.duplicate).length, 1);
    const eventId: string = answers[0]!.body.data.event_id;

    const waiting = await settledEvent(client, eventId);
    t.is(waiting.status, 'received');
    t.is(waiting.external_id, '820982911946154508', 'an id above 2^53 is exact');
    t.is(waiting.raw_body, sampleOrder, 'the bytes are kept as they came');
    const [held, ...more] = await ordersOfStore(client, '1234');
    t.deepEqual(more, []);
    t.is(held.status, 'draft');
    t.like(held, { currency: 'USD', subtotal: 398, discount: 5, shipping_fee: 10, tax: 0, total: 403 });
    t.deepEqual(
      held.lines.map((line: any) => [line.channel_sku, line.product_id, line.qty, line.price, line.amount]),
      [
        ['IPOD2008PINK', null, 1, 199, 199],
        ['IPOD2008PINK', null, 1, 199, 199],
      ],
    );
    t.like(held.ship_to, {
      name: 'Steve Shipper',
      city: 'Shippington',
      state: 'KY',
      postal: '40003',
      country: 'US',
    });
    t.deepEqual(
      held.holds.map((hold: any) => hold.reason),
      ['UNMAPPED_SKU'],
    );

    const item = await newItem(platform, standard);
    const mapping = await client.post('/api/integration/product-mappings', {
      connection_id: connectionId,
      channel_sku: 'IPOD2008PINK',
      item_id: item,
    });
    t.is(mapping.status, 201, mapping.text);
    const moved = await until('the order goes on', async () => {
      const [order] = await ordersOfStore(client, '1234');
      return order.status === 'pending_review' && order;
    });
    t.deepEqual(
      moved.lines.map((line: any) => line.product_id),
      [item, item],
    );
    const done = await until('the event is processed', async () => {
      const event = (await client.get(`/api/integration/events/${eventId}`)).body.data;
      return event.status === 'processed' && event;
    });
    t.is(done.order_id, held.id);
    const [run] = (await client.get(`/api/integration/runs?event_id=${eventId}`)).body.data;
    const { steps } = (await client.get(`/api/integration/runs/${run.id}`)).body.data;
    t.deepEqual(
      steps.map((step: any) => [step.action, step.outcome]),
      [
        ['map_order', 'done'],
        ['create_order', 'done'],
        ['submit', 'done'],
        ['approve', 'skipped'],
      ],
    );
    const again = await client.post('/api/integration/product-mappings', {
      connection_id: connectionId,
      channel_sku: 'IPOD2008PINK',
      item_id: item,
    });
    t.is(again.status, 409);
    t.is((await ordersOfStore(client, '1234')).length, 1);
  },
);

test.serial(
  'a changed signature, a changed byte and none at all are refused, and nothing is kept',
  async (t) => {
    const { url, client } = platform;
    const body = anotherOrder('820982911946154600', '2000');
    const good = webhookSignature(secret, Buffer.from(body));
    const flipped = (good.startsWith('A') ? 'B' : 'A') + good.slice(1);
    for (const signature of [flipped, good.slice(0, -1), `${good}=`, '', null, 'x'.repeat(5_000)]) {
      const { status, body: answer, headers } = await send(url, { body, signature });
      t.is(status, 401);
      t.is(answer.error.code, 'INVALID_SIGNATURE');
      t.is(answer.error.request_id, headers.get('x-request-id'));
    }
    t.is((await send(url, { body: `${body} `, signature: good })).status, 401);
    const { body: listed } = await client.get('/api/integration/events?external_id=820982911946154600');
    t.is(listed.meta.total, 0);
  },
);

test.serial('an order behind a byte order mark is an order', async (t) => {
  const { url, client, owner } = platform;
  const { body, headers } = await send(url, { body: `\ufeff${anotherOrder('820982911946154601', '2001')}` });
  t.is((await settledEvent(client, body.data.event_id)).reason, null);
  t.is((await ordersOfStore(client, '2001')).length, 1);
  const { rows } = await owner.query(
    `select distinct actor ->> 'request_id' as id from commands where input ->> 'event_id' = $1`,
    [body.data.event_id],
  );
  t.deepEqual(rows, [{ id: headers.get('x-request-id') }], 'what works on it is found by the request');
  t.regex(await (await fetch(`${url}/metrics`)).text(), /route="\/api\/integration\/webhooks\/\{code\}"/);
});

test.serial(
  'an unknown connector is 404, an unknown topic is kept and ignored, what is no JSON is refused',
  async (t) => {
    const { url, client } = platform;
    t.is((await send(url, { body: sampleOrder, code: 'bazaar' })).status, 404);
    const ignored = await send(url, { body: sampleOrder, topic: 'orders/paid' });
    t.is(ignored.status, 200);
    t.like(ignored.body.data, { ignored: true, duplicate: false });
    const kept = (await client.get(`/api/integration/events/${ignored.body.data.event_id}`)).body.data;
    t.is(kept.status, 'ignored');
    t.is((await send(url, { body: '{"id": 1' })).status, 400);
    const tooLarge = JSON.stringify({ id: 1, note: 'x'.repeat(2 * 1024 * 1024) });
    t.is((await send(url, { body: tooLarge })).status, 413);
    t.is((await fetch(`${url}/api/integration/webhooks/storefront`)).status, 405);
  },
);

test.serial(
  'a shop is found however its domain is written; one nobody knows goes to the only candidate',
  async (t) => {
    const { url, client } = platform;
    const spelled = await send(url, {
      body: anotherOrder('31', '3001'),
      domain: 'HTTPS://Apple.Example.Test:443/',
    });
    const weak = await send(url, { body: anotherOrder('32', '3002'), domain: 'pear.example.test' });
    const routed = async (id: string) =>
      (await client.get(`/api/integration/events/${id}`)).body.data.routed_by;
    t.is(await routed(spelled.body.data.event_id), 'store_domain');
    t.is(await routed(weak.body.data.event_id), 'single_candidate');

    const rival = await platform.clientWith(platform.threePl, ['integration.view', 'integration.manage']);
    const other = await connect(rival, {
      store_domain: 'plum.example.test',
      merchant_id: platform.threePl.merchantId,
    });
    t.is((await send(url, { body: anotherOrder('33', '3003'), domain: 'pear.example.test' })).status, 404);
    const unprocessed = await send(url, {
      body: anotherOrder('34', '3004'),
      domain: 'plum.example.test',
      signature: null,
    });
    t.is(unprocessed.status, 200);
    t.is((await settledEvent(rival, unprocessed.body.data.event_id)).status, 'unprocessed');
    t.is((await client.get(`/api/integration/events/${unprocessed.body.data.event_id}`)).status, 404);
    const disabled = await rival.patch(`/api/integration/connections/${other.id}`, { status: 'disabled' });
    t.is(disabled.status, 200, disabled.text);
  },
);

test.serial('credentials and secrets come back nowhere, and stand nowhere in clear', async (t) => {
  const { client, owner } = platform;
  const token = 'shpat_0123456789abcdef';
  const made = await connect(client, {
    store_domain: 'quince.example.test',
    credentials: { access_token: token },
  });
  t.deepEqual(made.credential_names, ['access_token']);
  for (const table of [
    'channel_connections',
    'commands',
    'flows',
    'flow_versions',
    'events',
    'idempotency_keys',
  ]) {
    const { rows } = await owner.query<{ all: string | null }>(
      `select string_agg(to_jsonb(x)::text, ' ') as all from ${table} x`,
    );
    t.false((rows[0]!.all ?? '').includes(token), table);
    t.false((rows[0]!.all ?? '').includes(secret), table);
  }
  await client.patch(`/api/integration/connections/${made.id}`, { status: 'disabled' });
});

test.serial(
  'a flow that goes to the warehouse makes a shipment; what fails says why and goes on when replayed',
  async (t) => {
    const { url, client, standard } = platform;
    const [flow] = (await client.get('/api/integration/flows?status=published')).body.data;
    const steps = [
      { action: 'create_order' },
      { action: 'submit' },
      { action: 'approve' },
      { action: 'push_to_wms', with: { ship_mode: 'parcel' } },
    ];
    t.is((await client.patch(`/api/integration/flows/${flow.id}`, { steps })).status, 200);
    const item = await newItem(platform, standard, { sku: 'GADGET' });
    const body = anotherOrder('820982911946154999', '4000').replaceAll('IPOD2008PINK', 'GADGET');

    const sent = await send(url, { body });
    const eventId = sent.body.data.event_id;
    t.is(
      (await settledEvent(client, eventId)).status,
      'processed',
      'version 1 runs until the next is published',
    );
    const dry = await client.post(`/api/integration/flows/${flow.id}/dry-run`, { event_id: eventId });
    t.is(dry.status, 200, dry.text);
    t.like(dry.body.data, { status: 'failed', error: { code: 'INSUFFICIENT_ATP', action: 'approve' } });
    t.is(
      (await ordersOfStore(client, '4000'))[0].status,
      'pending_review',
      'a dry run leaves nothing behind',
    );

    t.is((await client.post(`/api/integration/flows/${flow.id}/publish`)).body.data.version, 2);
    const failed = await client.post(`/api/integration/events/${eventId}/replay`);
    t.is(failed.body.data.status, 'failed', failed.text);
    await putStock(platform, standard, [{ item, qty: 10 }]);
    const replayed = await client.post(`/api/integration/events/${eventId}/replay`);
    t.is(replayed.body.data.status, 'processed', replayed.text);
    const [order, ...more] = await ordersOfStore(client, '4000');
    t.deepEqual(more, []);
    t.is(order.status, 'released');
    t.is(order.wms_shipments.length, 1);
  },
);

test.serial(
  'flows are checked: unknown operators, hidden fields, an order that cannot work, a second one published',
  async (t) => {
    const { client } = platform;
    const draft = (more: object) =>
      client.post('/api/integration/flows', {
        name: 'bad',
        trigger: { type: 'webhook', connector: 'storefront' },
        steps: [{ action: 'create_order' }],
        ...more,
      });
    for (const conditions of [
      { log: 'x' },
      { method: [1, 'toString'] },
      { 'var.constructor': 1 },
      { '==': [{ var: '__proto__.x' }, 1] },
      { and: [{ eval: 'process.exit()' }] },
    ])
      t.is((await draft({ conditions })).body.error.code, 'FLOW_INVALID');
    t.is((await draft({ steps: [{ action: 'submit' }] })).body.error.code, 'FLOW_INVALID');
    t.is((await draft({ steps: [{ action: 'explode' }] })).body.error.code, 'VALIDATION_FAILED');
    const second = await draft({});
    t.is(second.status, 201, second.text);
    const published = await client.post(`/api/integration/flows/${second.body.data.id}/publish`);
    t.is(published.status, 409);
  },
);
