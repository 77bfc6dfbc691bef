import anyTest, { type TestFn } from 'ava';
import { countStates } from '../../domain/counting/count-states.ts';
import { allowedActions, nextState, statesOf } from '../../domain/state-machine.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;

test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

let shelves = 0;

/** A location and an item of its own with stock, so that one test's locks do not affect another's. */
async function shelfWith(platform: Platform, qty: number) {
  const { client, standard } = platform;
  shelves += 1;
  const name = `CNT-${shelves}`;
  const location = await client.post('/api/wms/locations', {
    warehouse_id: standard.warehouseId,
    code: name,
    type: 'storage',
  });
  const item = await client.post('/api/wms/items', { sku: name, name });
  const shelf = {
    warehouse_id: standard.warehouseId,
    location_id: location.body.data.id as string,
    item_id: item.body.data.id as string,
  };
  await client.post('/api/wms/inventory/adjust', { ...shelf, qty_after: qty, reason_code: 'found' });
  return shelf;
}

const qtyOf = async ({ client }: Platform, itemId: string): Promise<number> =>
  ((await client.get(`/api/wms/inventory?item_id=${itemId}`)).body.data as { qty: number }[]).reduce(
    (sum, { qty }) => sum + qty,
    0,
  );

test('the table of count states has no dead end and knows every action', (t) => {
  for (const state of statesOf(countStates)) {
    const allowed = allowedActions(countStates, state);
    if (['completed', 'cancelled'].includes(state)) t.deepEqual(allowed, []);
    else t.true(allowed.length > 0, state);
    for (const [action, from] of countStates.transitions) {
      if ((from as readonly string[]).includes(state))
        t.notThrows(() => nextState(countStates, state, action));
      else t.throws(() => nextState(countStates, state, action), { message: /cannot take/ });
    }
  }
});

test('a blind count hides what is expected, posts the difference and frees the location', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const shelf = await shelfWith(platform, 20);
  const made = await client.post('/api/wms/count-tasks', {
    warehouse_id: shelf.warehouse_id,
    location_ids: [shelf.location_id],
  });
  t.is(made.status, 201, made.text);
  const task = made.body.data;
  t.like(task, { state: 'pending', is_blind: true, lines_total: 1, lines_counted: 0 });
  t.true(task.locations[0].is_locked);
  const incomplete = await client.patch(`/api/wms/count-tasks/${task.id}`, { action: 'complete' });
  t.is(incomplete.status, 409);
  t.is(incomplete.body.error.code, 'COUNT_INCOMPLETE');

  const line = { location_id: shelf.location_id, item_id: shelf.item_id, counted_qty: 18 };
  const counted = (await client.post(`/api/wms/count-tasks/${task.id}/lines`, { lines: [line] })).body.data;
  t.like(counted, { state: 'in_progress', lines_counted: 1 });
  t.like(counted.lines[0], { counted_qty: 18, expected_qty: null, difference: null });
  const completed = await client.patch(`/api/wms/count-tasks/${task.id}`, { action: 'complete' });
  t.is(completed.status, 200, completed.text);
  t.like(completed.body.data, { state: 'completed' });
  t.like(completed.body.data.lines[0], { expected_qty: 20, difference: -2, posted_delta: -2 });
  t.false(completed.body.data.locations[0].is_locked);
  t.is(await qtyOf(platform, shelf.item_id), 18);
  const again = await client.patch(`/api/wms/count-tasks/${task.id}`, { action: 'complete' });
  t.deepEqual(again.body.data, completed.body.data, 'completing again answers the same');
  const { data } = (await client.get(`/api/wms/inventory/ledger?ref_id=${task.id}`)).body;
  t.deepEqual(
    data.map((entry: any) => [entry.transaction_type, entry.qty_delta, entry.reason_code]),
    [['count', -2, 'count']],
  );
  t.is((await client.post(`/api/wms/count-tasks/${task.id}/lines`, { lines: [line] })).status, 400);
});

test('nothing moves at a locked location, and another count of it is refused', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelf = await shelfWith(platform, 5);
  const body = { warehouse_id: shelf.warehouse_id, location_ids: [shelf.location_id] };
  const task = (await client.post('/api/wms/count-tasks', body)).body.data;
  const loose = { warehouse_id: shelf.warehouse_id, item_id: shelf.item_id, qty: 1 };
  const away = await client.post('/api/wms/inventory/move', {
    ...loose,
    from_location_id: shelf.location_id,
    to_location_id: standard.locations['A-05'],
  });
  t.is(away.status, 409);
  t.is(away.body.error.code, 'LOCATION_LOCKED');
  t.deepEqual(away.body.error.details, { location_id: shelf.location_id, count_task_id: task.id });
  const second = await client.post('/api/wms/count-tasks', body);
  t.is(second.status, 409);
  t.is(second.body.error.details.count_task_id, task.id);
  const [row] = (await client.get(`/api/wms/inventory?item_id=${shelf.item_id}`)).body.data;
  const holders = (await client.get(`/api/wms/inventory/${row.id}/holders`)).body.data;
  t.like(holders, { not_allocatable: 'location_locked', count_task_id: task.id });
  t.is(
    (await client.patch(`/api/wms/count-tasks/${task.id}`, { action: 'cancel' })).body.data.state,
    'cancelled',
  );
  const free = await client.post('/api/wms/inventory/move', {
    ...loose,
    from_location_id: shelf.location_id,
    to_location_id: standard.locations['A-05'],
  });
  t.is(free.status, 200);
});

test('what moves between the scan and the posting stays right', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const shelf = await shelfWith(platform, 30);
  const task = (
    await client.post('/api/wms/count-tasks', { warehouse_id: shelf.warehouse_id, item_ids: [shelf.item_id] })
  ).body.data;
  await client.post(`/api/wms/count-tasks/${task.id}/lines`, {
    lines: [{ location_id: shelf.location_id, item_id: shelf.item_id, counted_qty: 27 }],
  });
  // After the scan four units are written off: the location really holds 23 now.
  await client.post('/api/wms/inventory/adjust', { ...shelf, qty_delta: -4, reason_code: 'damage' });
  await client.patch(`/api/wms/count-tasks/${task.id}`, { action: 'complete' });
  t.is(await qtyOf(platform, shelf.item_id), 23);
  t.is((await client.get('/api/wms/inventory/integrity')).body.data.mismatch_count, 0);
});

test('a difference over the threshold waits for approval, or is counted again', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelf = await shelfWith(platform, 100);
  const task = (
    await client.post('/api/wms/count-tasks', {
      warehouse_id: shelf.warehouse_id,
      location_ids: [shelf.location_id],
      is_blind: false,
    })
  ).body.data;
  const path = `/api/wms/count-tasks/${task.id}`;
  const line = { location_id: shelf.location_id, item_id: shelf.item_id };
  const count = (qty: number) => client.post(`${path}/lines`, { lines: [{ ...line, counted_qty: qty }] });
  t.is((await count(50)).body.data.lines[0].expected_qty, 100, 'not blind: the expected quantity is shown');
  const review = (await client.patch(path, { action: 'complete' })).body.data;
  t.is(review.state, 'review');
  t.is(await qtyOf(platform, shelf.item_id), 100, 'nothing is posted yet');
  const counter = await platform.clientWith(standard, ['wms.cycle_count.work', 'wms.cycle_count.view']);
  t.is((await counter.patch(path, { action: 'approve' })).status, 403);
  const recount = (await counter.patch(path, { action: 'recount' })).body.data;
  t.like(recount, { state: 'in_progress', lines_counted: 0 });
  t.is(recount.lines[0].attempt, 2);
  await count(60);
  await client.patch(path, { action: 'complete' });
  const approved = (await client.patch(path, { action: 'approve' })).body.data;
  t.like(approved, { state: 'completed', approved_by: 'all' });
  t.is(await qtyOf(platform, shelf.item_id), 60);
});

test('what was not on the list is counted too, and what nobody found can count as nothing', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const shelf = await shelfWith(platform, 3);
  const found = await shelfWith(platform, 1);
  const task = (
    await client.post('/api/wms/count-tasks', {
      warehouse_id: shelf.warehouse_id,
      location_ids: [shelf.location_id],
    })
  ).body.data;
  const path = `/api/wms/count-tasks/${task.id}`;
  const surprise = { location_id: shelf.location_id, item_id: found.item_id, counted_qty: 2 };
  t.is((await client.post(`${path}/lines`, { lines: [surprise] })).status, 200);
  const elsewhere = await client.post(`${path}/lines`, {
    lines: [{ ...surprise, location_id: found.location_id }],
  });
  t.is(elsewhere.status, 400);
  const done = (await client.patch(path, { action: 'complete', zero_uncounted: true })).body.data;
  t.is(done.state, 'completed');
  t.is(await qtyOf(platform, shelf.item_id), 0);
  t.is(await qtyOf(platform, found.item_id), 3);
});

test('count tasks are closed to others', async (t) => {
  const { platform } = t.context;
  const { client, standard, threePl } = platform;
  const shelf = await shelfWith(platform, 1);
  const body = { warehouse_id: shelf.warehouse_id, location_ids: [shelf.location_id] };
  t.is((await client.post('/api/wms/count-tasks', { ...body, item_ids: [shelf.item_id] })).status, 400);
  t.is(
    (await client.post('/api/wms/count-tasks', { ...body, location_ids: [threePl.locations['A-01']] })).body
      .error.code,
    'UNKNOWN_REFERENCE',
  );
  const task = (await client.post('/api/wms/count-tasks', body)).body.data;
  const path = `/api/wms/count-tasks/${task.id}`;
  const stranger = await platform.clientWith(threePl, [
    'wms.cycle_count.view',
    'wms.cycle_count.work',
    'wms.cycle_count.approve',
  ]);
  t.is((await stranger.get(path)).status, 404);
  t.is((await stranger.patch(path, { action: 'cancel' })).status, 404);
  t.is(
    (
      await stranger.post(`${path}/lines`, {
        lines: [{ location_id: shelf.location_id, item_id: shelf.item_id, counted_qty: 1 }],
      })
    ).status,
    404,
  );
  t.is((await stranger.get('/api/wms/count-tasks')).body.meta.total, 0);
  const viewer = await platform.clientWith(standard, ['wms.cycle_count.view']);
  t.is((await viewer.post('/api/wms/count-tasks', body)).status, 403);
  t.is((await viewer.patch(path, { action: 'cancel' })).status, 403);
  t.is((await client.patch(path, { action: 'explode' })).status, 400);
  t.is((await fetch(`${platform.url}${path}`)).status, 401);
  const listed = (await client.get(`/api/wms/count-tasks?state=pending&location_id=${shelf.location_id}`))
    .body.data;
  t.deepEqual(
    listed.map((one: { id: string }) => one.id),
    [task.id],
  );
});

test('a count that starts during moves sees each of them wholly or not at all', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelf = await shelfWith(platform, 40);
  const move = () =>
    client.post('/api/wms/inventory/move', {
      warehouse_id: shelf.warehouse_id,
      item_id: shelf.item_id,
      from_location_id: shelf.location_id,
      to_location_id: standard.locations['A-04'],
      qty: 1,
    });
  const moves = Array.from({ length: 12 }, move);
  const task = client.post('/api/wms/count-tasks', {
    warehouse_id: shelf.warehouse_id,
    location_ids: [shelf.location_id],
  });
  const statuses = (await Promise.all(moves)).map(({ status }) => status);
  t.true(statuses.every((status) => status === 200 || status === 409));
  const moved = statuses.filter((status) => status === 200).length;
  const { id } = (await task).body.data;
  const rows = (
    await client.get(`/api/wms/inventory?item_id=${shelf.item_id}&location_id=${shelf.location_id}`)
  ).body.data;
  t.is(rows[0].qty, 40 - moved);
  await client.patch(`/api/wms/count-tasks/${id}`, { action: 'cancel' });
});
