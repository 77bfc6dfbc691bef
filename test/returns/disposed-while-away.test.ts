/** Returned units that were picked to go home and stayed are disposed of before anybody has put them back. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newWave, pickAll, read, stocked } from '../fulfillment/outbound-rig.ts';
import { dispose, patch, soldTo, stockByStatus, toRepair } from './returns-rig.ts';

test('picked ones that are disposed of where they stand are put back by nobody', async (t) => {
  const platform = await joinPlatform(t);
  const { client, standard } = platform;
  const dock = standard.locations['DOCK-1']!;
  const item = await stocked(platform, { 'A-01': 3 });
  const found = await toRepair(platform, await soldTo(platform, item, 3), 3);
  const sent = await dispose(client, found, found.inspectionId, 'customer', { location_id: dock });
  const { shipment_id } = sent.body.data.dispositions[0];
  await pickAll(client, (await newWave(platform, [shipment_id])).id);
  t.is((await patch(client, `/api/wms/shipments/${shipment_id}`, { action: 'cancel' })).status, 200);
  const [{ location_id }] = await read(client, `/api/wms/inventory?item_id=${item}`);
  const toPutBack = async (): Promise<any[]> =>
    (await read(client, `/api/wms/put-back-tasks?shipment_id=${shipment_id}`)).map(
      ({ status, qty, done_qty }: any) => ({ status, qty, done_qty }),
    );
  const scrap = (qty: number) => dispose(client, found, found.inspectionId, 'scrap', { qty, location_id });
  t.is((await scrap(1)).status, 201);
  t.deepEqual(await toPutBack(), [{ status: 'open', qty: 2, done_qty: null }], 'two are left');
  const both = await Promise.all([
    scrap(1),
    dispose(client, found, found.inspectionId, 'restock', { qty: 1, location_id }),
  ]);
  for (const answer of both) t.is(answer.status, 201, answer.text);
  const [task] = await toPutBack();
  t.like(task, { status: 'done', done_qty: 0 });
  t.deepEqual(await stockByStatus(client, item), { available: 1 });
});
