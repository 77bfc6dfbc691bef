/** One organization's requests waiting on a lock hold at most half of the connections: others are served meanwhile. */
import test from 'ava';
import { createPoolShares } from '../../db/pool-shares.ts';
import { startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';

test('thirty requests that wait on a lock leave another tenant its answers, and end themselves without a fault', async (t) => {
  const platform = await startPlatform(t, { workers: false, api: { poolMax: 6 } });
  const { client, standard, threePl, owner } = platform;
  const other = await platform.clientWith(threePl, ['tenancy.view', 'tenancy.manage']);
  const lock = await owner.connect();
  const answers: Promise<{ status: number }>[] = [];
  try {
    await lock.query('begin');
    await lock.query('select 1 from organizations where id = $1 for update', [standard.id]);
    for (let index = 0; index < 30; index += 1)
      answers.push(client.patch('/api/tenancy/settings', { name: `Waits ${index}` }));
    await until('as many wait for the lock as may', async () => {
      const { rows } = await owner.query(
        `select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0].waiting === 3;
    });
    for (let index = 0; index < 20; index += 1) {
      t.is((await other.get('/api/tenancy/settings')).status, 200);
      t.is((await other.patch('/api/tenancy/settings', { name: `Served ${index}` })).status, 200);
    }
  } finally {
    await lock.query('commit');
    lock.release();
  }
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  t.deepEqual(
    statuses.filter((status) => status !== 200 && status !== 503),
    [],
  );
  t.true(statuses.includes(200));
  t.is((await client.get('/api/tenancy/settings')).status, 200);
});

test('a share is given back by whoever fails, and taken in the order asked', async (t) => {
  const shares = createPoolShares(2);
  const order: number[] = [];
  const gates: (() => void)[] = [];
  const work = (index: number) =>
    shares.run('one', async () => {
      order.push(index);
      await new Promise<void>((resolve) => gates.push(resolve));
      if (index === 0) throw new Error('failed');
    });
  const running = [0, 1, 2, 3].map((index) => work(index).catch(() => {}));
  await until('two are under way', () => gates.length === 2);
  t.is(await shares.run('two', async () => 'served'), 'served');
  for (let ended = 0; ended < 4; ended += 1) {
    await until('the next is under way', () => gates.length > ended);
    gates[ended]!();
  }
  await Promise.all(running);
  t.deepEqual(order, [0, 1, 2, 3]);
});
