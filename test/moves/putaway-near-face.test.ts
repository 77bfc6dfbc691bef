/** Goods lie near the place they are picked from. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import type { Running } from '../fulfillment/outbound-rig.ts';
import { planLoose, putawayFloor, where } from './putaway-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('goods lie near the place they are picked from, where the rule says so', async (t) => {
  const { platform } = t.context;
  const { client, owner, standard } = platform;
  const floor = await putawayFloor(
    platform,
    {
      A: { zone: 'Y', x_m: 1, y_m: 0 },
      B: { zone: 'Y', x_m: 70, y_m: 5 },
      C: { zone: 'Y', x_m: 90, y_m: 0 },
      FACE: { type: 'pick', x_m: 80, y_m: 0 },
      OLD: { type: 'pick', x_m: 0, y_m: 0 },
    },
    { qty: 100 },
  );
  await owner.query('update locations set x_m = 0, y_m = 0 where id = $1', [floor.dock]);
  const rule = await client.post('/api/wms/putaway-rules', {
    warehouse_id: standard.warehouseId,
    name: floor.storage_class,
    applies_to: { storage_class: floor.storage_class },
    steps: [{ place: 'empty', types: ['storage'], order: 'nearest_face' }],
  });
  t.is(rule.status, 201, rule.text);
  const plan = async (): Promise<unknown> => {
    const { body } = await planLoose(client, floor, 5, { dry_run: true });
    return where(floor, body.data.moves);
  };
  t.deepEqual(await plan(), { A: 5 }, 'without a face in the order of the walk');
  const face = async (code: string): Promise<string> => {
    const made = await client.post('/api/wms/pick-faces', {
      warehouse_id: standard.warehouseId,
      location_id: floor.places[code],
      item_id: floor.item,
      min_qty: 1,
      max_qty: 5,
    });
    t.is(made.status, 201, made.text);
    return made.body.data.id;
  };
  await face('FACE');
  t.deepEqual(await plan(), { C: 5 });
  const old = await face('OLD');
  t.deepEqual(await plan(), { A: 5 });
  t.is((await client.patch(`/api/wms/pick-faces/${old}`, { is_active: false })).status, 200);
  t.deepEqual(await plan(), { C: 5 });
});
