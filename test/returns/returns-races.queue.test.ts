/** Two at once, over connections of their own: one wins, and the other is told why. */
import test from 'ava';
import type { Client } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { read, stocked, type Running } from '../fulfillment/outbound-rig.ts';
import { act, drive, newOrder } from '../orders/orders-rig.ts';
import {
  askReturn,
  authorizedReturn,
  credit,
  dispose,
  inspect,
  inspectedReturn,
  invoicedOrder,
  patch,
  receiveUnits,
  receivedReturn,
  returnsPath,
  soldOrder,
} from './returns-rig.ts';

let platform: Running;
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const at = (id: string): string => `${returnsPath}/${id}`;

test('two returns for one unit at once: one is made, the others are told what is authorised', async (t) => {
  const sold = await soldOrder(platform, 1);
  const answers = await Promise.all(Array.from({ length: 6 }, () => askReturn(client, sold, 1)));
  t.is(answers.filter(({ status }) => status === 201).length, 1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
    t.is(status, 409);
    t.like(body.error, { code: 'RETURN_EXCEEDS_SHIPPED', details: { authorised: 1, would_be: 2 } });
  }
});

test('returns asked for while the order ships: never more than has left', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const item = await stocked(platform, { 'A-01': 4 });
    const order = await newOrder(client, [{ item, qty: 4 }]);
    const { wms_shipments: made } = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
    const sold = { orderId: order.id, orderLineId: order.lines[0].id, itemId: item };
    const part = { lines: [{ line_id: sold.orderLineId, qty: 2 }] };
    const [left, whole, ...asked] = await Promise.all([
      act(client, order.id, 'partial_fulfill', part),
      patch(client, `/api/wms/shipments/${made[0].id}`, { action: 'ship' }),
      ...[3, 2, 1, 1].map((qty) => askReturn(client, sold, qty)),
    ]);
    t.true([200, 400, 409].includes(left.status), left.text);
    t.is(whole.status, 200, whole.text);
    const { rows } = await platform.owner.query(
      `select coalesce(sum(n.qty), 0)::float8 as asked, max(l.fulfilled_qty)::float8 as shipped
         from sales_order_lines l left join return_lines n on n.order_line_id = l.id where l.id = $1`,
      [sold.orderLineId],
    );
    t.is(rows[0].shipped, 4);
    t.true(rows[0].asked <= 4, `${rows[0].asked} are authorised`);
    for (const { status, body } of asked.filter((answer) => answer.status !== 201)) {
      t.is(status, 409);
      t.is(body.error.code, 'RETURN_EXCEEDS_SHIPPED');
      t.true(body.error.details.would_be > body.error.details.shipped);
    }
  }
});

test('authorized many times at once, it has one receipt', async (t) => {
  const sold = await soldOrder(platform, 2);
  const { id } = (await askReturn(client, sold, 2)).body.data;
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => patch(client, at(id), { action: 'authorize' })),
  );
  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const { rows } = await platform.owner.query('select id from inbound_receipts where return_id = $1', [id]);
  t.is(rows.length, 1);
});

test('a count against a cancellation: one wins, and the other is told why', async (t) => {
  for (let round = 0; round < 6; round += 1) {
    const found = await authorizedReturn(client, await soldOrder(platform, 1), 1);
    const [counted, cancelled] = await Promise.all([
      receiveUnits(platform, found, 1),
      patch(client, at(found.id), { action: 'cancel', reason: 'changed their mind' }),
    ]);
    const { status } = await read(client, at(found.id));
    if (counted.status === 200) {
      t.like(cancelled.body.error, { code: 'RETURN_RECEIVED', details: { status: 'receiving' } });
      t.is(status, 'receiving');
    } else {
      t.like(counted.body.error, { code: 'RECEIPT_NOT_RECEIVABLE' });
      t.is(cancelled.status, 200);
      t.is(status, 'cancelled');
    }
  }
});

test('two dispositions of one inspection: one wins, and the other is told what is left', async (t) => {
  const found = await receivedReturn(platform, 2);
  await inspect(client, found, 2);
  const [{ id }] = (await read(client, at(found.id))).inspections;
  const location_id = platform.standard.locations['DOCK-1'];
  const answers = await Promise.all([
    dispose(client, found, id, 'restock', { qty: 2, location_id }),
    dispose(client, found, id, 'scrap', { qty: 2, location_id, reason_code: 'damage' }),
  ]);
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409],
  );
  t.like(answers.find(({ status }) => status === 409)!.body.error, {
    code: 'INSPECTION_DISPOSED',
    details: { inspection_id: id, inspected: 2, disposed: 2, would_be: 4 },
  });
  const kinds = (await read(client, at(found.id))).dispositions.map(({ kind }: any) => kind);
  t.is(kinds.length, 1);
});

test('two credits at once, of one return and of two returns of a line: never more than was invoiced', async (t) => {
  const sold = await invoicedOrder(platform, 3, { price: 1.11, tax: 0.2 });
  const [one, other] = [await inspectedReturn(platform, sold, 1), await inspectedReturn(platform, sold, 2)];
  const answers = await Promise.all([credit(client, one), credit(client, one), credit(client, other)]);
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 201, 409],
  );
  const lost = answers.find(({ status }) => status === 409)!;
  t.like(lost.body.error, { code: 'CREDIT_EXCEEDS_RETURNED' });
  const { body } = await client.get(`/api/accounting/invoices?original_invoice_id=${sold.invoice.id}`);
  const credited = body.data.reduce((cents: number, { total }: any) => cents + Math.round(total * 100), 0);
  t.is(credited, Math.round(sold.invoice.total * 100));
});
