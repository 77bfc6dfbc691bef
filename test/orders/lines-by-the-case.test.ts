import test from 'ava';
import { inTenant } from '../../db/database.ts';
import { readRuledShipment } from '../../db/parcels/carrier-rules.read.ts';
import { readCustomsFacts } from '../../db/parcels/customs.read.ts';
import { noReader, readPaper } from '../documents/read-paper.ts';
import { newShelf, newWave, onTask, patch, read, tasksOf } from '../fulfillment/outbound-rig.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import type { Client } from '../helpers/client.ts';
import { until } from '../helpers/wait.ts';
import { act, assertInvariants, drive, putStock } from './orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let client: Client;

test.before(async () => {
  platform = await joinPlatform();
  client = platform.client;
});
test.after.always(async (t) => {
  await assertInvariants(t as never, platform);
  await platform.stop();
});

let count = 0;

/** An item in cases of twelve, with so much of it on the shelf. */
async function inCases(qty: number, factor = 12): Promise<{ id: string; sku: string }> {
  const sku = `CASED-${(count += 1)}`;
  const made = await client.post('/api/wms/items', { sku, name: 'Mug', uoms: [{ uom: 'CS', factor }] });
  if (made.status !== 201) throw new Error(made.text);
  if (qty > 0) await putStock(platform, platform.standard, [{ item: made.body.data.id, qty }]);
  return { id: made.body.data.id, sku };
}

async function order(lines: readonly object[], more: object = {}): Promise<any> {
  const answer = await client.post('/api/oms/orders', { lines, ...more });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}

const push = { ship_mode: 'parcel' };
const pushed = async (id: string): Promise<any> => {
  await drive(client, id, 'submit', 'approve', ['push-to-wms', push]);
  return read(client, `/api/oms/orders/${id}`);
};
const shipmentOf = (one: any, at = 0): Promise<any> =>
  read(client, `/api/wms/shipments/${one.wms_shipments[at].id}`);

test('an order line takes cases: kept beside the base quantity, its price is per case', async (t) => {
  const { id: item } = await inCases(60);
  const made = await order([
    { product_id: item, qty: 2, uom: 'cs', price: 10.01 },
    { product_id: item, qty: 3, price: 1 },
  ]);
  t.deepEqual(
    made.lines.map(({ qty, uom, uom_qty, price, amount }: any) => [qty, uom, uom_qty, price, amount]),
    [
      [24, 'CS', 2, 10.01, 20.02],
      [3, null, null, 1, 3],
    ],
  );
  t.is(made.total, 23.02);

  // The unit is another one since: what was ordered stays.
  await client.patch(`/api/wms/items/${item}`, { uoms: [{ uom: 'CS', factor: 10 }] });
  const fee = await client.patch(`/api/oms/orders/${made.id}`, { fields: { shipping_fee: 1 } });
  t.is(fee.body.data.total, 24.02, 'a draft edited without lines keeps their amounts');
  const now = await pushed(made.id);
  t.like(now.lines[0], { qty: 24, uom: 'CS', uom_qty: 2, allocated_qty: 24 });
  const { id: shipmentId, lines, allocations } = await shipmentOf(now);
  const byQty = lines.map(({ qty, uom, uom_qty }: any) => [qty, uom, uom_qty]);
  t.deepEqual(
    byQty.sort(([one]: number[], [two]: number[]) => one! - two!),
    [
      [3, null, null],
      [24, 'CS', 2],
    ],
  );
  t.is(
    allocations.reduce((all: number, { qty }: any) => all + qty, 0),
    27,
    'the ledger is in base units',
  );
  await inTenant(platform.database, { organizationId: platform.standard.id }, async (tx) => {
    const { value } = await readRuledShipment(tx, shipmentId);
    t.is(Number(value), 23.02, 'what carriers are chosen by');
    const declared = await readCustomsFacts(tx, shipmentId);
    t.is(Number(declared.find(({ qty }) => Number(qty) === 24)!.price), 0.834167, 'of one mug');
  });
});

test('what is no unit of the item, or cannot be counted in base units, is refused by field', async (t) => {
  const { id: item, sku } = await inCases(0);
  const path = '/api/oms/orders';
  const code = async (line: object, at = path): Promise<string> => {
    const { status, body } = await client.post(at, {
      lines: [line],
      warehouse_id: platform.standard.warehouseId,
    });
    return `${status} ${body.error?.code} ${body.error?.details?.path ?? body.error?.details?.[0]?.path}`;
  };
  t.is(await code({ product_id: item, qty: 1, uom: 'BOX' }), '400 UNKNOWN_REFERENCE lines.0.uom');
  t.is(await code({ channel_sku: 'WHAT', qty: 1, uom: 'CS' }), '400 VALIDATION_FAILED lines.0.uom');
  t.is(await code({ product_id: item, qty: 900_000_000, uom: 'CS' }), '400 VALIDATION_FAILED lines.0.qty');
  t.is(await code({ product_id: item, qty: 1, uom_qty: 1 }), '400 VALIDATION_FAILED lines.0.uom_qty');
  const { id: odd } = await inCases(0, 0.5);
  t.is(await code({ product_id: odd, qty: 0.000001, uom: 'CS' }), '400 VALIDATION_FAILED lines.0.qty');
  const shipments = '/api/wms/shipments';
  t.is(await code({ item_id: item, qty: 1, uom: 'BOX' }, shipments), '400 UNKNOWN_REFERENCE lines.0.uom');
  t.is(await code({ sku, qty: 1, uom: 'BOX' }, '/v1/oms/orders'), '400 UNKNOWN_REFERENCE lines.0.uom');
  t.is(await code({ sku, qty: 1, uom: 'BOX' }, '/v1/wms/shipments'), '400 UNKNOWN_REFERENCE lines.0.uom');
});

test('a line that was read is sent back as it is, on both surfaces; where it contradicts itself it is refused', async (t) => {
  const { id: item, sku } = await inCases(96);
  const { lines } = await order([
    { product_id: item, qty: 2, uom: 'CS', price: 7 },
    { product_id: item, qty: 5, price: 1 },
  ]);
  const kept = lines.map(({ qty, uom, uom_qty, price }: any) => ({ qty, uom, uom_qty, price }));
  const shown = (one: any) => one.lines.map(({ qty, uom, uom_qty }: any) => [qty, uom, uom_qty]);
  const asRead = [
    [24, 'CS', 2],
    [5, null, null],
  ];
  const again = await order(kept.map((line: object) => ({ product_id: item, ...line })));
  t.deepEqual([shown(again), again.total], [asRead, 19]);
  const body = { lines: kept.map((line: object) => ({ product_id: item, ...line })) };
  const edited = await client.patch(`/api/oms/orders/${again.id}`, body);
  t.deepEqual([shown(edited.body.data), edited.body.data.total], [asRead, 19]);
  const v1 = await client.post('/v1/oms/orders', { lines: kept.map((line: object) => ({ sku, ...line })) });
  t.deepEqual([shown(v1.body), v1.body.total], [asRead, 19], v1.text);
  const warehouse_id = platform.standard.warehouseId;
  const bare = kept.map(({ price: _price, ...line }: any) => line);
  for (const [path, name] of [
    ['/api/wms/shipments', { item_id: item }],
    ['/v1/wms/shipments', { sku }],
  ] as const) {
    const made = await client.post(path, {
      warehouse_id,
      lines: bare.map((line: object) => ({ ...name, ...line })),
    });
    t.is(made.status, 201, made.text);
    const bySize = ([one]: any[], [two]: any[]): number => two - one;
    t.deepEqual(shown(made.body.data ?? made.body).sort(bySize), asRead, path);
  }
  const refused = async (line: object) => {
    const said = await client.post('/v1/oms/orders', { lines: [{ sku, price: 1, ...line }] });
    const [problem] = said.body.error.details;
    return [said.status, problem.path, problem.code];
  };
  t.deepEqual(await refused({ qty: 2, uom: 'CS', uom_qty: 2 }), [400, 'lines.0.uom_qty', 'qty_differs']);
  t.deepEqual(await refused({ qty: 2, uom_qty: 2 }), [400, 'lines.0.uom_qty', 'no_uom']);
});

test('a draft is edited to cases and back', async (t) => {
  const { id: item } = await inCases(0);
  const { id } = await order([{ product_id: item, qty: 5, price: 2 }]);
  const edit = async (line: object): Promise<any> =>
    (await client.patch(`/api/oms/orders/${id}`, { lines: [{ product_id: item, price: 2, ...line }] })).body
      .data;
  t.like((await edit({ qty: 1.5, uom: 'CS' })).lines[0], { qty: 18, uom: 'CS', uom_qty: 1.5, amount: 3 });
  t.like((await edit({ qty: 4, uom: null })).lines[0], { qty: 4, uom: null, uom_qty: null, amount: 8 });
});

test('v1 takes and shows cases, of an order and of a shipment without one', async (t) => {
  const { sku } = await inCases(48);
  const lines = [{ sku, qty: 2, uom: 'CS', price: 7 }];
  const made = await client.post('/v1/oms/orders', { lines });
  t.is(made.status, 201, made.text);
  t.like(made.body.lines[0], { qty: 24, uom: 'CS', uom_qty: 2, amount: 14 });
  const direct = await client.post('/v1/wms/shipments', {
    warehouse_id: platform.standard.warehouseId,
    lines: [{ sku, qty: 1, uom: 'CS' }],
  });
  t.is(direct.status, 201, direct.text);
  t.like(direct.body.lines[0], { qty: 12, uom: 'CS', uom_qty: 1 });
});

test('a part of an order in cases leaves in cases where they are whole, else in base units', async (t) => {
  const { id: item } = await inCases(12);
  const made = await order([{ product_id: item, qty: 3, uom: 'CS', price: 9 }]);
  await putStock(platform, platform.standard, [{ item, qty: 24 }]);
  await drive(client, made.id, 'submit', 'approve');
  // A case and a half got lost meanwhile.
  await adjust(item, -18);
  await drive(client, made.id, [
    'allocate',
    { warehouse_id: platform.standard.warehouseId, allow_partial: true },
  ]);
  const released = await act(client, made.id, 'release', push);
  t.is(released.status, 200, released.text);
  const first = await shipmentOf(await read(client, `/api/oms/orders/${made.id}`));
  t.like(first.lines[0], { qty: 18, uom: null, uom_qty: null });
});

test('a short pick keeps what was asked for', async (t) => {
  const { id: item } = await inCases(0);
  // The count that follows holds the shelf.
  await putStock(platform, platform.standard, [{ item, qty: 24, location: await newShelf(platform) }]);
  const made = await client.post('/api/wms/shipments', {
    warehouse_id: platform.standard.warehouseId,
    lines: [{ item_id: item, qty: 2, uom: 'CS' }],
  });
  const { id } = made.body.data;
  await newWave(platform, [id]);
  const [task] = await tasksOf(client, { shipment_id: id });
  await onTask(client, task.id, 'claim');
  const short = await onTask(client, task.id, 'short', { picked_qty: 23 });
  t.is(short.status, 200, short.text);
  const { lines } = await read(client, `/api/wms/shipments/${id}`);
  t.like(lines[0], { qty: 23, uom: 'CS', uom_qty: 2 });
});

async function adjust(item: string, delta: number): Promise<void> {
  const answer = await client.post('/api/wms/inventory/adjust', {
    warehouse_id: platform.standard.warehouseId,
    location_id: platform.standard.locations['A-01'],
    item_id: item,
    qty_delta: delta,
    reason_code: 'lost',
  });
  if (answer.status !== 200 && answer.status !== 201) throw new Error(answer.text);
}

test('the packing list shows the cases that left', async (t) => {
  const { id: item } = await inCases(36);
  const made = await client.post('/api/wms/shipments', {
    warehouse_id: platform.standard.warehouseId,
    lines: [
      { item_id: item, qty: 2, uom: 'CS' },
      { item_id: item, qty: 5 },
    ],
  });
  t.is(made.status, 201, made.text);
  const { id } = made.body.data;
  await patch(client, `/api/wms/shipments/${id}`, { action: 'ship' });
  const document = await until(
    'the paper is there',
    async () => (await read(client, `/api/wms/documents?subject_id=${id}`))[0],
  );
  const response = await fetch(new URL(`/api/wms/documents/${document.id}`, platform.url), {
    headers: {
      authorization: `Bearer ${client.accessToken}`,
      'x-organization-id': client.organizationId,
      accept: 'application/pdf',
    },
  });
  t.is(response.status, 200);
  const paper = readPaper(Buffer.from(await response.arrayBuffer()), 'lines-by-the-case');
  if (paper === undefined) return t.log(noReader);
  t.true(paper.includes('24 EA (2 CS)'), paper);
  t.true(paper.includes('5 EA'));
  t.false(paper.includes('5 EA ('));
});

test('the invoice of an order in cases comes to exactly what its cases do', async (t) => {
  const { id: item } = await inCases(36);
  const made = await order([{ product_id: item, qty: 3, uom: 'CS', price: 10 }], {
    customer_id: platform.standard.customerId,
  });
  await pushed(made.id);
  await drive(client, made.id, 'fulfill');
  const invoice = await client.post('/api/accounting/invoices', { sales_order_id: made.id });
  t.is(invoice.status, 201, invoice.text);
  t.is(invoice.body.data.total, 30);
  t.like(invoice.body.data.lines[0], { quantity: 36, uom: 'EA', unit_price: 0.833333, amount: 30 });
});

test('what is cancelled of a line in cases takes exactly its share off the invoice', async (t) => {
  const { id: item } = await inCases(36);
  const made = await order([{ product_id: item, qty: 3, uom: 'CS', price: 10 }], {
    customer_id: platform.standard.customerId,
  });
  const { lines } = await pushed(made.id);
  await drive(
    client,
    made.id,
    ['partial_fulfill', { lines: [{ line_id: lines[0].id, qty: 30 }] }],
    'cancel-request',
  );
  const left = await shipmentOf(await read(client, `/api/oms/orders/${made.id}`));
  t.like(left.lines[0], { qty: 30, uom: 'CS', uom_qty: 3 }, 'it keeps what was asked for');
  const invoice = await client.post('/api/accounting/invoices', { sales_order_id: made.id });
  t.is(invoice.status, 201, invoice.text);
  t.is(invoice.body.data.total, 25);
  t.like(invoice.body.data.lines[0], { quantity: 30, uom: 'EA', unit_price: 0.833333, amount: 25 });
});
