/** What strangers and holders of a session may ask of the ops pages at once. */
import test from 'ava';
import { startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';

test('all who ask for the figures meanwhile share one measuring', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const lock = await platform.owner.connect();
  try {
    await lock.query('begin');
    await lock.query('lock table commands in access exclusive mode');
    const asked = Array.from({ length: 20 }, () => fetch(`${platform.url}/metrics`));
    const waiting = async () =>
      (
        await platform.owner.query(
          `select count(*)::int as n, query from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%lag_seconds%' group by query`,
        )
      ).rows as { n: number; query: string }[];
    await until('it is being measured', async () => (await waiting()).length > 0);
    await new Promise((resolve) => setTimeout(resolve, 500));
    t.deepEqual(
      (await waiting()).map(({ n }) => n),
      [1],
    );
    await lock.query('rollback');
    for (const one of asked) t.is((await one).status, 200);
  } finally {
    await lock.query('rollback');
    lock.release();
  }
  t.regex(await (await fetch(`${platform.url}/metrics`)).text(), /commands_open\{queue="receiving"\} 0/);
});

test('logins from one address, and the pages of one holder, have a rate', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { accessToken } = await platform.clientWith(platform.standard, ['ops.view']);
  const logIn = () =>
    fetch(`${platform.url}/ops/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ access_token: accessToken }),
    });
  const answers = await Promise.all(Array.from({ length: 40 }, logIn));
  const [refused] = answers.filter(({ status }) => status === 429);
  t.is(refused?.headers.get('retry-after'), '1');
  t.is(await refused?.text(), 'Too many requests; try again in 1 s.');
  const sessions = answers.filter(({ status }) => status === 302);
  t.true(sessions.length >= 10 && sessions.length <= 25, `${sessions.length} of them`);
  t.is(sessions.length + answers.filter(({ status }) => status === 429).length, 40);
  const cookies = sessions.map(({ headers }) => headers.get('set-cookie')!.split(';')[0]!);
  const pages = await Promise.all(
    Array.from({ length: 400 }, (_, n) =>
      fetch(`${platform.url}/ops`, { headers: { cookie: cookies[n % cookies.length]! } }),
    ),
  );
  const served = pages.filter(({ status }) => status === 200).length;
  t.true(served >= 100 && served < 400, `${served} of 400, over all of its sessions`);
  t.is(served + pages.filter(({ status }) => status === 429).length, 400);
});
