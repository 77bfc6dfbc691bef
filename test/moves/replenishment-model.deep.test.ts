/**
 * Random floors: orders, waves, picks, replenishments, changes of mind, several at a time. After each round no pick that
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
  items: { id: string; face: string }[];
  shipments: string[];
}

const least = 8;
const most = 40;

/** Three items with a face each, loose stock and two pallets in reserve. */
async function newFloor(platform: Running): Promise<Floor> {
  const { database, standard, client } = platform;
  const zone = uuidv7().slice(-8);
  const items: Floor['items'] = [];
  for (let index = 0; index < 3; index += 1) {
    const item = await newItem(platform, standard);
    const [face, reserve] = [uuidv7(), uuidv7()];
    const common = { organization_id: standard.id, warehouse_id: standard.warehouseId, zone };
    await inTenant(database, { organizationId: standard.id }, async (tx) => {
      await tx('locations').insert({ ...common, id: face, code: `F${index}-${zone}`, type: 'pick' });
      await tx('locations').insert({ ...common, id: reserve, code: `R${index}-${zone}`, type: 'storage' });
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
      const { id } = (await client.post('/api/wms/pallets', body)).body.data;
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
    items.push({ id: item, face });
  }
  return { zone, items, shipments: [] };
}

/** One thing somebody does. Refusals are part of the day; faults are not. */
async function step(platform: Running, floor: Floor, random: Random): Promise<void> {
  const { client, standard } = platform;
  const at = { warehouse_id: standard.warehouseId };
  const way = random.pick([
    'order',
    'order',
    'wave',
    'pick',
    'pick',
    'pick',
    'carry',
    'carry',
    'plan',
    'quiet',
    'cancel',
    'drop',
  ]);
  const ask = async (answer: Promise<any>, path: string): Promise<any> => {
    const { status, text, body } = await settled(client, await answer, path);
    if (status >= 500) throw new Error(text);
    return body.data;
  };
  if (way === 'order') {
    const made = await newShipment(platform, [
      { item_id: random.pick(floor.items).id, qty: 1 + random.whole(8) },
    ]).catch(() => undefined);
    if (made) floor.shipments.push(made.id);
  }
  if (way === 'wave') {
    const ids = floor.shipments.splice(0, 4);
    if (ids.length === 0) return;
    const body = { ...at, ship_mode: 'parcel', shipment_ids: ids };
    const wave = await ask(client.post('/api/wms/waves', body), '/api/wms/waves');
    if (wave) await ask(client.patch(`/api/wms/waves/${wave.id}`, { action: 'release' }), '/api/wms/waves');
  }
  if (way === 'pick') {
    const task = await ask(
      client.post('/api/wms/pick-tasks/claim', { ...at, zone: floor.zone }),
      '/api/wms/pick-tasks',
    );
    if (task && random.chance(0.8)) {
      const done = await patch(client, `/api/wms/pick-tasks/${task.id}`, { action: 'confirm' });
      if (done.status !== 200) throw new Error(`a claimed pick could not be confirmed: ${done.text}`);
    } else if (task) await patch(client, `/api/wms/pick-tasks/${task.id}`, { action: 'unclaim' });
  }
  if (way === 'carry' || way === 'drop') {
    const open = await read(client, `/api/wms/moves?status=open&kind=replenish&zone=${floor.zone}`);
    if (open.length === 0) return;
    const { id } = random.pick<any>(open);
    await (way === 'carry' ? actOn(client, id, 'confirm') : actOn(client, id, 'cancel', { reason: 'later' }));
  }
  if (way === 'plan')
    await ask(client.post('/api/wms/replenishments/plan', at), '/api/wms/replenishments/plan');
  if (way === 'quiet')
    await ask(
      client.post('/api/wms/replenishments/plan', { ...at, kinds: ['top_up'] }),
      '/api/wms/replenishments/plan',
    );
  if (way === 'cancel') {
    const id = floor.shipments.pop();
    if (id) await patch(client, `/api/wms/shipments/${id}`, { action: 'cancel' });
  }
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

for (const seed of [4_101, 4_102, 4_103])
  test(`a random day on the floor, seed ${seed}`, async (t) => {
    const { platform } = t.context;
    const { client, standard } = platform;
    await client.patch('/api/tenancy/settings', { pick_from: 'face_first' });
    const floor = await newFloor(platform);
    const random = createRandom(seed);
    for (let round = 0; round < 40; round += 1) {
      await Promise.all(Array.from({ length: 4 }, () => step(platform, floor, random)));
      await assertFloor(t, platform, floor);
    }
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
