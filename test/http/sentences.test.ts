/** What is wrong with a request is a sentence about its fields, with the field as its path, whoever finds it. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { freshItem } from '../helpers/shelf.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

interface Told {
  path: string;
  code: string;
  message: string;
}
const problems = (answer: { body: any }): Told[] => answer.body.error.details;

test('a rule between fields names the fields, not "value" and "peers"', async (t) => {
  const { client } = platform;
  const shelf = await freshItem(platform);
  const adjust = (more: object) =>
    client.post('/api/wms/inventory/adjust', { ...shelf, reason_code: 'found', ...more });
  const both = await adjust({ qty_delta: 1, qty_after: 1 });
  t.deepEqual(problems(both), [
    { path: 'qty_after', code: 'object_xor', message: 'give only one of qty_delta and qty_after' },
  ]);
  const neither = await adjust({});
  t.deepEqual(problems(neither), [
    { path: 'qty_delta', code: 'object_missing', message: 'qty_delta or qty_after is required' },
  ]);
  t.is(neither.body.error.message, 'qty_delta or qty_after is required.');

  const move = (more: object) =>
    client.post('/api/wms/inventory/move', {
      warehouse_id: shelf.warehouse_id,
      to_location_id: shelf.location_id,
      ...more,
    });
  const half = await move({ from_location_id: shelf.location_id, lot_no: 'L1' });
  t.deepEqual(problems(half), [
    { path: 'item_id', code: 'object_and', message: 'item_id and qty must come with from_location_id' },
  ]);
  const mixed = await move({ pallet_lpn: 'P-1', lot_no: 'L1' });
  t.deepEqual(problems(mixed), [
    {
      path: 'lot_no',
      code: 'object_without',
      message: 'lot_no cannot be given together with pallet_lpn',
    },
  ]);
  const order = await client.post('/api/oms/orders', { lines: [] });
  const edit = await client.patch(`/api/oms/orders/${order.body.data.id}`, {});
  t.is(edit.body.error.message, 'fields or lines is required.');
});

test('what one change puts right is one problem', async (t) => {
  const { client, standard } = platform;
  const receipt = (more: object) =>
    client.post('/api/wms/inbound-receipts', {
      warehouse_id: standard.warehouseId,
      source_type: 'manual',
      ...more,
    });
  for (const given of ['tomorrow', '10000-01-01', '2026-12-01T00:00:00Z']) {
    const { error } = (await receipt({ expected_date: given })).body;
    t.is(error.message, 'expected_date must be a date, YYYY-MM-DD.');
  }
  const { error } = (await receipt({ expected_date: '2026-02-30' })).body;
  t.is(error.message, 'expected_date must be a calendar date.');
  const empty = await receipt({ source_type: '' });
  t.is(problems(empty).length, 1, empty.text);
  const eta = await client.post('/v1/purchase/asns', {
    warehouse_id: standard.warehouseId,
    eta: '2026-02-30',
  });
  t.true(
    problems(eta).some(({ path, message }) => path === 'eta' && message.endsWith('or a calendar date')),
    eta.text,
  );
});

test('a refusal found while the operation runs is a sentence as well', async (t) => {
  const { client, standard } = platform;
  const purchase = await client.post('/api/wms/inbound-receipts', {
    warehouse_id: standard.warehouseId,
    source_type: 'purchase',
  });
  t.is(purchase.body.error.message, 'source_id is required when source_type is purchase.');
  const revenue = (await client.get('/api/accounting/accounts?system_key=revenue_vas')).body.data[0].id;
  const customer = await client.post('/api/oms/customers', { code: 'WORDS', name: 'Words' });
  const invoice = await client.post('/api/accounting/invoices', {
    customer_id: customer.body.data.id,
    lines: [{ account_id: revenue, description: 'Article', quantity: 1, unit_price: 1 }],
  });
  const voided = await client.patch(`/api/accounting/invoices/${invoice.body.data.id}`, {
    action: 'void',
    reason: 'none',
  });
  t.true(voided.body.error.message.startsWith('An invoice that is draft cannot take'), voided.text);
});
