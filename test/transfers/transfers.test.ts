/** Transfers from draft to closed: the goods are at every moment in one of two warehouses or between them. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import {
  newShelf,
  newShipment,
  newWave,
  patch as onPath,
  pickAll,
  read,
  stocked,
  type Running,
} from '../fulfillment/outbound-rig.ts';
import type { Client } from '../helpers/client.ts';
import {
  act,
  complete,
  done,
  newTransfer,
  post,
  receive,
  secondWarehouse,
  shippedTransfer,
  stockIn,
  transfersPath,
  type Second,
} from './transfers-rig.ts';

let platform: Running;
let client: Client;
let to: Second;
let from: string;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
  from = platform.standard.warehouseId;
  to = await secondWarehouse(client);
});
test.after.always(() => platform?.stop());

const at = ({ id }: { id: string }): string => `${transfersPath}/${id}`;

const promiseOf = async (item: string, at: string): Promise<any> =>
  (await read(client, `/api/oms/availability?product_id=${item}&warehouse_id=${at}`))[0];

test('what is sent is held, in transit, and counted in, and each warehouse shows its part', async (t) => {
  const item = await stocked(platform, { 'A-01': 30, 'A-02': 10 });
  const lines = [{ item_id: item, qty: 35 }];
  const draft = await newTransfer(client, platform.standard, to, lines, {
    release: false,
    note: 'For the season',
  });
  t.like(draft, {
    status: 'draft',
    shipment_id: null,
    receipt_id: null,
    ship_mode: 'ltl',
    note: 'For the season',
  });
  t.regex(draft.transfer_no, /^TR-\d{8}-\d{4}$/);
  t.deepEqual(await stockIn(client, item, from), { available: 40 });

  const released = await done(client, draft, 'release');
  t.is(released.status, 'released');
  t.deepEqual(await stockIn(client, item, from), { available: 5, allocated: 35 });
  const receipt = await read(client, `/api/wms/inbound-receipts/${released.receipt_id}`);
  t.like(receipt, { status: 'new', source_type: 'manual', transfer_id: draft.id, warehouse_id: to.id });
  t.is(
    (await done(client, draft, 'release')).receipt_id,
    released.receipt_id,
    'repeating it changes nothing',
  );

  const shipped = await done(client, draft, 'ship', { tracking_no: 'PRO 12' });
  t.is(shipped.status, 'in_transit');
  t.like(shipped.lines[0], { qty: 35, shipped_qty: 35, in_transit_qty: 35, received_qty: 0 });
  t.deepEqual(await stockIn(client, item, from), { available: 5 });
  t.deepEqual(await stockIn(client, item, to.id), { in_transit: 35 });
  const promise = (at: string) => promiseOf(item, at);
  t.like(await promise(to.id), { available_qty: 0, atp: 0, incoming_qty: 35 });
  t.like(await promise(from), { available_qty: 5, atp: 5, incoming_qty: 0 });
  const shipment = await read(client, `/api/wms/shipments/${shipped.shipment_id}`);
  t.like(shipment, { status: 'shipped', kind: 'transfer', transfer_id: draft.id, tracking_no: 'PRO 12' });
  const units = await platform.owner.query(
    'select uom, uom_qty, uom_factor from wms_shipment_lines where shipment_id = $1',
    [shipped.shipment_id],
  );
  t.deepEqual(units.rows, [{ uom: null, uom_qty: null, uom_factor: null }], 'asked for in base units');
  t.is((await done(client, draft, 'ship')).status, 'in_transit', 'repeating it changes nothing');

  t.is((await receive(client, shipped, to, 20)).status, 200);
  t.is((await read(client, at(draft))).status, 'partially_received');
  t.is((await receive(client, shipped, to, 12, { damaged_qty: 3 })).status, 200);
  t.deepEqual(await stockIn(client, item, to.id), { available: 32, damaged: 3 });
  t.is((await complete(client, shipped)).status, 200);
  t.like(await read(client, at(draft)), { status: 'received', missing: null });
  const closed = await done(client, draft, 'close');
  t.like(closed, { status: 'closed', missing: null, end_reason: null });
  t.like(closed.lines[0], { shipped_qty: 35, received_qty: 35, in_transit_qty: 0 });
});

test('nothing is counted from nothing, whoever may receive over', async (t) => {
  const sent = await shippedTransfer(platform, to, 10);
  const over = await receive(client, sent, to, 11, { allow_over_receive: true });
  t.is(over.status, 409);
  t.like(over.body.error, { code: 'NOT_IN_TRANSIT', details: { in_transit: 10, would_be: 11 } });
  t.is((await receive(client, sent, to, 8, { rejected_qty: 2 })).status, 200);
  // What was rejected is in transit still, and no more of it can be.
  t.deepEqual(await stockIn(client, sent.item, to.id), { available: 8, in_transit: 2 });
  t.is((await receive(client, sent, to, 0, { rejected_qty: 1 })).body.error.code, 'NOT_IN_TRANSIT');
  const line = { item_id: sent.item, receipt_id: sent.receipt_id };
  const added = await post(client, `/api/wms/inbound-receipts/${sent.receipt_id}/lines`, line);
  t.is(added.status, 400);
  const adjust = {
    warehouse_id: to.id,
    location_id: to.transit,
    item_id: sent.item,
    qty_delta: 1,
    reason_code: 'found',
    status: 'in_transit',
  };
  t.is((await post(client, '/api/wms/inventory/adjust', adjust)).body.error.code, 'VALIDATION_FAILED');
});

test('before it is shipped nothing of it is counted, and it can be cancelled from either end', async (t) => {
  const item = await stocked(platform, { 'A-01': 20 });
  const lines = [{ item_id: item, qty: 10 }];
  const made = await newTransfer(client, platform.standard, to, lines);
  for (const answer of [
    await receive(client, made, to, 1),
    await complete(client, made, { confirm_zero: true }),
    await post(client, '/api/wms/receiving-tasks', { receipt_id: made.receipt_id }),
  ])
    t.like(answer.body.error, { code: 'TRANSFER_NOT_UNDERWAY', details: { status: 'released' } });
  t.is((await act(client, made, 'close')).body.error.code, 'ILLEGAL_TRANSITION');
  t.like(await done(client, made, 'cancel', { reason: 'changed plans' }), {
    status: 'cancelled',
    end_reason: 'changed plans',
  });
  t.is((await done(client, made, 'cancel')).status, 'cancelled');
  t.deepEqual(await stockIn(client, item, from), { available: 20 });
  t.is((await read(client, `/api/wms/shipments/${made.shipment_id}`)).status, 'cancelled');
  t.is((await read(client, `/api/wms/inbound-receipts/${made.receipt_id}`)).status, 'closed');
  t.is((await act(client, made, 'ship')).body.error.code, 'ILLEGAL_TRANSITION');

  const other = await newTransfer(client, platform.standard, to, lines);
  const path = `/api/wms/shipments/${other.shipment_id}`;
  t.is((await onPath(client, path, { action: 'cancel' })).status, 200);
  t.is((await read(client, at(other))).status, 'cancelled', 'with its shipment');
});

test('stock promised to others is not sent, and two warehouses and a transit location are needed', async (t) => {
  const item = await stocked(platform, { 'A-01': 5 });
  const asked = (more: object) =>
    post(client, transfersPath, {
      from_warehouse_id: from,
      to_warehouse_id: to.id,
      lines: [{ item_id: item, qty: 6 }],
      ...more,
    });
  t.is((await asked({ release: true })).body.error.code, 'INSUFFICIENT_ATP');
  const { body } = await asked({});
  t.is((await act(client, body.data, 'release')).body.error.code, 'INSUFFICIENT_ATP');
  t.is((await asked({ to_warehouse_id: from })).body.error.details[0].code, 'same');
  const twice = { lines: [1, 2].map((qty) => ({ item_id: item, qty })) };
  t.is((await asked(twice)).body.error.code, 'DUPLICATE');
  t.like((await asked({ to_warehouse_id: item })).body.error, { code: 'UNKNOWN_REFERENCE' });
  const bare = await client.post('/api/wms/warehouses', { code: 'BARE', name: 'Bare' });
  const places = await read(client, `/api/wms/locations?warehouse_id=${bare.body.data.id}`);
  const { id: transit } = places.find(({ type }: { type: string }) => type === 'transit');
  await client.patch(`/api/wms/locations/${transit}`, { is_active: false });
  const nowhere = await asked({
    to_warehouse_id: bare.body.data.id,
    release: true,
    lines: [{ item_id: item, qty: 1 }],
  });
  t.like(nowhere.body.error, { code: 'TRANSIT_LOCATION_MISSING' });
});

test('waved, short-picked and packed as any shipment, it sends what was found', async (t) => {
  const item = await stocked(platform, { 'A-03': 4, 'A-04': 4 });
  const made = await newTransfer(client, platform.standard, to, [{ item_id: item, qty: 8 }], {
    ship_mode: 'parcel',
  });
  const wave = await newWave(platform, [made.shipment_id]);
  const tasks = await read(client, `/api/wms/pick-tasks?wave_id=${wave.id}`);
  const [short] = tasks;
  await onPath(client, `/api/wms/pick-tasks/${short.id}`, { action: 'claim' });
  await onPath(client, `/api/wms/pick-tasks/${short.id}`, { action: 'short', picked_qty: 1 });
  await pickAll(client, wave.id);
  t.is((await onPath(client, `/api/wms/shipments/${made.shipment_id}`, { action: 'pack' })).status, 200);
  t.is((await onPath(client, `/api/wms/shipments/${made.shipment_id}`, { action: 'ship' })).status, 200);
  const sent = await read(client, at(made));
  t.like(sent, { status: 'in_transit' });
  t.like(sent.lines[0], { qty: 8, shipped_qty: 5, in_transit_qty: 5 });
  const { lines } = await read(client, `/api/wms/inbound-receipts/${made.receipt_id}`);
  t.is(lines[0].expected_qty, 5);
});

test('closing with a remainder says what becomes of it: written off, back, or claimed and settled later', async (t) => {
  const outcomes = [
    ['write_off', {}, { written_off_qty: 3 }],
    ['back', { available: 3 }, { back_qty: 3 }],
    ['claim', {}, { in_transit_qty: 3 }],
  ] as const;
  for (const [missing, atSource, ended] of outcomes) {
    const sent = await shippedTransfer(platform, to, 10);
    await receive(client, sent, to, 7);
    const bare = await act(client, sent, 'close');
    t.like(bare.body.error, { code: 'TRANSFER_REMAINDER', details: { in_transit: 3 } });
    t.is(
      (await act(client, sent, 'close', { missing })).body.error.code,
      'VALIDATION_FAILED',
      'needs a reason',
    );
    const closed = await done(client, sent, 'close', { missing, reason_code: 'lost', note: 'off the truck' });
    t.like(closed, { status: 'closed', missing, end_reason: 'lost: off the truck' });
    t.like(closed.lines[0], { shipped_qty: 10, received_qty: 7, in_transit_qty: 0, ...ended });
    t.deepEqual(await stockIn(client, sent.item, from), atSource);
    const claimed = missing === 'claim' ? { in_transit: 3 } : {};
    t.deepEqual(await stockIn(client, sent.item, to.id), { available: 7, ...claimed });
    t.is((await promiseOf(sent.item, to.id)).incoming_qty, 0, 'nobody announces what no one can count in');
    const receipt = await read(client, `/api/wms/inbound-receipts/${sent.receipt_id}`);
    t.is(receipt.status, 'closed');
    t.is((await receive(client, sent, to, 1)).body.error.code, 'TRANSFER_NOT_UNDERWAY');
    t.like(await done(client, sent, 'close'), { missing }, 'repeating it changes nothing');
    if (missing !== 'claim') continue;
    const settled = await done(client, sent, 'close', { missing: 'write_off', reason_code: 'lost' });
    t.like(settled, { status: 'closed', missing: 'write_off' });
    t.deepEqual(await stockIn(client, sent.item, to.id), { available: 7 });
  }
});

test('what is back at the source is where goods can lie: at an active location that is not for transit', async (t) => {
  const sent = await shippedTransfer(platform, to, 2);
  const places = await read(client, `/api/wms/locations?warehouse_id=${from}&type=transit`);
  const shut = await newShelf(platform);
  t.is((await client.patch(`/api/wms/locations/${shut}`, { is_active: false })).status, 200);
  const back = (location_id: string) =>
    act(client, sent, 'close', { missing: 'back', reason_code: 'found', location_id });
  for (const [place, code] of [
    [places[0].id, 'no_place'],
    [shut, 'inactive'],
  ] as const)
    t.like((await back(place)).body.error.details[0], { path: 'location_id', code });
  t.is((await back(await newShelf(platform))).status, 200);
  t.deepEqual(await stockIn(client, sent.item, from), { available: 2 });
});

test('a count that is taken back is in transit again, and can be counted once more', async (t) => {
  const sent = await shippedTransfer(platform, to, 6);
  const { body } = await receive(client, sent, to, 4);
  t.is(body.data.ledger_entry_ids.length, 1);
  const reverse = (qty: number) =>
    post(client, `/api/wms/inbound-receipts/${sent.receipt_id}/reverse-line`, {
      receipt_line_id: sent.lines[0].receipt_line_id,
      ledger_entry_id: body.data.ledger_entry_ids[0],
      qty,
      note: 'miscounted',
    });
  t.is((await reverse(3)).status, 200);
  t.deepEqual(await stockIn(client, sent.item, to.id), { available: 1, in_transit: 5 });
  t.is((await receive(client, sent, to, 5)).status, 200);
  t.deepEqual(await stockIn(client, sent.item, to.id), { available: 6 });
  await complete(client, sent);
  await done(client, sent, 'close');
  t.is((await reverse(1)).body.error.code, 'TRANSFER_NOT_UNDERWAY', 'what is closed stays as it is');
});

test('lists show shipments to customers unless another kind is asked for', async (t) => {
  const item = await stocked(platform, { 'A-05': 5 });
  const direct = await newShipment(platform, [{ item_id: item, qty: 1 }]);
  const { shipment_id: sent } = await newTransfer(client, platform.standard, to, [{ item_id: item, qty: 1 }]);
  const own = [direct.id, sent];
  for (const path of ['/api/wms/shipments', '/v1/wms/shipments']) {
    const listed = async (query: string) => {
      const { body } = await client.get(`${path}?${query}`);
      const rows: { id: string }[] = body.data;
      return rows.map(({ id }) => id).filter((id) => own.includes(id));
    };
    t.deepEqual(await listed(''), [direct.id]);
    const kind = path.startsWith('/v1') ? 'filter[kind]' : 'kind';
    t.deepEqual(await listed(`${kind}=direct`), [direct.id]);
    t.deepEqual(await listed(`${kind}=transfer`), [sent]);
    t.deepEqual(await listed(`${kind}=order`), []);
  }
});
