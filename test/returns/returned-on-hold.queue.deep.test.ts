/** Returned units leave their hold by a disposition alone, whoever else lifts holds of the same goods. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { makeReceipt, warehouseDay } from '../helpers/receiving.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { assertInvariants, putStock } from '../orders/orders-rig.ts';
import {
  dispose,
  inspect,
  liftHold,
  post,
  receivedReturn,
  returnsPath,
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

/** Stock of other origin, put on hold beside the returned units. */
async function holdOthers(itemId: string, code: string, qty: number): Promise<void> {
  const { standard } = platform;
  await putStock(platform, standard, [{ item: itemId, location: code, qty }]);
  const held = await post(client, '/api/wms/inventory/hold', {
    warehouse_id: standard.warehouseId,
    location_id: standard.locations[code],
    item_id: itemId,
    qty,
    reason_code: 'found',
  });
  if (held.status !== 200) throw new Error(`hold: ${held.status} ${held.text}`);
}

test('a hold is lifted of everything but the units that wait for their disposition', async (t) => {
  const found = await receivedReturn(platform, 3);
  const { itemId } = found.sold;
  const all = await liftHold(platform, itemId, 'DOCK-1');
  t.is(all.status, 409, all.text);
  t.like(all.body.error, {
    code: 'RETURN_UNDISPOSED',
    details: {
      returns: [{ return_id: found.id, return_no: found.return_no, qty: 3 }],
      awaiting: 3,
      would_remain: 0,
    },
  });
  t.is((await liftHold(platform, itemId, 'DOCK-1', { to_status: 'damaged' })).status, 409);
  t.deepEqual(await stockByStatus(client, itemId), { hold: 3 }, 'nothing of it was posted');

  await holdOthers(itemId, 'DOCK-1', 2);
  t.is((await liftHold(platform, itemId, 'DOCK-1', { qty: 3 })).status, 409);
  t.is((await liftHold(platform, itemId, 'DOCK-1', { qty: 2 })).status, 200, 'the rest is not of the return');

  await inspect(client, found, 3);
  const [{ id }] = (await read(client, at(found.id))).inspections;
  t.is((await dispose(client, found, id, 'quarantine', { qty: 1 })).status, 201);
  t.is((await liftHold(platform, itemId, 'DOCK-1', { qty: 1 })).status, 200, 'quarantine is a disposition');
  t.is((await liftHold(platform, itemId, 'DOCK-1', { qty: 1 })).status, 409);
  const location_id = platform.standard.locations['DOCK-1'];
  const last = await dispose(client, found, id, 'restock', { location_id });
  t.is(last.status, 201, last.text);
  t.is(last.body.data.status, 'disposed');
  t.deepEqual(await stockByStatus(client, itemId), { available: 5 });
  await assertInvariants(t, platform);
});

test('two lift holds at two locations at once: what waits for its disposition stays', async (t) => {
  for (let round = 0; round < 6; round += 1) {
    const found = await receivedReturn(platform, 2);
    const { itemId } = found.sold;
    // Four on hold in two places, two of them returned: either lift alone would leave enough.
    await holdOthers(itemId, 'A-01', 2);
    const answers = await Promise.all(
      ['DOCK-1', 'A-01'].map((code) => liftHold(platform, itemId, code, { qty: 2 })),
    );
    t.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    );
    t.is(answers.find(({ status }) => status === 409)!.body.error.code, 'RETURN_UNDISPOSED');
    t.deepEqual(await stockByStatus(client, itemId), { available: 2, hold: 2 });
  }
});

test('a lift against a restock of the same units: every unit is made available once', async (t) => {
  for (let round = 0; round < 6; round += 1) {
    const found = await receivedReturn(platform, 2);
    const { itemId } = found.sold;
    await inspect(client, found, 2);
    const [{ id }] = (await read(client, at(found.id))).inspections;
    const location_id = platform.standard.locations['DOCK-1'];
    const [restocked, lifted] = await Promise.all([
      dispose(client, found, id, 'restock', { location_id }),
      liftHold(platform, itemId, 'DOCK-1', { qty: 2 }),
    ]);
    t.is(restocked.status, 201, restocked.text);
    t.is(lifted.status, 409);
    t.true(['RETURN_UNDISPOSED', 'INSUFFICIENT_STOCK'].includes(lifted.body.error.code));
    t.deepEqual(await stockByStatus(client, itemId), { available: 2 });
  }
});

test('a receipt of source return that no return announced is a return to the statement, on hold until released', async (t) => {
  const { standard } = platform;
  const sku = 'BACK-1';
  const made = await client.post('/api/wms/items', { sku, name: 'Goods' });
  standard.items[sku] = made.body.data.id;
  const lines = [{ sku, qty: 10 }];
  const delivered = await makeReceipt(client, standard, { lines });
  t.is((await delivered.receive({ received_qty: 7 })).status, 200);
  const back = await makeReceipt(client, standard, { source_type: 'return', lines });
  const counted = await back.receive({ received_qty: 3, damaged_qty: 1 });
  t.is(counted.status, 200, counted.text);
  const itemId = standard.items[sku]!;
  t.deepEqual(await stockByStatus(client, itemId), { available: 7, hold: 3, damaged: 1 });
  const period = `from=${warehouseDay(-1)}&to=${warehouseDay(1)}`;
  const { items } = await read(client, `/api/wms/inventory/statement?${period}&page_size=200`);
  t.like(
    items.find((one: { sku: string }) => one.sku === sku),
    { opening: 0, received: 7, returned: 4, adjusted: 0, reversed: 0, closing: 11 },
  );
  const ledger = await client.get(`/api/wms/inventory/ledger?ref_id=${back.id}`);
  t.deepEqual(
    new Set(ledger.body.data.map((entry: { transaction_type: string }) => entry.transaction_type)),
    new Set(['return']),
  );
  const code = Object.keys(standard.locations).find(
    (one) => standard.locations[one] === ledger.body.data[0].location_id,
  )!;
  t.is((await liftHold(platform, itemId, code)).status, 200, 'no return waits for them');
  t.deepEqual(await stockByStatus(client, itemId), { available: 10, damaged: 1 });
});
