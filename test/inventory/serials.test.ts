/**
 * Serial numbers: the registry has as many live ones as the ledger counts, whatever adjusts, counts, ships or returns
 * them.
 */
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { freshItem, adjust } from '../helpers/shelf.ts';
import { makeReceipt } from '../helpers/receiving.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { act, drive, newOrder } from '../orders/orders-rig.ts';
import { newShelf } from '../fulfillment/outbound-rig.ts';
import { shipSerials } from '../../db/inventory/serials/ship-serials.write.ts';
import { inTenant } from '../../db/database.ts';

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
  const change = (body: object) => adjust(platform.client, shelf, body);
  if (serials.length > 0) await change({ qty_delta: serials.length, serial_nos: serials });
  const live = async (): Promise<string[]> => {
    const { rows } = await platform.owner.query(
      "select serial_no from serials where item_id = $1 and state = 'in_stock' order by serial_no",
      [shelf.item_id],
    );
    return rows.map(({ serial_no: serial }) => serial);
  };
  return { shelf, change, live };
}

async function assertAgree(t: { is(actual: unknown, expected: unknown): unknown }): Promise<void> {
  const { body } = await platform.client.get('/api/wms/inventory/integrity');
  t.is(body.data.serial_mismatch_count, 0);
  t.is(body.data.mismatch_count, 0);
}

test.serial('an adjustment of a serial-tracked item names each unit that comes or goes', async (t) => {
  const { change, live, shelf } = await tracked();
  const refused = async (body: object) => {
    const answer = await change(body);
    return `${answer.status} ${answer.body.error.code}`;
  };
  t.is(await refused({ qty_delta: 2 }), '400 SERIAL_REQUIRED');
  t.is(await refused({ qty_delta: 2, serial_nos: ['S1'] }), '400 SERIAL_COUNT_MISMATCH');
  t.is(await refused({ qty_delta: 1.5, serial_nos: ['S1'] }), '400 SERIAL_COUNT_MISMATCH');
  t.is(await refused({ qty_delta: 2, serial_nos: ['S1', 'S1'] }), '400 SERIAL_DUPLICATE');
  t.is((await change({ qty_delta: 3, serial_nos: ['S1', 'S2', 'S3'] })).status, 200);
  t.is(await refused({ qty_after: 4, serial_nos: ['S3'] }), '409 SERIAL_IN_USE');
  t.is(await refused({ qty_after: 2 }), '400 SERIAL_REQUIRED');
  t.is(await refused({ qty_after: 2, serial_nos: ['S9'] }), '400 UNKNOWN_REFERENCE');
  t.is((await change({ qty_after: 2, serial_nos: ['S2'] })).status, 200);
  t.is((await change({ qty_after: 2 })).body.data.changed, false);
  t.deepEqual(await live(), ['S1', 'S3']);
  t.is((await change({ qty_delta: 1, serial_nos: ['S2'] })).status, 200, 'one that left may come back');
  const plain = await freshItem(platform);
  const untracked = await adjust(platform.client, plain, { qty_delta: 1, serial_nos: ['P1'] });
  t.is(untracked.body.error.details[0].path, 'serial_nos');
  const path = `/api/wms/items/${shelf.item_id}`;
  t.is((await platform.client.patch(path, { serial_tracked: false })).body.error.code, 'IN_USE');
  t.is((await platform.client.patch(path, { serial_tracked: true, name: 'Still tracked' })).status, 200);
  await assertAgree(t);
});

test.serial('two adjustments at once never bring one serial twice nor take one twice', async (t) => {
  const { change, live } = await tracked('R1', 'R2');
  const taken = await Promise.all([1, 2, 3].map(() => change({ qty_delta: -1, serial_nos: ['R1'] })));
  t.deepEqual(
    taken.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400, 400],
  );
  const brought = await Promise.all([1, 2, 3].map(() => change({ qty_delta: 1, serial_nos: ['R1'] })));
  t.deepEqual(
    brought.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  );
  t.deepEqual(await live(), ['R1', 'R2']);
  await assertAgree(t);
});

test.serial('a count of a serial-tracked item names its units, those found and those gone', async (t) => {
  const { client } = platform;
  const { shelf, live } = await tracked('C1', 'C2', 'C3');
  const open = async () => {
    const { body } = await client.post('/api/wms/count-tasks', {
      warehouse_id: shelf.warehouse_id,
      location_ids: [shelf.location_id],
    });
    const path = `/api/wms/count-tasks/${body.data.id}`;
    const count = (counted_qty: number, more: object = {}) =>
      client.post(`${path}/lines`, {
        lines: [{ location_id: shelf.location_id, item_id: shelf.item_id, counted_qty, ...more }],
      });
    return { path, count, line: body.data.lines[0].id };
  };
  const short = await open();
  t.is((await short.count(2)).body.error.code, 'SERIAL_REQUIRED');
  t.is((await short.count(2, { serial_nos: ['C1'] })).body.error.code, 'SERIAL_COUNT_MISMATCH');
  t.deepEqual((await short.count(2, { serial_nos: ['C1', 'C3'] })).body.data.lines[0].serial_nos, [
    'C1',
    'C3',
  ]);
  const complete = (more: object = {}) => client.patch(short.path, { action: 'complete', ...more });
  const gone = (...serials: string[]) => ({
    missing_serials: [{ line_id: short.line, serial_nos: serials }],
  });
  t.is((await complete()).body.error.code, 'SERIAL_REQUIRED');
  t.is((await complete(gone('C2', 'C9'))).body.error.code, 'SERIAL_COUNT_MISMATCH');
  t.is((await complete(gone('C3'))).body.error.code, 'SERIAL_COUNT_MISMATCH');
  t.is((await complete(gone('C9'))).body.error.code, 'UNKNOWN_REFERENCE');
  t.is((await complete(gone('C2'))).status, 200);
  t.deepEqual(await live(), ['C1', 'C3']);

  const over = await open();
  await over.count(3, { serial_nos: ['C1', 'C3', 'C4'] });
  t.is((await client.patch(over.path, { action: 'complete' })).status, 200);
  t.deepEqual(await live(), ['C1', 'C3', 'C4']);
  // The right number of units, and one of them another unit.
  const swapped = await open();
  t.is((await swapped.count(3, { serial_nos: ['C1', 'C3', 'C5'] })).status, 200);
  const unsaid = await client.patch(swapped.path, { action: 'complete' });
  t.like(unsaid.body.error, { code: 'SERIAL_REQUIRED', details: { found: ['C5'] } }, unsaid.text);
  const instead = { missing_serials: [{ line_id: swapped.line, serial_nos: ['C4'] }] };
  t.is((await client.patch(swapped.path, { action: 'complete', ...instead })).status, 200);
  t.deepEqual(await live(), ['C1', 'C3', 'C5']);
  await assertAgree(t);
  const fewer = await open();
  await fewer.count(1, { serial_nos: ['C6'] });
  const all = { missing_serials: [{ line_id: fewer.line, serial_nos: ['C1', 'C3', 'C5'] }] };
  t.is((await client.patch(fewer.path, { action: 'complete', ...all })).status, 200);
  t.deepEqual(await live(), ['C6']);
  const none = await open();
  t.is((await none.count(0)).status, 200);
  t.is((await client.patch(none.path, { action: 'cancel' })).status, 200);
  await assertAgree(t);
});

test.serial('serials leave with their shipment, named or presumed, and come back', async (t) => {
  const { client, standard } = platform;
  const { shelf, live } = await tracked('T1', 'T2', 'T3', 'T4', 'T5');
  const ship = async (qty: number, more: object = {}) => {
    const made = await client.post('/api/wms/shipments', {
      warehouse_id: shelf.warehouse_id,
      lines: [{ item_id: shelf.item_id, qty }],
    });
    const path = `/api/wms/shipments/${made.body.data.id}`;
    return client.patch(path, { action: 'ship', ...more });
  };
  const named = (...serials: string[]) => ({ serials: [{ item_id: shelf.item_id, serial_nos: serials }] });
  t.is((await ship(1, named('T1', 'T2'))).body.error.code, 'SERIAL_COUNT_MISMATCH');
  t.is((await ship(1, named('T9'))).body.error.code, 'UNKNOWN_REFERENCE');
  t.is((await ship(1, named('T4'))).status, 200);
  t.deepEqual(await live(), ['T1', 'T2', 'T3', 'T5']);
  t.is((await ship(1)).status, 200);
  t.is((await live()).length, 3);
  await assertAgree(t);

  const receipt = await makeReceipt(
    client,
    { ...standard, items: { X: shelf.item_id } },
    { source_type: 'return', lines: [{ sku: 'X', qty: 9 }] },
  );
  const back = (serial: string) =>
    receipt.receive({ received_qty: 1, serial_nos: [serial], location_id: shelf.location_id });
  t.is((await back('T4')).status, 200, 'a named one comes back');
  const [kept] = (await live()).filter((serial) => serial !== 'T4');
  t.is((await back(kept!)).status, 200, 'the one presumed to have left was another');
  t.deepEqual(await live(), ['T1', 'T2', 'T3', 'T4', 'T5']);
  t.is((await back('T5')).body.error.code, 'SERIAL_IN_USE');
  await assertAgree(t);

  const released = await client.post('/api/wms/inventory/release-hold', { ...shelf, reason_code: 'found' });
  t.is(released.status, 200, 'what came back is sold again once its hold is lifted');

  const order = await newOrder(client, [{ item: shelf.item_id, qty: 3 }]);
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const lines = [{ line_id: order.lines[0].id, qty: 1 }];
  t.is((await act(client, order.id, 'partial_fulfill', { lines })).status, 200);
  await assertAgree(t);
  t.is((await act(client, order.id, 'fulfill')).status, 200);
  t.is((await live()).length, 2);
  await assertAgree(t);
});

test.serial('as many serials leave as units, however the database goes about it', async (t) => {
  const { database, standard } = platform;
  const { shelf, live } = await tracked('P1', 'P2', 'P3', 'P4', 'P5', 'P6');
  await inTenant(database, { organizationId: standard.id }, async (tx) => {
    // What the planner chooses for a small table: it asks for the oldest again with each row it looks at.
    for (const way of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'indexscan', 'bitmapscan'])
      await tx.raw(`set local enable_${way} = off`);
    const leaving = [{ item_id: shelf.item_id, qty: '2' }];
    await shipSerials(tx, { id: uuidv7(), transfer_id: null }, uuidv7(), leaving);
  });
  t.deepEqual(await live(), ['P3', 'P4', 'P5', 'P6']);
});
