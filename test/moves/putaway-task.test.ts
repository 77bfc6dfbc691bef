/** `putaway: task`: a move with each scan at a dock, in the scan's transaction, until nothing of the receipt waits. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { receiptsPath } from '../helpers/receiving.ts';
import { until } from '../helpers/wait.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { settled } from '../orders/orders-rig.ts';
import { actOn, putawayFloor, where, type PutawayFloor } from './putaway-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  const platform = await joinPlatform();
  t.context.platform = platform;
  const set = await platform.client.patch('/api/tenancy/settings', { putaway: 'task' });
  if (set.status !== 200) throw new Error(set.text);
});
test.after.always((t) => t.context.platform?.stop());

/** A receipt of the floor's item, and how to scan it at the floor's dock. */
async function receiving({ client, standard }: Running, { item, dock }: PutawayFloor, expected = 100) {
  const made = await client.post(receiptsPath, {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    lines: [{ item_id: item, expected_qty: expected }],
  });
  const { id, lines } = made.body.data;
  const path = `${receiptsPath}/${id}`;
  const asked = async (verb: string, body: object) =>
    settled(client, await client.post(`${path}/${verb}`, body), path);
  return {
    id,
    scan: (received_qty: number, more: object = {}) =>
      asked('receive-line', { receipt_line_id: lines[0].id, location_id: dock, received_qty, ...more }),
    complete: () => asked('complete-receive', {}),
    moves: (status = 'open') => read(client, `/api/wms/moves?receipt_id=${id}&status=${status}`),
  };
}

/** Read where they are written: the stream waits for everybody's open transactions. */
async function events({ owner }: Running, id: string): Promise<any[]> {
  const { rows } = await owner.query(
    `select * from events where subject_id = $1 and type = 'receipt.put_away'`,
    [id],
  );
  return rows;
}

test('each scan is planned; more of the same goes with the move that is open, as far as its place takes it', async (t) => {
  const { platform } = t.context;
  const floor = await putawayFloor(platform, { A: { capacity: 10 }, B: {} });
  const { id, scan, complete, moves } = await receiving(platform, floor);
  const scanned = await scan(6);
  t.is(scanned.status, 200, scanned.text);
  t.deepEqual(where(floor, await moves()), { A: 6 });
  await scan(4);
  const [grown] = await moves();
  t.like(grown, { qty: 10, kind: 'putaway', receipt_id: id });
  t.is((await moves()).length, 1);
  await scan(3);
  t.deepEqual(where(floor, await moves()), { A: 10, B: 3 }, 'A is full');
  await scan(2, { damaged_qty: 1 });
  t.deepEqual(where(floor, await moves()), { A: 10, B: 5 }, 'what is damaged is left to a person');

  await actOn(platform.client, grown.id, 'claim');
  await scan(1, { received_qty: 1 });
  t.deepEqual(where(floor, await moves()), { B: 6 });
  await complete();
  await actOn(platform.client, grown.id, 'confirm');
  t.deepEqual(await events(platform, id), [], 'six still wait');
  const suggested = await read(platform.client, `${receiptsPath}/${id}/putaway`);
  t.deepEqual(suggested.rows, [], 'what moves are to carry is not suggested again');
  const [last] = await moves();
  await actOn(platform.client, last.id, 'confirm');
  t.is((await events(platform, id)).length, 1);
});

test('a scan looks at the newest open move of its goods alone: those to places that are full are left untouched', async (t) => {
  const { platform } = t.context;
  const floor = await putawayFloor(platform, { A: { capacity: 4 }, B: { capacity: 3 }, C: {} });
  const { scan, moves } = await receiving(platform, floor);
  // Who has locked a row last stands in it.
  const lastLocked = async (): Promise<string[]> => {
    const { rows } = await platform.owner.query(
      `select m.xmax::text as move, s.xmax::text as space from planned_moves m
         join location_space s on s.organization_id = m.organization_id and s.location_id = m.to_location_id
        where m.to_location_id = $1`,
      [floor.places['A']],
    );
    return rows.flatMap(({ move, space }) => [move, space]);
  };
  await scan(4);
  await scan(3);
  t.deepEqual(where(floor, await moves()), { A: 4, B: 3 });
  const before = await lastLocked();
  await scan(2);
  await scan(1);
  t.deepEqual(where(floor, await moves()), { A: 4, B: 3, C: 3 });
  t.deepEqual(await lastLocked(), before);
});

test('what is put away before the receipt is complete is told with its completion', async (t) => {
  const { platform } = t.context;
  const floor = await putawayFloor(platform, { A: {} });
  const { id, scan, complete, moves } = await receiving(platform, floor);
  await scan(5);
  const [move] = await moves();
  await actOn(platform.client, move.id, 'confirm');
  t.deepEqual(await events(platform, id), []);
  await complete();
  t.is((await events(platform, id)).length, 1);
});

for (const end of ['confirm', 'cancel'])
  test(`goods that somebody moved without their move are told as put away when it ends by ${end}`, async (t) => {
    const { platform } = t.context;
    const { client, standard } = platform;
    const floor = await putawayFloor(platform, { A: { capacity: 10 }, B: {} });
    const { id, scan, complete, moves } = await receiving(platform, floor);
    await scan(14);
    await complete();
    const [first, last] = (await moves()).toSorted((a: any, b: any) => b.qty - a.qty);
    await actOn(client, first.id, 'confirm');
    const moved = await client.post(
      '/api/wms/inventory/move',
      {
        warehouse_id: standard.warehouseId,
        item_id: floor.item,
        from_location_id: floor.dock,
        to_location_id: floor.places['B'],
        qty: 4,
      },
      { headers: { prefer: 'wait=60' } },
    );
    t.is(moved.status, 200, moved.text);
    t.deepEqual(await events(platform, id), [], 'its move is still there');
    const ended = await actOn(client, last.id, end, end === 'cancel' ? { reason: 'moved by hand' } : {});
    t.is(ended.status, 200, ended.text);
    t.is((await moves('cancelled')).length, 1);
    for (let asked = 0; asked < 2; asked += 1) await actOn(client, last.id, end, { reason: 'again' });
    t.is((await events(platform, id)).length, 1);
  });

test('the receipt is locked before the move that puts its last goods away, as whoever counts locks it', async (t) => {
  const { platform } = t.context;
  const floor = await putawayFloor(platform, { A: {} });
  const { id, scan, complete, moves } = await receiving(platform, floor);
  await scan(5);
  await complete();
  const [move] = await moves();
  const counting = await platform.owner.connect();
  try {
    await counting.query('begin');
    await counting.query('select 1 from inbound_receipts where id = $1 for update', [id]);
    const { rows } = await counting.query('select pg_backend_pid() as pid');
    const confirmed = actOn(platform.client, move.id, 'confirm');
    const waits = 'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
    await until(
      'the confirmation to wait for the receipt',
      async () => (await platform.owner.query(waits, [rows[0].pid])).rows.length > 0,
    );
    // Nothing that comes after the receipt in the order of locks is held by the one that waits for it.
    const free = 'select 1 from planned_moves where id = $1 for update nowait';
    t.is((await counting.query(free, [move.id])).rows.length, 1);
    await counting.query('commit');
    t.is((await confirmed).status, 200);
  } finally {
    await counting.query('rollback');
    counting.release();
  }
  t.is((await events(platform, id)).length, 1);
});

test('a license plate has one move, which goes elsewhere when its place no longer takes it', async (t) => {
  const { platform } = t.context;
  const floor = await putawayFloor(platform, { A: { capacity: 10 }, B: {}, C: {} });
  const { scan, moves } = await receiving(platform, floor);
  const on = { pallet_lpn: `P-${floor.storage_class}` };
  await scan(4, on);
  await scan(4, on);
  const [move] = await moves();
  t.like(move, { qty: 8, ...on, to_location_id: floor.places['A'] });
  await scan(4, on);
  t.deepEqual(where(floor, await moves()), { B: 12 });
  t.like((await moves('cancelled'))[0], { id: move.id, end_reason: 'replanned' });
  await platform.client.patch(`/api/wms/locations/${floor.places['B']}`, { max_lpn_height_cm: 150 });
  await scan(1, { ...on, pallet_height_cm: 160 });
  t.deepEqual(where(floor, await moves()), { C: 13 }, 'it has become too high');
});

test('what was to go to a place that is deactivated goes elsewhere, loose or on its plate', async (t) => {
  const { platform } = t.context;
  const floor = await putawayFloor(platform, { A: {}, B: {} });
  const { scan, moves } = await receiving(platform, floor);
  await scan(4);
  await scan(6, { pallet_lpn: `Q-${floor.storage_class}` });
  const before = await moves();
  t.is(before.length, 2);
  t.true(before.every(({ to_location_id: to }: any) => to === floor.places['A']));
  await platform.client.patch(`/api/wms/locations/${floor.places['A']}`, { is_active: false });
  await until('both are planned anew', async () => (await moves('cancelled')).length === 2);
  const anew = await moves();
  t.deepEqual(anew.map(({ qty, pallet_lpn: lpn }: any) => [qty, lpn !== null]).sort(), [
    [4, false],
    [6, true],
  ]);
  t.true(anew.every(({ to_location_id: to }: any) => to === floor.places['B']));
});

test('twenty scans at once promise no room twice, and plan all that was scanned', async (t) => {
  const { platform } = t.context;
  const floor = await putawayFloor(platform, { A: { capacity: 7 }, B: { capacity: 7 }, C: { capacity: 30 } });
  const { scan, moves } = await receiving(platform, floor);
  const answers = await Promise.all(Array.from({ length: 20 }, () => scan(2)));
  t.true(answers.every(({ status }) => status === 200));
  const planned = new Map<string, number>();
  for (const { to_location_id: to, qty } of await moves()) planned.set(to, (planned.get(to) ?? 0) + qty);
  t.deepEqual(
    ['A', 'B', 'C'].map((place) => planned.get(floor.places[place]!)),
    [7, 7, 26],
  );
});

test('elsewhere, crossing the dock or by receive-all: what waits at a dock is planned, and nothing else', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const floor = await putawayFloor(platform, { A: {} });
  const { scan, moves } = await receiving(platform, floor);
  await scan(1, { location_id: floor.places['A'] });
  t.deepEqual(await moves(), []);
  const made = await client.post(receiptsPath, {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    receive: true,
    lines: [{ item_id: floor.item, expected_qty: 4, location_id: floor.dock }],
  });
  t.is(made.status, 201, made.text);
  t.deepEqual(where(floor, await read(client, `/api/wms/moves?receipt_id=${made.body.data.id}`)), { A: 4 });
});

test('of two license plates received at once each goes where it is not too high', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const floor = await putawayFloor(platform, { LOW: { max_lpn_height_cm: 150 }, HIGH: {} });
  const on = (pallet_lpn: string, expected_qty: number, pallet_height_cm: number) => ({
    item_id: floor.item,
    location_id: floor.dock,
    pallet_lpn: `${pallet_lpn}-${floor.storage_class}`,
    expected_qty,
    pallet_height_cm,
  });
  const made = await client.post(receiptsPath, {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    receive: true,
    lines: [on('H1', 4, 200), on('H2', 3, 120)],
  });
  t.is(made.status, 201, made.text);
  const moves = await read(client, `/api/wms/moves?receipt_id=${made.body.data.id}`);
  t.deepEqual(where(floor, moves), { HIGH: 4, LOW: 3 });
});
