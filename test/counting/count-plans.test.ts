/** Count plans: the rules of a line, the tasks of a day. */
import anyTest, { type TestFn } from 'ava';
import { verdictOn, type CountRules } from '../../domain/counting/count-rules.ts';
import { decimal } from '../../domain/decimal.ts';
import { scheduleCountPlans } from '../../workers/counting/schedule-count-plans.ts';
import { createClient } from '../helpers/client.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { read, stocked } from '../fulfillment/outbound-rig.ts';
import { adjust, complete, planOf, run, scan, zoneWith } from './plans-rig.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;

test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('a verdict: within tolerance, found twice, counted again, approved', (t) => {
  const on = (difference: number, rules: CountRules, more: object = {}) =>
    verdictOn(
      { attempt: 1, difference: decimal(difference), expected: decimal(100), earlier: [], ...more },
      rules,
      '10',
    );
  t.is(on(-10, {}), 'post');
  t.is(on(11, {}), 'review');
  const rules = { tolerance: { qty: 1, percent: 2 }, recount: { times: 1, other_person: true } };
  t.is(on(-2, rules), 'post', 'two percent of a hundred');
  t.is(on(-3, rules), 'recount');
  t.is(on(-3, rules, { attempt: 2, earlier: [decimal(-3)] }), 'post');
  t.is(on(-3, rules, { attempt: 2, earlier: [decimal(-4)] }), 'review');
  t.is(on(-30, rules, { attempt: 2, earlier: [decimal(-30)] }), 'review', 'above the threshold');
  t.is(on(-30, { ...rules, approve_above: 50 }, { attempt: 2, earlier: [decimal(-30)] }), 'post');
});

test('a plan makes the tasks of a day once, however often and by whomever it is run', async (t) => {
  const { platform } = t.context;
  const { client, owner, standard } = platform;
  const { zone, shelves } = await zoneWith(platform, 5, 5, 0, 5, 5);
  const id = await planOf(platform, zone, { places_per_task: 2, tasks_per_day_max: 2 });
  const dry = await run(client, id, { dry_run: true });
  t.is(dry.due, 5);
  t.deepEqual(
    dry.tasks.map((task: any) => task.location_ids),
    [shelves.slice(0, 2), shelves.slice(2, 4)],
  );
  t.true(dry.tasks.every((task: any) => task.count_task_id === null));
  const runs = await Promise.all([run(client, id), run(client, id), run(client, id)]);
  const made = runs.flatMap(({ tasks }) => tasks);
  t.is(made.length, 2);
  t.deepEqual(new Set(made.flatMap((task: any) => task.location_ids)), new Set(shelves.slice(0, 4)));
  t.is((await run(client, id)).tasks.length, 0, 'the day is full');
  const tomorrow = await run(client, id, { on: '2035-01-01' });
  t.deepEqual(
    tomorrow.tasks.map((task: any) => task.location_ids),
    [shelves.slice(4)],
    'what is not counted yet is carried over, not doubled',
  );
  const listed = (await client.get(`/api/wms/count-tasks?plan_id=${id}`)).body.data;
  t.is(listed.length, 3);
  t.like(listed[0], { kind: 'plan', lock: 'none', plan_id: id, is_blind: true });
  await t.throwsAsync(
    owner.query(
      `insert into count_plan_days (organization_id, plan_id, due_on, task_id, location_id)
       select organization_id, plan_id, due_on, task_id, location_id from count_plan_days
        where organization_id = $1 and location_id is not null limit 1`,
      [standard.id],
    ),
    { message: /count_plan_days_once/ },
  );
});

test.serial('the schedule runs each plan once a day, in two processes at once', async (t) => {
  const { platform } = t.context;
  const { owner, threePl } = platform;
  // An organization of its own: the schedule runs every plan there is.
  const client = createClient(platform.url, threePl);
  const made = await client.post('/api/wms/count-plans', {
    warehouse_id: threePl.warehouseId,
    name: 'nightly',
    cadence: { every_days: 1 },
    scope: { types: ['storage'] },
    places_per_task: 50,
  });
  const { id } = made.body.data;
  // What they say is on record; the sweeper hands out what nobody dispatched.
  const parts = { database: platform.database, producer: { dispatch: async () => {} } as any };
  await Promise.all([scheduleCountPlans(parts), scheduleCountPlans(parts)]);
  await until('the plans were run', async () => {
    const { rows } = await owner.query(
      `select state from commands where organization_id = $1 and name = 'wms.run_due_count_plans'`,
      [threePl.id],
    );
    return rows.length >= 3 && rows.every(({ state }) => state === 'done');
  });
  const listed = (await client.get(`/api/wms/count-tasks?plan_id=${id}`)).body.data;
  t.is(listed.length, 1);
  const { rows } = await owner.query('select scheduled_on from count_plans where id = $1', [id]);
  t.not(rows[0].scheduled_on, null);
});

for (const [zone, evening, morning] of [
  ['America/Los_Angeles', '2035-01-28T04:00:00Z', '2035-01-28T08:30:00Z'],
  ['Asia/Tokyo', '2035-01-27T14:59:00Z', '2035-01-27T15:30:00Z'],
] as const)
  test.serial(`a daily plan has its places counted on each day of its warehouse, in ${zone}`, async (t) => {
    const { platform } = t.context;
    const { client, owner, standard } = platform;
    const setZone = (name: string) =>
      owner.query('update warehouses set time_zone = $2 where id = $1', [standard.warehouseId, name]);
    const { rows } = await owner.query('select time_zone from warehouses where id = $1', [
      standard.warehouseId,
    ]);
    t.teardown(() => setZone(rows[0].time_zone));
    await setZone(zone);
    const { zone: shelves, item, shelves: places } = await zoneWith(platform, 5);
    for (const method of ['by_location', 'by_item']) {
      const id = await planOf(platform, shelves, {
        name: `${zone} ${method}`,
        method,
        cadence: { every_days: 1 },
      });
      const [{ count_task_id: task }] = (await run(client, id)).tasks;
      await scan(client, task, places[0]!, item, 5);
      t.is((await complete(client, task)).body.data.state, 'completed');
      for (const [counted, due] of [
        [evening, 1],
        [morning, 0],
      ] as const) {
        await owner.query('update count_task_locations set visited_at = $2 where task_id = $1', [
          task,
          counted,
        ]);
        await owner.query('update count_tasks set completed_at = $2 where id = $1', [task, counted]);
        t.is((await run(client, id, { dry_run: true, on: '2035-01-28' })).due, due, `${method} ${counted}`);
      }
    }
  });

test('a plan without a place is refused, and so is a merchant that is not ours', async (t) => {
  const { platform } = t.context;
  const id = await planOf(platform, 'NO-SUCH-ZONE');
  const answer = await platform.client.post(`/api/wms/count-plans/${id}/run`, {});
  t.is(answer.status, 409);
  t.is(answer.body.error.code, 'PLAN_EMPTY');
  const body = { scope: { merchant_ids: [id] } };
  const changed = await platform.client.patch(`/api/wms/count-plans/${id}`, body);
  t.is(changed.body.error.code, 'UNKNOWN_REFERENCE');
  const own = await read(platform.client, `/api/wms/count-plans/${id}`);
  t.like(own, { name: 'NO-SUCH-ZONE', method: 'by_location', recount: { times: 1, other_person: true } });
  const { data } = (await platform.client.get('/api/wms/count-plans?q=NO-SUCH')).body;
  t.deepEqual(data, [own]);
  const stranger = createClient(platform.url, platform.threePl);
  t.is((await stranger.get(`/api/wms/count-plans/${id}`)).status, 404);
  t.is((await stranger.post(`/api/wms/count-plans/${id}/run`, {})).status, 404);
});

test('movements, and a place that ran empty, make places due', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { zone, shelves, item } = await zoneWith(platform, 4, 4);
  const moved = await planOf(platform, zone, { name: `${zone} moved`, cadence: { after_movements: 3 } });
  const empty = await planOf(platform, zone, { name: `${zone} empty`, cadence: { empty_locations: true } });
  t.is((await run(client, moved, { dry_run: true })).due, 0);
  for (const delta of [1, 1]) await adjust(platform, item, shelves[0]!, delta);
  t.deepEqual((await run(client, moved, { dry_run: true })).tasks[0].location_ids, [shelves[0]]);
  t.is((await run(client, empty, { dry_run: true })).due, 0);
  await adjust(platform, item, shelves[1]!, -4);
  const [task] = (await run(client, empty)).tasks;
  t.deepEqual(task.location_ids, [shelves[1]]);
  const path = `/api/wms/count-tasks/${task.count_task_id}/lines`;
  t.is((await client.post(path, { empty_location_ids: [shelves[1]] })).status, 200);
  t.is((await complete(client, task.count_task_id)).body.data.state, 'completed');
  t.is((await run(client, empty, { dry_run: true, on: '2035-01-01' })).due, 0, 'it was counted since');
});

test('items that share a place are counted one after the other where a task locks its places', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { zone, shelves, item } = await zoneWith(platform, 5);
  const second = await stocked(platform, { [shelves[0]!]: 6 });
  const id = await planOf(platform, zone, { method: 'by_item', places_per_task: 1, lock: 'creation' });
  const first = await run(client, id);
  t.is(first.tasks.length, 1, 'the place is locked for the first item');
  t.is((await run(client, id)).tasks.length, 0);
  const [
    {
      count_task_id: task,
      item_ids: [counted],
    },
  ] = first.tasks;
  await scan(client, task, shelves[0]!, counted, counted === item ? 5 : 6);
  t.is((await complete(client, task)).body.data.state, 'completed');
  const { tasks } = await run(client, id);
  t.deepEqual(
    tasks.map((one: any) => one.item_ids),
    [[counted === item ? second : item]],
  );
  await client.patch(`/api/wms/count-tasks/${tasks[0].count_task_id}`, { action: 'cancel' });
});

test('an empty place that was locked and counted is counted, though nothing was scanned there', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { zone } = await zoneWith(platform, 0);
  const id = await planOf(platform, zone, { lock: 'creation' });
  const [{ count_task_id: task }] = (await run(client, id)).tasks;
  t.is((await complete(client, task)).body.data.state, 'completed');
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  t.is((await run(client, id, { on: tomorrow })).due, 0);
});

test('what a count posts itself makes its place due to nobody', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { zone, shelves, item } = await zoneWith(platform, 1);
  const id = await planOf(platform, zone, {
    cadence: { after_movements: 1, empty_locations: true },
    tolerance: { qty: 1 },
  });
  const [{ count_task_id: task }] = (await run(client, id)).tasks;
  await scan(client, task, shelves[0]!, item, 0);
  t.is((await complete(client, task)).body.data.state, 'completed');
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  t.is((await run(client, id, { on: tomorrow })).due, 0);
});

test('places and items are due by their velocity, those without one as C', async (t) => {
  const { platform } = t.context;
  const { client, owner } = platform;
  const { zone, shelves, item } = await zoneWith(platform, 5, 5, 5);
  for (const [at, velocity] of ['A', 'B'].entries())
    await owner.query('update locations set velocity = $2 where id = $1', [shelves[at], velocity]);
  const abc = { a: 1, b: 7, c: 30 };
  const id = await planOf(platform, zone, { cadence: { abc } });
  const [{ count_task_id: task }] = (await run(client, id)).tasks;
  for (const shelf of shelves) await scan(client, task, shelf, item, 5);
  t.is((await complete(client, task)).body.data.state, 'completed');
  const dueAt = async (plan: string, daysLater: number): Promise<any[]> => {
    const on = new Date(Date.now() + daysLater * 86_400_000).toISOString().slice(0, 10);
    return (await run(client, plan, { dry_run: true, on })).tasks;
  };
  const placesDue = async (plan: string, daysLater: number): Promise<string[]> =>
    (await dueAt(plan, daysLater)).flatMap((one): string[] => one.location_ids).toSorted();
  t.deepEqual(await placesDue(id, 3), [shelves[0]]);
  t.deepEqual(await placesDue(id, 9), shelves.slice(0, 2).toSorted());
  t.deepEqual(await placesDue(id, 32), shelves.toSorted());
  const scopeOf = (velocity: string) => ({
    name: `${zone} ${velocity}`,
    scope: { zones: [zone], velocity: [velocity] },
  });
  const onlyC = await planOf(platform, zone, { ...scopeOf('C'), cadence: { every_days: 1 } });
  t.deepEqual(await placesDue(onlyC, 3), [shelves[2]]);

  const byItem = await planOf(platform, zone, { name: `${zone} items`, method: 'by_item', cadence: { abc } });
  const onlyB = await planOf(platform, zone, { ...scopeOf('B'), method: 'by_item' });
  t.is((await client.post(`/api/wms/count-plans/${onlyB}/run`, {})).body.error?.code, 'PLAN_EMPTY');
  await owner.query("update items set velocity = 'B' where id = $1", [item]);
  t.deepEqual((await dueAt(onlyB, 0))[0].item_ids, [item]);
  const [{ count_task_id: counted }] = (await run(client, byItem)).tasks;
  for (const shelf of shelves) await scan(client, counted, shelf, item, 5);
  t.is((await complete(client, counted)).body.data.state, 'completed');
  t.deepEqual([(await dueAt(byItem, 3)).length, (await dueAt(byItem, 9)).length], [0, 1]);

  const accuracy = await client.get('/api/wms/counts/accuracy?group_by=velocity');
  t.is(accuracy.body.data.find(({ group }: any) => group === 'B').lines_counted, 6);
  const lines = async (velocity: string): Promise<any[]> =>
    (await client.get(`/api/wms/counts/lines?zone=${zone}&velocity=${velocity}`)).body.data;
  t.deepEqual([(await lines('B')).length, (await lines('C')).length], [6, 0]);
});
