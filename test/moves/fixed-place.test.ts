/** A rule that fixes the place where the goods lie already. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { putStock } from '../orders/orders-rig.ts';
import type { Running } from '../fulfillment/outbound-rig.ts';
import { planLoose, putawayFloor, where } from './putaway-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const rulesPath = '/api/wms/putaway-rules';

test('goods that lie at the place a rule fixes for them are not sent to where they are', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const floor = await putawayFloor(platform, { HOME: {}, B: {} });
  const home = floor.places['HOME']!;
  await putStock(platform, standard, [{ item: floor.item, qty: 20, location: home }]);
  const made = await client.post(rulesPath, {
    warehouse_id: standard.warehouseId,
    name: floor.storage_class,
    applies_to: { storage_class: floor.storage_class },
    steps: [{ place: 'fixed', location_id: home }],
  });
  t.is(made.status, 201, made.text);
  const stays = await planLoose(client, floor, 5, { location_id: home });
  t.is(stays.status, 200, stays.text);
  t.deepEqual(stays.body.data.moves, []);
  await client.patch(`${rulesPath}/${made.body.data.id}`, {
    steps: [{ place: 'fixed', location_id: home }, { place: 'any' }],
  });
  const goes = await planLoose(client, floor, 5, { location_id: home });
  t.deepEqual(where(floor, goes.body.data.moves), { B: 5 });
});
