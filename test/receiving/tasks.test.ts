/** The single list of warehouse tasks: receiving, counts, picks and put-backs, under the same four statuses. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { makeReceipt } from '../helpers/receiving.ts';
import { newWarehouse, putStock, newItem } from '../orders/orders-rig.ts';
import {
  newShipment,
  newWave,
  onTask,
  pickedShipment,
  stocked,
  tasksOf,
} from '../fulfillment/outbound-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

async function listed(query: string, client = platform.client): Promise<any[]> {
  const answer = await client.get(`/api/wms/tasks?page_size=200&${query}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

const kindsOf = (found: readonly any[]): string[] =>
  ['count', 'pick', 'put_back', 'receive'].filter((kind) =>
    found.some(({ task_type: type }) => type === kind),
  );

test.serial('pick, count and put-back tasks stand beside receiving tasks, with their progress', async (t) => {
  const { client, standard } = platform;
  const receipt = await makeReceipt(client, standard);
  await client.post('/api/wms/receiving-tasks', { receipt_id: receipt.id });
  const item = await stocked(platform, { 'A-01': 6 });
  const wave = await newWave(platform, [(await newShipment(platform, [{ item_id: item, qty: 4 }])).id]);
  const [pick] = await tasksOf(client, { wave_id: wave.id });
  const picking = await listed('task_type=pick&status=pending&with_progress=1');
  t.like(
    picking.find(({ id }) => id === pick.id),
    {
      task_type: 'pick',
      ref_type: 'shipment',
      ref_no: pick.shipment_no,
      warehouse_id: standard.warehouseId,
      progress: { ratio: 0, lines_total: 1, lines_done: 0, expected_qty: 4, counted_qty: 0 },
    },
  );
  await onTask(client, pick.id, 'claim');
  t.is((await listed('task_type=pick&status=pending')).find(({ id }) => id === pick.id).status, 'pending');
  await onTask(client, pick.id, 'start');
  t.truthy((await listed('status=in_progress')).find(({ id }) => id === pick.id));
  await onTask(client, pick.id, 'confirm');
  const done = (await client.get(`/api/wms/tasks/${pick.id}`)).body.data;
  t.like(done, { status: 'completed', progress: { ratio: 1, lines_done: 1, counted_qty: 4 } });
  t.truthy(done.finished_at);

  const location = standard.locations['A-03']!;
  await putStock(platform, standard, [{ item, qty: 3, location: 'A-03' }]);
  const made = await client.post('/api/wms/count-tasks', {
    warehouse_id: standard.warehouseId,
    location_ids: [location],
  });
  const countId = made.body.data.id;
  t.like(
    (await listed('task_type=count&with_progress=1')).find(({ id }) => id === countId),
    {
      status: 'pending',
      ref_type: 'count_task',
      ref_id: countId,
      ref_no: made.body.data.task_no,
      progress: { ratio: 0, lines_total: 1, lines_done: 0, expected_qty: 0 },
    },
  );
  await client.post(`/api/wms/count-tasks/${countId}/lines`, {
    lines: [{ location_id: location, item_id: item, counted_qty: 3 }],
  });
  t.like((await client.get(`/api/wms/tasks/${countId}`)).body.data, {
    status: 'in_progress',
    progress: { ratio: 1, lines_done: 1, counted_qty: 3 },
  });
  await client.patch(`/api/wms/count-tasks/${countId}`, { action: 'complete' });
  t.is((await client.get(`/api/wms/tasks/${countId}`)).body.data.status, 'completed');

  const shipment = await pickedShipment(platform, 2);
  await client.patch(`/api/wms/shipments/${shipment.id}`, { action: 'cancel' });
  const [putBack] = (await listed('task_type=put_back&status=pending')).filter(
    ({ ref_id }) => ref_id === shipment.id,
  );
  t.is((await client.get(`/api/wms/put-back-tasks?shipment_id=${shipment.id}`)).body.data[0].id, putBack.id);
  await client.patch(`/api/wms/put-back-tasks/${putBack.id}`, { action: 'complete' });
  t.is((await client.get(`/api/wms/tasks/${putBack.id}`)).body.data.status, 'completed');
});

test.serial(
  'the list is paged over all kinds, filtered by warehouse, and empty for a kind nobody knows',
  async (t) => {
    const { client, standard } = platform;
    const all = await listed('');
    t.deepEqual(kindsOf(all), ['count', 'pick', 'put_back', 'receive']);
    t.true(all.every((task) => !('progress' in task)));
    const pages = [];
    for (let page = 1; page <= all.length; page += 1) {
      const { body } = await client.get(`/api/wms/tasks?page=${page}&page_size=1`);
      t.is(body.meta.total, all.length);
      pages.push(body.data[0].id);
    }
    t.deepEqual(
      pages,
      all.map(({ id }) => id),
    );
    const elsewhere = await newWarehouse(platform, standard);
    t.deepEqual(await listed(`warehouse_id=${elsewhere.id}`), []);
    t.deepEqual(await listed('task_type=sweep'), []);
    t.is((await client.get('/api/wms/tasks?status=open')).status, 400);
  },
);

test.serial(
  'a kind is listed for who may see it, and a task of another kind is not worked as a receiving task',
  async (t) => {
    const { client, standard } = platform;
    const counter = await platform.clientWith(standard, ['wms.cycle_count.view', 'wms.inbound.receive']);
    const seen = await listed('', counter);
    t.deepEqual(kindsOf(seen), ['count', 'receive']);
    const [pick] = await listed('task_type=pick');
    t.is((await counter.get(`/api/wms/tasks/${pick.id}`)).status, 404);
    const worked = await client.patch(`/api/wms/tasks/${pick.id}`, { action: 'cancel' });
    t.deepEqual([worked.status, worked.body.error.details.task_type], [409, 'pick']);
  },
);

test.serial('a merchant sees its own tasks only', async (t) => {
  const { threePl } = platform;
  const { merchantId, secondMerchantId } = threePl;
  const own = await newItem(platform, threePl);
  const foreign = await newItem(platform, threePl, { merchant_id: secondMerchantId });
  await putStock(platform, threePl, [
    { item: own, qty: 5, location: 'A-01' },
    { item: foreign, qty: 5, location: 'A-02' },
  ]);
  const house = await platform.clientWith(threePl, [
    'wms.cycle_count.view',
    'wms.cycle_count.work',
    'wms.outbound.view',
    'wms.outbound.ship',
    'wms.picking.work',
  ]);
  for (const [item_id, merchant_id] of [
    [own, merchantId],
    [foreign, secondMerchantId],
  ]) {
    const shipment = await house.post('/api/wms/shipments', {
      merchant_id,
      warehouse_id: threePl.warehouseId,
      lines: [{ item_id, qty: 1 }],
    });
    const wave = await house.post('/api/wms/waves', {
      warehouse_id: threePl.warehouseId,
      ship_mode: 'parcel',
      shipment_ids: [shipment.body.data.id],
    });
    await house.patch(`/api/wms/waves/${wave.body.data.id}`, { action: 'release' });
  }
  for (const place of ['A-01', 'A-02'])
    await house.post('/api/wms/count-tasks', {
      warehouse_id: threePl.warehouseId,
      location_ids: [threePl.locations[place]],
    });
  t.is((await listed('', house)).length, 4);
  const merchant = await platform.clientWith(threePl, ['wms.cycle_count.view', 'wms.outbound.view'], {
    merchantId,
  });
  const seen = await listed('with_progress=1', merchant);
  t.is(seen.length, 2);
  t.deepEqual(kindsOf(seen), ['count', 'pick']);
});
