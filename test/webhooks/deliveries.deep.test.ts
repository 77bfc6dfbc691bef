/** The world hears what happened: signed as the standard says, in order per subject, at least once, or shown as dead. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { Webhook } from 'standardwebhooks';
import { everyPermission } from '../helpers/join-platform.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { endpoints, newOrder, subscribed } from './webhooks-rig.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined);
});
test.after.always(() => platform?.stop());

const deliveries = '/api/tenancy/webhook-deliveries';

const subscribe = (t: ExecutionContext, types: string[]) => subscribed(t, platform, types);
const order = () => newOrder(platform);

/** Moves an order on: draft, submitted, cancelled; three events of one subject. */
async function orderWithThreeEvents(): Promise<string> {
  const id = await order();
  await platform.client.patch(`/api/oms/orders/${id}`, { action: 'submit' });
  await platform.client.patch(`/api/oms/orders/${id}`, { action: 'cancel' });
  return id;
}

const typesOf = ({ heard }: Receiver, orderId: string): string[] =>
  heard.filter(({ event }) => event.subject.id === orderId).map(({ event }) => event.type);

const lifetime = ['sales_order.created', 'sales_order.submitted', 'sales_order.cancelled'];

// Attempts are far apart by design, and a test does not wait for them. An endpoint that is enabled again is tried at
// once.
async function hurry(endpointId: string): Promise<void> {
  await platform.client.patch(`${endpoints}/${endpointId}`, { status: 'active' });
}

test.serial(
  'events arrive once, in order, signed so that the standard’s own library verifies them',
  async (t) => {
    const { receiver, secret } = await subscribe(t, ['sales_order.*']);
    const id = await orderWithThreeEvents();
    await until('three events were heard', () => typesOf(receiver, id).length === 3);
    t.deepEqual(typesOf(receiver, id), lifetime);
    for (const { headers, body, event } of receiver.heard) {
      t.deepEqual(new Webhook(secret).verify(body, headers as Record<string, string>), event);
      t.is(headers['webhook-id'], event.id);
      t.is(event.organization_id, platform.standard.id);
      t.throws(() =>
        new Webhook(secret).verify(body.replace('sales', 'soles'), headers as Record<string, string>),
      );
    }
    t.deepEqual(
      receiver.heard.filter(({ event }) => event.subject.id === id).map(({ event }) => event.sequence),
      [1, 2, 3],
    );
  },
);

test.serial('a filter lets through what it names and nothing else', async (t) => {
  const { receiver } = await subscribe(t, ['sales_order.cancelled', 'wave.*']);
  const id = await orderWithThreeEvents();
  await until('the cancellation was heard', () => typesOf(receiver, id).length > 0);
  t.deepEqual(typesOf(receiver, id), ['sales_order.cancelled']);
});

test.serial('what fails is tried again, and nothing of its subject overtakes it', async (t) => {
  const { receiver, id: endpointId } = await subscribe(t, ['sales_order.*']);
  let refused = 0;
  receiver.answer = ({ type }) =>
    type === 'sales_order.created' && (refused += 1) <= 3 ? [500, 0, 302][refused - 1]! : 200;
  const id = await orderWithThreeEvents();
  for (let tries = 1; tries <= 3; tries += 1) {
    await until(`try ${tries} was refused`, () => refused >= tries);
    await until('the try was recorded', async () => {
      const { body } = await platform.client.get(
        `${deliveries}?endpoint_id=${endpointId}&event_type=sales_order.created`,
      );
      return body.data[0]?.attempts >= tries;
    });
    t.deepEqual([...new Set(typesOf(receiver, id))], ['sales_order.created'], 'the others wait behind it');
    await hurry(endpointId);
  }
  await until('all were heard', () => typesOf(receiver, id).includes('sales_order.cancelled'));
  t.deepEqual(typesOf(receiver, id), [
    'sales_order.created',
    'sales_order.created',
    'sales_order.created',
    ...lifetime,
  ]);
  const [first] = (
    await platform.client.get(`${deliveries}?endpoint_id=${endpointId}&event_type=sales_order.created`)
  ).body.data;
  const { log, status } = (await platform.client.get(`${deliveries}/${first.id}`)).body.data;
  t.is(status, 'delivered');
  t.deepEqual(
    log.map((one: any) => one.status_code),
    [500, null, 302, 200],
  );
});

test.serial(
  '410 disables with a notice; enabled again, what waited is sent; a window and one delivery are sent again',
  async (t) => {
    const watching = await subscribe(t, ['webhook_endpoint.*']);
    const { receiver, id } = await subscribe(t, ['sales_order.created']);
    receiver.answer = () => 410;
    const from = new Date().toISOString();
    const gone = await order();
    const disabled = await until('it is disabled', async () => {
      const { data } = (await platform.client.get(`${endpoints}/${id}`)).body;
      return data.status === 'disabled' && data;
    });
    t.regex(disabled.disabled_reason, /410/);
    const notice = await until('the notice was heard', () => watching.receiver.heard[0]);
    t.like(notice.event, { type: 'webhook_endpoint.disabled', data: { endpoint_id: id } });

    receiver.answer = () => 200;
    receiver.heard.length = 0;
    t.is((await platform.client.patch(`${endpoints}/${id}`, { status: 'active' })).status, 200);
    const [dead] = (await platform.client.get(`${deliveries}?endpoint_id=${id}&status=dead`)).body.data;
    t.is((await platform.client.post(`${deliveries}/${dead.id}/replay`)).status, 200);
    await until('the dead one arrives', () => receiver.heard.some(({ event }) => event.subject.id === gone));
    const to = new Date(Date.now() + 1_000).toISOString();
    const again = await platform.client.post(`${endpoints}/${id}/replay`, { from, to });
    t.is(again.body.data.deliveries, 1, again.text);
    await until('the window arrives', () => receiver.heard.length === 2);
    t.is(
      receiver.heard[0]!.headers['webhook-id'],
      receiver.heard[1]!.headers['webhook-id'],
      'one id, however often it is sent',
    );
  },
);

test.serial(
  'what waits hours for its next try is sent once its endpoint is mended or enabled again',
  async (t) => {
    const { receiver, id } = await subscribe(t, ['sales_order.*']);
    const mended = await startReceiver();
    t.teardown(mended.close);
    receiver.answer = () => 500;
    const failed = async (): Promise<string> => {
      const orderId = await order();
      await until('a try has failed', async () => {
        const { data } = (await platform.client.get(`${deliveries}?endpoint_id=${id}&subject_id=${orderId}`))
          .body;
        return data[0]?.attempts > 0;
      });
      // As after ten tries more.
      await platform.owner.query(
        "update webhook_deliveries set next_try_at = now() + interval '12 hours' where endpoint_id = $1 and status = 'pending'",
        [id],
      );
      return orderId;
    };
    const first = await failed();
    t.is((await platform.client.patch(`${endpoints}/${id}`, { url: mended.url })).status, 200);
    await until('it arrives at the new address', () => typesOf(mended, first).length > 0);

    mended.answer = () => 500;
    const second = await failed();
    t.is((await platform.client.patch(`${endpoints}/${id}`, { status: 'disabled' })).status, 200);
    mended.answer = () => 200;
    mended.heard.length = 0;
    t.is((await platform.client.patch(`${endpoints}/${id}`, { status: 'active' })).status, 200);
    await until('it arrives after all', () => typesOf(mended, second).length > 0);
  },
);

test.serial('a dead endpoint holds up no other, and is seen as failing', async (t) => {
  const hanging = await subscribe(t, ['sales_order.*']);
  hanging.receiver.answer = () => 503;
  const { receiver } = await subscribe(t, ['sales_order.*']);
  const ids = await Promise.all(Array.from({ length: 20 }, orderWithThreeEvents));
  await until('all sixty were heard', () => receiver.heard.length === 60);
  for (const id of ids) t.deepEqual(typesOf(receiver, id), lifetime);
  t.truthy((await platform.client.get(`${endpoints}/${hanging.id}`)).body.data.failing_since);
});

test.serial('what is rolled back is never heard, and no other organization hears a thing', async (t) => {
  const { receiver } = await subscribe(t, ['*']);
  const rival = await platform.clientWith(platform.threePl, everyPermission);
  const theirs = await startReceiver();
  t.teardown(theirs.close);
  t.is((await rival.post(endpoints, { url: theirs.url, event_types: ['*'] })).status, 201);
  const refused = await platform.client.post('/api/oms/orders', { lines: [], discount: 5 });
  t.is(refused.status, 400);
  const id = await order();
  await until('the order was heard', () => typesOf(receiver, id).length > 0);
  t.deepEqual(theirs.heard, []);
  t.is(receiver.heard.length, 1);
});

test.serial('an endpoint inside is refused unless the operator allows it', async (t) => {
  const guarded = await startPlatform(t, { api: { isPrivateAllowed: false }, workers: false });
  for (const url of [
    'http://hooks.example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://[::ffff:169.254.169.254]/',
    'https://localhost:3000/',
    'https://user:word@hooks.example.com/',
    'file:///etc/passwd',
  ]) {
    const { status, body } = await guarded.client.post(endpoints, { url, event_types: ['*'] });
    t.is(status, 400, url);
    t.is(body.error.details[0].path, 'url');
  }
  t.is(
    (await guarded.client.post(endpoints, { url: 'https://hooks.example.com/in', event_types: ['*'] }))
      .status,
    201,
  );
});

test.serial(
  'an organization whose endpoints hang, however many, holds half of what is sent at once and delays nobody else',
  async (t) => {
    let hanging = 0;
    const silent = createServer((socket) => {
      socket.on('error', () => {});
      hanging += 1;
    });
    const sockets = new Set<Socket>();
    silent.on('connection', (socket) => sockets.add(socket));
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    t.teardown(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const ids: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      const made = await platform.client.post(endpoints, { url, event_types: ['sales_order.created'] });
      ids.push(made.body.data.id);
    }
    await order();
    await until('its part hangs', () => hanging >= 32);

    const { threePl } = platform;
    const other = await platform.clientWith(threePl, everyPermission);
    const receiver = await startReceiver();
    t.teardown(receiver.close);
    t.is((await other.post(endpoints, { url: receiver.url, event_types: ['*'] })).status, 201);
    const made = await other.post('/api/oms/orders', { merchant_id: threePl.merchantId, lines: [] });
    t.is(made.status, 201, made.text);
    await until('the other hears', () => typesOf(receiver, made.body.data.id).length > 0);
    t.is(hanging, 32, 'of 64 at once');
    for (const id of ids) await platform.client.patch(`${endpoints}/${id}`, { status: 'disabled' });
  },
);
