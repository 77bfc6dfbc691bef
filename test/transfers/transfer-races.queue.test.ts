/** Two at once, over connections of their own: one wins, and the other is told why; nothing is ever in two places. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { patch, read, stocked, type Running } from '../fulfillment/outbound-rig.ts';
import type { Client } from '../helpers/client.ts';
import {
  act,
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

test('released many times at once, it has one shipment and one receipt', async (t) => {
  const item = await stocked(platform, { 'A-01': 9 });
  const lines = [{ item_id: item, qty: 3 }];
  const draft = await newTransfer(client, platform.standard, to, lines, { release: false });
  const answers = await Promise.all(Array.from({ length: 5 }, () => act(client, draft, 'release')));
  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  t.is(new Set(answers.map(({ body }) => body.data.shipment_id)).size, 1);
  t.deepEqual(await stockIn(client, item, from), { available: 6, allocated: 3 });
});

test('ship against cancel, from the transfer and from its shipment: one wins', async (t) => {
  for (let round = 0; round < 6; round += 1) {
    const item = await stocked(platform, { 'A-01': 4 });
    const made = await newTransfer(client, platform.standard, to, [{ item_id: item, qty: 4 }]);
    const shipment = `/api/wms/shipments/${made.shipment_id}`;
    const [shipped, cancelled] = await Promise.all([
      round % 2 === 0 ? act(client, made, 'ship') : patch(client, shipment, { action: 'ship' }),
      round % 3 === 0 ? patch(client, shipment, { action: 'cancel' }) : act(client, made, 'cancel'),
    ]);
    t.deepEqual(
      [shipped.status, cancelled.status].toSorted((one, other) => one - other),
      [200, 400],
      `${shipped.text} ${cancelled.text}`,
    );
    const { status } = await read(client, `${transfersPath}/${made.id}`);
    t.is(status, shipped.status === 200 ? 'in_transit' : 'cancelled');
    t.deepEqual(
      [await stockIn(client, item, from), await stockIn(client, item, to.id)],
      shipped.status === 200 ? [{}, { in_transit: 4 }] : [{ available: 4 }, {}],
    );
  }
});

test('many receivers at once never count in more than is in transit', async (t) => {
  const sent = await shippedTransfer(platform, to, 10);
  const answers = await Promise.all(Array.from({ length: 8 }, () => receive(client, sent, to, 3)));
  const taken = answers.filter(({ status }) => status === 200);
  t.is(taken.length, 3);
  for (const { body } of answers.filter(({ status }) => status !== 200))
    t.like(body.error, { code: 'NOT_IN_TRANSIT', details: { in_transit: 1, would_be: 3 } });
  t.deepEqual(await stockIn(client, sent.item, to.id), { available: 9, in_transit: 1 });
  t.is((await read(client, `${transfersPath}/${sent.id}`)).status, 'partially_received');
});

test('a count against closing: what is counted is not written off as well', async (t) => {
  for (let round = 0; round < 4; round += 1) {
    const sent = await shippedTransfer(platform, to, 5);
    const [counted, closed] = await Promise.all([
      receive(client, sent, to, 5),
      act(client, sent, 'close', { missing: 'write_off', reason_code: 'lost' }),
    ]);
    t.is(closed.status, 200, closed.text);
    if (counted.status !== 200) t.is(counted.body.error.code, 'TRANSFER_NOT_UNDERWAY');
    const left = counted.status === 200 ? { available: 5 } : {};
    t.deepEqual(await stockIn(client, sent.item, to.id), left);
    const { lines } = await read(client, `${transfersPath}/${sent.id}`);
    t.like(lines[0], { shipped_qty: 5, in_transit_qty: 0 });
    t.is(lines[0].received_qty + lines[0].written_off_qty, 5);
  }
});

test('a count of the transit location neither sees nor keeps what is in transit', async (t) => {
  const sent = await shippedTransfer(platform, to, 6);
  const counts = '/api/wms/count-tasks';
  const made = await post(client, counts, {
    warehouse_id: to.id,
    location_ids: [to.transit],
    lock: 'creation',
  });
  t.is(made.status, 201, made.text);
  const { id } = made.body.data;
  const [counted, completed] = await Promise.all([
    receive(client, sent, to, 4),
    patch(client, `${counts}/${id}`, { action: 'complete', zero_uncounted: true }),
  ]);
  t.is(counted.status, 200, counted.text);
  t.is(completed.status, 200, completed.text);
  t.deepEqual(await stockIn(client, sent.item, to.id), { available: 4, in_transit: 2 });
  const closed = await done(client, sent, 'close', { missing: 'claim', reason_code: 'lost' });
  t.like(closed.lines[0], { shipped_qty: 6, received_qty: 4, in_transit_qty: 2 });
});
