/** Pick faces as the schedule fills them: more than one plan looks at, and to their most while nobody picks. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, newItem, putStock } from '../orders/orders-rig.ts';
import {
  newShelf,
  newShipment,
  newWave,
  patch,
  read,
  stocked,
  tasksOf,
  type Running,
} from '../fulfillment/outbound-rig.ts';
import { until } from '../helpers/wait.ts';
import { replenishmentCommands } from '../../queues/moves/replenishment.ts';
import { submitDue } from '../../workers/engine/scheduled.ts';
import { dueReplenishments } from '../../workers/moves/schedule-replenishments.ts';
import { actOn } from './putaway-rig.ts';
import { at, faced, planned } from './replenishment-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('more faces than one plan looks at are looked at by the next, although nothing fills those before them', async (t) => {
  const { platform } = t.context;
  const { client, owner, standard } = platform;
  const made = await client.post('/api/wms/warehouses', { code: 'MANY-FACES', name: 'Many faces' });
  const warehouse_id = made.body.data.id as string;
  const [none, item] = [await newItem(platform, standard), await newItem(platform, standard)];
  const placed = async (code: string, type: string): Promise<string> =>
    (await client.post('/api/wms/locations', { warehouse_id, code, type, zone: 'Z' })).body.data.id;
  const [first, last, source] = [
    await placed('A', 'pick'),
    await placed('Z', 'pick'),
    await placed('S', 'storage'),
  ];
  await owner.query(
    `with places as (
       insert into locations (organization_id, id, warehouse_id, code, type, zone)
       select organization_id, uuid7(), warehouse_id, 'F-' || n, type, zone from locations, generate_series(1, 499) n where id = $1
       returning organization_id, warehouse_id, id)
     insert into pick_faces (organization_id, id, warehouse_id, location_id, item_id, min_qty, max_qty)
     select organization_id, uuid7(), warehouse_id, id, $2::uuid, 1, 5 from places
     union all select $3::uuid, uuid7(), $4::uuid, $1::uuid, $2::uuid, 1, 5
     union all select $3::uuid, uuid7(), $4::uuid, $5::uuid, $6::uuid, 1, 5`,
    [first, none, standard.id, warehouse_id, last, item],
  );
  const fields = { warehouse_id, item_id: item, location_id: source, qty_delta: 9, reason_code: 'found' };
  t.is((await client.post('/api/wms/inventory/adjust', fields)).status, 200);
  const path = '/api/wms/replenishments/plan';
  const dry = await client.post(path, { warehouse_id, dry_run: true });
  t.is(dry.body.data.not_replenished.length, 500);
  t.deepEqual((await planned(platform, { warehouse_id })).moves, []);
  await until('the last face is filled', async () => {
    const moves = await read(client, `/api/wms/moves?item_id=${item}`);
    return moves.length === 1 && moves[0].qty === 5 && moves[0].to_location_id === last;
  });
});

/** What the schedule asks for in the standard warehouse. */
async function dueHere({ database, standard }: Running) {
  const due = await dueReplenishments(database);
  return due.filter(({ input }) => input.warehouse_id === standard.warehouseId);
}

/** The schedule's turn there, to its end. */
async function scheduled(platform: Running): Promise<void> {
  const { database, owner, standard } = platform;
  const due = await dueHere(platform);
  const parts = { database, producer: { dispatch: async () => true } };
  await submitDue(parts, 'replenishment', replenishmentCommands.planReplenishments, due);
  await until('it was carried out', async () => {
    const { rows } = await owner.query(
      `select state from commands where organization_id = $1 and name = 'wms.plan_replenishments'
          and input ->> 'warehouse_id' = $2`,
      [standard.id, standard.warehouseId],
    );
    return rows.length > 0 && rows.every(({ state }) => state === 'done');
  });
}

test('faces that are not under their least are filled while nobody picks, and as urgently as any once they are', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { item, face } = await faced(platform, [50], { min_qty: 5, max_qty: 20 });
  await putStock(platform, platform.standard, [{ item, qty: 10, location: face }]);
  const other = await stocked(platform, { [await newShelf(platform)]: 5 });
  const pick = async (itemId: string, qty: number): Promise<() => Promise<void>> => {
    const { id } = await newShipment(platform, [{ item_id: itemId, qty }]);
    const [task] = await tasksOf(client, { wave_id: (await newWave(platform, [id])).id });
    return async () => {
      for (const action of ['claim', 'confirm'])
        t.is((await patch(client, `/api/wms/pick-tasks/${task.id}`, { action })).status, 200);
    };
  };
  const moves = (): Promise<any[]> => read(client, `/api/wms/moves?item_id=${item}`);
  t.deepEqual(Object.keys((await dueHere(platform))[0]!.input), ['warehouse_id'], 'never, unless it is set');
  const set = await client.patch('/api/tenancy/settings', { top_up: 'idle', pick_from: 'face_first' });
  t.is(set.body.data.top_up, 'idle', set.text);
  const picked = await pick(other, 1);
  await scheduled(platform);
  t.deepEqual(await moves(), [], 'somebody has something to pick');
  await picked();
  await scheduled(platform);
  const [move, ...more] = await moves();
  t.deepEqual(more, []);
  t.like(move, { kind: 'replenish', qty: 10, to_location_id: face, priority: 1_000_000 });
  await scheduled(platform);
  t.is((await moves()).length, 1, 'what is being filled is not filled twice');
  await (
    await pick(item, 7)
  )();
  const urged = await moves();
  t.is(urged.length, 1);
  t.like(urged[0], { id: move.id, priority: 90 }, '3 of at least 5');
  t.is((await actOn(client, move.id, 'confirm')).body.data.status, 'done');
  t.is(await at(platform, face, 'available'), 13);
  await scheduled(platform);
  t.like(
    (await moves()).find(({ status }) => status === 'open'),
    { qty: 7, priority: 1_000_000 },
  );
  await assertInvariants(t, platform);
});

// Before the others: what is to be brought here keeps the warehouse from being idle.
test.serial(
  'what is to top up one face fills another of the item that has fallen under its least',
  async (t) => {
    const { platform } = t.context;
    const { client, standard } = platform;
    const { item, face } = await faced(platform, [10], { min_qty: 5, max_qty: 20 });
    const short = await newShelf(platform);
    const warehouse_id = standard.warehouseId;
    const other = { warehouse_id, location_id: short, item_id: item, min_qty: 5, max_qty: 20 };
    t.is((await client.post('/api/wms/pick-faces', other)).status, 201);
    await putStock(platform, standard, [
      { item, qty: 10, location: face },
      { item, qty: 4, location: short },
    ]);
    const topped = await planned(platform, { warehouse_id, kinds: ['top_up'], location_ids: [face] });
    t.is(topped.moves.length, 1);
    const lacking = await planned(platform, { warehouse_id, location_ids: [short] });
    t.like(lacking.not_replenished[0], { reason: 'no_source' });
    const moves = (): Promise<any[]> => read(client, `/api/wms/moves?item_id=${item}`);
    await until('it is filled instead', async () => (await moves()).length === 2);
    const to = async (place: string): Promise<any> =>
      (await moves()).find(({ to_location_id: id }) => id === place);
    t.like(await to(face), { id: topped.moves[0].id, status: 'cancelled' });
    t.is((await actOn(client, (await to(short)).id, 'confirm')).body.data.status, 'done');
    t.is(await at(platform, short), 14);
  },
);
