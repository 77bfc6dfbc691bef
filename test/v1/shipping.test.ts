/** v1 shipments, waves and loads: the path to shipping, and each refusal on it. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { unknownId } from '../helpers/shelf.ts';
import { createShipment, onHand, patient, shipmentOf, stockedSku, type Running } from './rig.ts';

let platform: Running;
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const shipments = '/v1/wms/shipments';
const waves = '/v1/wms/waves';
const loads = '/v1/wms/loads';
const post = (path: string, body: object = {}) => platform.client.post(path, body, patient);

test('a shipment by SKU is allocated, shipped once and delivered; repeats answer the same', async (t) => {
  const sku = await stockedSku(platform, 8);
  const made = await createShipment(platform.client, sku, 5, { ship_to: { name: 'Ada' } });
  t.is(made.status, 201, made.text);
  t.like(made.body, { status: 'commit', ship_mode: 'parcel', warehouse_code: 'W1', order_id: null });
  t.like(made.body.lines[0], { sku, qty: 5 });
  t.is(await onHand(platform, sku), 8);

  const early = await post(`${shipments}/${made.body.id}/deliver`);
  t.is(early.status, 400);
  t.is(early.body.error.code, 'ILLEGAL_TRANSITION');
  const shipped = await post(`${shipments}/${made.body.id}/ship`, {
    tracking_no: '1Z9',
    carrier_code: 'UPS',
  });
  t.is(shipped.status, 200, shipped.text);
  t.like(shipped.body, { status: 'shipped', tracking_no: '1Z9', carrier_code: 'UPS' });
  t.is(await onHand(platform, sku), 3);
  const again = await post(`${shipments}/${made.body.id}/ship`);
  t.is(again.status, 200);
  t.is(again.body.shipped_at, shipped.body.shipped_at);
  t.is(await onHand(platform, sku), 3);

  const before = { delivered_at: '2020-01-01T00:00:00Z' };
  t.is((await post(`${shipments}/${made.body.id}/deliver`, before)).status, 400);
  const delivered = await post(`${shipments}/${made.body.id}/deliver`, { signed_by: 'Ada L.' });
  t.like(delivered.body, { status: 'delivered', signed_by: 'Ada L.' });
  t.truthy(delivered.body.delivered_at);
  t.is((await post(`${shipments}/${made.body.id}/deliver`)).status, 200);
  const list = await platform.client.get(`${shipments}?filter[status]=delivered&sort=-updated_at`);
  t.is(list.body.data[0].id, made.body.id);
});

test('a shipment that cannot be filled, or names what nobody has, does not exist', async (t) => {
  const { client, threePl } = platform;
  const sku = await stockedSku(platform, 2);
  const refused: [object, number, string][] = [
    [{ lines: [{ sku, qty: 3 }] }, 409, 'INSUFFICIENT_ATP'],
    [{ lines: [{ sku: 'NO-SUCH', qty: 1 }] }, 400, 'UNKNOWN_REFERENCE'],
    [{ warehouse_id: 'NOWHERE' }, 400, 'UNKNOWN_REFERENCE'],
    [{ warehouse_id: threePl.warehouseId }, 400, 'UNKNOWN_REFERENCE'],
    [{ merchant_id: unknownId }, 400, 'UNKNOWN_REFERENCE'],
    [{ lines: [] }, 400, 'VALIDATION_FAILED'],
    [{ lines: [{ sku, qty: 0 }] }, 400, 'VALIDATION_FAILED'],
    [{ colour: 'red' }, 400, 'VALIDATION_FAILED'],
  ];
  for (const [more, status, code] of refused) {
    const answer = await createShipment(client, sku, 1, more);
    t.is(answer.status, status, answer.text);
    t.is(answer.body.error.code, code);
  }
  for (const id of [unknownId, threePl.warehouseId]) {
    for (const verb of ['ship', 'deliver']) {
      const answer = await post(`${shipments}/${id}/${verb}`);
      t.is(answer.status, 404, verb);
      t.is(answer.body.error.code, 'NOT_FOUND');
    }
  }
});

test('serials leave by SKU; a SKU of no line is refused', async (t) => {
  const { client } = platform;
  await client.post(
    '/v1/wms/inventory/adjust',
    { sku: 'SERIAL', warehouse_id: 'W1', qty_delta: 2, reason: 'found', serial_nos: ['S-1', 'S-2'] },
    patient,
  );
  const { body } = await createShipment(client, 'SERIAL', 1);
  const wrong = await post(`${shipments}/${body.id}/ship`, {
    serials: [{ sku: 'PLAIN', serial_nos: ['S-2'] }],
  });
  t.like(wrong.body.error, { code: 'UNKNOWN_REFERENCE', details: { path: 'serials.0.sku' } });
  const shipped = await post(`${shipments}/${body.id}/ship`, {
    serials: [{ sku: 'SERIAL', serial_nos: ['S-2'] }],
  });
  t.is(shipped.status, 200, shipped.text);
});

test('a wave is opened, released into pick tasks and released no second time', async (t) => {
  const { client, threePl } = platform;
  const [one, other] = [await shipmentOf(platform), await shipmentOf(platform)];
  const opened = await post(waves, { warehouse_id: 'W1', shipment_ids: [one.id, other.id] });
  t.is(opened.status, 201, opened.text);
  t.like(opened.body, { status: 'open', ship_mode: 'parcel', shipment_count: 2, pick_task_count: 0 });

  const released = await post(`${waves}/release`, { wave_id: opened.body.id });
  t.is(released.status, 200, released.text);
  t.like(released.body, { status: 'released', pick_task_count: 2, pick_tasks_left: 2, excluded: [] });
  t.deepEqual(
    released.body.shipments.map(({ id }: { id: string }) => id).toSorted(),
    ([one.id, other.id] as string[]).toSorted(),
  );
  t.is((await post(`${waves}/release`, { wave_id: opened.body.id })).body.pick_task_count, 2);
  const listed = await client.get(`${waves}?filter[status]=released&filter[warehouse_id]=W1&sort=-wave_no`);
  t.true(listed.body.data.some(({ id }: { id: string }) => id === opened.body.id));

  t.is((await post(`${waves}/release`, { wave_id: unknownId })).status, 404);
  t.is((await post(`${waves}/release`, { wave_id: threePl.warehouseId })).status, 404);
  t.is((await post(`${waves}/release`)).body.error.details[0].path, 'wave_id');
  const taken = await post(waves, { warehouse_id: 'W1', shipment_ids: [one.id] });
  t.is(taken.status, 409);
  t.is(taken.body.error.code, 'SHIPMENT_IN_WAVE');
  t.is((await post(waves, { warehouse_id: 'NOWHERE' })).body.error.code, 'UNKNOWN_REFERENCE');
});

test('the open wave of a warehouse and ship mode is found with 200 once it is there', async (t) => {
  const body = { warehouse_id: 'W1', ship_mode: 'courier' };
  const made = await post(waves, body);
  t.is(made.status, 201, made.text);
  const found = await post(waves, body);
  t.is(found.status, 200);
  t.is(found.body.id, made.body.id);
});

test('a load ships all its shipments with one bill of lading number', async (t) => {
  const { client } = platform;
  const [one, other] = [
    await shipmentOf(platform, { ship_mode: 'ltl' }),
    await shipmentOf(platform, { ship_mode: 'ltl' }),
  ];
  const onPaper = {
    pro_number: 'PRO-4711',
    freight_class: '92.5',
    goods_description: 'Stoneware mugs, boxed',
    bill_freight_to: {
      name: 'Freight Audit Co',
      address: '9 Ledger Lane',
      city: 'Omaha',
      state: 'NE',
      postal: '68102',
    },
  };
  const planned = await post(loads, {
    warehouse_id: 'W1',
    carrier_id: 'CARR',
    trailer_no: 'T-7',
    freight_terms: 'third_party',
    ...onPaper,
    shipment_ids: [one.id, other.id],
  });
  t.is(planned.status, 201, planned.text);
  t.like(planned.body, onPaper);
  t.true(planned.body.shipments.every((shipment: any) => 'po_number' in shipment));
  t.like(planned.body, { status: 'planned', ship_mode: 'ltl', carrier: 'Carrier One', bol_number: null });
  const shipped = await post(`${loads}/${planned.body.id}/ship`);
  t.is(shipped.status, 200, shipped.text);
  t.is(shipped.body.status, 'shipped');
  t.truthy(shipped.body.bol_number);
  t.deepEqual(
    shipped.body.shipments.map(({ status }: { status: string }) => status),
    ['shipped', 'shipped'],
  );
  const again = await post(`${loads}/${planned.body.id}/ship`);
  t.is(again.status, 200);
  t.is(again.body.bol_number, shipped.body.bol_number);
  t.is((await client.get(`${loads}?filter[status]=shipped`)).body.data[0].id, planned.body.id);
});

test('an empty load, an unknown carrier and an unknown load are refused', async (t) => {
  const classed = await post(loads, { warehouse_id: 'W1', freight_class: '93' });
  t.is(classed.body.error.details[0].path, 'freight_class');
  const empty = await post(loads, { warehouse_id: 'W1' });
  t.is(empty.status, 201, empty.text);
  const unshipped = await post(`${loads}/${empty.body.id}/ship`);
  t.is(unshipped.status, 409);
  t.is(unshipped.body.error.code, 'LOAD_EMPTY');
  const carrier = await post(loads, { warehouse_id: 'W1', carrier_id: 'NOBODY' });
  t.like(carrier.body.error, { code: 'UNKNOWN_REFERENCE', details: { path: 'carrier_id' } });
  t.is((await post(`${loads}/${unknownId}/ship`)).status, 404);
});

test("a merchant's token ships its own and works no wave or load", async (t) => {
  const { threePl, clientWith } = platform;
  const house = await clientWith(threePl, ['wms.inventory_adjust', 'wms.outbound.ship']);
  await house.post(
    '/v1/wms/inventory/adjust',
    { sku: 'PLAIN', warehouse_id: 'W1', merchant_id: 'M1', qty_delta: 3, reason: 'found' },
    patient,
  );
  t.is((await createShipment(house, 'PLAIN', 1)).body.error.code, 'MERCHANT_REQUIRED');
  const made = await createShipment(house, 'PLAIN', 1, { merchant_id: 'M1' });
  t.is(made.status, 201, made.text);
  const granted = ['wms.outbound.ship', 'wms.outbound.view', 'wms.picking.work'] as const;
  const second = await clientWith(threePl, granted, { merchantId: threePl.secondMerchantId! });
  t.is((await second.post(`${shipments}/${made.body.id}/ship`, {}, patient)).status, 404);
  t.is((await second.get(shipments)).body.total, 0);
  t.is((await second.post(waves, { warehouse_id: 'W1' }, patient)).status, 403);
  t.is((await second.post(loads, { warehouse_id: 'W1' }, patient)).status, 403);
});
