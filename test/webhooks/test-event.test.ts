/** An endpoint is tried with an event made for it, before anything has happened. */
import test from 'ava';
import { Webhook } from 'standardwebhooks';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { startReceiver, type Receiver } from './receiver.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const endpoints = '/api/tenancy/webhook-endpoints';
const deliveries = '/api/tenancy/webhook-deliveries';

async function subscribe(t: { teardown(fn: () => Promise<void>): void }, types: string[]) {
  const receiver = await startReceiver();
  t.teardown(receiver.close);
  const made = await platform.client.post(endpoints, { url: receiver.url, event_types: types });
  if (made.status !== 201) throw new Error(made.text);
  return { receiver, id: made.body.data.id as string, secret: made.body.data.secret as string };
}

test('a test event reaches the endpoint that is tested, and no other', async (t) => {
  const { receiver, id, secret } = await subscribe(t, ['wave.*']);
  const other = await subscribe(t, ['*']);
  const asked = await platform.client.post(`${endpoints}/${id}/test`, {});
  t.is(asked.status, 200, asked.text);
  await until('it was heard', () => receiver.heard.length > 0);
  const [{ headers, body, event }] = receiver.heard as [Receiver['heard'][number]];
  t.deepEqual(new Webhook(secret).verify(body, headers as Record<string, string>), event);
  t.like(event, {
    type: 'webhook_endpoint.tested',
    subject: { type: 'webhook_endpoint', id },
    data: { endpoint_id: id },
  });
  await until('its answer was recorded', async () => {
    const { body } = await platform.client.get(`${deliveries}?endpoint_id=${id}`);
    return body.data[0]?.status === 'delivered';
  });
  const since = new Date(Date.parse(event.occurred_at) - 1).toISOString();
  const to = new Date(Date.parse(event.occurred_at) + 1000).toISOString();
  const again = await platform.client.post(`${endpoints}/${other.id}/replay`, { from: since, to });
  t.is(again.status, 200, again.text);
  const sent = await platform.client.get(`${deliveries}?event_type=webhook_endpoint.tested`);
  t.deepEqual(
    sent.body.data.map((one: { endpoint_id: string }) => one.endpoint_id),
    [id],
    'neither handed on nor sent again to who subscribes to everything',
  );

  t.is((await platform.client.patch(`${endpoints}/${id}`, { status: 'disabled' })).status, 200);
  const refused = await platform.client.post(`${endpoints}/${id}/test`, {});
  t.is(refused.body.error.code, 'ILLEGAL_TRANSITION', 'nothing would be sent');
});
