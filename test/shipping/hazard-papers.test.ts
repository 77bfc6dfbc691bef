/** Papers name dangerous goods as the law asks, as they were when they left. */
import anyTest, { type TestFn } from 'ava';
import { recordingFetch } from '../examples/exchange.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { noReader, readPaper } from '../documents/read-paper.ts';
import { newShipment, patch, read, stocked, type Running } from '../fulfillment/outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

async function paperOf({ url, client }: Running, documentId: string): Promise<string | undefined> {
  const headers = {
    authorization: `Bearer ${client.accessToken}`,
    'x-organization-id': client.organizationId,
    accept: 'application/pdf',
  };
  const response = await recordingFetch(new Request(`${url}/api/wms/documents/${documentId}`, { headers }));
  return readPaper(Buffer.from(await response.arrayBuffer()), `hazard-${documentId}`)?.replace(/\s+/g, ' ');
}

const documentOf = ({ client }: Running, subject: string): Promise<any> =>
  until(
    'the paper is there',
    async () => (await read(client, `/api/wms/documents?subject_id=${subject}`))[0],
  );

test('packing lists and bills of lading name dangerous goods, frozen as they left', async (t) => {
  const { platform } = t.context;
  const { client, standard, owner } = platform;
  const paint = await stocked(platform, { 'A-01': 5 }, { name: 'Sky blue 2 l', weight_kg: 2 });
  const mug = await stocked(platform, { 'A-01': 5 }, { name: 'Mug' });
  const hazard = { un_no: '1263', class: '3', packing_group: 'II', limited_qty: true };
  const path = `/api/wms/items/${paint}`;
  t.is((await client.patch(path, { hazard, customs_description: 'PAINT' })).status, 200);
  const { id } = await newShipment(
    platform,
    [paint, mug].map((item_id) => ({ item_id, qty: 2 })),
  );
  const made = await client.post('/api/wms/loads', {
    warehouse_id: standard.warehouseId,
    scac: 'ABCD',
    shipment_ids: [id],
  });
  t.is((await patch(client, `/api/wms/shipments/${id}`, { action: 'pick' })).status, 200);
  const carton = { lines: [{ item_id: paint, qty: 2 }] };
  t.is((await client.post(`/api/wms/shipments/${id}/cartons`, carton)).status, 201);
  t.is(
    (await client.post(`/api/wms/shipments/${id}/cartons`, { lines: [{ item_id: mug, qty: 2 }] })).status,
    201,
  );
  const load = made.body.data.id;
  const shipped = await patch(client, `/api/wms/loads/${load}`, { action: 'ship' });
  t.is(shipped.status, 200, shipped.text);
  const [list, bill] = [await documentOf(platform, id), await documentOf(platform, load)];
  // Nobody has seen them yet: they say what was so when the goods left.
  await client.patch(path, { hazard: { ...hazard, un_no: '3082', class: '9' }, customs_description: null });
  const { rows } = await owner.query('select id, facts from documents where id = any ($1)', [
    [list.id, bill.id],
  ]);
  const facts = Object.fromEntries(rows.map((one) => [one.id, one.facts]));
  const named = { ...hazard, name: 'PAINT' };
  t.deepEqual(
    facts[list.id].lines.map((line: any) => line.hazard).sort((one: any) => (one ? -1 : 1)),
    [named, null],
  );
  t.deepEqual(
    facts[list.id].cartons.map(({ lines }: any) => lines[0].hazard),
    [named, null],
  );
  t.like(facts[bill.id].hazards, [{ ...named, qty: '2.000000', weight_kg: '4.000000000000' }]);
  t.is(facts[bill.id].hazards.length, 1);
  const words = 'UN 1263, PAINT, class 3, PG II, limited quantity';
  const [onList, onBill] = [await paperOf(platform, list.id), await paperOf(platform, bill.id)];
  if (onList === undefined || onBill === undefined) return t.log(noReader);
  for (const word of ['UN 1263', 'PAINT', 'class 3']) t.true(onList.includes(word), onList);
  t.false(onList.includes('3082'));
  t.true(onBill.includes(words), onBill);
});
