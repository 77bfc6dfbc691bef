import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import type { Client } from '../helpers/client.ts';
import { makeOrder, ordersPath } from '../helpers/purchase.ts';
import { receiptsPath } from '../helpers/receiving.ts';

let platform: Platform & { stop(): Promise<void> };
let client: Client;
test.before(async () => {
  platform = await joinPlatform();
  ({ client } = platform);
});
test.after.always(() => platform?.stop());

const patient = { headers: { prefer: 'wait=30' } };
const act = (id: string, verb: string, body: object = {}) =>
  client.post(`${ordersPath}/${id}/${verb}`, body, patient);
const order = async (id: string) => (await client.get(`${ordersPath}/${id}`)).body;

/** Receives this much of a receipt's first line. */
async function receive(receiptId: string, fields: Record<string, unknown>): Promise<void> {
  const receipt = (await client.get(`${receiptsPath}/${receiptId}`)).body.data;
  const counted = await client.post(
    `${receiptsPath}/${receiptId}/receive-line`,
    {
      receipt_line_id: receipt.lines[0].id,
      location_id: platform.standard.locations['DOCK-1'],
      received_qty: 0,
      ...fields,
    },
    patient,
  );
  if (counted.status !== 200) throw new Error(counted.text);
}

const complete = (receiptId: string, body: object = {}) =>
  client.post(`${receiptsPath}/${receiptId}/complete-receive`, body, patient);

async function shortOn(receiptId: string): Promise<number[]> {
  const { is_final: isFinal, discrepancies } = (
    await client.get(`${receiptsPath}/${receiptId}/discrepancies`)
  ).body.data;
  if (!isFinal) throw new Error('the report is not final');
  return discrepancies.filter(({ type }: any) => type === 'short').map(({ qty }: any) => qty);
}

test('an order is released as a receipt, and its state and quantities follow from what is counted', async (t) => {
  const id = await makeOrder(client, platform.standard, { vendor_ref: 'V-77' });
  t.like(await order(id), { status: 'draft', total: 25, receipt_id: null, currency: 'USD' });
  const released = await act(id, 'release');
  t.is(released.status, 200, released.text);
  t.like(released.body, { status: 'released' });
  const receipt = (await client.get(`${receiptsPath}/${released.body.receipt_id}`)).body.data;
  t.like(receipt, {
    source_type: 'purchase',
    source_id: id,
    status: 'imported',
    vendor_id: platform.standard.vendorId,
  });
  t.is(receipt.lines[0].expected_qty, 10);

  await receive(receipt.id, { received_qty: 4, damaged_qty: 1, rejected_qty: 1 });
  const partly = await order(id);
  t.is(partly.status, 'partially_received');
  t.like(partly.lines[0], { qty_received: 5, qty_expected: 4, qty_open: 5, qty_cancelled: 0 });
  await complete(receipt.id);
  t.like((await order(id)).lines[0], { qty_received: 5, qty_expected: 0, qty_open: 5 });

  const again = await act(id, 'release');
  t.is(again.body.receipts.length, 2, 'what is left comes on a receipt of its own');
  const rest = (await client.get(`${receiptsPath}/${again.body.receipt_id}`)).body.data;
  t.is(rest.lines[0].expected_qty, 5);
  await receive(rest.id, { received_qty: 5 });
  t.is((await order(id)).status, 'received');
  await complete(rest.id);
  const { rows } = await platform.owner.query(
    `select type from events where organization_id = $1 and subject_id = $2 order by subject_seq`,
    [platform.standard.id, id],
  );
  t.deepEqual(
    rows.map(({ type }) => type),
    ['created', 'released', 'partially_received', 'released', 'received'].map(
      (what) => `purchase_order.${what}`,
    ),
  );
  const closed = await act(id, 'close');
  t.like(closed.body, { status: 'closed' });
  t.deepEqual((await act(id, 'close')).body, closed.body);
  t.like((await act(id, 'release')).body.error, { code: 'ILLEGAL_TRANSITION' });
});

test('released ten times at once it makes one receipt', async (t) => {
  const id = await makeOrder(client, platform.standard);
  const answers = await Promise.all(Array.from({ length: 10 }, () => act(id, 'release')));
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200], answers[0]!.text);
  t.is(new Set(answers.map(({ body }) => body.receipt_id)).size, 1);
  const { rows } = await platform.owner.query('select id from inbound_receipts where source_id = $1', [id]);
  t.is(rows.length, 1);
});

test('a released order changes, never below what has come or is expected', async (t) => {
  const id = await makeOrder(client, platform.standard);
  const { receipt_id: receiptId } = (await act(id, 'release')).body;
  await receive(receiptId, { received_qty: 3 });
  const path = `/api/purchase/orders/${id}`;
  const { lines, version } = (await client.get(path)).body.data;
  const change = (body: object) =>
    client.patch(path, { action: 'change', reason: 'agreed by phone', ...body });
  const below = await change({ changes: [{ line_id: lines[0].id, qty: 9 }] });
  t.like(below.body.error, { code: 'BELOW_COMMITTED', details: { committed: 10 } });
  await complete(receiptId);
  const less = await change({ version, changes: [{ line_id: lines[0].id, qty: 5, price: 3 }] });
  t.like(less.body.data, { total: 15, status: 'partially_received', version: version + 1 }, less.text);
  const stale = await change({ version, changes: [{ line_id: lines[0].id, qty: 6 }] });
  t.is(stale.body.error.code, 'STATE_CHANGED');
  const lot = platform.standard.items['LOT'];
  const more = await change({ added: [{ item_id: lot, qty: 7, price: 1 }] });
  t.is(more.body.data.total, 22, more.text);
  const again = await act(id, 'release');
  const rest = (await client.get(`${receiptsPath}/${again.body.receipt_id}`)).body.data;
  t.deepEqual(
    rest.lines.map((line: { item_id: string; expected_qty: number }) => [line.item_id, line.expected_qty]),
    [
      [platform.standard.items['PLAIN'], 2],
      [lot, 7],
    ],
  );
  const draftOnly = await client.patch(path, { note: 'late' });
  t.is(draftOnly.body.error.code, 'ILLEGAL_TRANSITION');
});

test('closed short, what has not come is given up; a receipt under count is counted first', async (t) => {
  const id = await makeOrder(client, platform.standard);
  const { receipt_id: first } = (await act(id, 'release')).body;
  await receive(first, { received_qty: 4 });
  t.like((await act(id, 'close')).body.error, { code: 'RECEIPT_OPEN' });
  t.is((await act(id, 'cancel')).body.error.code, 'GOODS_RECEIVED');
  await complete(first);
  const { receipt_id: second } = (await act(id, 'release')).body;
  const closed = await act(id, 'close', { reason: 'vendor is out' });
  t.like(closed.body, { status: 'closed', end_reason: 'vendor is out' }, closed.text);
  t.like(closed.body.lines[0], { qty_received: 4, qty_open: 0, qty_cancelled: 6 });
  t.is((await client.get(`${receiptsPath}/${second}`)).body.data.status, 'closed');
  t.deepEqual(await shortOn(second), [6], 'of what was expected the vendor brought nothing');
});

test('closed short, a receipt left empty is short by no more than the order lacks', async (t) => {
  const id = await makeOrder(client, platform.standard);
  const { receipt_id: empty } = (await act(id, 'release')).body;
  await platform.owner.query(
    `insert into inbound_receipts select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'receipt_no', r.receipt_no || '-B'))).*
       from inbound_receipts r where r.id = $1`,
    [empty],
  );
  const { rows } = await platform.owner.query(
    `select id from inbound_receipts where source_id = $1 and id <> $2`,
    [id, empty],
  );
  await platform.owner.query(
    `insert into inbound_receipt_lines select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'receipt_id', $2::uuid))).*
       from inbound_receipt_lines l where l.receipt_id = $1`,
    [empty, rows[0].id],
  );
  await receive(rows[0].id, { received_qty: 8 });
  await complete(rows[0].id);
  const closed = await act(id, 'close');
  t.like(closed.body.lines[0], { qty_received: 8, qty_cancelled: 2 }, closed.text);
  t.deepEqual(await shortOn(empty), [2], 'no more than the order still lacks');
});

test('cancelled, its receipt is closed empty and its notice cancelled', async (t) => {
  const id = await makeOrder(client, platform.standard);
  const asn = await client.post('/v1/purchase/asns', { po_id: id, eta: '2030-01-15' });
  t.is(asn.status, 201, asn.text);
  const { receipt_id: receiptId } = (await act(id, 'release')).body;
  const cancelled = await act(id, 'cancel');
  t.is(cancelled.body.status, 'cancelled', cancelled.text);
  t.is((await act(id, 'cancel')).status, 200);
  t.is((await client.get(`${receiptsPath}/${receiptId}`)).body.data.status, 'closed');
  t.is((await client.get(`/v1/purchase/asns/${asn.body.id}`)).body.status, 'cancelled');
  t.deepEqual(await shortOn(receiptId), [], 'called off by the buyer: nothing was missing');
});

test('above the limit a draft waits for an approval, which an edit takes back', async (t) => {
  const { threePl } = platform;
  const buyer = await platform.clientWith(threePl, everyPermission);
  const clerk = await platform.clientWith(threePl, ['purchase.view', 'purchase.manage', 'wms.inbound.view']);
  const limit = await buyer.patch('/api/tenancy/settings', { purchase_approval_above: 20 });
  t.is(limit.status, 200, limit.text);
  const id = await makeOrder(clerk, threePl);
  const release = () => clerk.post(`${ordersPath}/${id}/release`, {}, patient);
  t.true((await clerk.get(`${ordersPath}/${id}`)).body.waits_for_approval);
  t.is((await release()).body.error.code, 'APPROVAL_REQUIRED');
  t.is((await clerk.post(`${ordersPath}/${id}/approve`)).status, 403);
  t.is((await buyer.post(`${ordersPath}/${id}/approve`)).status, 200);
  const edited = await clerk.patch(`/api/purchase/orders/${id}`, {
    lines: [{ item_id: threePl.items['PLAIN'], qty: 20, price: 2.5 }],
  });
  t.like(edited.body.data, { total: 50, approved_at: null }, edited.text);
  t.is((await release()).body.error.code, 'APPROVAL_REQUIRED');
  await buyer.post(`${ordersPath}/${id}/approve`);
  t.is((await release()).body.status, 'released');
  const small = await makeOrder(clerk, threePl, { lines: [{ sku: 'PLAIN', qty: 8, price: 2.5 }] });
  t.is((await clerk.post(`${ordersPath}/${small}/release`, {}, patient)).body.status, 'released');
});

test('a released order may not come to more than the limit without who may approve it', async (t) => {
  const { threePl } = platform;
  const buyer = await platform.clientWith(threePl, everyPermission);
  const clerk = await platform.clientWith(threePl, ['purchase.view', 'purchase.manage', 'wms.inbound.view']);
  await buyer.patch('/api/tenancy/settings', { purchase_approval_above: 20 });
  const id = await makeOrder(clerk, threePl, { lines: [{ sku: 'PLAIN', qty: 4, price: 2.5 }] });
  await clerk.post(`${ordersPath}/${id}/release`, {}, patient);
  const path = `/api/purchase/orders/${id}`;
  const line_id = (await clerk.get(path)).body.data.lines[0].id;
  const change = (asked: Client, more: object) =>
    asked.patch(path, { action: 'change', reason: 'a larger lot', changes: [{ line_id, ...more }] });
  t.is((await change(clerk, { qty: 8 })).body.data.total, 20, 'up to the limit');
  const over = await change(clerk, { qty: 4000 });
  t.is(over.status, 409, over.text);
  t.is(over.body.error.code, 'APPROVAL_REQUIRED');
  t.is((await clerk.get(path)).body.data.total, 20);
  const dearer = {
    action: 'change',
    reason: 'x',
    added: [{ item_id: threePl.items['PLAIN'], qty: 1, price: 9 }],
  };
  t.is((await clerk.patch(path, dearer)).body.error.code, 'APPROVAL_REQUIRED');
  const approved = await change(buyer, { qty: 10 });
  t.is(approved.body.data.total, 25, approved.text);
  t.truthy(approved.body.data.approved_at);
  const less = await change(clerk, { price: 2.4 });
  t.like(
    less.body.data,
    { total: 24, approved_at: approved.body.data.approved_at },
    'less is approved as it was',
  );
});

test('a price may change though more came than was ordered; a line is changed once at a time', async (t) => {
  const id = await makeOrder(client, platform.standard);
  const { receipt_id: receiptId } = (await act(id, 'release')).body;
  await receive(receiptId, { received_qty: 11, allow_over_receive: true });
  const path = `/api/purchase/orders/${id}`;
  const line_id = (await client.get(path)).body.data.lines[0].id;
  const change = (...changes: object[]) =>
    client.patch(path, {
      action: 'change',
      reason: 'agreed',
      changes: changes.map((one) => ({ line_id, ...one })),
    });
  const price = await change({ price: 3 });
  t.is(price.body.data?.total, 30, price.text);
  t.is((await change({ qty: 9 })).body.error.code, 'BELOW_COMMITTED');
  const twice = await change({ qty: 12 }, { price: 4 });
  t.like(twice.body.error?.details?.[0], { path: 'changes.1.line_id', code: 'duplicate' }, twice.text);
});

test('two lines of one item take what came in their order; another receipt that names the order counts', async (t) => {
  const { standard } = platform;
  const id = await makeOrder(client, standard, {
    lines: [
      { sku: 'PLAIN', qty: 4, price: 1 },
      { sku: 'PLAIN', qty: 6, price: 2 },
    ],
  });
  await act(id, 'release');
  const extra = await client.post(receiptsPath, {
    warehouse_id: standard.warehouseId,
    source_type: 'purchase',
    source_id: id,
    lines: [{ item_id: standard.items['PLAIN'], expected_qty: 7 }],
  });
  await receive(extra.body.data.id, { received_qty: 7 });
  const { lines } = await order(id);
  t.deepEqual(
    lines.map((line: Record<string, number>) => line['qty_received']),
    [4, 3],
  );
});

test('lists filter by the state that follows from receipts', async (t) => {
  const id = await makeOrder(client, platform.standard, { vendor_ref: 'FILTERED' });
  await act(id, 'release');
  const ids = async (query: string) =>
    (await client.get(`${ordersPath}?filter[q]=FILTERED&${query}`)).body.data.map(
      (row: { id: string }) => row.id,
    );
  t.deepEqual(await ids('filter[status]=released&sort=-po_no'), [id]);
  t.deepEqual(await ids('filter[status]=partially_received'), []);
  t.deepEqual(await ids('filter[merchant_id]=NOBODY'), []);
  t.is((await client.get(`${ordersPath}?filter[status]=imported`)).status, 400);
});
