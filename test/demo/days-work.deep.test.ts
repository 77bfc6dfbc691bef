/** The demo's chapter of a day's work: three people, and nothing but claim and confirm. */
import test from 'ava';
import { createClient } from '../../client/src/client.ts';
import { createDemoData } from '../../server/demo/data.ts';
import { daysWork } from '../../server/demo/days-work.ts';
import { joinPlatform } from '../helpers/join-platform.ts';

test('three people do what there is to do on a floor, and everything is done once', async (t) => {
  const platform = await joinPlatform(t);
  const { main: demo } = await createDemoData(platform.database);
  const api = createClient({
    baseUrl: platform.url,
    organizationId: demo.organization_id,
    accessToken: demo.access_token,
  });
  const before = await api.get('/api/tenancy/settings');
  await daysWork(api, demo, 'DAY1', platform.url);
  const jobs = await api.get('/api/wms/pick-jobs');
  t.deepEqual(
    jobs.map(({ status, tasks_left, metres }) => [status, tasks_left, metres! > 0]),
    [
      ['done', 0, true],
      ['done', 0, true],
    ],
  );
  const moves = await api.get('/api/wms/moves', { params: { query: { status: 'done' } } });
  t.deepEqual(moves.map(({ kind }) => kind).toSorted(), ['putaway', 'putaway', 'replenish', 'reslot']);
  t.deepEqual(await api.get('/api/wms/pick-tasks', { params: { query: { status: 'open' } } }), []);
  const done = await api.get('/api/wms/tasks', {
    params: { query: { status: 'completed', page_size: 200 } },
  });
  t.deepEqual([...new Set(done.map(({ task_type: kind }) => kind))].toSorted(), [
    'count',
    'pick',
    'putaway',
    'receive',
    'replenish',
    'reslot',
  ]);
  for (const status of ['pending', 'in_progress'] as const)
    t.deepEqual(await api.get('/api/wms/tasks', { params: { query: { status } } }), [], 'no claim is left');
  const [plan] = await api.get('/api/wms/counts/lines', { params: { query: { is_exact: false } } });
  t.like(plan, { expected_qty: 40, counted_qty: 39 });
  t.is((await api.get('/api/tenancy/settings')).putaway, before.putaway, 'as it was');
  const { rows } = await platform.owner.query(
    `select * from (select item_id, location_id, status, sum(qty_delta) as qty from inventory_ledger
        where organization_id = $1 group by 1, 2, 3) l
      full join (select item_id, location_id, status, sum(qty) as qty from inventory_balances
        where organization_id = $1 group by 1, 2, 3) b using (item_id, location_id, status)
      where coalesce(l.qty, 0) <> coalesce(b.qty, 0)`,
    [demo.organization_id],
  );
  t.deepEqual(rows, [], 'the ledger and the balances say the same');
});
