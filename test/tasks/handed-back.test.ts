/** Counts and receiving tasks that somebody took up and hands back: what was counted stays, and anybody goes on. */
import anyTest, { type TestFn } from 'ava';
import type { Permission } from '../../domain/permissions.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, newItem, putStock, settled } from '../orders/orders-rig.ts';
import { newShelf, patch, read, type Running } from '../fulfillment/outbound-rig.ts';
import { count, next, receivingTask } from './work-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.beforeEach(async (t) => {
  t.context.platform = await joinPlatform();
});
test.afterEach.always((t) => t.context.platform?.stop());

const works: readonly Permission[] = [
  'wms.inbound.receive',
  'wms.inbound.view',
  'wms.cycle_count.view',
  'wms.cycle_count.work',
];
const mine = { another: false };

test.serial('a count that is half entered is handed back, and another goes on with the rest', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const device = await platform.clientWith(standard, works);
  const item = await newItem(platform, standard);
  const shelves = [await newShelf(platform), await newShelf(platform)];
  for (const location of shelves) await putStock(platform, standard, [{ item, qty: 5, location }]);
  const task = await count(platform, { lock: 'start', location_ids: shelves });
  const work = await next(platform, {}, device);
  t.is(work.id, task.id);
  const path = `/api/wms/count-tasks/${task.id}`;
  const scan = async (by: any, at: number, counted_qty: number) => {
    const lines = [{ location_id: shelves[at], item_id: item, counted_qty }];
    const sent = await settled(by, await by.post(`${path}/lines`, { lines }), 'count');
    t.is(sent.status, 200, sent.text);
  };
  await scan(device, 0, 5);
  const back = work.choices.find(({ action }: any) => action === 'unclaim');
  const given = await patch(device, back.path, { action: back.action, ...back.fixed });
  t.like(
    given.body.data,
    { state: 'pending', assignee_id: null, claimed_at: null, lines_counted: 1 },
    given.text,
  );
  t.false(given.body.data.locations.some(({ is_locked: isLocked }: any) => isLocked));
  t.deepEqual(await read(device, '/api/wms/tasks?mine=1'), []);
  t.is((await patch(device, path, { action: 'unclaim' })).status, 200, 'once more changes nothing');
  await putStock(platform, standard, [{ item, qty: 2, location: shelves[0]! }]);
  t.is((await next(platform, mine)).id, task.id);
  await scan(client, 1, 4);
  const done = await patch(client, path, { action: 'complete' });
  t.is(done.body.data?.state, 'completed', done.text);
  t.deepEqual(
    done.body.data.lines.map(({ counted_qty, difference }: any) => [counted_qty, difference]).sort(),
    [
      [4, -1],
      [5, 0],
    ],
    'what came after the first scan is not found by it',
  );
  await assertInvariants(t, platform);
});

test.serial('what another person has to count again stays under way, and is nobody’s', async (t) => {
  const { platform } = t.context;
  const { owner } = platform;
  const device = await platform.clientWith(platform.standard, works);
  const task = await count(platform);
  t.is((await next(platform, {}, device)).id, task.id);
  const path = `/api/wms/count-tasks/${task.id}`;
  await owner.query(
    `update count_tasks set rules = '{"recount": {"times": 1, "other_person": true}}' where id = $1`,
    [task.id],
  );
  const [{ location_id: shelf }] = task.locations;
  const item = await newItem(platform, platform.standard);
  const lines = [{ location_id: shelf, item_id: item, counted_qty: 3 }];
  await settled(device, await device.post(`${path}/lines`, { lines }), 'count');
  await owner.query(
    `update count_lines set attempt = 2, counted_qty = null, expected_qty = null, posted_before = null, counted_at = null, reopened_at = now() where task_id = $1`,
    [task.id],
  );
  const back = await patch(device, path, { action: 'unclaim' });
  t.like(back.body.data, { state: 'in_progress', assignee_id: null, claimed_at: null }, back.text);
  t.is(await next(platform, mine, device), null, 'who counted it before is not given it');
  t.is((await next(platform, mine))?.id, task.id);
});

test.serial('a receiving task is handed back with what was received, and another completes it', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const device = await platform.clientWith(standard, works);
  const task = await receivingTask(platform);
  const work = await next(platform, { kinds: ['receive'] }, device);
  t.is(work.id, task.id);
  const receipt = `/api/wms/inbound-receipts/${task.receipt_id}`;
  const [line] = (await read(client, receipt)).lines;
  const body = {
    receipt_line_id: line.id,
    received_qty: 1,
    task_id: task.id,
    location_id: await newShelf(platform),
  };
  const counted = await settled(device, await device.post(`${receipt}/receive-line`, body), 'receive');
  t.is(counted.status, 200, counted.text);
  const back = work.choices.find(({ action }: any) => action === 'unclaim');
  const given = await patch(device, back.path, { action: 'unclaim' });
  t.like(given.body.data, { status: 'pending', assignee_id: null, started_at: null }, given.text);
  t.is((await read(client, receipt)).lines[0].received_qty, 1);
  t.is((await next(platform, { ...mine, kinds: ['receive'] })).id, task.id);
  t.is((await patch(client, back.path, { action: 'complete' })).body.data?.status, 'completed');
  t.is((await patch(client, back.path, { action: 'unclaim' })).body.error?.code, 'ILLEGAL_TRANSITION');
});

test.serial(
  'handed back and completed at once: either way it is one of the two; who may not work it may not',
  async (t) => {
    const { platform } = t.context;
    const { client, standard } = platform;
    const viewer = await platform.clientWith(standard, ['wms.cycle_count.view', 'wms.inbound.view']);
    for (let round = 0; round < 3; round += 1) {
      const task = await count(platform);
      await next(platform, { kinds: ['count'] });
      const path = `/api/wms/count-tasks/${task.id}`;
      t.is((await viewer.patch(path, { action: 'unclaim' })).status, 403);
      const colleague = await platform.clientWith(standard, works);
      const [back, done] = await Promise.all([
        patch(client, path, { action: 'unclaim' }),
        patch(colleague, path, { action: 'complete', zero_uncounted: true }),
      ]);
      t.is(done.status, 200, done.text);
      t.true(back.status === 200 || back.body.error.code === 'ILLEGAL_TRANSITION', back.text);
      t.is((await read(client, path)).state, 'completed');
    }
  },
);
