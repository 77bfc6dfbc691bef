/** The units that a picker names are those their shipment leaves with, those a put-back takes back, and nobody else's until then. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { adjust, freshItem, type Shelf } from '../helpers/shelf.ts';
import { act, drive, newOrder, newWarehouse } from '../orders/orders-rig.ts';
import { newShelf, newShipment, newWave, onTask, patch, read, tasksOf } from '../fulfillment/outbound-rig.ts';
import { newTransfer, secondWarehouse } from '../transfers/transfers-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const codeOf = ({ status, body }: any): string => `${status} ${body.error?.code}`;

/** Units on a shelf of their own, the oldest first. */
async function stocked(...serials: string[]): Promise<Shelf> {
  const item = await freshItem(platform, { serial_tracked: true });
  const shelf = { ...item, location_id: await newShelf(platform) };
  for (const serial of serials) await adjust(platform.client, shelf, { qty_delta: 1, serial_nos: [serial] });
  return shelf;
}

interface Sold {
  order: any;
  shipment: any;
  task: any;
}

/** An order with its shipment and the task to pick it, claimed. */
async function sold({ item_id: item }: Shelf, qty = 1): Promise<Sold> {
  const { client } = platform;
  const order = await newOrder(client, [{ item, qty }]);
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const [shipment] = await read(client, `/api/wms/shipments?order_id=${order.id}`);
  const wave = await newWave(platform, [shipment.id]);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  await onTask(client, task.id, 'claim');
  return { order, shipment, task };
}

const confirm = ({ task }: Sold, ...serials: string[]) =>
  onTask(platform.client, task.id, 'confirm', serials.length > 0 ? { serial_nos: serials } : {});

const shipmentStep = ({ shipment }: Sold, action: string, more: object = {}) =>
  patch(platform.client, `/api/wms/shipments/${shipment.id}`, { action, ...more });

/** What left with a shipment, `?` behind what is only presumed to have. */
async function leftWith({ shipment }: Sold): Promise<string> {
  const found = await read(platform.client, `/api/wms/serials?shipment_id=${shipment.id}`);
  return found
    .map(({ serial_no: serial, is_presumed: isPresumed }: any) => serial + (isPresumed ? '?' : ''))
    .sort()
    .join(' ');
}

async function at(shelf: Shelf, location = shelf.location_id): Promise<string> {
  const found = await read(
    platform.client,
    `/api/wms/serials?item_id=${shelf.item_id}&location_id=${location}&state=in_stock`,
  );
  return found
    .map(({ serial_no: serial }: any) => serial)
    .sort()
    .join(' ');
}

async function assertAgree(t: { deepEqual(actual: unknown, expected: unknown): unknown }): Promise<void> {
  const found = await read(platform.client, '/api/wms/inventory/integrity');
  t.deepEqual(
    [found.mismatch_count, found.allocation_mismatch_count, found.serial_mismatch_count],
    [0, 0, 0],
  );
}

test.serial('two orders leave with what was scanned for each, and come back by it', async (t) => {
  const { client } = platform;
  const shelf = await stocked('A1', 'A2', 'A3', 'A4');
  const [first, second, third] = [await sold(shelf), await sold(shelf), await sold(shelf)];
  t.is((await confirm(first, 'A2')).status, 200);
  t.is((await confirm(second, 'A3')).status, 200);
  t.is((await confirm(third)).status, 200, 'nobody says which: the oldest is taken to be');
  for (const one of [third, second, first]) {
    const shipped = await shipmentStep(one, 'ship');
    t.is(shipped.status, 200, shipped.text);
  }
  t.is(await leftWith(second), 'A3');
  t.is(await leftWith(first), 'A2');
  t.is(await leftWith(third), 'A1?');
  const { orders } = await read(client, `/api/wms/returns/lookup?code=A3`);
  t.deepEqual(
    orders.map(({ id }: any) => id),
    [second.order.id],
  );
  const back = (serial: string) =>
    client.post('/api/oms/returns', {
      order_id: second.order.id,
      kind: 'customer',
      warehouse_id: platform.standard.warehouseId,
      lines: [
        { order_line_id: second.order.lines[0].id, qty: 1, reason_code: 'unwanted', serial_nos: [serial] },
      ],
    });
  const stranger = await back('A2');
  t.is(codeOf(stranger), '409 SERIAL_NOT_SHIPPED', stranger.text);
  const made = await back('A3');
  t.is(made.status, 201, made.text);
  const [line] = await read(client, `/api/oms/returns/${made.body.data.id}/trace`);
  t.like(line.units[0], { serial_no: 'A3', shipment_id: second.shipment.id });
  await assertAgree(t);
});

test.serial('of two pickers who name one unit at once one has it, and is told so by the other', async (t) => {
  const shelf = await stocked('B1', 'B2', 'B3');
  const both = [await sold(shelf), await sold(shelf)];
  const answers = await Promise.all(both.map((one) => confirm(one, 'B2')));
  t.deepEqual(answers.map(codeOf).sort(), ['200 undefined', '409 SERIAL_PICKED']);
  const [winner, loser] = answers[0]!.status === 200 ? both : both.toReversed();
  const refused = answers.find(({ status }) => status === 409)!;
  t.like(refused.body.error.details, { serial_no: 'B2', shipment_no: winner!.shipment.shipment_no });
  t.is((await confirm(loser!, 'B3')).status, 200);
  for (const one of [loser!, winner!]) t.is((await shipmentStep(one, 'ship')).status, 200);
  t.is(await leftWith(winner!), 'B2');
  t.is(await leftWith(loser!), 'B3');
  t.is(await at(shelf), 'B1');
  await assertAgree(t);
});

test.serial(
  'a pick that was named wrongly is named once more, and its unit is free for who holds it',
  async (t) => {
    const shelf = await stocked('C1', 'C2', 'C3', 'C4');
    const [other, wrong, holder] = [await sold(shelf), await sold(shelf), await sold(shelf)];
    await confirm(other);
    t.is((await confirm(wrong, 'C2')).status, 200);
    t.is(codeOf(await confirm(holder, 'C2')), '409 SERIAL_PICKED');
    t.is(codeOf(await confirm(wrong, 'C3', 'C4')), '400 SERIAL_COUNT_MISMATCH');
    t.is((await confirm(wrong, 'C3')).status, 200);
    t.is(await at(shelf), 'C2 C4', 'it was never taken from there');
    t.is((await confirm(holder, 'C2')).status, 200);
    for (const one of [holder, wrong, other]) t.is((await shipmentStep(one, 'ship')).status, 200);
    t.is(await leftWith(wrong), 'C3');
    t.is(await leftWith(holder), 'C2');
    t.is(await leftWith(other), 'C1?');
    t.is((await confirm(wrong, 'C4')).status, 200, 'too late: it has left');
    t.is(await leftWith(wrong), 'C3');
    await assertAgree(t);
  },
);

test.serial('what a cancelled shipment held is put back as it was named, and is anybody’s', async (t) => {
  const { client, standard } = platform;
  const shelf = await stocked('D1', 'D2', 'D3', 'D4');
  const [unnamed, cancelled, kept] = [await sold(shelf), await sold(shelf), await sold(shelf)];
  await confirm(unnamed);
  await confirm(cancelled, 'D3');
  await confirm(kept, 'D2');
  t.is((await shipmentStep(cancelled, 'cancel')).status, 200);
  const [task] = await read(client, `/api/wms/put-back-tasks?shipment_id=${cancelled.shipment.id}`);
  t.is((await patch(client, `/api/wms/put-back-tasks/${task.id}`, { action: 'complete' })).status, 200);
  t.is(await at(shelf), 'D3 D4');
  t.is(await at(shelf, standard.locations['STAGE-1']!), 'D1 D2');
  const next = await sold(shelf);
  t.is((await confirm(next, 'D3')).status, 200);
  for (const one of [unnamed, next, kept]) t.is((await shipmentStep(one, 'ship')).status, 200);
  t.is(await leftWith(unnamed), 'D1?');
  t.is(await leftWith(next), 'D3');
  t.is(await leftWith(kept), 'D2');
  await assertAgree(t);
});

test.serial('who names others as they leave is believed over the picks', async (t) => {
  const shelf = await stocked('E1', 'E2', 'E3');
  const [first, second] = [await sold(shelf), await sold(shelf)];
  await confirm(first, 'E2');
  await confirm(second, 'E3');
  // In the boxes they are the other way around.
  const shipped = await shipmentStep(first, 'ship', {
    serials: [{ item_id: shelf.item_id, serial_nos: ['E3'] }],
  });
  t.is(shipped.status, 200, shipped.text);
  t.is(await leftWith(first), 'E3');
  t.is((await shipmentStep(second, 'ship')).status, 200);
  t.is(await leftWith(second), 'E2?', 'nobody said so: it alone was left there');
  t.is(await at(shelf), 'E1');
  await assertAgree(t);
});

test.serial(
  'a part, and then the rest, leave with what was named, and a short pick names what was found',
  async (t) => {
    const { client } = platform;
    const shelf = await stocked('F1', 'F2', 'F3', 'F4');
    const [oldest, both] = [await sold(shelf), await sold(shelf, 2)];
    await confirm(oldest);
    t.is((await confirm(both, 'F2', 'F3')).status, 200);
    const lines = [{ line_id: both.order.lines[0].id, qty: 1 }];
    await act(client, both.order.id, 'partial_fulfill', { lines });
    t.is((await read(client, `/api/wms/serials?shipment_id=${both.shipment.id}`)).length, 1);
    t.is((await shipmentStep(both, 'ship')).status, 200);
    t.is(await leftWith(both), 'F2? F3', 'which of the two left first was not said');

    const found = await stocked('S1', 'S2', 'S3');
    const [first, short] = [await sold(found), await sold(found, 2)];
    await confirm(first);
    const named = (picked_qty: number, serial_nos: string[]) =>
      onTask(client, short.task.id, 'short', { picked_qty, serial_nos });
    t.is(codeOf(await named(1, ['S2', 'S3'])), '400 SERIAL_COUNT_MISMATCH');
    const done = await named(1, ['S3']);
    t.is(done.status, 200, done.text);
    t.is((await shipmentStep(first, 'ship')).status, 200);
    t.is((await shipmentStep(short, 'ship')).status, 200);
    t.is(await leftWith(short), 'S3');
    await assertAgree(t);
  },
);

test.serial(
  'where picked goods stay on their shelf, and on their way to another house, it is the same',
  async (t) => {
    const { client, standard } = platform;
    const house = await newWarehouse(platform, standard);
    const item = await freshItem(platform, { serial_tracked: true });
    const shelf = { ...item, warehouse_id: house.id, location_id: house.shelf };
    const closed = await client.patch(`/api/wms/locations/${house.staging}`, { is_active: false });
    t.is(closed.status, 200, closed.text);
    for (const serial of ['H1', 'H2', 'H3', 'H4', 'H5'])
      await adjust(client, shelf, { qty_delta: 1, serial_nos: [serial] });
    const claimed = async (shipment: any): Promise<Sold> => {
      const { ship_mode } = shipment;
      const made = await client.post('/api/wms/waves', {
        warehouse_id: house.id,
        ship_mode,
        shipment_ids: [shipment.id],
      });
      t.is(made.status, 201, made.text);
      const released = await patch(client, `/api/wms/waves/${made.body.data.id}`, { action: 'release' });
      t.is(released.status, 200, released.text);
      const [task] = await tasksOf(client, { wave_id: made.body.data.id });
      await onTask(client, task.id, 'claim');
      return { order: null, shipment, task };
    };
    const ofHouse = async (): Promise<Sold> =>
      claimed(
        await newShipment(platform, [{ item_id: item.item_id, qty: 1 }], {
          warehouse_id: house.id,
          ship_mode: 'parcel',
        }),
      );
    const [unnamed, cancelled, kept] = [await ofHouse(), await ofHouse(), await ofHouse()];
    t.is((await confirm(unnamed)).status, 200);
    t.is((await confirm(cancelled, 'H1')).status, 200);
    t.is((await confirm(kept, 'H3')).status, 200);
    t.is((await shipmentStep(unnamed, 'ship')).status, 200);
    t.is(await leftWith(unnamed), 'H2?', 'the oldest that nobody had taken');
    t.is((await shipmentStep(cancelled, 'cancel')).status, 200);
    const next = await ofHouse();
    t.is((await confirm(next, 'H1')).status, 200, 'it stands there for anybody');
    const to = await secondWarehouse(client, 'HT');
    const sent = await newTransfer(client, { warehouseId: house.id }, to, [
      { item_id: item.item_id, qty: 1 },
    ]);
    const away = await claimed(await read(client, `/api/wms/shipments/${sent.shipment_id}`));
    t.is((await confirm(away, 'H5')).status, 200);
    for (const one of [away, kept, next]) {
      const shipped = await shipmentStep(one, 'ship');
      t.is(shipped.status, 200, shipped.text);
    }
    t.is(await leftWith(kept), 'H3');
    t.is(await leftWith(next), 'H1');
    const [onItsWay] = await read(client, `/api/wms/serials?item_id=${item.item_id}&state=in_transit`);
    t.like(onItsWay, { serial_no: 'H5', is_presumed: false, transfer_id: sent.id, location_id: to.transit });
    t.is(await at(shelf), 'H4');
    await assertAgree(t);
  },
);

test.serial('of two units named for a shipment, which one left with a part of it is presumed', async (t) => {
  const { client } = platform;
  const shelf = await stocked('K1', 'K2', 'K3');
  const both = await sold(shelf, 2);
  t.is((await confirm(both, 'K1', 'K2')).status, 200);
  const lines = [{ line_id: both.order.lines[0].id, qty: 1 }];
  t.is((await act(client, both.order.id, 'partial_fulfill', { lines })).status, 200);
  t.is(await leftWith(both), 'K1?');
  const again = await confirm(both, 'K1', 'K2');
  t.is(again.status, 200, `a scan that is sent again: ${again.text}`);
  // It was the other one, and is back already.
  await adjust(client, shelf, { qty_delta: 1, serial_nos: ['K2'] });
  t.is(await leftWith(both), 'K2');
  t.is(await at(shelf), 'K2 K3');
  t.is((await shipmentStep(both, 'ship')).status, 200);
  t.is(await at(shelf), 'K2 K3');
  await assertAgree(t);
});
