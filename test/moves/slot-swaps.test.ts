import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { newItem } from '../orders/orders-rig.ts';
import { aisle, pickTimes, stockAt } from './slotting-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const plan = async ({ client }: Running, body: object): Promise<any> => {
  const answer = await client.post('/api/wms/slotting-plans', body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
};

test('in a full aisle what is picked most changes places with what saves most', async (t) => {
  const { platform } = t.context;
  const { standard } = platform;
  const { warehouse_id, places } = await aisle(platform, { NEAR: 2, NEXT: 5, FAR: 50 });
  const [hot, warm, cold] = [
    await newItem(platform, standard),
    await newItem(platform, standard),
    await newItem(platform, standard),
  ];
  await stockAt(platform, warehouse_id, warm, places['NEAR']!, 9);
  await stockAt(platform, warehouse_id, cold, places['NEXT']!, 9);
  await stockAt(platform, warehouse_id, hot, places['FAR']!, 9);
  await pickTimes(platform, warehouse_id, hot, 3);
  await pickTimes(platform, warehouse_id, warm, 2);
  await shipAll(platform, warehouse_id);

  // With NEAR: (50 - 2) x (3 - 2) there and back is 96; with NEXT, never picked: (50 - 5) x 3 is 270.
  const { moves, swaps, not_moved } = await plan(platform, { warehouse_id });
  t.deepEqual(moves, []);
  t.is(swaps.length, 1);
  t.like(swaps[0], { item_id: hot, location: 'FAR', picks: 3, qty: 6, metres: 51, metres_saved: 270 });
  t.like(swaps[0].other, { item_id: cold, location: 'NEXT', picks: 0, qty: 9, metres: 6 });
  t.true(not_moved.some((one: any) => one.item_id === hot && one.reason === 'no_better_place'));
  const planned = await read(platform.client, `/api/wms/moves?warehouse_id=${warehouse_id}`);
  t.deepEqual(planned, [], 'it is a proposal');
});

test('what neither place takes, shares its place or is picked as often changes no places', async (t) => {
  const { platform } = t.context;
  const { standard, client } = platform;
  const { warehouse_id, places } = await aisle(platform, { NEAR: 2, FAR: 50 });
  const [hot, cold, guest] = [
    await newItem(platform, standard),
    await newItem(platform, standard),
    await newItem(platform, standard),
  ];
  await stockAt(platform, warehouse_id, cold, places['NEAR']!, 9);
  await stockAt(platform, warehouse_id, hot, places['FAR']!, 9);
  await pickTimes(platform, warehouse_id, hot, 2);
  await shipAll(platform, warehouse_id);
  const swaps = async (): Promise<number> =>
    (await plan(platform, { warehouse_id, dry_run: true })).swaps.length;
  t.is(await swaps(), 1);
  const near = (fields: object) => client.patch(`/api/wms/locations/${places['NEAR']!}`, fields);
  const far = (fields: object) => client.patch(`/api/wms/locations/${places['FAR']!}`, fields);
  t.is((await far({ capacity: 8 })).status, 200);
  t.is(await swaps(), 0, 'FAR takes fewer than lie at NEAR');
  await far({ capacity: null });
  await near({ capacity: 9 });
  t.is(await swaps(), 1, 'what lies there leaves, and takes no room');
  await near({ capacity: null });
  await stockAt(platform, warehouse_id, guest, places['NEAR']!, 1);
  t.is(await swaps(), 0, 'two items lie at NEAR');
});

/** Picked goods leave, so that nothing at the shelves is allocated. */
async function shipAll({ client }: Running, warehouse_id: string): Promise<void> {
  for (const { id } of await read(client, `/api/wms/shipments?warehouse_id=${warehouse_id}&status=picked`))
    await client.patch(`/api/wms/shipments/${id}`, { action: 'ship' });
}
