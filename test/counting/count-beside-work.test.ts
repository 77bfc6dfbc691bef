/** Counts beside the work: what is posted, what a picker says is left, what a blind count tells. */
import anyTest, { type TestFn } from 'ava';
import type { Client } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import {
  newShelf,
  newShipment,
  newWave,
  onTask,
  read,
  stocked,
  tasksOf,
} from '../fulfillment/outbound-rig.ts';
import { newItem, putStock } from '../orders/orders-rig.ts';
import { adjust, complete, onHand, planOf, run, scan, secondCounter, zoneWith } from './plans-rig.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> }; other: Client }>;

test.before(async (t) => {
  const platform = await joinPlatform();
  t.context = { platform, other: await secondCounter(platform) };
});
test.after.always((t) => t.context.platform?.stop());

test('counted beside the work: each scan against the ledger of its moment, nothing is locked', async (t) => {
  const { platform, other } = t.context;
  const { client } = platform;
  const { zone, shelves, item } = await zoneWith(platform, 20, 9);
  const [first, second] = shelves as [string, string];
  const id = await planOf(platform, zone);
  const [{ count_task_id: task }] = (await run(client, id)).tasks;
  const early = await complete(client, task);
  t.is(early.body.error.code, 'COUNT_INCOMPLETE');
  t.deepEqual(early.body.error.details.location_ids.sort(), [...shelves].sort());
  t.is((await adjust(platform, item, first, 5)).status, 200, 'stock goes on moving');
  t.is((await scan(client, task, first, item, 22)).status, 200, 'three fewer than the 25 of now');
  t.is((await adjust(platform, item, first, -4)).status, 200);
  const zeroed = await client.patch(`/api/wms/count-tasks/${task}`, {
    action: 'complete',
    zero_uncounted: true,
  });
  t.is(zeroed.status, 400, 'stock may have arrived where nobody has counted');
  await scan(client, task, second, item, 9);
  const again = (await complete(client, task)).body.data;
  t.is(again.state, 'in_progress', 'beyond its tolerance it is counted again');
  const line = again.lines.find((one: any) => one.location_id === first);
  t.like(line, { attempt: 2, counted_qty: null, expected_qty: null, difference: null });
  const same = await scan(client, task, first, item, 18);
  t.is(same.status, 409);
  t.is(same.body.error.code, 'SAME_COUNTER');
  t.is((await scan(other, task, first, item, 18)).status, 200, 'three fewer than the 21 of now');
  await adjust(platform, item, first, 100);
  const done = (await complete(client, task)).body.data;
  t.is(done.state, 'completed', 'two equal findings');
  t.is(await onHand(platform, item, first), 118);
  t.is(await onHand(platform, item, second), 9);
  t.is((await client.get('/api/wms/inventory/integrity')).body.data.mismatch_count, 0);
});

test('two counts of one place post its difference once, in whatever order they end', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const { shelves, item } = await zoneWith(platform, 30);
  const [shelf] = shelves as [string];
  const beside = async (): Promise<string> => {
    const made = await client.post('/api/wms/count-tasks', {
      warehouse_id: standard.warehouseId,
      location_ids: [shelf],
      lock: 'none',
    });
    return made.body.data.id;
  };
  const [one, two, three] = [await beside(), await beside(), await beside()];
  await scan(client, one, shelf, item, 28);
  await scan(client, two, shelf, item, 28);
  await scan(client, three, shelf, item, 27);
  const answers = await Promise.all([complete(client, two), complete(client, one)]);
  t.deepEqual(
    answers.map(({ body }) => body.data.state),
    ['completed', 'completed'],
  );
  t.is(await onHand(platform, item, shelf), 28);
  await complete(client, three);
  t.is(await onHand(platform, item, shelf), 27, 'the newest scan says what is there');
});

test('a blind count says nothing of what is expected, in no field of any answer', async (t) => {
  const { platform, other } = t.context;
  const { client, standard } = platform;
  const expected = 7_193;
  const { zone, shelves, item } = await zoneWith(platform, expected);
  const [shelf] = shelves as [string];
  const id = await planOf(platform, zone);
  const answers = [await client.post(`/api/wms/count-plans/${id}/run`, { dry_run: true })];
  answers.push(await client.post(`/api/wms/count-plans/${id}/run`, {}));
  const task = answers[1]!.body.data.tasks[0].count_task_id;
  const path = `/api/wms/count-tasks/${task}`;
  answers.push(
    await client.get(path),
    await scan(client, task, shelf, item, 5),
    await complete(client, task),
  );
  answers.push(await scan(client, task, shelf, item, 5), await scan(other, task, shelf, item, 5));
  // All of it is promised: the posting is refused, and does not say by how much.
  const { id: shipment } = await newShipment(platform, [{ item_id: item, qty: expected }]);
  await client.patch(`/api/wms/count-plans/${id}`, { approve_above: 1_000_000 });
  await platform.owner.query(
    `update count_tasks set rules = rules || '{"approve_above": 1000000}' where organization_id = $1 and id = $2`,
    [standard.id, task],
  );
  const refused = await complete(client, task);
  t.is(refused.body.error.code, 'INSUFFICIENT_STOCK', refused.text);
  answers.push(refused, await client.get(path), await client.get('/api/wms/count-tasks?page_size=200'));
  answers.push(await client.get(`/api/wms/tasks?task_type=count&page_size=200`));
  answers.push(await client.get('/api/wms/counts/accuracy'), await client.get('/api/wms/counts/lines'));
  const told: string[] = [];
  const walk = (value: unknown, place: string): void => {
    if (value !== null && typeof value === 'object')
      for (const [name, one] of Object.entries(value)) walk(one, `${place}.${name}`);
    else if ([expected, expected - 5, 5 - expected].some((qty) => String(value).includes(String(qty))))
      told.push(`${place}: ${String(value)}`);
  };
  const quantitiesOnly = (body: any): any =>
    JSON.parse(
      JSON.stringify(body, (name, value) =>
        /(^|_)(ids?|at|no)$/.test(name) && typeof value === 'string' ? null : value,
      ),
    );
  for (const [index, { body }] of answers.entries()) walk(quantitiesOnly(body), String(index));
  t.deepEqual(told, []);
  await client.patch(`/api/wms/shipments/${shipment}`, { action: 'cancel' });
});

test('what a picker says is left is a count: over when it agrees, counted once more when not', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const picked = async (stock: number, qty: number) => {
    const shelf = await newShelf(platform);
    const item = await stocked(platform, { [shelf]: stock });
    const { id } = await newShipment(platform, [{ item_id: item, qty }]);
    const wave = await newWave(platform, [id]);
    const [task] = await tasksOf(client, { wave_id: wave.id });
    await onTask(client, task.id, 'claim');
    return { shelf, item, task: task.id as string };
  };
  const empty = await picked(4, 4);
  const confirmed = (await onTask(client, empty.task, 'confirm')).body.data;
  t.deepEqual(confirmed.please_count, { location_id: empty.shelf });
  const agreed = (await onTask(client, empty.task, 'confirm', { left_qty: 0 })).body.data;
  t.is(agreed.please_count, null);
  t.like(await read(client, `/api/wms/count-tasks/${agreed.count_task_id}`), {
    kind: 'zero',
    state: 'completed',
  });
  const repeated = (await onTask(client, empty.task, 'confirm', { left_qty: 3 })).body.data;
  t.is(repeated.count_task_id, agreed.count_task_id, 'a repeat makes no second count');

  const rest = await picked(10, 4);
  const differs = (await onTask(client, rest.task, 'confirm', { left_qty: 5 })).body.data;
  t.is(differs.please_count, null);
  const count = await read(client, `/api/wms/count-tasks/${differs.count_task_id}`);
  t.like(count, { kind: 'zero', state: 'pending', lock: 'none' });
  t.like(count.lines[0], { attempt: 2, counted_qty: null, expected_qty: null });
  await scan(client, count.id, rest.shelf, rest.item, 5);
  t.is((await complete(client, count.id)).body.data.state, 'completed');
  t.is(await onHand(platform, rest.item, rest.shelf), 5);
});

test('each item and lot of a place keeps what its own picker says is left, and the next claim is given it', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelf = await newShelf(platform, { zone: 'TWO-ITEMS' });
  const left: any[] = [];
  for (const qty of [7, 4]) {
    const item = await stocked(platform, { [shelf]: 10 });
    const { id } = await newShipment(platform, [{ item_id: item, qty: 2 }]);
    const wave = await newWave(platform, [id]);
    const [task] = await tasksOf(client, { wave_id: wave.id });
    await onTask(client, task.id, 'claim');
    const done = (await onTask(client, task.id, 'confirm', { left_qty: qty })).body.data;
    left.push({ item, count: done.count_task_id });
  }
  const [one, other] = left;
  t.not(one.count, other.count, 'what is left of another item is not forgotten');
  const { lines } = await read(client, `/api/wms/count-tasks/${other.count}`);
  t.deepEqual(
    lines.map((line: any) => line.item_id),
    [other.item],
  );
  const asked = {
    warehouse_id: standard.warehouseId,
    kinds: ['count'],
    zone: 'TWO-ITEMS',
    another: true,
  };
  const claimed: any[] = [];
  for (let times = 0; times < 3; times += 1)
    claimed.push((await client.post('/api/wms/work/claim', asked)).body.data.work);
  t.deepEqual(
    claimed.map((work) => work?.id),
    [one.count, other.count, undefined],
  );
});

test('what a count that locks with its start leaves uncounted is zero, also where nobody stood', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { shelves, item } = await zoneWith(platform, 3, 2);
  const [first, second] = shelves as [string, string];
  const body = { warehouse_id: platform.standard.warehouseId, location_ids: shelves, lock: 'start' };
  const { id } = (await client.post('/api/wms/count-tasks', body)).body.data;
  await scan(client, id, first, item, 3);
  const finish = { action: 'complete', zero_uncounted: true };
  const done = (await client.patch(`/api/wms/count-tasks/${id}`, finish)).body.data;
  t.is(done.state, 'completed');
  t.is(await onHand(platform, item, first), 3);
  t.is(await onHand(platform, item, second), 0);
});

test("a merchant's token is told of its own items alone in a count of several merchants'", async (t) => {
  const { platform } = t.context;
  const { threePl } = platform;
  const operator = await platform.clientWith(threePl, everyPermission);
  const mine = await newItem(platform, threePl);
  const foreign = await newItem(platform, threePl, { merchant_id: threePl.secondMerchantId });
  await putStock(
    platform,
    threePl,
    [foreign, mine].map((item) => ({ item, qty: 2 })),
  );
  const body = { warehouse_id: threePl.warehouseId, item_ids: [foreign, mine] };
  const { id, item_ids: all } = (await operator.post('/api/wms/count-tasks', body)).body.data;
  t.deepEqual(all, [foreign, mine]);
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  t.deepEqual((await read(merchant, `/api/wms/count-tasks/${id}`)).item_ids, [mine]);
});
