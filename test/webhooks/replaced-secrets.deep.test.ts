/** A secret is replaced without a delivery that its receiver cannot verify. */
import test from 'ava';
import { Webhook } from 'standardwebhooks';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { endpoints, newOrder, subscribed } from './webhooks-rig.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined);
});
test.after.always(() => platform?.stop());

test('while a secret is replaced both sign; afterwards only the new one', async (t) => {
  const { receiver, id, secret } = await subscribed(t, platform, ['sales_order.created']);
  const ask = (hours: number) =>
    platform.client.post(`${endpoints}/${id}/rotate-secret`, { overlap_hours: hours });
  const rotate = async (hours = 1): Promise<string> => (await ask(hours)).body.data.secret;
  const between = await rotate();
  const rotated = await rotate();
  t.is(new Set([secret, between, rotated]).size, 3);
  // Whoever got no answer and asks once more takes away neither what receivers have nor what they are about to get.
  const further = await Promise.all([ask(1), ask(1)]);
  t.deepEqual(
    further.map(({ status, body }) => [status, body.error.code]),
    [
      [409, 'SECRETS_OVERLAP'],
      [409, 'SECRETS_OVERLAP'],
    ],
  );
  await newOrder(platform);
  await until('one was heard', () => receiver.heard.length === 1);
  const [both] = receiver.heard;
  for (const one of [secret, between, rotated])
    t.truthy(new Webhook(one).verify(both!.body, both!.headers as Record<string, string>));
  await platform.owner.query(
    'update webhook_endpoints set previous_secret_until = now(), older_secret_until = now() where id = $1',
    [id],
  );
  await newOrder(platform);
  await until('another was heard', () => receiver.heard.length === 2);
  const { body, headers } = receiver.heard[1]!;
  t.truthy(new Webhook(rotated).verify(body, headers as Record<string, string>));
  t.throws(() => new Webhook(secret).verify(body, headers as Record<string, string>));
  const { rows } = await platform.owner.query<{ all: string }>(
    "select string_agg(to_jsonb(x)::text, ' ') as all from commands x",
  );
  t.false(rows[0]!.all.includes(rotated.slice(6)), 'a secret stands nowhere in clear');
  const earlier = [rotated, await rotate(), await rotate()];
  const alone = await rotate(0);
  await newOrder(platform);
  await until('one more was heard', () => receiver.heard.length === 3);
  const last = receiver.heard[2]!;
  t.truthy(new Webhook(alone).verify(last.body, last.headers as Record<string, string>));
  for (const one of earlier)
    t.throws(() => new Webhook(one).verify(last.body, last.headers as Record<string, string>));
});
