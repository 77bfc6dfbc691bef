/** What became of returned units is said of those that came in, as they came in. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { newItem } from '../orders/orders-rig.ts';
import {
  askReturn,
  authorizedReturn,
  completeReceipt,
  dispose,
  inspect,
  liftHold,
  patch,
  post,
  receiveUnits,
  returnsPath,
  sellSerials,
  soldOrder,
  soldSerials,
  stockByStatus,
} from './returns-rig.ts';

let platform: Running;
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const at = (id: string): string => `${returnsPath}/${id}`;
const inspectionsOf = async (found: any): Promise<any[]> => (await read(client, at(found.id))).inspections;

/** Three good units and a damaged one of a return, all inspected. */
async function mixedReturn() {
  const sold = await soldOrder(platform, 4);
  const found = await authorizedReturn(client, sold, 4);
  const counted = await receiveUnits(platform, found, 3, { damaged_qty: 1 });
  await inspect(client, found, 4);
  const [{ id }] = await inspectionsOf(found);
  return { found, sold, inspectionId: id, entries: counted.body.data.ledger_entry_ids };
}

test('units are disposed of as they came in: the damaged one is never one of those on hold', async (t) => {
  const { found, sold, inspectionId } = await mixedReturn();
  const over = await dispose(client, found, inspectionId, 'quarantine', { qty: 4, stock_status: 'hold' });
  t.like(over.body.error, {
    code: 'DISPOSITION_EXCEEDS_RECEIVED',
    details: {
      stands: [
        { lot_no: '', stock_status: 'damaged', qty: 1 },
        { lot_no: '', stock_status: 'hold', qty: 3 },
      ],
    },
  });
  for (const qty of [2, 1, 1]) {
    const done = await dispose(client, found, inspectionId, 'quarantine', { qty });
    t.is(done.status, 201, done.text);
    const waits = await liftHold(platform, sold.itemId, 'DOCK-1', { qty: 3 });
    if (qty === 2) t.is(waits.body.error.code, 'RETURN_UNDISPOSED', 'one of the three waits still');
  }
  const { rows } = await platform.owner.query(
    'select d.stock_status, d.qty::int from dispositions d where d.inspection_id = $1 order by d.disposed_at',
    [inspectionId],
  );
  t.deepEqual(rows, [
    { stock_status: 'hold', qty: 2 },
    { stock_status: 'hold', qty: 1 },
    { stock_status: 'damaged', qty: 1 },
  ]);
  t.deepEqual(
    await stockByStatus(client, sold.itemId),
    { available: 3, damaged: 1 },
    'lifted after the third',
  );
});

test('a count of units that were disposed of as they came in is not taken back', async (t) => {
  const sold = await soldOrder(platform, 3);
  const found = await authorizedReturn(client, sold, 3);
  const counted = await receiveUnits(platform, found, 2, { damaged_qty: 1 });
  await inspect(client, found, 2);
  const [{ id }] = await inspectionsOf(found);
  t.is((await dispose(client, found, id, 'quarantine')).status, 201);
  const entry = counted.body.data.ledger_entry_ids[0];
  const back = await post(client, `/api/wms/inbound-receipts/${found.receipt_id}/reverse-line`, {
    receipt_line_id: found.lines[0].receipt_line_id,
    ledger_entry_id: entry,
    qty: 1,
    note: 'miscounted',
  });
  t.like(back.body.error, { code: 'DISPOSITION_EXCEEDS_RECEIVED' });
  t.deepEqual(await stockByStatus(client, sold.itemId), { hold: 2, damaged: 1 });
});

test('goods past their date come back: to be looked at, not to be sold', async (t) => {
  const item = await newItem(platform, platform.standard, { lot_tracked: true, expiry_tracked: true });
  const back = await post(client, returnsPath, {
    warehouse_id: platform.standard.warehouseId,
    kind: 'recall',
    lines: [{ item_id: item, qty: 1, reason_code: 'expired' }],
  });
  const found = (await patch(client, at(back.body.data.id), { action: 'authorize' })).body.data;
  const counted = await receiveUnits(platform, found, 1, { lot_no: 'OLD', expiry_date: '2020-01-31' });
  t.is(counted.status, 200, counted.text);
  t.deepEqual(await stockByStatus(client, item), { hold: 1 });
});

/** Units of a lot that came back and are inspected. */
async function inspectedOfLot(item: string, lot: { lot_no: string; expiry_date?: string }): Promise<any> {
  const asked = await post(client, returnsPath, {
    warehouse_id: platform.standard.warehouseId,
    kind: 'customer',
    lines: [{ item_id: item, qty: 3, reason_code: 'opened' }],
  });
  const found = (await patch(client, at(asked.body.data.id), { action: 'authorize' })).body.data;
  const counted = await receiveUnits(platform, found, 3, lot);
  if (counted.status !== 200) throw new Error(counted.text);
  await inspect(client, found, 3);
  const [{ id }] = await inspectionsOf(found);
  const location_id = platform.standard.locations['DOCK-1'];
  return {
    downgrade: (to_item_id: string, qty = 1) =>
      dispose(client, found, id, 'downgrade', { location_id, lot_no: lot.lot_no, qty, to_item_id }),
  };
}

test('downgraded units are of the same lot and date, where what they become is kept by either', async (t) => {
  const { standard } = platform;
  const item = await newItem(platform, standard, { lot_tracked: true, expiry_tracked: true });
  const [byLot, byExpiry, plain] = [
    await newItem(platform, standard, { lot_tracked: true }),
    await newItem(platform, standard, { expiry_tracked: true }),
    await newItem(platform, standard),
  ];
  const { downgrade } = await inspectedOfLot(item, { lot_no: 'GOOD', expiry_date: '2099-01-31' });
  t.like((await downgrade(item)).body.error.details[0], { path: 'to_item_id', code: 'same_item' });
  for (const [target, lot] of [
    [byLot, 'GOOD'],
    [byExpiry, 'GOOD'],
    [plain, null],
  ] as const) {
    const done = await downgrade(target!);
    t.is(done.status, 201, done.text);
    const rows = await read(client, `/api/wms/inventory?item_id=${target}`);
    t.like(rows, [{ status: 'available', qty: 1, lot_no: lot }]);
  }
  const { rows } = await platform.owner.query(
    'select item_id, expiry_date::text from lots where item_id = any ($1) order by item_id',
    [[byLot, byExpiry, plain]],
  );
  t.deepEqual(
    rows,
    [byLot, byExpiry].toSorted().map((item_id) => ({ item_id, expiry_date: '2099-01-31' })),
  );
});

test('what has expired, is on hold by its lot or has no date becomes nothing that would be sold', async (t) => {
  const { standard } = platform;
  const item = await newItem(platform, standard, { lot_tracked: true });
  const [plain, byExpiry] = [
    await newItem(platform, standard),
    await newItem(platform, standard, { expiry_tracked: true }),
  ];
  const old = await inspectedOfLot(item, { lot_no: 'OLD', expiry_date: '2020-01-31' });
  t.like((await old.downgrade(plain)).body.error, {
    code: 'LOT_NOT_SELLABLE',
    details: { lot_no: 'OLD', is_on_hold: false, expiry_date: '2020-01-31' },
  });
  const undated = await inspectedOfLot(item, { lot_no: 'UNDATED' });
  t.is((await undated.downgrade(byExpiry)).body.error.code, 'EXPIRY_REQUIRED');
  const lot = { item_id: item, lot_no: 'UNDATED', kind: 'recall', reason: 'Glass' };
  t.is((await post(client, '/api/wms/lots/hold', lot)).status, 200);
  t.like((await undated.downgrade(plain)).body.error, {
    code: 'LOT_NOT_SELLABLE',
    details: { is_on_hold: true },
  });
  t.deepEqual(await stockByStatus(client, item), { hold: 6 });
  t.deepEqual(await stockByStatus(client, plain), {});
  await post(client, '/api/wms/lots/release', { item_id: item, lot_no: 'UNDATED', reason: 'Found nothing' });
  t.is((await undated.downgrade(plain, 3)).status, 201);
  t.deepEqual(await stockByStatus(client, plain), { available: 3 });
});

test('a serial that was inspected is not taken back; restocked, it may be sold and come back again', async (t) => {
  const sold = await soldSerials(platform, ['RS-1', 'RS-2']);
  const found = await authorizedReturn(client, sold, 2, { serial_nos: ['RS-1', 'RS-2'] });
  const counted = await receiveUnits(platform, found, 2, { serial_nos: ['RS-1', 'RS-2'] });
  await inspect(client, found, 1, { serial_nos: ['RS-1'] });
  const takeBack = (serial: string) =>
    post(client, `/api/wms/inbound-receipts/${found.receipt_id}/reverse-line`, {
      receipt_line_id: found.lines[0].receipt_line_id,
      ledger_entry_id: counted.body.data.ledger_entry_ids[0],
      qty: 1,
      note: 'miscounted',
      serial_nos: [serial],
    });
  t.like((await takeBack('RS-1')).body.error, {
    code: 'INSPECTION_EXCEEDS_RECEIVED',
    details: { serial_nos: ['RS-1'] },
  });
  t.is((await takeBack('RS-2')).status, 200);
  await completeReceipt(client, found);
  const [{ id }] = await inspectionsOf(found);
  const location_id = platform.standard.locations['DOCK-1'];
  t.is((await dispose(client, found, id, 'restock', { location_id })).body.data.status, 'disposed');
  const again = await sellSerials(platform, sold.itemId, ['RS-1']);
  const second = await askReturn(client, again, 1, { serial_nos: ['RS-1'] });
  t.is(second.status, 201, second.text);
});
