/** Goods that a batch has taken: on a cart for the floor, on their shelf for the ledger, until they are put at the wall. */
import anyTest, { type TestFn } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { complete, onHand, scan } from '../counting/plans-rig.ts';
import { assertInvariants, drive, newOrder } from '../orders/orders-rig.ts';
import {
  newShelf,
  newWave,
  onTask,
  patch,
  read,
  tasksOf,
  type Running,
} from '../fulfillment/outbound-rig.ts';
import { claimed, codeOf, itemAt, job, onJob, put, waveOf } from './jobs-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

/** A shelf, and a batch that has just taken all it needs there. */
async function taken(platform: Running, stock: number, quantities: readonly number[]) {
  const shelf = await newShelf(platform);
  const item = await itemAt(platform, shelf, stock);
  const wave = await waveOf(
    platform,
    quantities.map((qty) => [[item, qty]]),
  );
  const made = await claimed(platform, { method: 'batch', wave_id: wave.id });
  const qty = quantities.reduce((sum, one) => sum + one, 0);
  const stop = { pick_task_id: made.picks[0].pick_task_id, qty };
  const picked = await onJob(platform.client, made.id, 'pick', stop);
  if (picked.status !== 200) throw new Error(picked.text);
  return { shelf, item, wave, job: made, picks: made.picks as any[], stop };
}

async function countAt({ client, standard }: Running, shelf: string, lock: string): Promise<string> {
  const made = await client.post('/api/wms/count-tasks', {
    warehouse_id: standard.warehouseId,
    location_ids: [shelf],
    lock,
  });
  return made.body.data.id;
}

const availableAt = async ({ client }: Running, item: string, shelf: string): Promise<number> =>
  (await read(client, `/api/wms/inventory?item_id=${item}&location_id=${shelf}`))
    .filter(({ status }: any) => status === 'available')
    .reduce((sum: number, { qty }: any) => sum + qty, 0);

for (const lock of ['none', 'creation'])
  for (const isPutFirst of [false, true])
    test(`a count (lock ${lock}) misses nothing of what a batch took, put ${isPutFirst ? 'before' : 'after'} it ends`, async (t) => {
      const { platform } = t.context;
      const { client } = platform;
      const { shelf, item, picks, job: made } = await taken(platform, 20, [1, 2, 3]);
      const count = await countAt(platform, shelf, lock);
      await put(client, picks[2]);
      t.deepEqual(
        (await job(client, made.id)).picks.map((one: any) => [one.status, one.is_taken]),
        [
          ['in_progress', true],
          ['in_progress', true],
          ['done', false],
        ],
      );
      t.is((await scan(client, count, shelf, item, 14)).status, 200);
      if (isPutFirst) for (const pick of picks.slice(0, 2)) await put(client, pick);
      const done = (await complete(client, count)).body.data;
      t.is(done.state, 'completed');
      t.is(done.lines[0].difference, 0);
      if (!isPutFirst) for (const pick of picks.slice(0, 2)) await put(client, pick);
      t.is(await onHand(platform, item, shelf), 14);
      t.is((await job(client, made.id)).status, 'done');
      await assertInvariants(t, platform);
    });

test('a scan told of later is compared with what was in hands then', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { shelf, item, picks } = await taken(platform, 20, [4, 5]);
  const count = await countAt(platform, shelf, 'none');
  const other = await countAt(platform, shelf, 'none');
  const { rows } = await platform.owner.query('select clock_timestamp() as now');
  await onTask(client, picks[0].pick_task_id, 'unclaim', { put_back: true });
  await put(client, picks[1]);
  const lines = [{ location_id: shelf, item_id: item, counted_qty: 11 }];
  const counted_at = rows[0].now.toISOString();
  await client.post(`/api/wms/count-tasks/${count}/lines`, { lines, counted_at });
  t.is((await complete(client, count)).body.data.lines[0].difference, 0);
  t.is((await scan(client, other, shelf, item, 15)).status, 200);
  t.is((await complete(client, other)).body.data.lines[0].difference, 0);
  t.is(await onHand(platform, item, shelf), 15);
});

test('a cancelled shipment gives back what was taken for it by a task that puts it back', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { shelf, item, picks, wave } = await taken(platform, 10, [2, 3]);
  const [{ shipment_id: shipment }] = picks;
  const cancelled = await patch(client, `/api/wms/shipments/${shipment}`, { action: 'cancel' });
  t.is(cancelled.status, 200, cancelled.text);
  t.is(await availableAt(platform, item, shelf), 5, 'nothing of it is available there');
  const [back, ...more] = await read(client, `/api/wms/put-back-tasks?shipment_id=${shipment}`);
  t.like(back, { qty: picks[0].qty, to_location_id: shelf, status: 'open' });
  t.is(more.length, 0);
  await put(client, picks[1]);
  t.true((await tasksOf(client, { wave_id: wave.id })).every(({ status }: any) => status === 'done'));
  await assertInvariants(t, platform);
});

test('so does an order that is cancelled, though the cart has been left', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const shelf = await newShelf(platform);
  const item = await itemAt(platform, shelf, 9);
  const order = await newOrder(client, [{ item, qty: 4 }]);
  const pushed = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const [{ id: shipment }] = pushed.wms_shipments;
  const wave = await newWave(platform, [shipment]);
  const made = await claimed(platform, { method: 'batch', wave_id: wave.id });
  const stop = { pick_task_id: made.picks[0].pick_task_id, qty: 4 };
  t.is((await onJob(client, made.id, 'pick', stop)).status, 200);
  t.is((await drive(client, order.id, 'cancel-request')).status, 'cancelled');
  t.is(await availableAt(platform, item, shelf), 5);
  t.is((await job(client, made.id)).status, 'done');
  const [back] = await read(client, `/api/wms/put-back-tasks?shipment_id=${shipment}`);
  const done = await client.patch(`/api/wms/put-back-tasks/${back.id}`, { action: 'complete' });
  t.is(done.body.data?.status, 'done', done.text);
  t.is(await availableAt(platform, item, shelf), 9);
});

test('what was taken is given back only by who says that it was put back', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { picks, wave, stop, job: made } = await taken(platform, 10, [2, 3]);
  const [one, other] = picks;
  const unsaid = await onTask(client, one.pick_task_id, 'unclaim');
  t.is(codeOf(unsaid), '409 GOODS_IN_HAND', unsaid.text);
  t.deepEqual(unsaid.body.error.details.pick_task_ids, [one.pick_task_id]);
  t.is(codeOf(await onJob(client, made.id, 'abandon')), '409 GOODS_IN_HAND');
  t.is((await onTask(client, other.pick_task_id, 'unclaim', { put_back: true })).status, 200);
  t.is((await onJob(client, made.id, 'abandon', { put_back: true })).status, 200);
  const again = await claimed(platform, { method: 'batch', wave_id: wave.id });
  const early = await onTask(client, again.picks[0].pick_task_id, 'confirm', {
    position: again.picks[0].position,
  });
  t.is(codeOf(early), '409 STOP_NOT_PICKED', 'it is not taken any more');
  const picked = await onJob(client, again.id, 'pick', stop);
  t.is(picked.status, 200, picked.text);
  for (const pick of again.picks) await put(client, pick);
  await assertInvariants(t, platform);
});
