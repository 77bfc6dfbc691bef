/** One question for whatever is to be done next: who gets what, in which order, and what there is to scan. */
import anyTest, { type TestFn } from 'ava';
import type { Permission } from '../../domain/permissions.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, newItem, putStock } from '../orders/orders-rig.ts';
import { newShelf, newShipment, patch, read, type Running } from '../fulfillment/outbound-rig.ts';
import { ask, next, plannedMove, wave, count, receivingTask, putBack } from './work-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.beforeEach(async (t) => {
  t.context.platform = await joinPlatform();
});
test.afterEach.always((t) => t.context.platform?.stop());

const scanned = ({ steps }: any) => steps.map(({ scan, code, qty }: any) => [scan, code ?? qty]);

test.serial(
  'the most urgent comes first, then the oldest, each with what to scan and how it ends',
  async (t) => {
    const { platform } = t.context;
    const { client, owner, standard } = platform;
    t.is(await next(platform), null, 'nothing to do is an answer');

    const receive = await receivingTask(platform);
    const back = await putBack(platform);
    const counting = await count(platform);
    await wave(platform, 1);
    const later = await plannedMove(platform);
    const urgent = await plannedMove(platform, { priority: 1 });
    await patch(client, `/api/wms/locations/${urgent.from_location_id}`, { level: 0 });
    await patch(client, `/api/wms/locations/${urgent.to_location_id}`, { level: 2 });
    await owner.query(
      `update locations l set level = 3 from pick_tasks p
        where p.organization_id = $1 and l.organization_id = $1 and l.id = p.location_id`,
      [standard.id],
    );

    const first = await next(platform);
    t.like(first, { kind: 'reslot', id: urgent.id, ref_no: urgent.move_no, priority: 1 });
    t.deepEqual(scanned(first), [
      ['location', urgent.from_location],
      ['item', urgent.sku],
      ['quantity', 2.5],
      ['location', urgent.to_location],
    ]);
    t.deepEqual(
      first.steps.map(({ say }: any) => say),
      [
        `Go to ${urgent.from_location}, level 0.`,
        `Take ${urgent.sku}, Test item.`,
        'Take 2.5.',
        `Put it at ${urgent.to_location}, level 2.`,
      ],
    );

    const receiving = await next(platform);
    t.like(receiving, { kind: 'receive', id: receive.id });
    t.deepEqual(scanned(receiving).slice(0, 2), [
      ['document', receiving.ref_no],
      ['item', null],
    ]);
    t.is((await read(client, `/api/wms/tasks/${receive.id}`)).status, 'in_progress');

    const returning = await next(platform);
    t.like(returning, { kind: 'put_back', id: back.id });
    t.deepEqual(scanned(returning).at(-1), ['location', back.to_location]);

    const counted = await next(platform);
    t.like(counted, { kind: 'count', id: counting.id, ref_no: counting.task_no });
    t.deepEqual(
      scanned(counted).filter(([scan]: any) => scan === 'location'),
      counting.locations.map(({ location }: any) => ['location', location]),
    );
    t.true(
      counted.steps.every(({ qty }: any) => qty === null),
      'a count says nothing of what is expected',
    );

    const picking = await next(platform);
    t.is(picking.kind, 'pick');
    const pick = await read(client, `/api/wms/pick-tasks/${picking.id}`);
    t.is(pick.status, 'assigned');
    t.is(picking.steps[0].say, `Go to ${pick.location}, level 3.`);
    t.deepEqual(scanned(picking), [
      ['location', pick.location],
      ['item', pick.sku],
      ['quantity', 1],
    ]);
    t.is((await next(platform)).id, later.id);
    t.is(await next(platform), null);

    for (const { finish } of [first, receiving, returning, picking]) {
      const done = await patch(client, finish.path, { action: finish.action });
      t.is(done.status, 200, `${finish.path}: ${done.text}`);
    }
    const { finish } = counted;
    t.is((await patch(client, finish.path, { action: finish.action, zero_uncounted: true })).status, 200);
    await assertInvariants(t, platform);
  },
);

test.serial('a license plate is scanned, and goes whole; a lot is named', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const [from, to] = [await newShelf(platform), await newShelf(platform)];
  const item = await newItem(platform, standard);
  const place = { warehouse_id: standard.warehouseId, location_id: from };
  const { id: lpnId, lpn } = (await client.post('/api/wms/pallets', place)).body.data;
  await putStock(platform, standard, [{ item, qty: 8, location: from, lpnId }]);
  const made = await client.post('/api/wms/moves', {
    kind: 'putaway',
    warehouse_id: standard.warehouseId,
    pallet_lpn: lpn,
    to_location_id: to,
  });
  t.is(made.status, 201, made.text);
  const work = await next(platform, { kinds: ['putaway'] });
  t.is(work.id, made.body.data.id);
  t.deepEqual(scanned(work), [
    ['location', made.body.data.from_location],
    ['license_plate', lpn],
    ['location', made.body.data.to_location],
  ]);
});

test.serial(
  'forty claims at once by eight people share out all the work, and nothing is given twice',
  async (t) => {
    const { platform } = t.context;
    const { standard, clientWith } = platform;
    await wave(platform, 8);
    for (let made = 0; made < 8; made += 1) await plannedMove(platform);
    for (let made = 0; made < 3; made += 1) await count(platform);
    for (let made = 0; made < 3; made += 1) await receivingTask(platform);
    for (let made = 0; made < 2; made += 1) await putBack(platform);
    const works: readonly Permission[] = [
      'wms.inbound.receive',
      'wms.picking.work',
      'wms.cycle_count.work',
      'wms.moves.work',
    ];
    const people = await Promise.all(Array.from({ length: 8 }, () => clientWith(standard, works)));
    const given = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const answer = await ask(people[index % 8]!, platform);
        // A busy machine may say "try again shortly": whoever is told so was given nothing.
        t.true(answer.status === 200 || answer.status === 503, answer.text);
        return answer.body.data?.work ?? null;
      }),
    );
    // A claim that found all that is left in others' hands at that moment answers that there is nothing; the next finds it.
    for (let work = await next(platform); work; work = await next(platform)) given.push(work);
    const ids = given.flatMap((work) => (work ? [work.id] : []));
    t.is(ids.length, 24);
    t.is(new Set(ids).size, 24);
    const ofKind = (kind: string) => given.filter((work) => work?.kind === kind).length;
    t.deepEqual(
      ['pick', 'reslot', 'count', 'receive', 'put_back'].map(ofKind),
      [8, 8, 3, 3, 2],
      'each kind in full',
    );
  },
);

test.serial('a person is given the kinds they may work, and one merchant’s token none', async (t) => {
  const { platform } = t.context;
  const { standard, clientWith } = platform;
  await wave(platform, 1);
  const carrier = await clientWith(standard, ['wms.moves.work']);
  t.is(await next(platform, {}, carrier), null);
  const refused = await ask(carrier, platform, { kinds: ['reslot', 'pick'] });
  t.is(refused.status, 403);
  t.like(refused.body.error, { code: 'FORBIDDEN', details: { permission: 'wms.picking.work' } });
  const viewer = await clientWith(standard, ['wms.picking.view']);
  t.is((await ask(viewer, platform)).status, 403);
  const ofMerchant = await clientWith(standard, ['wms.picking.work'], { merchantId: standard.merchantId });
  t.is((await ask(ofMerchant, platform)).status, 403);
  t.is((await ask(carrier, platform, { kinds: ['sweep'] })).status, 400);
  t.is((await ask(carrier, platform, { floor: 1 })).body.error.code, 'VALIDATION_FAILED');
  t.is((await next(platform, { kinds: ['pick'] })).kind, 'pick');
});

test.serial('a zone holds its own work alone', async (t) => {
  const { platform } = t.context;
  await receivingTask(platform);
  await plannedMove(platform);
  const { id } = await plannedMove(platform, {}, 'COLD');
  t.is((await next(platform, { zone: 'COLD' })).id, id);
  t.is(await next(platform, { zone: 'COLD' }), null);
});

test.serial('what is assigned to somebody else is not offered', async (t) => {
  const { platform } = t.context;
  const { standard, clientWith } = platform;
  const device = await clientWith(standard, ['wms.inbound.receive', 'wms.cycle_count.work']);
  const me = standard.memberId;
  const [receive, counting] = [
    await receivingTask(platform, { assignee_id: me }),
    await count(platform, { assignee_id: me }),
  ];
  t.is(await next(platform, {}, device), null);
  t.is((await next(platform)).id, receive.id);
  t.is((await next(platform)).id, counting.id);
});

test.serial('a put-back is kept for one person for a while, and anybody may still do it', async (t) => {
  const { platform } = t.context;
  const { client, owner } = platform;
  const task = await putBack(platform);
  await patch(client, `/api/wms/locations/${task.to_location_id}`, { level: 4 });
  const work = await next(platform);
  t.is(work.id, task.id);
  t.is(work.steps.at(-1).say, `Put it at ${task.to_location}, level 4.`);
  t.truthy((await read(client, `/api/wms/tasks/${task.id}`)).assignee_id);
  t.is(await next(platform), null);
  await owner.query(`update put_back_tasks set claimed_until = now() - interval '1 second' where id = $1`, [
    task.id,
  ]);
  t.is((await next(platform)).id, task.id, 'whoever went home did not do it');
});

test.serial(
  'a put-back is told where its license plate stands by now, and what was put back of it',
  async (t) => {
    const { platform } = t.context;
    const { client, standard } = platform;
    const zone = 'QUIET';
    const [from, away] = [await newShelf(platform), await newShelf(platform, { zone })];
    const item = await newItem(platform, standard);
    const place = { warehouse_id: standard.warehouseId, location_id: from };
    const { id: lpnId, lpn } = (await client.post('/api/wms/pallets', place)).body.data;
    await putStock(platform, standard, [{ item, qty: 4, location: from, lpnId }]);
    const shipment = await newShipment(platform, [{ item_id: item, qty: 4 }]);
    for (const action of ['pick', 'cancel'])
      await patch(client, `/api/wms/shipments/${shipment.id}`, { action });
    t.is(await next(platform, { kinds: ['put_back'], zone }), null);
    const moved = await client.post('/api/wms/inventory/move', {
      warehouse_id: standard.warehouseId,
      pallet_lpn: lpn,
      to_location_id: away,
    });
    t.is(moved.status, 200, moved.text);
    const work = await next(platform, { kinds: ['put_back'], zone });
    const shown = await read(client, `/api/wms/put-back-tasks?shipment_id=${shipment.id}`);
    t.like(shown[0], { id: work.id, from_location_id: away });
    t.deepEqual(scanned(work)[0], ['location', shown[0].from_location]);
    t.is((await patch(client, work.finish.path, { action: work.finish.action, qty: 0 })).status, 200);
    t.like(await read(client, `/api/wms/tasks/${work.id}`), {
      status: 'completed',
      progress: { counted_qty: 0, ratio: 0 },
    });
  },
);

test.serial('only the first claim of a wave waits for the wave', async (t) => {
  const { platform } = t.context;
  const { owner } = platform;
  const { id } = await wave(platform, 3);
  t.is((await next(platform)).kind, 'pick');
  t.is((await read(platform.client, `/api/wms/waves/${id}`)).status, 'picking');
  const busy = await owner.connect();
  try {
    await busy.query('begin');
    await busy.query('select enter_wave_alone($1)', [id]);
    t.is((await next(platform)).kind, 'pick');
  } finally {
    await busy.query('rollback');
    busy.release();
  }
});

test.serial('a count that cannot lock its places yet keeps nobody from other work', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const locking = await count(platform);
  const location_ids = locking.locations?.map(({ location_id: id }: any) => id) ?? locking.location_ids;
  const waiting = await count(platform, { lock: 'start', location_ids });
  const move = await plannedMove(platform);
  t.is((await next(platform)).id, locking.id);
  t.is((await next(platform)).id, move.id, 'its places are locked by another count');
  await patch(client, `/api/wms/count-tasks/${locking.id}`, { action: 'cancel' });
  t.is((await next(platform)).id, waiting.id);
});

test.serial(
  'of two counts of one place that are claimed at once, one is begun and nobody is refused',
  async (t) => {
    const { platform } = t.context;
    const { client } = platform;
    const location_ids = [await newShelf(platform)];
    for (let made = 0; made < 2; made += 1) await count(platform, { lock: 'start', location_ids });
    const move = await plannedMove(platform);
    const given = await Promise.all([next(platform), next(platform)]);
    t.deepEqual(given.map(({ kind }) => `${kind}`).sort(), ['count', 'reslot']);
    t.true(given.some(({ id }) => id === move.id));
    t.is((await client.get('/api/wms/count-tasks?state=in_progress')).body.data.length, 1);
  },
);
