/** Where each unit is, and who has it: the postings bring serials along, and what a scan names is believed over what was taken to be. */
import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { adjust, freshItem } from '../helpers/shelf.ts';
import { drive, newOrder, settled } from '../orders/orders-rig.ts';
import { newShelf, newShipment, newWave, patch, read, tasksOf } from '../fulfillment/outbound-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

async function tracked(...serials: string[]) {
  const shelf = {
    ...(await freshItem(platform, { serial_tracked: true })),
    location_id: await newShelf(platform),
  };
  // One by one: the oldest is known.
  for (const serial of serials) await adjust(platform.client, shelf, { qty_delta: 1, serial_nos: [serial] });
  return shelf;
}

const where = (shelf: { item_id: string }, more = '') =>
  read(platform.client, `/api/wms/serials?item_id=${shelf.item_id}${more}`);

/** Serial numbers by place, `?` behind what is only taken to be there. */
async function byPlace(shelf: { item_id: string }): Promise<Record<string, string>> {
  const places: Record<string, string[]> = {};
  for (const { serial_no, location_id, is_place_presumed, state } of await where(shelf)) {
    if (state !== 'in_stock') continue;
    (places[location_id] ??= []).push(serial_no + (is_place_presumed ? '?' : ''));
  }
  return Object.fromEntries(Object.entries(places).map(([place, found]) => [place, found.sort().join(' ')]));
}

const move = async (shelf: { item_id: string; location_id: string }, to: string, qty: number, more = {}) =>
  settled(
    platform.client,
    await platform.client.post('/api/wms/inventory/move', {
      warehouse_id: platform.standard.warehouseId,
      item_id: shelf.item_id,
      from_location_id: shelf.location_id,
      to_location_id: to,
      qty,
      ...more,
    }),
    'move',
  );

async function assertAgree(t: { deepEqual(actual: unknown, expected: unknown): unknown }): Promise<void> {
  const { mismatch_count, serial_mismatch_count } = await read(
    platform.client,
    '/api/wms/inventory/integrity',
  );
  t.deepEqual([mismatch_count, serial_mismatch_count], [0, 0]);
}

test.serial(
  'a move brings the named units, or the oldest, which it says are only taken to have gone',
  async (t) => {
    const shelf = await tracked('S1', 'S2', 'S3', 'S4');
    const [to, other] = [await newShelf(platform), await newShelf(platform)];
    t.deepEqual(await byPlace(shelf), { [shelf.location_id]: 'S1 S2 S3 S4' });
    t.is((await move(shelf, to, 1, { serial_nos: ['S3'] })).status, 200);
    t.deepEqual(await byPlace(shelf), { [shelf.location_id]: 'S1 S2 S4', [to]: 'S3' });
    t.is((await move(shelf, to, 1)).status, 200);
    t.deepEqual(await byPlace(shelf), { [shelf.location_id]: 'S2? S4?', [to]: 'S1? S3' });
    // The unit in hand is one that was taken to lie on the other shelf: the two trade places.
    t.is((await move(shelf, other, 1, { serial_nos: ['S1'] })).status, 200);
    t.deepEqual(await byPlace(shelf), { [shelf.location_id]: 'S4?', [to]: 'S2? S3', [other]: 'S1' });
    for (const [qty, serial_nos, expected] of [
      [1, ['NONE'], '400 UNKNOWN_REFERENCE'],
      [1, ['S2', 'S3'], '400 SERIAL_COUNT_MISMATCH'],
      [2, ['S2', 'S2'], '400 SERIAL_DUPLICATE'],
    ] as const) {
      const refused = await move(shelf, to, qty, { serial_nos });
      t.is(`${refused.status} ${refused.body.error?.code}`, expected, refused.text);
    }
    await assertAgree(t);
  },
);

test.serial('it is told with which shipment, order and customer a unit left, and from where', async (t) => {
  const { client } = platform;
  const shelf = await tracked('A1', 'A2', 'A3');
  const order = await newOrder(client, [{ item: shelf.item_id, qty: 1 }], { ship_to: { name: 'Ann Reed' } });
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const [shipment] = await read(client, `/api/wms/shipments?order_id=${order.id}`);
  const shipped = await patch(client, `/api/wms/shipments/${shipment.id}`, {
    action: 'ship',
    serials: [{ item_id: shelf.item_id, serial_nos: ['A2'] }],
  });
  t.is(shipped.status, 200, shipped.text);
  const [gone] = await where(shelf, '&serial_no=A2');
  t.like(gone, { state: 'shipped', is_presumed: false, shipment_id: shipment.id, order_no: order.order_no });
  t.deepEqual(await where(shelf, `&shipment_id=${shipment.id}`), [gone]);
  t.deepEqual(await read(client, `/api/wms/serials/${gone.id}`), gone);
  t.is(gone.ship_to, 'Ann Reed');
  const counter = await platform.clientWith(platform.standard, ['wms.cycle_count.view']);
  const untold = await read(counter, `/api/wms/serials/${gone.id}`);
  t.deepEqual(
    untold,
    { ...gone, ship_to: null, tracking_no: null },
    'whom it went to is told with shipments',
  );
  t.deepEqual(Object.keys(await byPlace(shelf)), [shelf.location_id], 'the others stayed');
  await assertAgree(t);
});

test.serial(
  'picking and a license plate take along what lies there, and one that left unnamed left from there',
  async (t) => {
    const { client, standard } = platform;
    const shelf = await tracked('P1', 'P2');
    const body = { warehouse_id: standard.warehouseId, location_id: shelf.location_id };
    const plate = (await client.post('/api/wms/pallets', body)).body.data;
    const made = await client.post('/api/wms/inbound-receipts', {
      warehouse_id: standard.warehouseId,
      source_type: 'manual',
      lines: [{ item_id: shelf.item_id, expected_qty: 2 }],
    });
    const receipt = await read(client, `/api/wms/inbound-receipts/${made.body.data.id}`);
    const received = await client.post(`/api/wms/inbound-receipts/${receipt.id}/receive-line`, {
      receipt_line_id: receipt.lines[0].id,
      received_qty: 2,
      serial_nos: ['Q1', 'Q2'],
      location_id: standard.locations['DOCK-1'],
      pallet_lpn: `PL-${plate.lpn}`,
    });
    t.is(received.status, 200, received.text);
    const onPlate = await where(shelf, '&serial_no=Q1');
    t.like(onPlate[0], {
      lpn: `PL-${plate.lpn}`,
      location_id: standard.locations['DOCK-1'],
      receipt_id: receipt.id,
    });
    const to = await newShelf(platform);
    const moved = await client.post('/api/wms/inventory/move', {
      warehouse_id: standard.warehouseId,
      pallet_lpn: `PL-${plate.lpn}`,
      to_location_id: to,
    });
    t.is((await settled(client, moved, 'move')).status, 200);
    t.is((await byPlace(shelf))[to], 'Q1 Q2');
    const shipment = await newShipment(platform, [{ item_id: shelf.item_id, qty: 2 }]);
    const wave = await newWave(platform, [shipment.id]);
    for (const task of await tasksOf(client, { wave_id: wave.id }))
      for (const action of ['claim', 'confirm'])
        await patch(client, `/api/wms/pick-tasks/${task.id}`, { action });
    await assertAgree(t);
    const shipped = await patch(client, `/api/wms/shipments/${shipment.id}`, { action: 'ship' });
    t.is(shipped.status, 200, shipped.text);
    const left = await where(shelf, '&state=shipped');
    t.is(left.length, 2);
    t.true(left.every(({ is_presumed }: any) => is_presumed));
    await assertAgree(t);
  },
);

test.serial(
  'of twenty moves at once each takes another unit, and every place has as many as it counts',
  async (t) => {
    const names = Array.from({ length: 20 }, (_, at) => `R${String(at).padStart(2, '0')}`);
    const shelf = {
      ...(await freshItem(platform, { serial_tracked: true })),
      location_id: await newShelf(platform),
    };
    await adjust(platform.client, shelf, { qty_delta: 20, serial_nos: names });
    const targets = [await newShelf(platform), await newShelf(platform)];
    const answers = await Promise.all(
      names.map((name, at) => move(shelf, targets[at % 2]!, 1, at % 4 < 2 ? { serial_nos: [name] } : {})),
    );
    t.deepEqual(
      answers.map(({ status }) => status),
      names.map(() => 200),
    );
    const places = await byPlace(shelf);
    t.deepEqual(
      Object.values(places).map((found) => found.split(' ').length),
      [10, 10],
    );
    await assertAgree(t);
  },
);

test.serial('another organization’s serials, and one merchant’s to another, are not shown', async (t) => {
  const { threePl, client, clientWith } = platform;
  const shelf = await tracked('X1');
  const [own] = await where(shelf);
  const stranger = await clientWith(threePl, everyPermission);
  t.is((await stranger.get(`/api/wms/serials/${own.id}`)).status, 404);
  t.deepEqual((await stranger.get(`/api/wms/serials?serial_no=X1`)).body.data, []);
  t.is((await client.get(`/api/wms/serials?state=lost`)).status, 400);
});
