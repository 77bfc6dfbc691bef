/** What somebody was given stays theirs until it is done, and comes back where nobody touches it. */
import anyTest, { type TestFn } from 'ava';
import type { Permission } from '../../domain/permissions.ts';
import type { IdleKind } from '../../domain/tasks/idle-work.ts';
import { organizationsWithIdleWork } from '../../db/tasks/idle-work.write.ts';
import { workCommands } from '../../queues/tasks/work.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { runHere } from '../helpers/run-here.ts';
import { assertInvariants, newItem, putStock, settled } from '../orders/orders-rig.ts';
import { newShelf, patch, read, type Running } from '../fulfillment/outbound-rig.ts';
import { count, next, plannedMove, putBack, receivingTask, wave } from './work-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.beforeEach(async (t) => {
  t.context.platform = await joinPlatform();
});
test.afterEach.always((t) => t.context.platform?.stop());

const works: readonly Permission[] = [
  'wms.inbound.receive',
  'wms.inbound.view',
  'wms.outbound.view',
  'wms.picking.view',
  'wms.picking.work',
  'wms.cycle_count.view',
  'wms.cycle_count.work',
  'wms.putaway.view',
  'wms.moves.work',
];
const more = { another: false };

/** One of each, of its kind alone. */
const kinds = ['receive', 'count', 'pick', 'put_back', 'reslot'] as const;
async function makeAll(platform: Running): Promise<void> {
  await receivingTask(platform);
  await count(platform, { lock: 'start' });
  await wave(platform, 1);
  await putBack(platform);
  await plannedMove(platform);
}

const places = {
  receive: `update tasks set updated_at = now() - interval '5 hours' where id = $1`,
  count: `update count_tasks set claimed_at = now() - interval '5 hours' where id = $1`,
  pick: `update pick_tasks set assigned_at = now() - interval '5 hours' where id = $1`,
  move: `update planned_moves set assigned_at = now() - interval '5 hours' where id = $1`,
} as const satisfies Record<IdleKind, string>;

const giveBack = async (platform: Running, kind: IdleKind): Promise<any> =>
  (await runHere(platform, workCommands.returnIdleWork.name, { kind })).result;

test.serial('a claim that is repeated, or made after a restart, gives what was given before', async (t) => {
  const { platform } = t.context;
  const device = await platform.clientWith(platform.standard, works);
  await makeAll(platform);
  for (const kind of kinds) {
    const given = await next(platform, { kinds: [kind] }, device);
    t.is(given.kind, kind);
    t.deepEqual(await next(platform, { ...more, kinds: [kind], zone: 'ELSEWHERE' }, device), given);
    t.is(await next(platform, { kinds: [kind] }, device), null, 'something besides it');
    t.is(await next(platform, { kinds: [kind] }), null, 'nor has anybody else');
  }
  const mine = await read(device, '/api/wms/tasks?mine=1');
  t.deepEqual(mine.map(({ task_type: kind }: any) => kind).sort(), [...kinds].sort());
  const of = mine[0].assignee_id;
  t.is((await read(platform.client, `/api/wms/tasks?assignee_id=${of}`)).length, 5);
  t.deepEqual(await read(platform.client, '/api/wms/tasks?mine=1'), []);
});

test.serial('what cannot be done now keeps nobody from the rest', async (t) => {
  const { platform } = t.context;
  const device = await platform.clientWith(platform.standard, works);
  const move = await plannedMove(platform);
  t.is((await next(platform, more, device)).id, move.id);
  await count(platform, { location_ids: [move.to_location_id], assignee_id: platform.standard.memberId });
  t.is(await next(platform, more, device), null, 'a count holds its place');
});

test.serial(
  'what nobody has touched for hours is offered to all again, and what is worked on is not',
  async (t) => {
    const { platform } = t.context;
    const { database, owner, client } = platform;
    const device = await platform.clientWith(platform.standard, works);
    await makeAll(platform);
    for (const [kind, asked] of [
      ['receive', 'receive'],
      ['count', 'count'],
      ['pick', 'pick'],
      ['move', 'reslot'],
    ] as const) {
      const { id } = await next(platform, { kinds: [asked] }, device);
      t.is((await giveBack(platform, kind)).returned, 0, 'they may be on a break');
      await owner.query(places[kind], [id]);
      if (kind === 'receive') {
        t.is((await giveBack(platform, kind)).returned, 0, 'its receipt was counted just now');
        await owner.query(
          `update inbound_receipts set updated_at = now() - interval '5 hours' where open_task_id = $1`,
          [id],
        );
      }
      const found = await organizationsWithIdleWork(database);
      t.true(found.some((one) => one.organization_id === platform.standard.id && one.kind === kind));
      t.is((await giveBack(platform, kind)).returned, 1);
      t.is((await giveBack(platform, kind)).returned, 0);
      t.like(await read(client, `/api/wms/tasks/${id}`), { status: 'pending', assignee_id: null });
      const again = await next(platform, { kinds: [asked] });
      t.is(again.id, id, kind);
    }
    await assertInvariants(t, platform);
  },
);

test.serial(
  'a count that is given back frees its places, keeps its scans, and goes on with another',
  async (t) => {
    const { platform } = t.context;
    const { owner, client } = platform;
    const device = await platform.clientWith(platform.standard, works);
    const task = await count(platform, { lock: 'start' });
    t.is((await next(platform, {}, device)).id, task.id);
    const path = `/api/wms/count-tasks/${task.id}`;
    const [first, second] = task.locations.map(({ location_id: id }: any) => id);
    const scan = async (by: any, location: string): Promise<any> =>
      settled(by, await by.post(`${path}/lines`, { empty_location_ids: [location] }), 'count');
    t.is((await scan(device, first)).status, 200);
    await owner.query(places.count, [task.id]);
    t.is((await giveBack(platform, 'count')).returned, 0, 'there was a scan just now');
    await owner.query(
      `update count_task_locations set visited_at = now() - interval '5 hours' where task_id = $1 and visited_at is not null`,
      [task.id],
    );
    t.is((await giveBack(platform, 'count')).returned, 1);
    const back = await read(client, path);
    t.like(back, { state: 'pending', claimed_at: null });
    t.false(back.locations.some(({ is_locked: isLocked }: any) => isLocked));
    t.is((await next(platform)).id, task.id);
    t.is((await scan(client, second)).status, 200);
    const done = await patch(client, path, { action: 'complete' });
    t.like(done.body.data, { state: 'completed' }, done.text);
  },
);

test.serial('a recount that was asked for just now stays with whoever has the count', async (t) => {
  const { platform } = t.context;
  const { owner, client, standard } = platform;
  const [shelf, item] = [await newShelf(platform), await newItem(platform, standard)];
  await putStock(platform, standard, [{ item, qty: 100, location: shelf }]);
  const task = await count(platform, { location_ids: [shelf] });
  t.is((await next(platform)).id, task.id);
  const path = `/api/wms/count-tasks/${task.id}`;
  const lines = [{ location_id: shelf, item_id: item, counted_qty: 50 }];
  t.is((await client.post(`${path}/lines`, { lines })).status, 200);
  t.is((await patch(client, path, { action: 'complete' })).body.data?.state, 'review');
  const age = async () => {
    await owner.query(places.count, [task.id]);
    await owner.query(
      `update count_task_locations set visited_at = now() - interval '5 hours' where task_id = $1`,
      [task.id],
    );
  };
  await age();
  const [{ id }] = (await read(client, path)).lines;
  const again = await patch(client, path, { action: 'recount' });
  t.is(again.body.data?.state, 'in_progress', again.text);
  t.is((await giveBack(platform, 'count')).returned, 0);
  await owner.query(`update count_lines set reopened_at = now() - interval '5 hours' where id = $1`, [id]);
  t.is((await giveBack(platform, 'count')).returned, 1);
});

test.serial('of what is in hand a put-back comes last', async (t) => {
  const { platform } = t.context;
  const device = await platform.clientWith(platform.standard, works);
  const { id } = await putBack(platform);
  t.is((await next(platform, { kinds: ['put_back'] }, device)).id, id);
  const move = await plannedMove(platform);
  t.is((await next(platform, { kinds: ['reslot'] }, device)).id, move.id);
  t.is((await next(platform, more, device)).id, move.id);
});

test.serial(
  'whoever confirms a move while another is given it has done it, or is told whose it is',
  async (t) => {
    const { platform } = t.context;
    const { owner } = platform;
    const [device, colleague] = [
      await platform.clientWith(platform.standard, works),
      await platform.clientWith(platform.standard, works),
    ];
    for (const kind of ['move', 'pick'] as const) {
      if (kind === 'pick') await wave(platform, 1);
      else await plannedMove(platform);
      const { id, finish } = await next(platform, more, device);
      await owner.query(places[kind], [id]);
      const [, confirmed, other] = await Promise.all([
        giveBack(platform, kind),
        patch(device, finish.path, { action: finish.action }),
        next(platform, more, colleague),
      ]);
      const taken = other ?? (await next(platform, more, colleague));
      const code = confirmed.status === 200 ? 'done' : confirmed.body.error.code;
      t.true(
        ['done', 'MOVE_TAKEN', 'PICK_TASK_TAKEN', 'ILLEGAL_TRANSITION'].includes(code),
        `${confirmed.status} ${confirmed.text}`,
      );
      t.is(taken?.id ?? null, code === 'done' ? null : id, 'it is one of the two');
      if (!taken) continue;
      t.is((await patch(colleague, finish.path, { action: finish.action })).status, 200);
    }
    await assertInvariants(t, platform);
  },
);
