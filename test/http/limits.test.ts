/** Limits per token, and one tenant's flood that must stay its own. */
import test from 'ava';
import { startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { inLanes, openWire, type Wire } from './wire.ts';

test('past its rate a token gets 429 with Retry-After; another token is served, and it is served again later', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { standard, owner } = platform;
  await owner.query('update organizations set rate_limit_per_second = 1 where id = $1', [standard.id]);
  const limited = await platform.clientWith(standard, ['tenancy.view']);
  const other = await platform.clientWith(standard, ['tenancy.view']);
  const answers = await inLanes(Array.from({ length: 40 }), 10, () => limited.get('/api/tenancy/settings'));
  const refused = answers.filter(({ status }) => status === 429);
  const served = answers.filter(({ status }) => status === 200);
  t.true(served.length >= 2, `a burst of twice the rate passes: ${served.length}`);
  t.true(refused.length >= 10, `and not all of it: ${refused.length}`);
  t.is(served.length + refused.length, 40);
  for (const { headers, body } of refused) {
    t.is(body.error.code, 'RATE_LIMITED');
    t.true(Number(headers.get('retry-after')) >= 1);
  }
  t.is((await other.get('/api/tenancy/settings')).status, 200);
  await until(
    'the token is served again',
    async () => (await limited.get('/api/tenancy/settings')).status === 200,
  );
  t.pass();
});

test('guessing tokens meets 429', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const wire = openWire(platform.url);
  t.teardown(() => wire.close());
  const guess = (index: number) =>
    wire.send('GET', '/api/tenancy/settings', { headers: { authorization: `Bearer wop_guess${index}` } });
  const statuses = (
    await inLanes(
      Array.from({ length: 620 }, (_, index) => index),
      16,
      guess,
    )
  ).map(({ status }) => status);
  t.true(statuses.includes(401) && statuses.includes(429));
  t.deepEqual(
    statuses.filter((status) => status !== 401 && status !== 429),
    [],
  );
  const { status } = await platform.client.get('/api/tenancy/settings');
  t.is(status, 200, 'a right token is no guess');
});

test('one flooding tenant takes nothing of what another is served', async (t) => {
  const platform = await startPlatform(t);
  const wire = openWire(platform.url, 48);
  t.teardown(() => wire.close());
  await platform.owner.query('update organizations set rate_limit_per_second = 100 where id = $1', [
    platform.threePl.id,
  ]);
  const flood = startFlood(wire, platform.threePl);
  const quiet = await inLanes(Array.from({ length: 100 }), 1, () =>
    wire.send('GET', '/api/wms/items?page_size=5', { headers: headersOf(platform.standard) }),
  );
  const sent = await flood.stop();
  t.true(sent > 0);
  t.deepEqual(
    quiet.filter(({ status }) => status !== 200),
    [],
    'the flood has limits of its own; how long the other waits is measured in bench/',
  );
});

function startFlood(
  wire: Wire,
  organization: { id: string; accessToken: string },
): { stop(): Promise<number> } {
  let isFlooding = true;
  let sent = 0;
  const running = inLanes(Array.from({ length: 4 }), 4, async () => {
    // Bounded in count as well: a flood that outlives its test is a flood of ours.
    for (; isFlooding && sent < 20_000; sent += 1) {
      await wire.send('GET', '/api/wms/items?page_size=200', { headers: headersOf(organization) });
    }
  });
  return {
    stop: async () => {
      isFlooding = false;
      await running;
      return sent;
    },
  };
}

function headersOf(organization: { id: string; accessToken: string }): Record<string, string> {
  return { authorization: `Bearer ${organization.accessToken}`, 'x-organization-id': organization.id };
}
