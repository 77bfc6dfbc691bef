/** Pick jobs: one walk for several shipments, each in its position; and what happens to the goods meanwhile. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, newItem, putStock } from '../orders/orders-rig.ts';
import {
  newShelf,
  onTask,
  patch,
  read,
  stocked,
  tasksOf,
  type Running,
} from '../fulfillment/outbound-rig.ts';
import { claim, claimed, codeOf, finish, inAisle, itemAt, job, onJob, put, waveOf } from './jobs-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.beforeEach(async (t) => {
  t.context.platform = await joinPlatform();
});
test.afterEach.always((t) => t.context.platform?.stop());

test.serial(
  'a cart of three orders is picked in one walk of known metres, each into its position',
  async (t) => {
    const { platform } = t.context;
    const { client, standard, owner } = platform;
    await owner.query(
      `update locations set x_m = 0, y_m = 0 where organization_id = $1 and type = 'staging'`,
      [standard.id],
    );
    // Two aisles of ten metres, four metres apart; the goods lie at 2 and 8 in the first, at 9 in the second.
    for (const aisle of [1, 2]) for (const bay of [0, 10]) await inAisle(platform, aisle, bay);
    const places = [
      await inAisle(platform, 2, 9),
      await inAisle(platform, 1, 8),
      await inAisle(platform, 1, 2),
    ];
    const [far, mid, near] = await Promise.all(places.map((place) => itemAt(platform, place, 10)));
    const wave = await waveOf(platform, [
      [[far!, 1]],
      [
        [mid!, 2],
        [near!, 1],
      ],
      [[near!, 3]],
    ]);

    const made = await claimed(platform, { cart: 'CART7', positions: 12 });
    t.like(made, { method: 'cluster', status: 'open', shipments: 3, tasks: 4, tasks_left: 4, zone: null });
    // From 9 in the second out at its end and into the first (1 + 4 + 2), down it to 2 (6), and to staging (2 + 4).
    t.deepEqual(
      made.picks.map(({ location_id, position }: any) => [location_id, position]),
      [
        [places[0], 'CART7-01'],
        [places[1], 'CART7-02'],
        [places[2], 'CART7-02'],
        [places[2], 'CART7-03'],
      ],
    );
    t.is(made.metres, 19);
    t.deepEqual(
      made.picks.map(({ metres }: any) => metres),
      [0, 7, 13, 13],
    );

    const [first] = made.picks;
    for (const given of [{}, { position: 'CART7-09' }]) {
      const wrong = await onTask(client, first.pick_task_id, 'confirm', given);
      t.is(codeOf(wrong), '409 WRONG_POSITION', wrong.text);
      t.is(wrong.body.error.details.expected, first.position);
    }
    t.is(
      (await read(client, `/api/wms/pick-tasks/${first.pick_task_id}`)).status,
      'assigned',
      'nothing moved',
    );
    await put(client, first);
    t.like(await job(client, made.id), { status: 'in_progress', tasks_left: 3 });
    const done = await finish(client, made.id);
    t.like(done, { status: 'done', tasks_left: 0, metres: 19 });
    for (const { id } of wave.shipments)
      t.is((await read(client, `/api/wms/shipments/${id}`)).status, 'picked');
    t.is((await read(client, `/api/wms/waves/${wave.id}`)).status, 'completed');

    const { rows } = await owner.query(
      `select merchant_id, lines::int, units::int, pick_method from billable_pick_jobs where organization_id = $1`,
      [standard.id],
    );
    t.deepEqual(rows, [{ merchant_id: standard.merchantId, lines: 4, units: 7, pick_method: 'cluster' }]);
    await assertInvariants(t, platform);
  },
);

test.serial('eight carts at once share out thirty orders, and no task is given twice', async (t) => {
  const { platform } = t.context;
  const { clientWith, standard } = platform;
  const item = await itemAt(platform, await newShelf(platform), 30);
  await waveOf(
    platform,
    Array.from({ length: 30 }, () => [[item, 1]] as const),
  );
  const people = await Promise.all(
    Array.from({ length: 8 }, () => clientWith(standard, ['wms.picking.work'])),
  );
  const given: any[] = [];
  // Whoever finds everything in others' hands at that moment asks again.
  for (let round = 0; round < 5; round += 1)
    for (const answer of await Promise.all(people.map((one) => claim(platform, { positions: 4 }, one)))) {
      t.true([200, 404, 503].includes(answer.status), answer.text);
      if (answer.status === 200) given.push(answer.body.data);
    }
  const tasks = given.flatMap(({ picks }) => picks.map((pick: any) => pick.pick_task_id));
  t.is(tasks.length, 30);
  t.is(new Set(tasks).size, 30);
  t.true(given.every(({ shipments }) => shipments <= 4));
});

test.serial(
  'a job given up and its pick confirmed at once: one after the other, whoever was first',
  async (t) => {
    const { platform } = t.context;
    const { client, owner } = platform;
    for (let round = 0; round < 4; round += 1) {
      const item = await itemAt(platform, await newShelf(platform), 4);
      const wave = await waveOf(platform, [[[item, 1]], [[item, 1]]]);
      const { id, picks } = await claimed(platform, { wave_id: wave.id });
      const busy = await owner.connect();
      await busy.query('begin');
      await busy.query('select 1 from pick_jobs where id = $1 for update', [id]);
      const both = Promise.all([
        onTask(client, picks[0].pick_task_id, 'confirm', { position: picks[0].position }),
        onJob(client, id, 'abandon'),
      ]);
      await busy.query('select pg_sleep(0.1)');
      await busy.query('commit');
      busy.release();
      const [confirmed, abandoned] = await both;
      t.is(abandoned.status, 200, abandoned.text);
      const isPicked = confirmed.status === 200;
      if (!isPicked) t.is(codeOf(confirmed), '400 ILLEGAL_TRANSITION', confirmed.text);
      const { rows } = await owner.query('select picked_tasks from pick_jobs where id = $1', [id]);
      t.is(rows[0].picked_tasks, isPicked ? 1 : 0);
      const tasks = await tasksOf(client, { wave_id: wave.id });
      t.deepEqual(
        tasks.map(({ status, job_id }: any) => `${status} ${job_id !== null}`).sort(),
        isPicked ? ['done true', 'open false'] : ['open false', 'open false'],
      );
      const again = await claimed(platform, { wave_id: wave.id });
      t.is(again.tasks, isPicked ? 1 : 2, 'what it had is open for the next');
      t.is((await finish(client, again.id)).status, 'done');
    }
    await assertInvariants(t, platform);
  },
);

test.serial('what is not there is picked elsewhere in the same walk, into the same position', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const [here, there, other] = [
    await inAisle(platform, 1, 1, { pick_sequence: 1 }),
    await inAisle(platform, 2, 5, { pick_sequence: 2 }),
    await inAisle(platform, 1, 9, { pick_sequence: 3 }),
  ];
  const item = await stocked(platform, { [here]: 5, [there]: 5 });
  const second = await itemAt(platform, other, 5);
  const wave = await waveOf(platform, [[[item, 3]], [[second, 2]]]);
  const made = await claimed(platform, { wave_id: wave.id });
  const lost = made.picks.find(({ qty }: any) => qty === 3);
  const put1 = await onTask(client, lost.pick_task_id, 'short', { picked_qty: 1 });
  t.is(codeOf(put1), '409 WRONG_POSITION', 'the one that was found goes into the position');
  const short = await onTask(client, lost.pick_task_id, 'short', { picked_qty: 1, position: lost.position });
  t.is(short.status, 200, short.text);
  const after = await job(client, made.id);
  const again = after.picks.find(({ sku, status }: any) => sku === lost.sku && status === 'assigned');
  t.like(again, { qty: 2, position: lost.position });
  t.not(again.location_id, lost.location_id);
  t.true(
    after.picks.every(({ stop }: any) => stop !== null),
    'the walk has all of it',
  );
  const done = await finish(client, made.id);
  t.is(done.status, 'done');
  for (const { id } of wave.shipments)
    t.is((await read(client, `/api/wms/shipments/${id}`)).status, 'picked');
  await assertInvariants(t, platform);
});

test.serial('a pallet that is moved away comes into the walk again where it stands now', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const [start, from, to] = [
    await inAisle(platform, 1, 1),
    await inAisle(platform, 1, 9),
    await inAisle(platform, 3, 4),
  ];
  const at = { warehouse_id: standard.warehouseId, location_id: from };
  const plate = (await client.post('/api/wms/pallets', at)).body.data;
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 10, location: from, lpnId: plate.id }]);
  const near = await itemAt(platform, start, 5);
  const wave = await waveOf(platform, [[[near, 1]], [[item, 2]]]);
  const made = await claimed(platform, { wave_id: wave.id, from_location_id: start });
  const moved = await client.post(
    '/api/wms/inventory/move',
    { warehouse_id: standard.warehouseId, to_location_id: to, pallet_lpn: plate.lpn },
    { headers: { prefer: 'wait=60' } },
  );
  t.is(moved.status, 200, moved.text);
  t.deepEqual(
    (await job(client, made.id)).picks.map(({ location_id, stop }: any) => [location_id, stop]),
    [
      [start, 1],
      [to, null],
    ],
  );
  await put(client, made.picks[0]);
  const walked = await job(client, made.id);
  t.deepEqual(
    walked.picks.map(({ location_id, stop }: any) => [location_id, stop]),
    [
      [start, 1],
      [to, 2],
    ],
  );
  t.not(walked.metres, made.metres);
  t.is((await finish(client, made.id)).status, 'done');
  await assertInvariants(t, platform);
});

test.serial('a job ends without what was cancelled, and with a cancelled wave', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const item = await itemAt(platform, await newShelf(platform), 20);
  const wave = await waveOf(platform, [[[item, 1]], [[item, 1]]]);
  const made = await claimed(platform, { wave_id: wave.id });
  await put(client, made.picks[0]);
  const other = made.picks[1].shipment_id;
  t.is((await patch(client, `/api/wms/shipments/${other}`, { action: 'cancel' })).status, 200);
  t.like(await job(client, made.id), { status: 'done', tasks_left: 0 });

  const second = await waveOf(platform, [[[item, 1]], [[item, 1]]]);
  const { id } = await claimed(platform, { wave_id: second.id });
  t.is((await patch(client, `/api/wms/waves/${second.id}`, { action: 'cancel' })).status, 200);
  t.is((await job(client, id)).status, 'abandoned', 'none of it was picked');

  const third = await waveOf(platform, [[[item, 1]], [[item, 1]]]);
  const last = await claimed(platform, { wave_id: third.id });
  t.is((await onTask(client, last.picks[0].pick_task_id, 'unclaim')).status, 200);
  t.is((await job(client, last.id)).tasks, 1, 'what is returned leaves the job');
  t.is((await finish(client, last.id)).status, 'done');
});
