/** Counting units that stand on another shelf than the books say, and units scanned twice. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { adjust } from '../helpers/shelf.ts';
import { newShelf, patch, read, stocked, type Running } from '../fulfillment/outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

/** A tracked item on two shelves, P1 and P2 on the first and P3 on the second, and a count of both. */
async function counting(platform: Running, shelves: readonly [string, string]) {
  const { client, standard } = platform;
  const item = await stocked(platform, {}, { serial_tracked: true });
  const put = (location_id: string, ...serial_nos: string[]) =>
    adjust(
      client,
      { warehouse_id: standard.warehouseId, location_id, item_id: item },
      { qty_delta: serial_nos.length, serial_nos },
    );
  await put(shelves[0], 'P1', 'P2');
  await put(shelves[1], 'P3');
  const made = await client.post('/api/wms/count-tasks', {
    warehouse_id: standard.warehouseId,
    location_ids: shelves,
  });
  const path = `/api/wms/count-tasks/${made.body.data.id}`;
  const count = (location_id: string, ...serial_nos: string[]) =>
    client.post(`${path}/lines`, {
      lines: [{ location_id, item_id: item, counted_qty: serial_nos.length, serial_nos }],
    });
  return { item, path, count };
}

async function onShelves({ client }: Running, item: string): Promise<Record<string, number>> {
  const rows = await read(client, `/api/wms/inventory?item_id=${item}`);
  return Object.fromEntries(rows.map(({ location_id, qty }: any) => [location_id, qty]));
}

test('a unit on the other shelf of a count is neither found nor gone, whichever shelf comes first', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  for (const isTurned of [false, true]) {
    const [one, other] = [await newShelf(platform), await newShelf(platform)];
    const shelves = isTurned ? ([other, one] as const) : ([one, other] as const);
    const { item, path, count } = await counting(platform, shelves);
    await count(shelves[0], 'P1');
    await count(shelves[1], 'P3', 'P2');
    const done = await patch(client, path, { action: 'complete' });
    t.is(done.status, 200, done.text);
    t.deepEqual(await onShelves(platform, item), { [shelves[0]]: 1, [shelves[1]]: 2 });
    t.is((await read(client, '/api/wms/inventory/integrity')).serial_mismatch_count, 0);
  }
});

test('a unit that was scanned on two shelves hides none that is missing', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const shelves = [await newShelf(platform), await newShelf(platform)] as const;
  const { path, count } = await counting(platform, shelves);
  await count(shelves[0], 'P1', 'P2');
  await count(shelves[1], 'P2');
  const twice = await patch(client, path, { action: 'complete' });
  t.like(twice.body.error, { code: 'SERIAL_DUPLICATE', details: { serial_nos: ['P2'] } }, twice.text);
  t.is(twice.body.error.details.line_ids.length, 2);
  await count(shelves[1], 'P3');
  t.is((await patch(client, path, { action: 'complete' })).status, 200);
});
