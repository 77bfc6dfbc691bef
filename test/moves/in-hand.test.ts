/** Goods of a planned move that is begun: on a truck for the floor, at their source for the ledger, until it is confirmed. */
import anyTest, { type TestFn } from 'ava';
import { complete, onHand, scan } from '../counting/plans-rig.ts';
import { newShelf, patch, type Running } from '../fulfillment/outbound-rig.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertInvariants, newItem, putStock, settled } from '../orders/orders-rig.ts';
import { planMove } from '../tasks/work-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

type Carrier = 'plate' | 'loose';

async function plateOf(platform: Running, item: string, qty: number, location: string): Promise<string> {
  const { client, standard } = platform;
  const place = { warehouse_id: standard.warehouseId, location_id: location };
  const { id: lpnId, lpn } = (await client.post('/api/wms/pallets', place)).body.data;
  await putStock(platform, standard, [{ item, qty, location, lpnId }]);
  return lpn;
}

const act = async ({ client }: Running, id: string, action: string, more: object = {}) =>
  settled(client, await patch(client, `/api/wms/moves/${id}`, { action, ...more }), id);

/** A shelf with twenty of an item, eight of which somebody is to carry to another. */
async function planned(platform: Running, carrier: Carrier) {
  const { standard } = platform;
  const [from, to] = [await newShelf(platform), await newShelf(platform)];
  const item = await newItem(platform, standard);
  const put = (qty: number) => putStock(platform, standard, [{ item, qty, location: from }]);
  const goods = { to_location_id: to };
  if (carrier === 'plate') {
    const pallet_lpn = await plateOf(platform, item, 8, from);
    await put(12);
    return { from, to, item, move: (await planMove(platform, { ...goods, pallet_lpn })).id as string };
  }
  await put(20);
  const loose = { ...goods, from_location_id: from, item_id: item, qty: 8 };
  return { from, to, item, move: (await planMove(platform, loose)).id as string };
}

async function begun(platform: Running, carrier: Carrier) {
  const goods = await planned(platform, carrier);
  for (const action of ['claim', 'start']) {
    const done = await act(platform, goods.move, action);
    if (done.status !== 200) throw new Error(done.text);
  }
  return goods;
}

async function countAt({ client, standard }: Running, shelf: string, lock = 'none'): Promise<string> {
  const body = { warehouse_id: standard.warehouseId, location_ids: [shelf], lock };
  return (await client.post('/api/wms/count-tasks', body)).body.data.id;
}

for (const carrier of ['plate', 'loose'] as const)
  for (const lock of ['none', 'creation'])
    for (const isConfirmedFirst of [false, true])
      test(`a count (lock ${lock}) misses nothing of ${carrier} goods in hand, put down ${isConfirmedFirst ? 'before' : 'after'} it ends`, async (t) => {
        const { platform } = t.context;
        const { client } = platform;
        const { from, to, item, move } = await begun(platform, carrier);
        const count = await countAt(platform, from, lock);
        t.is((await scan(client, count, from, item, 12)).status, 200);
        const confirm = async () => t.is((await act(platform, move, 'confirm')).body.data?.status, 'done');
        if (isConfirmedFirst) await confirm();
        const done = (await complete(client, count)).body.data;
        t.is(done.state, 'completed');
        t.is(done.lines[0].difference, 0);
        if (!isConfirmedFirst) await confirm();
        t.is(await onHand(platform, item, from), 12);
        t.is(await onHand(platform, item, to), 8);
        await assertInvariants(t, platform);
      });

test('what was claimed and not begun lies where it was, and so does what was given back', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  for (const carrier of ['plate', 'loose'] as const) {
    const { from, item, move } = await planned(platform, carrier);
    t.is((await act(platform, move, 'claim')).status, 200);
    const first = await countAt(platform, from);
    t.is((await scan(client, first, from, item, 20)).status, 200);
    t.is((await complete(client, first)).body.data.lines[0].difference, 0);
    for (const action of ['start', 'unclaim']) t.is((await act(platform, move, action)).status, 200);
    const second = await countAt(platform, from);
    t.is((await scan(client, second, from, item, 20)).status, 200);
    t.is((await complete(client, second)).body.data.lines[0].difference, 0);
  }
});

test('a scan told of later is compared with what was in hand then', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const at = async (): Promise<string> =>
    (await platform.owner.query('select clock_timestamp() as now')).rows[0].now.toISOString();
  for (const carrier of ['plate', 'loose'] as const)
    for (const end of ['unclaim', 'confirm']) {
      const { from, item, move } = await begun(platform, carrier);
      const count = await countAt(platform, from);
      const counted_at = await at();
      t.is((await act(platform, move, end)).status, 200);
      const lines = [{ location_id: from, item_id: item, counted_qty: 12 }];
      const sent = await client.post(`/api/wms/count-tasks/${count}/lines`, { lines, counted_at });
      t.is(sent.status, 200, sent.text);
      t.is((await complete(client, count)).body.data.lines[0].difference, 0, `${carrier} ${end}`);
    }
  await assertInvariants(t, platform);
});

test('a scan and the confirmation at once: either way nothing is missing', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  for (const carrier of ['plate', 'loose', 'plate', 'loose'] as const) {
    const { from, item, move } = await begun(platform, carrier);
    const count = await countAt(platform, from);
    const [scanned, confirmed] = await Promise.all([
      scan(client, count, from, item, 12),
      act(platform, move, 'confirm'),
    ]);
    t.deepEqual([scanned.status, confirmed.body.data?.status], [200, 'done']);
    t.is((await complete(client, count)).body.data.lines[0].difference, 0);
  }
});

test('what is missing is not taken from the plate that somebody has in hand', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const [from, to] = [await newShelf(platform), await newShelf(platform)];
  const item = await newItem(platform, standard);
  const pallet_lpn = await plateOf(platform, item, 8, from);
  await plateOf(platform, item, 12, from);
  const { id: move } = await planMove(platform, { to_location_id: to, pallet_lpn });
  for (const action of ['claim', 'start']) t.is((await act(platform, move, action)).status, 200);
  const count = await countAt(platform, from);
  t.is((await scan(client, count, from, item, 9)).status, 200);
  t.is((await complete(client, count)).body.data.lines[0].posted_delta, -3);
  t.is((await act(platform, move, 'confirm')).body.data.done_qty, 8);
  t.deepEqual([await onHand(platform, item, from), await onHand(platform, item, to)], [9, 8]);
});

test('a move of more than lies there takes no stock off that was never there', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  for (const isLate of [false, true]) {
    const { from, item, move } = await planned(platform, 'loose');
    const place = { warehouse_id: standard.warehouseId, location_id: from, item_id: item };
    const lost = { ...place, qty_delta: -15, reason_code: 'lost' };
    t.is((await client.post('/api/wms/inventory/adjust', lost)).status, 200);
    for (const action of ['claim', 'start']) t.is((await act(platform, move, action)).status, 200);
    const count = await countAt(platform, from);
    const { rows } = await platform.owner.query('select clock_timestamp() as now');
    const lines = [{ location_id: from, item_id: item, counted_qty: 0 }];
    const counted = isLate ? { lines, counted_at: rows[0].now.toISOString() } : { lines };
    t.is((await client.post(`/api/wms/count-tasks/${count}/lines`, counted)).status, 200);
    t.is((await complete(client, count)).body.data.lines[0].difference, 0, 'the five are on the truck');
    t.is(await onHand(platform, item, from), 5);
  }
  await assertInvariants(t, platform);
});

test('a move begins at a place that is locked for a count only once that is over', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  for (const carrier of ['plate', 'loose'] as const) {
    const { from, move } = await planned(platform, carrier);
    t.is((await act(platform, move, 'claim')).status, 200);
    const count = await countAt(platform, from, 'creation');
    const early = await act(platform, move, 'start');
    t.is(`${early.status} ${early.body.error?.code}`, '409 LOCATION_LOCKED', early.text);
    t.is((await patch(client, `/api/wms/count-tasks/${count}`, { action: 'cancel' })).status, 200);
    for (const action of ['start', 'confirm']) t.is((await act(platform, move, action)).status, 200);
  }
});

test('of the time before goods were given back and taken once more nothing is told late', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const now = async (): Promise<string> =>
    (await platform.owner.query('select clock_timestamp() as now')).rows[0].now.toISOString();
  for (const carrier of ['plate', 'loose'] as const) {
    const { from, item, move } = await begun(platform, carrier);
    const count = await countAt(platform, from);
    const seen = await now();
    for (const action of ['unclaim', 'claim', 'start']) t.is((await act(platform, move, action)).status, 200);
    const lines = [{ location_id: from, item_id: item, counted_qty: 12 }];
    const say = (counted_at: string) =>
      client.post(`/api/wms/count-tasks/${count}/lines`, { lines, counted_at });
    const late = await say(seen);
    t.is(`${late.status} ${late.body.error?.code}`, '409 COUNTED_SINCE', late.text);
    t.deepEqual(late.body.error.details, { line_ids: [], move_ids: [move] });
    t.is((await say(await now())).status, 200);
    t.is((await complete(client, count)).body.data.lines[0].difference, 0);
  }
});
