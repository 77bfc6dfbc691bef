/** Returned units that were picked to go home and stayed are disposed of before anybody has put them back. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { newWave, pickAll, read, stocked, type Running } from '../fulfillment/outbound-rig.ts';
import { vendorReturnsPath } from '../vendor-returns/vendor-return-subject.ts';
import { dispose, patch, soldTo, stockByStatus, toRepair } from './returns-rig.ts';

let platform: Running;
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

/** Three units that were to go home, were picked, and stand in staging since their shipment was cancelled. */
async function leftInStaging() {
  const { client, standard } = platform;
  const item = await stocked(platform, { 'A-01': 3 });
  const found = await toRepair(platform, await soldTo(platform, item, 3), 3);
  const at = { location_id: standard.locations['DOCK-1'] };
  const sent = await dispose(client, found, found.inspectionId, 'customer', at);
  const { shipment_id } = sent.body.data.dispositions[0];
  await pickAll(client, (await newWave(platform, [shipment_id])).id);
  const cancelled = await patch(client, `/api/wms/shipments/${shipment_id}`, { action: 'cancel' });
  if (cancelled.status !== 200) throw new Error(cancelled.text);
  const [{ location_id }] = await read(client, `/api/wms/inventory?item_id=${item}`);
  const toPutBack = async (): Promise<any[]> =>
    (await read(client, `/api/wms/put-back-tasks?shipment_id=${shipment_id}`)).map(
      ({ status, qty, done_qty }: any) => ({ status, qty, done_qty }),
    );
  return { item, found, location_id, toPutBack };
}

test('picked ones that are disposed of where they stand are put back by nobody', async (t) => {
  const { client } = platform;
  const { item, found, location_id, toPutBack } = await leftInStaging();
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

test('those that leave for their vendor from there are put back by nobody, once it is released', async (t) => {
  const { client, standard } = platform;
  const { item, found, location_id, toPutBack } = await leftInStaging();
  const other = await leftInStaging();
  const release = async (qty: number, also?: typeof other): Promise<void> => {
    const to = { vendor_id: standard.vendorId, location_id };
    const joined = await dispose(client, found, found.inspectionId, 'vendor', { ...to, qty });
    t.is(joined.status, 201, joined.text);
    const { vendor_return_id: id } = joined.body.data.dispositions.at(-1);
    if (also) await dispose(client, also.found, also.found.inspectionId, 'vendor', to);
    const released = await patch(client, `${vendorReturnsPath}/${id}`, { action: 'release' });
    t.is(released.status, 200, released.text);
  };
  await release(1);
  t.deepEqual(await toPutBack(), [{ status: 'open', qty: 2, done_qty: null }], 'two are left');
  await release(2, other);
  for (const put of [await toPutBack(), await other.toPutBack()])
    t.like(put, { 0: { status: 'done', done_qty: 0 } });
  t.deepEqual(await stockByStatus(client, item), { allocated: 3 });
});
