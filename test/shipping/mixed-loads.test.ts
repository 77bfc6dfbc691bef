import anyTest, { type TestFn } from 'ava';
import { everyPermission, joinPlatform } from '../helpers/join-platform.ts';
import type { Client } from '../helpers/client.ts';
import { assertInvariants, drive, newOrder } from '../orders/orders-rig.ts';
import { pixel } from '../transport/transport-rig.ts';
import { newShipment, newWave, patch, read, stocked, type Running } from '../fulfillment/outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const patient = { headers: { prefer: 'wait=60' } };

test('a load of plain shipments and one of a released wave ships as one by one', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item = await stocked(platform, { 'A-01': 13 });
  const order = await newOrder(client, [{ item, qty: 10 }]);
  const wish = { warehouse_id: standard.warehouseId };
  const { wms_shipments: ofOrder } = await drive(client, order.id, 'submit', 'approve', [
    'push-to-wms',
    wish,
  ]);
  t.is(ofOrder.length, 1);
  const loose = await newShipment(platform, [{ item_id: item, qty: 1 }]);
  const waved = await newShipment(platform, [{ item_id: item, qty: 2 }]);
  await newWave(platform, [waved.id]);
  const ids = [...ofOrder, loose, waved].map(({ id }: { id: string }) => id);
  const load = await client.post('/api/wms/loads', { ...wish, shipment_ids: ids, scac: 'ABCD' });
  const shipped = await patch(client, `/api/wms/loads/${load.body.data.id}`, { action: 'ship' });
  t.is(shipped.status, 200, shipped.text);
  t.like(await read(client, `/api/oms/orders/${order.id}`), { status: 'fulfilled' });
  for (const id of ids) {
    t.like(await read(client, `/api/wms/shipments/${id}`), { status: 'shipped', carrier_code: 'ABCD' });
    const [list] = await read(client, `/api/wms/documents?subject_id=${id}`);
    t.is(list.kind, 'packing_list');
  }
  await assertInvariants(t, platform);
});

test("a merchant reads what is said of a whole load once it has left with nobody else's goods on it", async (t) => {
  const { platform } = t.context;
  const { threePl } = platform;
  const house = await platform.clientWith(threePl, everyPermission);
  const within = { ...platform, client: house, standard: threePl };
  const shipmentOf = async (merchant_id: string): Promise<string> => {
    const item = await stocked(within, { 'A-01': 2 }, { merchant_id });
    return (await newShipment(within, [{ item_id: item, qty: 1 }], { merchant_id })).id;
  };
  const [first, second] = [threePl.merchantId!, threePl.secondMerchantId!];
  const said = {
    goods_description: "Candles of the second merchant's",
    bill_freight_to: { name: 'Payer', city: 'Dayton', country: 'US' },
    ship_to: { name: 'Cross dock', city: 'Dayton', country: 'US' },
    weight_kg: 120,
    handling_units: 3,
    freight_terms: 'third_party',
  };
  const loadOf = async (...shipment_ids: string[]): Promise<string> => {
    const made = await house.post('/api/wms/loads', {
      warehouse_id: threePl.warehouseId,
      scac: 'ABCD',
      shipment_ids,
      ...said,
    });
    t.is(made.status, 201, made.text);
    return made.body.data.id;
  };
  const signed = { note: 'Candles first', signed_by: 'The second merchant' };
  const transports = new Map<string, string>();
  const booked = async (load_id: string): Promise<string> => {
    const made = await house.post('/v1/tms/orders', { load_id, note: signed.note });
    t.is(made.status, 201, made.text);
    transports.set(load_id, `/v1/tms/orders/${made.body.id}`);
    return load_id;
  };
  const delivered = async (load: string): Promise<void> => {
    const pod = { filename: 'dock.png', content: pixel.toString('base64') };
    for (const [step, body] of [
      ['assign', { carrier_id: threePl.carrierId, rate: 100 }],
      ['events', { code: 'picked_up', occurred_at: new Date().toISOString(), note: signed.note }],
      ['pod', { pod_files: [pod], signed_by: signed.signed_by }],
    ] as const) {
      const answer = await house.post(`${transports.get(load)}/${step}`, body, patient);
      t.true(answer.status < 300, answer.text);
    }
  };
  const shared = await booked(await loadOf(await shipmentOf(first), await shipmentOf(second)));
  const alone = await booked(await loadOf(await shipmentOf(first)));
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId: first });
  const nothing = {
    goods_description: null,
    bill_freight_to: {},
    ship_to: {},
    weight_kg: null,
    handling_units: null,
  };
  for (const id of [shared, alone]) {
    t.like(await read(merchant, `/api/wms/loads/${id}`), nothing, 'another one may still join');
    t.like(await read(house, `/api/wms/loads/${id}`), said);
    const shipped = await patch(house, `/api/wms/loads/${id}`, { action: 'ship' });
    t.is(shipped.status, 200, shipped.text);
  }
  t.like(await read(merchant, `/api/wms/loads/${alone}`), said);
  const listed = (await merchant.get('/api/wms/loads')).body.data.find(
    ({ id }: { id: string }) => id === shared,
  );
  for (const seen of [await read(merchant, `/api/wms/loads/${shared}`), listed])
    t.like(seen, { ...nothing, bill_of_lading_id: null, shipment_count: 1 });

  for (const id of [shared, alone]) await delivered(id);
  const seenBy = async (client: Client, load: string) => {
    const at = transports.get(load)!;
    const { body } = await client.get(at);
    const { events } = (await client.get(`${at}/tracking`)).body;
    return { ...body, told: events.map(({ note }: { note: string }) => note).join(' ') };
  };
  const whole = { destination: said.ship_to, ...signed, pod_count: 1 };
  for (const seen of [await seenBy(house, shared), await seenBy(merchant, alone)]) {
    t.like(seen, whole);
    t.is(seen.pod_files.length, 1);
    t.regex(seen.told, /^Candles first Signed by/);
  }
  const seen = await seenBy(merchant, shared);
  t.like(seen, { destination: {}, note: '', signed_by: null, pod_count: 0, status: 'delivered' });
  t.deepEqual([seen.pod_files, seen.told.trim()], [[], '']);
  const { pod_files: files } = await seenBy(house, shared);
  t.is((await merchant.get(`${transports.get(shared)}/pod/${files[0].id}`)).status, 404);
});
