/** Units that are named where a planned move or a pick is confirmed are the ones that went; strangers are refused and nothing is carried. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { adjust, freshItem, type Shelf } from '../helpers/shelf.ts';
import { settled } from '../orders/orders-rig.ts';
import { newShelf, newShipment, newWave, patch, read, tasksOf } from '../fulfillment/outbound-rig.ts';
import { actOn } from '../moves/putaway-rig.ts';
import { faced } from '../moves/replenishment-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

async function stocked(shelf: Shelf, ...serials: string[]): Promise<void> {
  // One by one: the oldest is known.
  for (const serial of serials) await adjust(platform.client, shelf, { qty_delta: 1, serial_nos: [serial] });
}

async function tracked(...serials: string[]): Promise<Shelf> {
  const item = await freshItem(platform, { serial_tracked: true });
  const shelf = { ...item, location_id: await newShelf(platform) };
  await stocked(shelf, ...serials);
  return shelf;
}

/** The serial numbers that are there, `?` behind what is only taken to be. */
async function at({ item_id: item }: { item_id: string }, location: string): Promise<string> {
  const found = await read(platform.client, `/api/wms/serials?item_id=${item}&location_id=${location}`);
  return found
    .map(({ serial_no: serial, is_place_presumed: presumed }: any) => serial + (presumed ? '?' : ''))
    .sort()
    .join(' ');
}

async function planned(shelf: Shelf, qty: number): Promise<{ id: string; to: string }> {
  const { client, standard } = platform;
  const to = await newShelf(platform);
  const made = await client.post('/api/wms/moves', {
    kind: 'reslot',
    warehouse_id: standard.warehouseId,
    from_location_id: shelf.location_id,
    to_location_id: to,
    item_id: shelf.item_id,
    qty,
  });
  if (made.status !== 201) throw new Error(made.text);
  return { id: made.body.data.id, to };
}

async function assertAgree(t: { is(actual: unknown, expected: unknown): unknown }): Promise<void> {
  const { mismatch_count, serial_mismatch_count } = await read(
    platform.client,
    '/api/wms/inventory/integrity',
  );
  t.is(`${mismatch_count} ${serial_mismatch_count}`, '0 0');
}

const codeOf = ({ status, body }: any): string => `${status} ${body.error?.code}`;

test.serial('a planned move carries the units that are named, and refuses strangers', async (t) => {
  const shelf = await tracked('M1', 'M2', 'M3');
  const { id, to } = await planned(shelf, 2);
  const { client } = platform;
  for (const [serial_nos, code] of [
    [['M1', 'NONE'], '400 UNKNOWN_REFERENCE'],
    [['M1'], '400 SERIAL_COUNT_MISMATCH'],
    [['M1', 'M1'], '400 SERIAL_DUPLICATE'],
  ] as const)
    t.is(codeOf(await actOn(client, id, 'confirm', { serial_nos })), code);
  t.is(await at(shelf, shelf.location_id), 'M1 M2 M3', 'nothing was carried');
  const done = await actOn(client, id, 'confirm', { serial_nos: ['M2', 'M3'] });
  t.like(done.body.data, { status: 'done', done_qty: 2 }, done.text);
  t.is(await at(shelf, to), 'M2 M3');
  t.is(await at(shelf, shelf.location_id), 'M1');
  t.is((await actOn(client, id, 'confirm', { serial_nos: ['M2', 'M3'] })).status, 200, 'once more');

  const untracked = await freshItem(platform);
  const loose = { ...untracked, location_id: await newShelf(platform) };
  await adjust(client, loose, { qty_delta: 1 });
  const other = await planned(loose, 1);
  const refused = await actOn(client, other.id, 'confirm', { serial_nos: ['M1'] });
  t.is(refused.body.error?.details[0]?.code, 'not_tracked', refused.text);
  const plate = await client.post('/api/wms/pallets', {
    warehouse_id: platform.standard.warehouseId,
    location_id: shelf.location_id,
  });
  const onPlate = await client.post('/api/wms/moves', {
    kind: 'reslot',
    warehouse_id: platform.standard.warehouseId,
    to_location_id: to,
    pallet_lpn: plate.body.data.lpn,
  });
  if (onPlate.status === 201) {
    const whole = await actOn(client, onPlate.body.data.id, 'confirm', { serial_nos: ['M1'] });
    t.is(whole.body.error?.details[0]?.code, 'plate', whole.text);
  }
  await assertAgree(t);
});

test.serial('two confirmations at once name the same unit: one of them carries it', async (t) => {
  const shelf = await tracked('T1', 'T2');
  const moves = [await planned(shelf, 1), await planned(shelf, 1)];
  const answers = await Promise.all(
    moves.map(({ id }) => actOn(platform.client, id, 'confirm', { serial_nos: ['T1'] })),
  );
  // Who comes second has scanned it at the first one's target: it trades places with the other.
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  const held = await Promise.all(moves.map(({ to }) => at(shelf, to)));
  t.deepEqual(held.map((one) => one.replace('?', '')).sort(), ['T1', 'T2']);
  await assertAgree(t);
});

test.serial('a pick takes the units that are named, wherever they were taken to be', async (t) => {
  const { client, standard } = platform;
  const shelf = await tracked('K1', 'K2', 'K3');
  const elsewhere = await newShelf(platform);
  const away = await client.post('/api/wms/inventory/move', {
    warehouse_id: standard.warehouseId,
    item_id: shelf.item_id,
    from_location_id: shelf.location_id,
    to_location_id: elsewhere,
    qty: 1,
  });
  t.is((await settled(client, away, 'move')).status, 200);
  const shipment = await newShipment(platform, [{ item_id: shelf.item_id, qty: 1 }]);
  const wave = await newWave(platform, [shipment.id]);
  const [task] = await tasksOf(client, { wave_id: wave.id });
  const confirm = (serial_nos: string[]) =>
    patch(client, `/api/wms/pick-tasks/${task.id}`, { action: 'confirm', serial_nos });
  t.is((await patch(client, `/api/wms/pick-tasks/${task.id}`, { action: 'claim' })).status, 200);
  t.is(codeOf(await confirm(['K2', 'K3'])), '400 SERIAL_COUNT_MISMATCH');
  t.is(codeOf(await confirm(['NONE'])), '400 UNKNOWN_REFERENCE');
  t.is((await read(client, `/api/wms/pick-tasks/${task.id}`)).status, 'assigned');
  const picked = await confirm(['K3']);
  t.is(picked.status, 200, picked.text);
  t.is(await at(shelf, standard.locations['STAGE-1']!), 'K3');
  t.is((await confirm(['K3'])).status, 200, 'once more');
  const shipped = await patch(client, `/api/wms/shipments/${shipment.id}`, { action: 'ship' });
  t.is(shipped.status, 200, shipped.text);
  const [gone] = await read(client, `/api/wms/serials?item_id=${shelf.item_id}&serial_no=K3`);
  t.like(gone, { state: 'shipped', shipment_id: shipment.id }, 'it alone was there');
  await assertAgree(t);
});

test.serial('a move that carries what is allocated names units of both', async (t) => {
  const { client, standard } = platform;
  const { item, face, reserve } = await faced(
    platform,
    [0],
    { min_qty: 0, max_qty: 12, refill_uom: 'CS' },
    { item: { serial_tracked: true } },
  );
  const source = { warehouse_id: standard.warehouseId, item_id: item, location_id: reserve[0]! };
  const [oldest, ...names] = Array.from({ length: 13 }, (_, index) => `F${String(index).padStart(2, '0')}`);
  await stocked(source, oldest!);
  await adjust(client, source, { qty_delta: names.length, serial_nos: names });
  const shipment = await newShipment(platform, [{ item_id: item, qty: 1 }]);
  const wave = await newWave(platform, [shipment.id]);
  const [move] = await read(client, `/api/wms/moves?wave_id=${wave.id}`);
  t.like(move, { kind: 'replenish', qty: 12, from_location_id: reserve[0], to_location_id: face });
  t.is(
    codeOf(await actOn(client, move.id, 'confirm', { serial_nos: names.slice(1) })),
    '400 SERIAL_COUNT_MISMATCH',
  );
  t.is(await at(source, source.location_id), [oldest!, ...names].join(' '), 'nothing was carried');
  const done = await actOn(client, move.id, 'confirm', { serial_nos: names });
  t.like(done.body.data, { status: 'done', done_qty: 12 }, done.text);
  t.is(await at(source, face), names.join(' '));
  t.is(await at(source, source.location_id), oldest!);
  await assertAgree(t);
});
