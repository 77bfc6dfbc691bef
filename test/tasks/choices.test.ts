/** What a program of two screens says when something is not as it should be, by nothing but what `claim` says. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { newShelf, newShipment, newWave, patch, read, stocked } from '../fulfillment/outbound-rig.ts';
import { putStock } from '../orders/orders-rig.ts';
import { choose, codeOf, finish, item, record } from './two-screens-rig.ts';
import { count, done, next, plannedMove } from './work-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test.serial('a count where something is missing ends: nothing else is there', async (t) => {
  const { client, standard } = platform;
  const zone = 'MISSING';
  const shelf = await newShelf(platform, { zone });
  const [here, missing] = [await item(platform), await item(platform)];
  await putStock(platform, standard, [
    { item: here.id, qty: 4, location: shelf },
    { item: missing.id, qty: 9, location: shelf },
  ]);
  await count(platform, { location_ids: [shelf] });
  const work = await next(platform, { kinds: ['count'], zone });
  t.false(JSON.stringify(work).includes(missing.sku), 'a blind count says nothing of what is expected');
  const location = await codeOf(platform, shelf);
  await record(platform, work.record, { location, item: here.sku, quantity: 4 });
  const early = await patch(client, work.finish.path, { action: work.finish.action });
  t.is(early.body.error.code, 'COUNT_INCOMPLETE');
  await choose(platform, work, /nothing else/, { location });
  const { state, lines } = await finish(platform, work);
  t.is(state, 'completed');
  t.deepEqual(
    lines.map(({ sku, difference }: any) => [sku, difference].join(' ')).toSorted(),
    [[here.sku, 0].join(' '), [missing.sku, -9].join(' ')].toSorted(),
  );
});

test.serial(
  'what is on hold or damaged is counted as that; where both lie they are told apart',
  async (t) => {
    const { client, standard } = platform;
    const zone = 'HELD';
    const shelf = await newShelf(platform, { zone });
    const [held, both] = [await item(platform), await item(platform)];
    for (const [item_id, status, qty_delta] of [
      [held.id, 'hold', 6],
      [both.id, 'available', 5],
      [both.id, 'damaged', 2],
    ]) {
      const there = { warehouse_id: standard.warehouseId, location_id: shelf };
      const put = await client.post('/api/wms/inventory/adjust', {
        ...there,
        item_id,
        status,
        qty_delta,
        reason_code: 'found',
      });
      t.is(put.status, 200, put.text);
    }
    const task = await count(platform, { location_ids: [shelf] });
    const work = await next(platform, { kinds: ['count'], zone });
    const location = await codeOf(platform, shelf);
    const [, , damaged] = work.steps.find(({ scan }: any) => scan === 'stock_status').barcodes;
    await record(platform, work.record, { location, item: held.sku, quantity: 6 });
    await record(platform, work.record, { location, item: both.sku, quantity: 5 });
    await record(platform, work.record, {
      location,
      item: both.sku,
      quantity: 1,
      stock_status: damaged.barcode,
    });
    t.is((await finish(platform, work)).state, 'completed');
    const { lines } = await read(client, `/api/wms/count-tasks/${task.id}`);
    t.deepEqual(
      lines.map((one: any) => [one.sku, one.status, one.difference].join(' ')).toSorted(),
      [
        [held.sku, 'hold', 0].join(' '),
        [both.sku, 'available', 0].join(' '),
        [both.sku, 'damaged', -1].join(' '),
      ].toSorted(),
    );
  },
);

/** A pick of some of the only goods on a shelf, claimed. */
async function pickOf(stock: number, qty: number): Promise<any> {
  const shelf = await newShelf(platform);
  const item_id = await stocked(platform, { [shelf]: stock });
  await newWave(platform, [(await newShipment(platform, [{ item_id, qty }])).id]);
  return { shelf, item_id, work: await next(platform, { kinds: ['pick'] }) };
}

test.serial('a pick is short, is given back, and what is left is counted', async (t) => {
  const { work } = await pickOf(20, 6);
  t.is((await choose(platform, work, /Fewer/, { quantity: 2 })).picked_qty, 2);
  const { work: given } = await pickOf(20, 6);
  t.is((await choose(platform, given, /back/)).status, 'open');
  const again = await next(platform, { kinds: ['pick'] });
  t.is(again.id, given.id);
  await done(platform.client, again);

  const { work: last } = await pickOf(3, 3);
  const picked = await done(platform.client, last);
  const [left] = last.choices.filter(({ after }: any) => after !== null);
  t.truthy(picked[left.after]);
  const counted = await choose(platform, last, /what is left/, { quantity: 0 });
  t.is(counted[left.after], null);
  t.truthy(counted.count_task_id);
});

test.serial('a move of fewer, one given back, and one of goods that are not there', async (t) => {
  await plannedMove(platform);
  const fewer = await next(platform, { kinds: ['reslot'] });
  t.like(await choose(platform, fewer, /fewer/, { quantity: 1 }), { status: 'done', done_qty: 1 });
  await plannedMove(platform);
  const given = await next(platform, { kinds: ['reslot'] });
  t.is((await choose(platform, given, /in hand/)).status, 'in_progress');
  t.is((await choose(platform, given, /back/)).status, 'open');
  const gone = await next(platform, { kinds: ['reslot'] });
  t.like(await choose(platform, gone, /not there/), { status: 'cancelled', end_reason: 'not there' });
});

test.serial('a stop of a batch is short by its picks, whose goods go into their positions', async (t) => {
  const { client, standard } = platform;
  const zone = 'STOP';
  const shelf = await newShelf(platform, { zone });
  const item_id = await stocked(platform, { [shelf]: 9 });
  const shipments = [];
  for (const qty of [2, 3]) shipments.push((await newShipment(platform, [{ item_id, qty }])).id);
  const { id: wave_id } = await newWave(platform, shipments);
  const job = { warehouse_id: standard.warehouseId, method: 'batch', positions: 4, wave_id };
  const made = await client.post('/api/wms/pick-jobs/claim', job);
  t.is(made.status, 200, made.text);
  const stop = await next(platform, { kinds: ['pick'] });
  t.is(stop.finish.fields.qty, 5);
  await choose(platform, stop, /Fewer/, { quantity: 0 });
  const recount = await next(platform, { kinds: ['count'], zone });
  const { sku } = await read(client, `/api/wms/items/${item_id}`);
  await record(platform, recount.record, { location: await codeOf(platform, shelf), item: sku, quantity: 3 });
  t.is((await finish(platform, recount)).state, 'completed');
  const rest = await next(platform, { kinds: ['pick'] });
  t.true(rest.finish.fields.qty < 5);
  await done(client, rest);
  const taken = await next(platform, { kinds: ['pick'] });
  t.deepEqual(taken.choices.find(({ action }: any) => action === 'unclaim').fixed, { put_back: true });
  t.is((await choose(platform, taken, /back/)).status, 'open');
});
