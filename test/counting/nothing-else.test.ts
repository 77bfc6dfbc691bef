/** A place said empty with, or after, what was counted there: nothing else is there. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { newShelf, read } from '../fulfillment/outbound-rig.ts';
import { newItem, putStock } from '../orders/orders-rig.ts';
import { complete, onHand, scan } from './plans-rig.ts';

const test = anyTest as TestFn<{ platform: Platform & { stop(): Promise<void> } }>;
test.before(async (t) => {
  t.context = { platform: await joinPlatform() };
});
test.after.always((t) => t.context.platform?.stop());

/** A shelf with five of one item and three of another, and a count of it. */
async function shelfOfTwo(platform: Platform, lock = 'none') {
  const { client, standard } = platform;
  const shelf = await newShelf(platform);
  const [here, missing] = [await newItem(platform, standard), await newItem(platform, standard)];
  await putStock(platform, standard, [
    { item: here, qty: 5, location: shelf },
    { item: missing, qty: 3, location: shelf },
  ]);
  const body = { warehouse_id: standard.warehouseId, location_ids: [shelf], lock };
  const { id } = (await client.post('/api/wms/count-tasks', body)).body.data;
  const record = (lines: object) => client.post(`/api/wms/count-tasks/${id}/lines`, lines);
  const line = (item_id: string, counted_qty: number) => ({ location_id: shelf, item_id, counted_qty });
  return { shelf, here, missing, id: id as string, record, line };
}

for (const lock of ['none', 'creation'])
  test(`what one request counts and what it says is nowhere else there (lock ${lock})`, async (t) => {
    const { platform } = t.context;
    const { shelf, here, missing, id, record, line } = await shelfOfTwo(platform, lock);
    const found = { lines: [line(here, 5)], empty_location_ids: [shelf] };
    t.is((await record(found)).status, 200);
    t.is((await complete(platform.client, id)).body.data.state, 'completed');
    t.is(await onHand(platform, here, shelf), 5, 'it was counted');
    t.is(await onHand(platform, missing, shelf), 0);
  });

test('said after it, and once more, it leaves what was counted', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { shelf, here, missing, id, record, line } = await shelfOfTwo(platform);
  t.is((await scan(client, id, shelf, here, 5)).status, 200);
  for (let times = 0; times < 2; times += 1)
    t.is((await record({ empty_location_ids: [shelf] })).status, 200);
  const { lines } = await read(client, `/api/wms/count-tasks/${id}`);
  t.deepEqual(
    lines.map((one: any) => [one.item_id, one.counted_qty].join(' ')).toSorted(),
    [[here, 5].join(' '), [missing, 0].join(' ')].toSorted(),
  );
  t.is((await record({ lines: [line(missing, 1)] })).status, 200, 'it was found after all');
  t.is((await complete(client, id)).body.data.state, 'completed');
  t.is(await onHand(platform, here, shelf), 5);
  t.is(await onHand(platform, missing, shelf), 1);
});

test('of a recount it is of this round', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { shelf, here, missing, id, record, line } = await shelfOfTwo(platform);
  t.is((await record({ lines: [line(here, 500), line(missing, 3)] })).status, 200);
  t.is((await complete(client, id)).body.data.state, 'review');
  t.is((await client.patch(`/api/wms/count-tasks/${id}`, { action: 'recount' })).status, 200);
  t.is((await record({ empty_location_ids: [shelf] })).status, 200);
  const { lines } = await read(client, `/api/wms/count-tasks/${id}`);
  const counted = Object.fromEntries(lines.map((one: any) => [one.item_id, one.counted_qty]));
  t.deepEqual(counted, { [here]: 0, [missing]: 3 }, 'what was sent back and is not found is nowhere');
});
