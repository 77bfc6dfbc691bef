/** A lot that did not leave with the order line: what names it says so, or is refused under `strict_lots`. */
import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import type { Answer } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { read, type Running } from '../fulfillment/outbound-rig.ts';
import { drive, newItem, newOrder } from '../orders/orders-rig.ts';
import {
  askReturn,
  authorizedReturn,
  patch,
  post,
  receiveUnits,
  returnsPath,
  soldOrder,
  type Sold,
} from './returns-rig.ts';
import { patient } from '../v1/rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

/** Units of these lots, sold on one order. */
async function soldLots(platform: Running, lots: readonly string[]): Promise<Sold> {
  const { client, standard } = platform;
  const item = await newItem(platform, standard, { lot_tracked: true });
  const made = await post(client, '/api/wms/inbound-receipts', {
    warehouse_id: standard.warehouseId,
    source_type: 'manual',
    lines: [{ item_id: item, expected_qty: lots.length * 2 }],
  });
  for (const lot_no of lots)
    await post(client, `/api/wms/inbound-receipts/${made.body.data.id}/receive-line`, {
      receipt_line_id: made.body.data.lines[0].id,
      received_qty: 2,
      location_id: standard.locations['A-01'],
      lot_no,
    });
  const order = await newOrder(client, [{ item, qty: lots.length * 2 }], {
    warehouse_id: standard.warehouseId,
  });
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms', 'fulfill');
  return { orderId: order.id, orderLineId: order.lines[0].id, itemId: item };
}

const stranger = (sold: Sold, shipped_lots: readonly string[]) => ({
  code: 'LOT_NOT_SHIPPED',
  details: { order_line_id: sold.orderLineId, lot_no: 'C', shipped_lots },
});

function assertWarned(t: ExecutionContext, answer: Answer, expected: readonly object[]): void {
  t.true(answer.status < 300, answer.text);
  const { warnings = [] } = answer.body.data;
  t.deepEqual(
    warnings.map(({ code, details }: any) => ({ code, details })),
    expected,
    answer.text,
  );
}

const strict = (platform: Running, strict_lots: boolean) =>
  platform.client.patch('/api/tenancy/settings', { strict_lots });

test.serial('whoever asks for it or counts it is warned, and the return goes on saying so', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const sold = await soldLots(platform, ['A', 'B']);
  const told = [stranger(sold, ['A', 'B'])];
  assertWarned(t, await askReturn(client, sold, 1, { lot_no: 'B' }), []);
  assertWarned(t, await askReturn(client, sold, 1, { lot_no: 'C' }), told);
  const back = await authorizedReturn(client, sold, 2);
  assertWarned(t, await receiveUnits(platform, back, 1, { lot_no: 'A' }), []);
  t.deepEqual((await read(client, `${returnsPath}/${back.id}`)).warnings, []);
  assertWarned(t, await receiveUnits(platform, back, 1, { lot_no: 'C' }), told);
  t.is((await read(client, `${returnsPath}/${back.id}`)).warnings.length, 1);
});

test.serial('v1 warns as well', async (t) => {
  const { client } = t.context.platform;
  const sold = await soldLots(t.context.platform, ['A']);
  const { sku } = await read(client, `/api/wms/items/${sold.itemId}`);
  const lines = [{ sku, qty: 1, reason_code: 'too_small', lot_no: 'C' }];
  const asked = await client.post('/v1/oms/returns', { order_id: sold.orderId, lines }, patient);
  t.is(asked.status, 201, asked.text);
  t.like(asked.body.warnings, [stranger(sold, ['A'])]);
});

test.serial('under strict_lots it is refused, however it is said', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const sold = await soldLots(platform, ['A']);
  const back = await authorizedReturn(client, sold, 1);
  t.is((await strict(platform, true)).body.data.strict_lots, true);
  t.teardown(() => strict(platform, false));
  const at = platform.standard.locations['DOCK-1'];
  const atOnce = (lot_no: string) =>
    client.post(`/v1/oms/returns/${back.id}/receive`, {
      lines: [{ sku: back.lines[0].sku, qty: 1, location_id: at, lot_no }],
    });
  const refused = [
    await askReturn(client, sold, 1, { lot_no: 'C' }),
    await receiveUnits(platform, back, 1, { lot_no: 'C' }),
    await post(client, `/api/wms/inbound-receipts/${back.receipt_id}/receive-all`, {
      lines: [{ line_id: back.lines[0].receipt_line_id, received_qty: 1, location_id: at, lot_no: 'C' }],
    }),
    await atOnce('C'),
  ];
  for (const { status, body, text } of refused) {
    t.is(status, 409, text);
    t.like(body.error, stranger(sold, ['A']));
  }
  t.is((await read(client, `${returnsPath}/${back.id}`)).lines[0].received_qty, 0);
  t.is((await atOnce('A')).status, 200);
});

test.serial('units that left without a lot leave open of which they were', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const sold = await soldOrder(platform, 1);
  await strict(platform, true);
  t.teardown(() => strict(platform, false));
  const asked = await askReturn(client, sold, 1, { lot_no: 'C' });
  assertWarned(t, asked, []);
  t.is((await patch(client, `${returnsPath}/${asked.body.data.id}`, { action: 'authorize' })).status, 200);
});

test.serial(
  'a lot is locked before its stock by who takes units in as another item, as by who holds it',
  async (t) => {
    const { platform } = t.context;
    const { client, owner } = platform;
    const sold = await soldLots(platform, ['A']);
    const other = await newItem(platform, platform.standard, { lot_tracked: true });
    const { sku: to_sku } = await read(client, `/api/wms/items/${other}`);
    const first = await authorizedReturn(client, sold, 1);
    t.is((await receiveUnits(platform, first, 1, { lot_no: 'A' })).status, 200);
    const found = await authorizedReturn(client, sold, 1);
    const holder = await owner.connect();
    try {
      await holder.query('begin');
      const locks = 'select pg_backend_pid() as pid from lots where item_id = $1 and lot_no = $2 for update';
      const { pid } = (await holder.query(locks, [sold.itemId, 'A'])).rows[0];
      const lines = [{ sku: found.lines[0].sku, qty: 1, lot_no: 'A', disposition: 'downgrade', to_sku }];
      const taken = client.post(`/v1/oms/returns/${found.id}/receive`, { lines }, patient);
      await until('it waits for the lot', async () => {
        const waiting = 'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
        return (await owner.query(waiting, [pid])).rows.length > 0;
      });
      const stock = 'select 1 from inventory_balances where item_id = $1 and lot_no = $2 for update nowait';
      await t.notThrowsAsync(holder.query(stock, [sold.itemId, 'A']));
      await holder.query('rollback');
      const answer = await taken;
      t.is(answer.status, 200, answer.text);
    } finally {
      holder.release();
    }
  },
);
