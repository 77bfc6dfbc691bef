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
  t.deepEqual(moves.map(({ kind }) => kind).toSorted(), ['replenish', 'reslot']);
  t.deepEqual(await api.get('/api/wms/pick-tasks', { params: { query: { status: 'open' } } }), []);
});
