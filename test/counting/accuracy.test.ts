/** How accurate the books are, and what is behind each figure. */
import anyTest, { type TestFn } from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { complete, planOf, run, scan, secondCounter, zoneWith } from './plans-rig.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> }; other: Client }>;

test.before(async (t) => {
  const platform = await joinPlatform();
  t.context = { platform, other: await secondCounter(platform) };
});
test.after.always((t) => t.context.platform?.stop());

test('accuracy opens to its counts, and is null where nothing was counted', async (t) => {
  const { platform, other } = t.context;
  const { client } = platform;
  t.deepEqual((await client.get('/api/wms/counts/accuracy?to=2001-01-01T00:00:00Z')).body.data, []);
  const { zone, shelves, item } = await zoneWith(platform, 100, 50, 0);
  const id = await planOf(platform, zone);
  const [{ count_task_id: task }] = (await run(client, id)).tasks;
  const [one, two, three] = shelves as [string, string, string];
  await scan(client, task, one, item, 98);
  await scan(client, task, two, item, 50);
  await client.post(`/api/wms/count-tasks/${task}/lines`, { empty_location_ids: [three] });
  await complete(client, task);
  await scan(other, task, one, item, 98);
  t.is((await complete(other, task)).body.data.state, 'completed');
  const figures = (await client.get('/api/wms/counts/accuracy?group_by=zone')).body.data;
  const row = figures.find((one_: any) => one_.group === zone);
  t.like(row, { locations_counted: 3, exact: 2, location_accuracy: 0.666667, lines_counted: 2 });
  t.like(row, { units_expected: 150, net_units: -2, gross_units: 2, unit_accuracy: 0.986667 });
  const lines = (await client.get(`/api/wms/counts/lines?zone=${zone}`)).body.data;
  const sum = (field: string): number => lines.reduce((all: number, line: any) => all + line[field], 0);
  t.is(lines.length, row.lines_counted);
  t.is(sum('expected_qty'), row.units_expected);
  t.is(sum('difference'), row.net_units);
  t.is(
    (await client.get(`/api/wms/counts/lines?zone=${zone}&is_exact=false`)).body.data[0].count_task_id,
    task,
  );
  const places = (await client.get(`/api/wms/counts/locations?zone=${zone}`)).body.data;
  t.is(places.length, row.locations_counted, 'one that was empty as well');
  t.is(places.filter((one_: any) => one_.is_exact).length, row.exact);
  t.is(places.find((one_: any) => one_.location_id === three).lines_counted, 0);
  const off = (await client.get(`/api/wms/counts/locations?zone=${zone}&is_exact=false`)).body.data;
  t.deepEqual(
    off.map((one_: any) => one_.location_id),
    [one],
  );
  const ofGoods = await client.get(`/api/wms/counts/locations?zone=${zone}&velocity=C`);
  t.is(ofGoods.body.data.length, 2, 'of goods where such were counted');
  for (const group of ['item_class', 'merchant', 'plan']) {
    const answer = await client.get(`/api/wms/counts/accuracy?group_by=${group}`);
    t.is(answer.status, 200, answer.text);
  }
});

test('what no plan counted opens to its lines and locations too', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { zone, shelves, item } = await zoneWith(platform, 4, 0);
  const plan = await planOf(platform, zone);
  const [{ count_task_id: planned }] = (await run(client, plan)).tasks;
  const body = { warehouse_id: standard.warehouseId, location_ids: shelves, lock: 'none' };
  const { id: free } = (await client.post('/api/wms/count-tasks', body)).body.data;
  for (const task of [planned, free]) {
    await scan(client, task, shelves[0]!, item, 4);
    await client.post(`/api/wms/count-tasks/${task}/lines`, { empty_location_ids: [shelves[1]] });
    t.is((await complete(client, task)).body.data.state, 'completed');
  }
  const tasksBehind = async (list: string, filter: string): Promise<string[]> =>
    (await client.get(`/api/wms/counts/${list}?zone=${zone}&${filter}`)).body.data.map(
      (one: any) => one.count_task_id,
    );
  t.deepEqual(await tasksBehind('lines', 'without_plan=true'), [free]);
  t.deepEqual(await tasksBehind('locations', 'without_plan=true'), [free, free]);
  t.deepEqual(await tasksBehind('lines', 'without_plan=false'), [planned]);
  t.deepEqual(await tasksBehind('locations', `plan_id=${plan}`), [planned, planned]);
});
