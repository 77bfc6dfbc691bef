/**
 * Random floors: orders, waves, picks, short picks with their counts, replenishments, reserve plates moved by hand, waves
 * cancelled and other changes of mind, several at a time. After each round no pick that
 * anybody could claim points at a place with less than it asks for, no face has more than its most with what is coming, and
 * at the end every face lies between its least and its most.
 */
import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { inTenant } from '../../db/database.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { createRandom, type Random } from '../http/random.ts';
import { assertInvariants, newItem, putStock, settled } from '../orders/orders-rig.ts';
import { newShipment, patch, read, type Running } from '../fulfillment/outbound-rig.ts';
import { actOn } from './putaway-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.beforeEach(async (t) => {
  t.context.platform = await joinPlatform();
});
test.afterEach.always((t) => t.context.platform?.stop());

interface Floor {
  zone: string;
  items: { id: string; face: string; reserves: readonly [string, string]; plates: string[] }[];
  shipments: string[];
  waves: { id: string; shipments: string[] }[];
  /** How often each thing was done, and not refused. */
  done: Map<string, number>;
}

const least = 8;
const most = 40;

/** Three items with a face each, loose stock and two pallets in reserve, and room for pallets beside it. */
async function newFloor(platform: Running): Promise<Floor> {
  const { database, standard, client } = platform;
  const zone = uuidv7().slice(-8);
  const items: Floor['items'] = [];
  for (let index = 0; index < 3; index += 1) {
    const item = await newItem(platform, standard);
    const [face, reserve, beside] = [uuidv7(), uuidv7(), uuidv7()];
    const plates: string[] = [];
    const common = { organization_id: standard.id, warehouse_id: standard.warehouseId, zone };
    await inTenant(database, { organizationId: standard.id }, async (tx) => {
      await tx('locations').insert({ ...common, id: face, code: `F${index}-${zone}`, type: 'pick' });
      await tx('locations').insert({ ...common, id: reserve, code: `R${index}-${zone}`, type: 'storage' });
      await tx('locations').insert({ ...common, id: beside, code: `S${index}-${zone}`, type: 'storage' });
      await tx('item_packagings').insert({
        organization_id: standard.id,
        item_id: item,
        uom: 'CS',
        factor: 6,
      });
    });
    await putStock(platform, standard, [{ item, qty: 60, location: reserve }]);
    for (let plate = 0; plate < 2; plate += 1) {
      const body = { warehouse_id: standard.warehouseId, location_id: reserve };
      const { id, lpn } = (await client.post('/api/wms/pallets', body)).body.data;
      plates.push(lpn);
      await putStock(platform, standard, [{ item, qty: 24, location: reserve, lpnId: id }]);
      await platform.owner.query(`update lpns set state = 'active' where id = $1`, [id]);
    }
    const made = await client.post('/api/wms/pick-faces', {
      warehouse_id: standard.warehouseId,
      location_id: face,
      item_id: item,
      min_qty: least,
      max_qty: most,
      refill_uom: 'CS',
    });
    if (made.status !== 201) throw new Error(made.text);
    items.push({ id: item, face, reserves: [reserve, beside], plates });
  }
  return { zone, items, shipments: [], waves: [], done: new Map() };
}

interface Day {
  platform: Running;
  floor: Floor;
  random: Random;
}

/** What a request answered, undefined where it was refused. Refusals are part of the day; faults are not. */
async function ask({ client }: Running, asked: Promise<any>, path: string): Promise<any> {
  const { status, text, body } = await settled(client, await asked, path);
  if (status >= 500) throw new Error(text);
  return body.data;
}

async function order({ platform, floor, random }: Day): Promise<unknown> {
  const lines = [{ item_id: random.pick(floor.items).id, qty: 1 + random.whole(8) }];
  const made = await newShipment(platform, lines).catch(() => undefined);
  if (made) floor.shipments.push(made.id);
  return made;
}

async function wave({ platform, floor }: Day): Promise<unknown> {
  const { client, standard } = platform;
  const shipments = floor.shipments.splice(0, 4);
  if (shipments.length === 0) return undefined;
  const path = '/api/wms/waves';
  const body = { warehouse_id: standard.warehouseId, ship_mode: 'parcel', shipment_ids: shipments };
  const made = await ask(platform, client.post(path, body), path);
  if (!made) return undefined;
  floor.waves.push({ id: made.id, shipments });
  return ask(platform, client.patch(`${path}/${made.id}`, { action: 'release' }), path);
}

/** Its shipments are waved once more, unless some of them is picked. */
async function cancelWave({ platform, floor, random }: Day): Promise<unknown> {
  if (floor.waves.length === 0) return undefined;
  const one = random.pick(floor.waves);
  const path = '/api/wms/waves';
  const done = await ask(platform, platform.client.patch(`${path}/${one.id}`, { action: 'cancel' }), path);
  if (!done) return undefined;
  floor.waves = floor.waves.filter(({ id }) => id !== one.id);
  floor.shipments.push(...one.shipments);
  return done;
}

// Its wave was cancelled meanwhile, or somebody reported its place short.
const meanwhile = ['ILLEGAL_TRANSITION', 'LOCATION_LOCKED'];

async function pick({ platform, floor, random }: Day, action?: 'short'): Promise<unknown> {
  const { client, standard } = platform;
  const path = '/api/wms/pick-tasks';
  const at = { warehouse_id: standard.warehouseId, zone: floor.zone };
  const task = await ask(platform, client.post(`${path}/claim`, at), path);
  if (!task) return undefined;
  const one = `${path}/${task.id}`;
  if (action) {
    const short = client.patch(one, { action, picked_qty: random.whole(task.qty) });
    return ask(platform, short, path);
  }
  if (random.chance(0.2)) return patch(client, one, { action: 'unclaim' });
  const done = await patch(client, one, { action: 'confirm' });
  if (done.status !== 200 && !meanwhile.includes(done.body.error.code))
    throw new Error(`a claimed pick could not be confirmed: ${done.text}`);
  return done.body.data;
}

/** What a picker overlooked is all there: the place is locked from the claim on, so that the ledger is what is counted. */
async function count({ platform, floor }: Day): Promise<unknown> {
  const { client, owner, standard } = platform;
  const at = { warehouse_id: standard.warehouseId, kinds: ['count'], zone: floor.zone };
  const { work } = await ask(platform, client.post('/api/wms/work/claim', at), 'claim');
  if (!work) return undefined;
  const path = `/api/wms/count-tasks/${work.id}`;
  const { rows } = await owner.query(
    `select b.location_id, b.item_id, sum(b.qty)::float8 as counted_qty from inventory_balances b
       join count_task_locations c on c.location_id = b.location_id
      where c.task_id = $1 and b.qty > 0 group by 1, 2`,
    [work.id],
  );
  const { locations } = await read(client, path);
  const empty_location_ids = locations.map(({ location_id: id }: any) => id);
  const body = { ...(rows.length > 0 ? { lines: rows } : {}), empty_location_ids };
  await ask(platform, client.post(`${path}/lines`, body), path);
  const done = await ask(platform, client.patch(path, { action: 'complete' }), path);
  if (done && done.state !== 'completed') throw new Error(`a count differs: ${JSON.stringify(done)}`);
  return done;
}

async function move({ platform, floor, random }: Day, action: 'confirm' | 'cancel'): Promise<unknown> {
  const open = await read(platform.client, `/api/wms/moves?status=open&kind=replenish&zone=${floor.zone}`);
  if (open.length === 0) return undefined;
  const { id } = random.pick<any>(open);
  const more = action === 'cancel' ? { reason: 'later' } : {};
  return ask(platform, actOn(platform.client, id, action, more), '/api/wms/moves');
}

/** A plate of reserve goes to the other of its two places, whatever is planned with it. */
async function moveByHand({ platform, floor, random }: Day): Promise<unknown> {
  const { client, standard } = platform;
  const { plates, reserves } = random.pick(floor.items);
  const path = '/api/wms/inventory/move';
  const ends = { warehouse_id: standard.warehouseId, to_location_id: random.pick(reserves) };
  const body = { ...ends, pallet_lpn: random.pick(plates) };
  const done = await ask(platform, client.post(path, body), path);
  return done?.changed ? done : undefined;
}

function plan({ platform }: Day, more: object = {}): Promise<unknown> {
  const path = '/api/wms/replenishments/plan';
  const body = { warehouse_id: platform.standard.warehouseId, ...more };
  return ask(platform, platform.client.post(path, body), path);
}

async function cancel({ platform, floor }: Day): Promise<unknown> {
  const id = floor.shipments.pop();
  return id && ask(platform, patch(platform.client, `/api/wms/shipments/${id}`, { action: 'cancel' }), id);
}

const ways: Readonly<Record<string, (day: Day) => Promise<unknown>>> = {
  order,
  wave,
  pick: (day) => pick(day),
  carry: (day) => move(day, 'confirm'),
  plan: (day) => plan(day),
  quiet: (day) => plan(day, { kinds: ['top_up'] }),
  cancel,
  drop: (day) => move(day, 'cancel'),
  'cancel wave': cancelWave,
  'move by hand': moveByHand,
  short: (day) => pick(day, 'short'),
  count,
};
// Most of a day is work.
const often = ['order', 'pick', 'pick', 'carry', 'count'];

async function step(day: Day): Promise<void> {
  const way = day.random.pick([...Object.keys(ways), ...often]);
  const { done } = day.floor;
  if (await ways[way]!(day)) done.set(way, (done.get(way) ?? 0) + 1);
}

/** Until nothing is counted: whatever waits for a place's lock gets it. */
async function countTheRest(day: Day): Promise<void> {
  while (await count(day));
}

async function assertFloor(t: ExecutionContext, { owner }: Running, { items }: Floor): Promise<void> {
  const faces = items.map(({ face }) => face);
  const ids = items.map(({ id }) => id);
  const { rows: unbacked } = await owner.query(
    `select t.location_id, t.item_id, sum(t.qty) as asked, max(b.qty) as there
       from pick_tasks t join allocations a on a.organization_id = t.organization_id and a.id = t.allocation_id
       left join inventory_balances b on b.organization_id = t.organization_id and b.item_id = t.item_id
        and b.location_id = t.location_id and b.status = 'allocated' and b.lot_no = a.lot_no
        and b.lpn_id is not distinct from a.lpn_id
      where t.item_id = any ($1::uuid[]) and t.status in ('open', 'assigned', 'in_progress') and t.waits_for_move_id is null
      group by t.location_id, t.item_id, a.lot_no, a.lpn_id having sum(t.qty) > coalesce(max(b.qty), 0)`,
    [ids],
  );
  t.deepEqual(unbacked, []);
  const { rows: over } = await owner.query(
    `select location_id, sum(qty) as qty from (
       select location_id, qty::numeric from inventory_balances where location_id = any ($1::uuid[])
       union all
       select to_location_id, qty::numeric from planned_moves
        where to_location_id = any ($1::uuid[]) and status in ('open', 'assigned', 'in_progress')) x
      group by 1 having sum(qty) > ${most}`,
    [faces],
  );
  t.deepEqual(over, []);
  const { rows: stuck } = await owner.query(
    `select t.id from pick_tasks t join planned_moves m on m.organization_id = t.organization_id and m.id = t.waits_for_move_id
      where t.item_id = any ($1::uuid[]) and m.status in ('done', 'cancelled')`,
    [ids],
  );
  t.deepEqual(stuck, [], 'nothing waits for a move that has ended');
}

/** Which ways were gone on some day: four hands at once are no seed's. */
const gone = new Set<string>();
test.after('every way was gone', (t) => {
  for (const way of Object.keys(ways)) t.true(gone.has(way), `nobody did: ${way}`);
});

for (const seed of [4_101, 4_102, 4_103])
  test(`a random day on the floor, seed ${seed}`, async (t) => {
    const { platform } = t.context;
    const { client, standard } = platform;
    await client.patch('/api/tenancy/settings', { pick_from: 'face_first' });
    const floor = await newFloor(platform);
    const day = { platform, floor, random: createRandom(seed) };
    for (let round = 0; round < 60; round += 1) {
      await Promise.all(Array.from({ length: 4 }, () => step(day)));
      await assertFloor(t, platform, floor);
    }
    for (const [way, times] of floor.done) if (times > 0) gone.add(way);
    await countTheRest(day);
    const path = '/api/wms/replenishments/plan';
    const body = { warehouse_id: standard.warehouseId, kinds: ['top_up'] };
    for (let again = 0; again < 3; again += 1) {
      await settled(client, await client.post(path, body), path);
      for (const { id } of await read(client, `/api/wms/moves?status=open&zone=${floor.zone}`))
        await actOn(client, id, 'confirm');
      await assertFloor(t, platform, floor);
    }
    const { rows } = await platform.owner.query(
      `select f.location_id,
              (select coalesce(sum(qty), 0) from inventory_balances b where b.location_id = f.location_id) as there,
              (select coalesce(sum(qty), 0) from inventory_balances b
                where b.location_id = f.location_id and b.status = 'available') as free,
              (select coalesce(sum(qty), 0) from inventory_balances b
                where b.item_id = f.item_id and b.location_id <> f.location_id and b.status = 'available') as reserve
         from pick_faces f where f.location_id = any ($1::uuid[])`,
      [floor.items.map(({ face }) => face)],
    );
    for (const { there, free, reserve } of rows) {
      t.true(Number(there) <= most, `${there} there`);
      const isFull = Number(there) > most - 6;
      t.true(
        Number(free) >= least || isFull || Number(reserve) < 6,
        JSON.stringify({ there, free, reserve }),
      );
    }
    await assertInvariants(t, platform);
  });
