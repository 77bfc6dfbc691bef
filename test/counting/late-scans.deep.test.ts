/** Scans that a device sent late: what is posted is what was seen less the ledger of then, whatever moved since. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { adjust as adjustAt } from '../helpers/shelf.ts';
import { newShelf, read, stocked, type Running } from '../fulfillment/outbound-rig.ts';
import { adjust, complete, onHand, zoneWith } from './plans-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

/** In whole milliseconds, as devices tell it: none is the same as the one before. */
const moment = async ({ owner }: Running): Promise<string> =>
  (await owner.query('select clock_timestamp() as at from pg_sleep(0.002)')).rows[0].at.toISOString();

const taskOn = async ({ client, standard }: Running, shelves: readonly string[]): Promise<string> => {
  const body = { warehouse_id: standard.warehouseId, location_ids: shelves, lock: 'none' };
  return (await client.post('/api/wms/count-tasks', body)).body.data.id;
};

const late = ({ client }: Running, task: string, at: string, body: object) =>
  client.post(`/api/wms/count-tasks/${task}/lines`, { counted_at: at, ...body });

const seen = (location_id: string, item_id: string, counted_qty: number) => ({
  lines: [{ location_id, item_id, counted_qty }],
});

test('a late scan is compared with the ledger of its moment, not of its arrival', async (t) => {
  const { platform } = t.context;
  const { shelves, item } = await zoneWith(platform, 20);
  const [shelf] = shelves as [string];
  const task = await taskOn(platform, shelves);
  await adjust(platform, item, shelf, 5);
  const at = await moment(platform);
  await adjust(platform, item, shelf, -4);
  await adjust(platform, item, shelf, 10);
  const sent = await late(platform, task, at, seen(shelf, item, 22));
  t.is(sent.status, 200, sent.text);
  t.is(sent.body.data.lines[0].counted_at, at);
  t.is(sent.body.data.locations[0].visited_at, at);
  await adjust(platform, item, shelf, -1);
  const done = (await complete(platform.client, task)).body.data;
  t.like(done.lines[0], { expected_qty: 25, counted_qty: 22, difference: -3, posted_delta: -3 });
  t.is(await onHand(platform, item, shelf), 27);
});

test('an empty place said late: what lay there then is zero, and what came since is neither planned nor lost', async (t) => {
  const { platform } = t.context;
  const { shelves, item } = await zoneWith(platform, 6);
  const [shelf] = shelves as [string];
  const task = await taskOn(platform, shelves);
  const at = await moment(platform);
  const other = await stocked(platform, { [shelf]: 9 });
  await adjust(platform, item, shelf, 2);
  const sent = await late(platform, task, at, { empty_location_ids: [shelf] });
  t.deepEqual(
    sent.body.data.lines.map((line: any) => [line.item_id, line.counted_qty]),
    [[item, 0]],
  );
  const done = (await complete(platform.client, task)).body.data;
  t.is(done.state, 'completed');
  t.is(await onHand(platform, item, shelf), 2, 'two came after it was seen empty');
  t.is(await onHand(platform, other, shelf), 9);
});

test('what cannot be known is refused: the future, and what was before the count was made or taken up', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { zone, shelves, item } = await zoneWith(platform, 3);
  const [shelf] = shelves as [string];
  const before = await moment(platform);
  const task = await taskOn(platform, shelves);
  const refused = async (at: string): Promise<unknown> => {
    const { status, body } = await late(platform, task, at, seen(shelf, item, 3));
    return [status, body.error?.details?.[0]];
  };
  const [status, field] = (await refused(before)) as [number, any];
  t.is(status, 400);
  t.like(field, { path: 'counted_at', code: 'before_claim' });
  const [, ahead] = (await refused(new Date(Date.now() + 60_000).toISOString())) as [number, any];
  t.like(ahead, { path: 'counted_at', code: 'future' });
  const made = await moment(platform);
  const asked = { warehouse_id: platform.standard.warehouseId, kinds: ['count'], zone, another: true };
  t.is((await client.post('/api/wms/work/claim', asked)).body.data.work.id, task);
  t.truthy((await read(client, `/api/wms/count-tasks/${task}`)).claimed_at);
  t.like(((await refused(made)) as [number, any])[1], { code: 'before_claim' });
  t.is((await late(platform, task, await moment(platform), seen(shelf, item, 3))).status, 200);
  t.is((await complete(client, task)).body.data.state, 'completed');
  const over = await late(platform, task, await moment(platform), seen(shelf, item, 2));
  t.is(over.body.error.code, 'ILLEGAL_TRANSITION', 'a count that is over posts nothing more');
});

test('an older scan replaces no newer one, and is no answer to a recount that was asked for after it', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { shelves, item } = await zoneWith(platform, 8);
  const [shelf] = shelves as [string];
  const task = await taskOn(platform, shelves);
  const older = await moment(platform);
  const newer = await moment(platform);
  const counted = await late(platform, task, newer, seen(shelf, item, 7));
  const [line] = counted.body.data.lines;
  const refused = await late(platform, task, older, seen(shelf, item, 5));
  t.is(refused.status, 409);
  t.like(refused.body.error, { code: 'COUNTED_SINCE', details: { line_ids: [line.id] } });
  t.is((await late(platform, task, newer, seen(shelf, item, 7))).status, 200, 'sent once more');
  await platform.owner.query(
    `update count_tasks set rules = '{"recount": {"times": 1, "other_person": false}}' where id = $1`,
    [task],
  );
  t.is((await complete(client, task)).body.data.state, 'in_progress', 'counted once more');
  const stale = await late(platform, task, newer, seen(shelf, item, 7));
  t.is(stale.body.error.code, 'COUNTED_SINCE');
  t.is((await late(platform, task, await moment(platform), seen(shelf, item, 7))).status, 200);
  t.is((await complete(client, task)).body.data.state, 'completed');
  t.is(await onHand(platform, item, shelf), 7);
});

test('of a late scan and a count posted meanwhile the newer says what is there, and the difference is posted once', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { shelves, item } = await zoneWith(platform, 30, 30);
  for (const [index, shelf] of shelves.entries()) {
    const [task, other] = [await taskOn(platform, [shelf]), await taskOn(platform, [shelf])];
    const early = await moment(platform);
    if (index === 0) await late(platform, other, early, seen(shelf, item, 28));
    const at = await moment(platform);
    if (index === 1) await late(platform, other, await moment(platform), seen(shelf, item, 28));
    t.is((await complete(client, other)).body.data.state, 'completed');
    await late(platform, task, at, seen(shelf, item, 27));
    t.is((await complete(client, task)).body.data.state, 'completed');
    t.is(await onHand(platform, item, shelf), index === 0 ? 27 : 28);
  }
});

test('a movement that was posted before the scan and is not over when it arrives is waited for', async (t) => {
  const { platform } = t.context;
  const { shelves, item } = await zoneWith(platform, 4);
  const [shelf] = shelves as [string];
  const { id: organization, warehouseId, merchantId } = platform.standard;
  const task = await taskOn(platform, shelves);
  const mover = await platform.owner.connect();
  try {
    await mover.query('begin');
    await mover.query('select * from enter_locations($1, array[$2::uuid])', [organization, shelf]);
    await mover.query(
      `insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no, warehouse_id,
         merchant_id, qty_delta, transaction_type, ref_type, actor)
       values ($1, gen_random_uuid(), gen_random_uuid(), 1, $2, $3, 'damaged', '', $4, $5, 6, 'adjust', 'adjustment', 'mover')`,
      [organization, item, shelf, warehouseId, merchantId],
    );
    const at = await moment(platform);
    const lines = [{ location_id: shelf, item_id: item, status: 'damaged', counted_qty: 5 }];
    const sent = late(platform, task, at, { lines });
    let isAnswered = false;
    void sent.then(() => (isAnswered = true));
    for (let waiting = 0; waiting === 0;) {
      const { rows } = await platform.owner.query(
        `select count(*)::integer as waiting from pg_locks where locktype = 'advisory' and not granted
          and pid in (select pid from pg_stat_activity where query like '%enter_locations_alone%')`,
      );
      waiting = rows[0].waiting;
    }
    t.false(isAnswered);
    await mover.query('commit');
    t.is((await sent).status, 200);
  } finally {
    mover.release();
  }
  await late(platform, task, await moment(platform), seen(shelf, item, 4));
  const done = (await complete(platform.client, task)).body.data;
  t.like(
    done.lines.find((line: any) => line.status === 'damaged'),
    { expected_qty: 6, posted_delta: -1 },
  );
});

test('serials that leave after they were counted are neither missing nor found', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const shelf = await newShelf(platform);
  const item = await stocked(platform, {}, { serial_tracked: true });
  const at = { warehouse_id: standard.warehouseId, location_id: shelf, item_id: item };
  await adjustAt(client, at, { qty_delta: 3, serial_nos: ['L1', 'L2', 'L3'] });
  const task = await taskOn(platform, [shelf]);
  const then = await moment(platform);
  await adjustAt(client, at, { qty_delta: -1, serial_nos: ['L1'] });
  const serials = ['L1', 'L2', 'L3'];
  const lines = [{ location_id: shelf, item_id: item, counted_qty: 3, serial_nos: serials }];
  t.is((await late(platform, task, then, { lines })).status, 200);
  await adjustAt(client, at, { qty_delta: -1, serial_nos: ['L2'] });
  const done = await complete(client, task);
  t.is(done.status, 200, done.text);
  t.is(await onHand(platform, item, shelf), 1);
  t.is((await read(client, '/api/wms/inventory/integrity')).serial_mismatch_count, 0);
});

test('units that are moved after they were counted are where they were brought', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const [shelf, other] = [await newShelf(platform), await newShelf(platform)];
  const item = await stocked(platform, {}, { serial_tracked: true });
  const at = (location_id: string) => ({ warehouse_id: standard.warehouseId, location_id, item_id: item });
  await adjustAt(client, at(shelf), { qty_delta: 2, serial_nos: ['N1', 'N2'] });
  await adjustAt(client, at(other), { qty_delta: 1, serial_nos: ['N3'] });
  const task = await taskOn(platform, [shelf]);
  const then = await moment(platform);
  for (const [from, to, serial] of [
    [shelf, other, 'N1'],
    [other, shelf, 'N3'],
  ] as const) {
    const moved = await client.post('/api/wms/inventory/move', {
      warehouse_id: standard.warehouseId,
      item_id: item,
      from_location_id: from,
      to_location_id: to,
      qty: 1,
      serial_nos: [serial],
    });
    t.is(moved.status, 200, moved.text);
  }
  const lines = [{ location_id: shelf, item_id: item, counted_qty: 2, serial_nos: ['N1', 'N2'] }];
  t.is((await late(platform, task, then, { lines })).status, 200);
  const done = await complete(client, task);
  t.is(done.status, 200, done.text);
  const places = (await read(client, `/api/wms/serials?item_id=${item}`)).map((one: any) => [
    one.serial_no,
    one.location_id,
  ]);
  t.deepEqual(Object.fromEntries(places), { N1: other, N2: shelf, N3: shelf });
});

test('random histories: however late and in whatever order scans arrive, the books end at what is there', async (t) => {
  const { platform } = t.context;
  const drifts = [-3, 0, 4];
  const { shelves, item } = await zoneWith(platform, 40, 40, 40);
  const task = await taskOn(platform, shelves);
  const books = shelves.map(() => 40);
  const kept: { shelf: number; at: string; qty: number }[] = [];
  for (let step = 0; step < 24; step += 1) {
    const shelf = (step * 7) % 3;
    const delta = ((step * 5) % 9) - 4 || 1;
    await adjust(platform, item, shelves[shelf]!, delta);
    books[shelf]! += delta;
    if (step % 6 === 5)
      for (const each of shelves.keys())
        kept.push({ shelf: each, at: await moment(platform), qty: books[each]! + drifts[each]! });
  }
  let replaced = 0;
  for (const { shelf, at, qty } of kept.toSorted(
    (a, b) => ((a.qty * 31 + a.shelf) % 11) - ((b.qty * 31 + b.shelf) % 11),
  )) {
    const { status, body } = await late(platform, task, at, seen(shelves[shelf]!, item, qty));
    if (status === 409) t.is(body.error.code, 'COUNTED_SINCE');
    if (status === 409) replaced += 1;
  }
  t.true(replaced > 0, 'some came in the wrong order');
  t.is((await complete(platform.client, task)).body.data.state, 'completed');
  for (const [each, shelf] of shelves.entries())
    t.is(await onHand(platform, item, shelf), books[each]! + drifts[each]!);
});
