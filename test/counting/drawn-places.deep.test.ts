/** Counts of places that are drawn by lot. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { read } from '../fulfillment/outbound-rig.ts';
import { complete, planOf, run, scan, zoneWith } from './plans-rig.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;

test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('places are drawn by lot, the same by whomever a day is run, and none that was counted lately', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { zone, item } = await zoneWith(platform, ...Array.from({ length: 12 }, () => 5));
  const cadence = { random: { rest_days: 30 } };
  const day = { places_per_task: 2, tasks_per_day_max: 2 };
  const id = await planOf(platform, zone, { cadence, tolerance: { qty: 1 }, ...day });
  const drawn = async (on: string): Promise<string[]> => {
    const { tasks, due } = await run(client, id, { dry_run: true, on });
    t.true(due >= 8);
    return tasks.flatMap((task: any): string[] => task.location_ids);
  };
  const on = '2035-01-31';
  const first = await drawn(on);
  t.is(new Set(first).size, 4);
  t.deepEqual(await drawn(on), first);
  const days = await Promise.all(
    Array.from({ length: 60 }, (_, day) =>
      drawn(new Date(Date.UTC(2035, 1, 1 + day)).toISOString().slice(0, 10)),
    ),
  );
  t.is(new Set(days.flat()).size, 12, 'every place has its chance');
  t.true(new Set(days.map((places) => places.toSorted().join())).size > 10, 'each day anew');
  const runs = await Promise.all([run(client, id, { on }), run(client, id, { on })]);
  const made = runs.flatMap(({ tasks }) => tasks);
  t.deepEqual(
    made.flatMap((task: any) => task.location_ids),
    first,
  );
  for (const { count_task_id: task, location_ids: places } of made) {
    t.like(await read(client, `/api/wms/count-tasks/${task}`), { kind: 'random', plan_id: id });
    for (const [at, place] of places.entries()) await scan(client, task, place, item, at === 0 ? 5 : 4);
    t.is((await complete(client, task)).status, 200);
    t.is((await client.get(`/api/wms/count-tasks?kind=random&location_id=${places[0]}`)).body.data.length, 1);
  }
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  t.false((await drawn(tomorrow)).some((place) => first.includes(place)));

  const both = { cadence: { ...cadence, every_days: 3 } };
  t.is((await client.patch(`/api/wms/count-plans/${id}`, both)).status, 400);
  const byItem = await planOf(platform, zone, { name: `${zone} items`, method: 'by_item', cadence });
  t.deepEqual((await run(client, byItem, { dry_run: true })).tasks[0].item_ids, [item]);
  const [figures] = (await client.get('/api/wms/counts/accuracy?kind=random&group_by=kind')).body.data;
  t.like(figures, { group: 'random', locations_counted: 4, exact: 2, location_accuracy: 0.5 });
  t.is((await client.get(`/api/wms/counts/lines?kind=random&zone=${zone}`)).body.data.length, 4);
  t.is((await client.get(`/api/wms/counts/lines?kind=zero&zone=${zone}`)).body.data.length, 0);
});
