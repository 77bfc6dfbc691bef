/** Jobs that are sorted at a wall, and jobs that are handed from zone to zone. */
import anyTest, { type TestFn } from 'ava';
import { complete, onHand, scan } from '../counting/plans-rig.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, putStock } from '../orders/orders-rig.ts';
import { newShelf, newShipment, newWave, onTask, read, type Running } from '../fulfillment/outbound-rig.ts';
import { done, next } from '../tasks/work-rig.ts';
import { claim, claimed, codeOf, finish, itemAt, job, onJob, put, waveOf } from './jobs-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.beforeEach(async (t) => {
  t.context.platform = await joinPlatform();
});
test.afterEach.always((t) => t.context.platform?.stop());

test.serial(
  'a batch is picked once at each stop, and told apart at the wall by its confirmations',
  async (t) => {
    const { platform } = t.context;
    const { client } = platform;
    const item = await itemAt(platform, await newShelf(platform), 20);
    const wave = await waveOf(platform, [[[item, 1]], [[item, 2]], [[item, 3]]]);
    const made = await claimed(platform, { method: 'batch', put_wall: 'WALL2', wave_id: wave.id });
    const [first] = made.picks;
    const early = await onTask(client, first.pick_task_id, 'confirm', { position: first.position });
    t.is(codeOf(early), '409 STOP_NOT_PICKED', early.text);
    const stop = { pick_task_id: first.pick_task_id };
    const less = await onJob(client, made.id, 'pick', { ...stop, qty: 5 });
    t.is(codeOf(less), '409 PICK_QTY_DIFFERS', less.text);
    t.like(less.body.error.details, { expected: 6, given: 5 });
    for (let asked = 0; asked < 2; asked += 1) {
      const picked = await onJob(client, made.id, 'pick', { ...stop, qty: 6 });
      t.is(picked.status, 200, picked.text);
      t.like(picked.body.data, { status: 'in_progress', tasks_left: 3 });
    }
    for (const [index, pick] of made.picks.entries()) {
      t.is(pick.position, `WALL2-0${index + 1}`);
      const elsewhere = made.picks[(index + 1) % 3].position;
      t.is(
        codeOf(await onTask(client, pick.pick_task_id, 'confirm', { position: elsewhere })),
        '409 WRONG_POSITION',
      );
      await put(client, pick);
    }
    t.is((await job(client, made.id)).status, 'done');
    // Every unit is attributable to one shipment's line.
    for (const shipment of wave.shipments) {
      const [{ qty }] = (await read(client, `/api/wms/shipments/${shipment.id}`)).lines;
      const [picked] = await read(client, `/api/wms/pick-tasks?shipment_id=${shipment.id}`);
      t.is(picked.picked_qty, qty);
    }
    await assertInvariants(t, platform);
  },
);

test.serial('a batch is given out stop by stop, and then what is in hand for the wall', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const [near, far] = [
    await newShelf(platform, { pick_sequence: 1 }),
    await newShelf(platform, { pick_sequence: 2 }),
  ];
  const [item, other] = [await itemAt(platform, near, 5), await itemAt(platform, far, 5)];
  const wave = await waveOf(platform, [[[item, 2]], [[other, 1]]]);
  const made = await claimed(platform, { method: 'batch', wave_id: wave.id });
  const [pick, begun] = made.picks;
  t.is((await onTask(client, begun.pick_task_id, 'start')).status, 200);
  const stop = await next(platform);
  t.like(stop, { kind: 'pick', id: pick.pick_task_id, ref_type: 'pick_job', ref_no: made.job_no });
  t.deepEqual(stop.finish.fields, { pick_task_id: pick.pick_task_id, qty: 2 });
  t.like(await done(client, stop), { status: 'in_progress', tasks_left: 2 });
  const second = await next(platform);
  t.is(second.id, begun.pick_task_id, 'begun is not taken');
  await done(client, second);
  const count = await client.post('/api/wms/count-tasks', {
    warehouse_id: standard.warehouseId,
    location_ids: [near],
  });
  t.is(count.status, 201, count.text);
  const work = await next(platform);
  t.is(work.id, pick.pick_task_id, 'a count of where it lay does not keep it on the cart');
  t.deepEqual(
    work.steps.map(({ scan }: any) => scan),
    ['item', 'quantity', 'position'],
  );
  t.is((await done(client, work)).status, 'done');
  await done(client, await next(platform));
  t.is(await next(platform, { kinds: ['pick'] }), null);
  t.is((await job(client, made.id)).status, 'done');
});

test.serial('what comes to a stop that was taken already is taken by itself', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const [first, second] = [await newShelf(platform), await newShelf(platform)];
  const item = await itemAt(platform, first, 5);
  const big = await newShipment(platform, [{ item_id: item, qty: 5 }]);
  await putStock(platform, standard, [{ item, qty: 2, location: second }]);
  const small = await newShipment(platform, [{ item_id: item, qty: 2 }]);
  const wave = await newWave(platform, [big.id, small.id]);
  const made = await claimed(platform, { method: 'batch', wave_id: wave.id });
  const at = (picks: any[], place: string) => picks.find(({ location_id: id }) => id === place);
  const stop = { pick_task_id: at(made.picks, first).pick_task_id, qty: 5 };
  t.is((await onJob(client, made.id, 'pick', stop)).status, 200);
  await putStock(platform, standard, [{ item, qty: 10, location: first }]);
  t.is((await onTask(client, at(made.picks, second).pick_task_id, 'short', {})).status, 200);
  const { picks } = await job(client, made.id);
  const joined = picks.find(({ status }: any) => status === 'assigned');
  t.like(joined, { location_id: first, qty: 2 });
  const more = { pick_task_id: joined.pick_task_id };
  const both = await onJob(client, made.id, 'pick', { ...more, qty: 7 });
  t.is(codeOf(both), '409 PICK_QTY_DIFFERS', both.text);
  for (let asked = 0; asked < 2; asked += 1)
    t.is((await onJob(client, made.id, 'pick', { ...more, qty: 2 })).status, 200);
  t.is((await finish(client, made.id)).status, 'done');
  await assertInvariants(t, platform);
});

for (const isPutFirst of [true, false])
  test.serial(
    `less than a batch needs is short for one of its orders, and the others go on, ${isPutFirst ? 'before' : 'after'} the count`,
    async (t) => {
      const { platform } = t.context;
      const { client } = platform;
      const shelf = await newShelf(platform);
      const item = await itemAt(platform, shelf, 6);
      const wave = await waveOf(platform, [[[item, 2]], [[item, 4]]]);
      const made = await claimed(platform, { method: 'batch', wave_id: wave.id });
      const [one, other] = made.picks;
      const short = await onTask(client, other.pick_task_id, 'short', {});
      t.is(short.status, 200, short.text);
      const stop = { pick_task_id: one.pick_task_id, qty: one.qty };
      t.is((await onJob(client, made.id, 'pick', stop)).status, 200);
      // The place is locked since; what was taken is not there any more.
      if (isPutFirst) await put(client, one);
      const { count_task_id: count } = short.body.data;
      await scan(client, count, shelf, item, 1);
      const done = (await complete(client, count)).body.data;
      t.is(done.state, 'completed');
      t.like(done.lines[0], { expected_qty: 4, difference: -3 });
      if (!isPutFirst) await put(client, one);
      t.is(await onHand(platform, item, shelf), 1);
      t.is((await job(client, made.id)).status, 'done');
      await assertInvariants(t, platform);
    },
  );

test.serial(
  'what was found for an order that is short goes to the wall before the stop is picked',
  async (t) => {
    const { platform } = t.context;
    const { client } = platform;
    const item = await itemAt(platform, await newShelf(platform), 6);
    const wave = await waveOf(platform, [[[item, 2]], [[item, 4]]]);
    const made = await claimed(platform, { method: 'batch', wave_id: wave.id });
    const [one, other] = made.picks;
    const found = { picked_qty: 1, position: other.position };
    const wrong = await onTask(client, other.pick_task_id, 'short', { ...found, position: one.position });
    t.is(codeOf(wrong), '409 WRONG_POSITION', wrong.text);
    const short = await onTask(client, other.pick_task_id, 'short', found);
    t.is(short.status, 200, short.text);
    await onJob(client, made.id, 'pick', { pick_task_id: one.pick_task_id, qty: one.qty });
    await put(client, one);
    t.deepEqual(
      (await job(client, made.id)).picks.map(({ picked_qty }: any) => picked_qty),
      [2, 1],
    );
    await assertInvariants(t, platform);
  },
);

test.serial(
  'a job goes from zone to zone by a scan, and cannot be picked or ended out of order',
  async (t) => {
    const { platform } = t.context;
    const { client, clientWith, standard } = platform;
    const shelves = [];
    for (const zone of ['A', 'B', 'C']) shelves.push(await newShelf(platform, { zone }));
    const items = await Promise.all(shelves.map((shelf) => itemAt(platform, shelf, 10)));
    const wave = await waveOf(platform, [
      [
        [items[0]!, 1],
        [items[2]!, 1],
      ],
      [
        [items[1]!, 1],
        [items[0]!, 2],
      ],
    ]);
    const made = await claimed(platform, { method: 'zone', cart: 'T1', wave_id: wave.id });
    t.like(made, { zone: 'A', status: 'open', tasks: 4, shipments: 2 });
    const of = (zone: string, { picks } = made) => picks.filter((pick: any) => pick.zone === zone);
    const [late] = of('C');
    const early = await onTask(client, late.pick_task_id, 'confirm', { position: late.position });
    t.is(codeOf(early), '409 OUT_OF_ZONE_ORDER', early.text);
    const pass = (zone: string) => onJob(client, made.id, 'pass_on', { zone });
    const unpicked = await pass('B');
    t.is(codeOf(unpicked), '409 OUT_OF_ZONE_ORDER');
    t.is(unpicked.body.error.details.pick_task_ids.length, 2);
    for (const pick of of('A')) await put(client, pick);
    const skipped = await pass('C');
    t.like(skipped.body.error?.details, { zone: 'A', next_zone: 'B', pick_task_ids: [] });
    for (let asked = 0; asked < 2; asked += 1)
      t.like((await pass('B')).body.data, { zone: 'B', status: 'open', person: null });

    const colleagues = await Promise.all(
      Array.from({ length: 4 }, () => clientWith(standard, ['wms.picking.work', 'wms.picking.view'])),
    );
    const asked = await Promise.all(
      colleagues.map((one) => claim(platform, { method: 'zone', zone: 'B' }, one)),
    );
    t.deepEqual(
      asked.map(({ status }) => status).sort((a, b) => a - b),
      [200, 404, 404, 404],
      'one of them has it',
    );
    const index = asked.findIndex(({ status }) => status === 200);
    t.is(asked[index]!.body.data.id, made.id);
    const taker = colleagues[index]!;
    t.is(codeOf(await onTask(client, of('B')[0].pick_task_id, 'confirm', {})), '409 PICK_TASK_TAKEN');
    for (const pick of of('B')) await put(taker, pick);
    t.is((await onJob(taker, made.id, 'pass_on', { zone: 'C' })).status, 200);
    t.is((await onJob(client, made.id, 'take')).status, 200);
    t.is((await finish(client, made.id)).status, 'done');
    t.is(codeOf(await pass('A')), '400 ILLEGAL_TRANSITION');
    await assertInvariants(t, platform);
  },
);
