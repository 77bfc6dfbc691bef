/** What is done is never called unavailable, also when the database is too busy to read it back. */
import test from 'ava';
import { startPlatform } from '../helpers/platform.ts';

test('an order that is committed and cannot be read back answers 202, and its key the order later', async (t) => {
  const platform = await startPlatform(t);
  const { client, standard, owner } = platform;
  const order = {
    customer_id: standard.customerId,
    lines: [{ product_id: standard.items['PLAIN'], qty: 2 }],
  };
  const send = () => client.post('/api/oms/orders', order, { headers: { 'idempotency-key': 'busy' } });
  const lock = await owner.connect();
  try {
    await lock.query('begin');
    // The detail of an order shows its shipments; making one does not look at them.
    await lock.query('lock table wms_shipments in access exclusive mode');
    const busy = await send();
    t.is(busy.status, 202, busy.text);
    const operation = await client.get(busy.body.data.location);
    t.is(operation.body.data.state, 'done', operation.text);
  } finally {
    await lock.query('commit');
    lock.release();
  }
  const again = await send();
  t.is(again.status, 201, again.text);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.is(again.body.data.lines.length, 1);
  const { rows } = await owner.query('select count(*)::int as orders from sales_orders');
  t.is(rows[0].orders, 1);
});
