/** A subscriber that gives no answer, or none that says whether it took the event. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { startReceiver } from './receiver.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const endpoints = '/api/tenancy/webhook-endpoints';
const deliveries = '/api/tenancy/webhook-deliveries';

async function subscribe(t: { teardown(fn: () => Promise<void>): void }) {
  const receiver = await startReceiver();
  t.teardown(receiver.close);
  const made = await platform.client.post(endpoints, {
    url: receiver.url,
    event_types: ['sales_order.created'],
  });
  if (made.status !== 201) throw new Error(made.text);
  return { receiver, id: made.body.data.id as string };
}

async function order(): Promise<string> {
  const lines = [{ product_id: platform.standard.items['PLAIN'], qty: 1, price: 1 }];
  return (await platform.client.post('/api/oms/orders', { lines })).body.data.id;
}

// One that is enabled again is tried at once.
const hurry = (id: string) => platform.client.patch(`${endpoints}/${id}`, { status: 'active' });

test.serial('what no answer came to is unknown until one does, under one webhook-id', async (t) => {
  const { receiver, id: endpointId } = await subscribe(t);
  receiver.answer = () => 0;
  const id = await order();
  const shown = async (): Promise<any> =>
    (await platform.client.get(`${deliveries}?endpoint_id=${endpointId}&subject_id=${id}`)).body.data[0];
  await until('it is unknown', async () => (await shown())?.unknown_since);
  t.like(await shown(), { status: 'pending', attempts: 1 });
  receiver.answer = () => 422;
  await hurry(endpointId);
  await until('a refusal is known', async () => (await shown()).attempts === 2);
  t.is((await shown()).unknown_since, null);
  receiver.answer = () => 500;
  await hurry(endpointId);
  await until('it is unknown again', async () => (await shown()).unknown_since);
  receiver.answer = () => 204;
  await hurry(endpointId);
  await until('it has arrived', async () => (await shown()).status === 'delivered');
  t.is((await shown()).unknown_since, null);
  t.is(new Set(receiver.heard.map(({ headers }) => headers['webhook-id'])).size, 1);
});
