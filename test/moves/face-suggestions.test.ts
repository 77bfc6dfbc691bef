/** What the ledger suggests for pick faces, from what was picked. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newItem, putStock } from '../orders/orders-rig.ts';
import { newShelf, newShipment, patch, read, type Running } from '../fulfillment/outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

test('the least is a busy day, the most so many of them, and both open to the picks they come from', async (t) => {
  const { platform } = t.context;
  const { client, standard, owner } = platform;
  const place = await newShelf(platform);
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 100, location: place }]);
  const face = { warehouse_id: standard.warehouseId, location_id: place, item_id: item };
  t.is((await client.post('/api/wms/pick-faces', { ...face, min_qty: 1, max_qty: 2 })).status, 201);
  const of = `/api/wms/pick-faces/suggestions?item_id=${item}&days=20`;
  t.like((await read(client, of))[0], {
    suggested_min_qty: 0,
    suggested_max_qty: 1,
    demand: { days: 20, picks: 0, days_picked: 0, total: 0, p95_a_day: 0 },
  });
  for (const qty of [4, 6]) {
    const { id } = await newShipment(platform, [{ item_id: item, qty }]);
    t.is((await patch(client, `/api/wms/shipments/${id}`, { action: 'pick' })).status, 200);
  }
  const today = { picks: 2, days_picked: 1, total: 10 };
  // Of twenty days the busiest is left out; of ten it is not.
  t.like((await read(client, of))[0].demand, { ...today, p95_a_day: 0 });
  const [ten] = await read(client, `/api/wms/pick-faces/suggestions?item_id=${item}&days=10&cover_days=4`);
  t.like(ten, { min_qty: 1, max_qty: 2, suggested_min_qty: 10, suggested_max_qty: 40 });
  t.like(ten.demand, { ...today, p95_a_day: 10 });
  const { rows } = await owner.query(
    `select -sum(qty_delta) as total from inventory_ledger where item_id = $1 and transaction_type = 'pick' and qty_delta < 0`,
    [item],
  );
  t.is(Number(rows[0].total), ten.demand.total);
});
