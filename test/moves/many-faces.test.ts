/** More pick faces than one plan looks at. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newItem } from '../orders/orders-rig.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { until } from '../helpers/wait.ts';
import { planned } from './replenishment-rig.ts';

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
