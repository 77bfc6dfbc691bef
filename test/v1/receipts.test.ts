/** v1 receipts: announced by SKU, received onto pallets, each refusal by its code. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { unknownId } from '../helpers/shelf.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const receipts = '/v1/wms/receipts';

const create = (lines: object[], more: object = {}) =>
  platform.client.post(receipts, { warehouse_id: 'W1', lines, ...more });
const receive = (id: string, lines: object[]) => platform.client.post(`${receipts}/${id}/receive`, { lines });

async function announced(lines: object[]): Promise<string> {
  const made = await create(lines);
  if (made.status !== 201) throw new Error(made.text);
  return made.body.id;
}

test('a receipt of a purchase names a purchase order of its own organization, or is refused', async (t) => {
  const missing = await create([{ sku: 'PLAIN', qty: 1 }], { source_type: 'purchase' });
  t.is(missing.body.error.code, 'VALIDATION_FAILED', missing.text);
  const unknown = await create([{ sku: 'PLAIN', qty: 1 }], { source_type: 'purchase', source_id: unknownId });
  t.is(unknown.status, 400, unknown.text);
  t.is(unknown.body.error.code, 'UNKNOWN_REFERENCE');
});

test('a receipt is announced by SKU and answered bare, its warehouse by id or code', async (t) => {
  const { client, standard } = platform;
  const lines = [{ sku: 'PLAIN', qty: 10 }, { sku: 'PLAIN' }, { sku: 'LOT', qty: 4, lot_no: 'L-1' }];
  const byCode = await create(lines, { merchant_id: standard.merchantId, container_no: 'MSKU1234565' });
  t.is(byCode.status, 201, byCode.text);
  t.regex(byCode.body.receipt_no, /^RCPT-\d{8}-\d{4}$/);
  t.like(byCode.body, {
    status: 'new',
    warehouse_id: standard.warehouseId,
    merchant_id: standard.merchantId,
    source_type: 'manual',
    container_no: 'MSKU1234565',
    pallets: [],
  });
  t.deepEqual(
    byCode.body.lines.map(({ sku, qty, qty_received, lot_no }: any) => [sku, qty, qty_received, lot_no]),
    [
      ['PLAIN', 10, 0, null],
      ['PLAIN', null, 0, null],
      ['LOT', 4, 0, 'L-1'],
    ],
  );
  const byId = await create([{ sku: 'PLAIN', qty: 1 }], { warehouse_id: standard.warehouseId });
  t.is(byId.status, 201, byId.text);

  const listed = await client.get(`${receipts}?sort=-receipt_no&filter[warehouse_id]=W1&page_size=200`);
  const numbers = listed.body.data.map(({ receipt_no: number }: { receipt_no: string }) => number);
  t.deepEqual(numbers, numbers.toSorted().toReversed());
  t.true(numbers.includes(byId.body.receipt_no));
  t.is((await client.get(`${receipts}?filter[status]=closed`)).body.total, 0);
  t.is((await client.get(`${receipts}?filter[merchant_id]=${unknownId}`)).body.total, 0);
});

test('receiving builds the pallets it names, queues one label each, and adds to a pallet that stands', async (t) => {
  const { client } = platform;
  const id = await announced([{ sku: 'PLAIN', qty: 30 }]);
  const first = await receive(id, [
    { sku: 'PLAIN', qty_received: 10, pallet_id: 'V1-PAL-A' },
    { sku: 'PLAIN', qty_received: 5, pallet_id: 'V1-PAL-B' },
  ]);
  t.is(first.status, 200, first.text);
  t.is(first.body.status, 'receiving');
  t.deepEqual(
    first.body.pallets.map(({ pallet_id, lines }: any) => [pallet_id, lines]),
    [
      ['V1-PAL-A', [{ sku: 'PLAIN', lot_no: null, qty: 10 }]],
      ['V1-PAL-B', [{ sku: 'PLAIN', lot_no: null, qty: 5 }]],
    ],
  );
  const plateId = first.body.pallets[0].id;
  const second = await receive(id, [{ sku: 'PLAIN', qty_received: 2, pallet_id: plateId }]);
  t.is(second.status, 200, second.text);
  t.is(second.body.pallets.length, 2);
  t.is(second.body.pallets[0].lines[0].qty, 12);
  t.like(second.body.lines[0], { qty: 30, qty_received: 17, qty_remaining: 13 });

  const labelled = async (looks: number): Promise<any[]> => {
    const { body } = await client.get('/api/wms/print-jobs?page_size=200');
    const ids = new Set(first.body.pallets.map(({ id: plate }: { id: string }) => plate));
    const found = body.data.filter(({ ref_id: ref }: { ref_id: string }) => ids.has(ref));
    return found.length >= 2 || looks === 0 ? found : labelled(looks - 1);
  };
  const jobs = await labelled(1_000);
  t.is(jobs.length, 2);
  t.true(jobs.every(({ label_kind: kind }) => kind === 'pallet'));
});

test('a count fills the lines of its SKU in their order; the last one takes, or refuses, the rest', async (t) => {
  const id = await announced([
    { sku: 'PLAIN', qty: 4 },
    { sku: 'PLAIN', qty: 6 },
  ]);
  const receivedOf = (body: any): number[] =>
    body.lines.map(({ qty_received: received }: { qty_received: number }) => received);
  t.deepEqual(receivedOf((await receive(id, [{ sku: 'PLAIN', qty_received: 5 }])).body), [4, 1]);
  const over = await receive(id, [
    { sku: 'PLAIN', qty_received: 3 },
    { sku: 'PLAIN', qty_received: 3 },
  ]);
  t.is(over.status, 409, over.text);
  t.like(over.body.error, { code: 'OVER_RECEIPT', details: { expected: 6, would_be: 7 } });
  const rest = await receive(id, [
    { sku: 'PLAIN', qty_received: 3 },
    { sku: 'PLAIN', qty_received: 2 },
  ]);
  t.deepEqual(receivedOf(rest.body), [4, 6]);
});

test('lots, dates and serials are validated as everywhere', async (t) => {
  const id = await announced([
    { sku: 'LOT', qty: 2 },
    { sku: 'SERIAL', qty: 1 },
    { sku: 'SERIAL', qty: 1 },
  ]);
  const bare = await receive(id, [{ sku: 'LOT', qty_received: 1 }]);
  t.is(bare.body.error.code, 'LOT_REQUIRED');
  const { lines } = (await platform.client.get(`/api/wms/inbound-receipts/${id}`)).body.data;
  t.is(bare.body.error.details.receipt_line_id, lines[0].id);
  t.is((await receive(id, [{ sku: 'SERIAL', qty_received: 1 }])).body.error.code, 'SERIAL_REQUIRED');
  const three = { sku: 'SERIAL', qty_received: 2, serial_nos: ['V1-1', 'V1-2', 'V1-3'] };
  t.is((await receive(id, [three])).body.error.code, 'SERIAL_COUNT_MISMATCH');
  const done = await receive(id, [
    { sku: 'LOT', qty_received: 2, lot_no: 'L-9' },
    { sku: 'SERIAL', qty_received: 2, serial_nos: ['V1-1', 'V1-2'] },
  ]);
  t.is(done.status, 200, done.text);
  t.deepEqual(
    done.body.lines.map(({ qty_remaining: left }: { qty_remaining: number }) => left),
    [0, 0, 0],
  );
});

test('what a receipt or a count names wrongly is refused by name, and nothing is counted', async (t) => {
  const { client, threePl, standard } = platform;
  const refusedCreate: [object, string][] = [
    [{ warehouse_id: 'NOWHERE' }, 'warehouse_id'],
    [{ warehouse_id: threePl.warehouseId }, 'warehouse_id'],
    [{ merchant_id: threePl.merchantId }, 'merchant_id'],
    [{ vendor_id: 'NOBODY' }, 'vendor_id'],
    [
      {
        lines: [
          { sku: 'PLAIN', qty: 1 },
          { sku: 'NO-SUCH', qty: 1 },
        ],
      },
      'lines.1.sku',
    ],
  ];
  for (const [more, path] of refusedCreate) {
    const answer = await create([{ sku: 'PLAIN', qty: 1 }], more);
    t.is(answer.status, 400, path);
    t.like(answer.body.error, { code: 'UNKNOWN_REFERENCE', details: { path } });
  }
  t.is((await create([])).status, 400, 'a receipt on v1 has lines');
  t.is((await create([{ sku: 'PLAIN', qty: 1, item_id: standard.items['PLAIN'] }])).status, 400);

  const id = await announced([{ sku: 'PLAIN', qty: 5 }]);
  const good = { sku: 'PLAIN', qty_received: 1 };
  const refusedCount: [object, number, string][] = [
    [{ sku: 'LOT', qty_received: 1 }, 400, 'UNKNOWN_REFERENCE'],
    [{ ...good, location_id: 'NOWHERE' }, 400, 'UNKNOWN_REFERENCE'],
    [{ ...good, qty_received: -1 }, 400, 'VALIDATION_FAILED'],
    [{ ...good, received_qty: 1 }, 400, 'VALIDATION_FAILED'],
    [{ ...good, qty_received: 6 }, 409, 'OVER_RECEIPT'],
  ];
  for (const [line, status, code] of refusedCount) {
    const answer = await receive(id, [good, line]);
    t.is(answer.status, status, JSON.stringify(line));
    t.is(answer.body.error.code, code);
  }
  for (const nobody of [unknownId, threePl.warehouseId]) {
    t.is((await receive(nobody, [good])).body.error.code, 'NOT_FOUND');
  }
  const { body } = await client.get(`/api/wms/inbound-receipts/${id}`);
  t.is(body.data.lines[0].received_qty, 0);
  await receive(id, [{ sku: 'PLAIN', qty_received: 5 }]);
  await client.post(`/api/wms/inbound-receipts/${id}/complete-receive`);
  const late = await receive(id, [good]);
  t.is(late.status, 409);
  t.is(late.body.error.code, 'RECEIPT_NOT_RECEIVABLE');
});

test('a pallet that stands in another warehouse is refused', async (t) => {
  const { client } = platform;
  await client.post('/api/wms/warehouses', { code: 'W2', name: 'Second' });
  const there = await create([{ sku: 'PLAIN', qty: 1 }], { warehouse_id: 'W2' });
  await receive(there.body.id, [{ sku: 'PLAIN', qty_received: 1, pallet_id: 'V1-FAR' }]);
  const here = await announced([{ sku: 'PLAIN', qty: 1 }]);
  const answer = await receive(here, [{ sku: 'PLAIN', qty_received: 1, pallet_id: 'V1-FAR' }]);
  t.is(answer.status, 409, answer.text);
  t.is(answer.body.error.code, 'LPN_IN_USE');
});

test('a 3PL receipt names its merchant; one key counts once', async (t) => {
  const { threePl, clientWith } = platform;
  const all = await clientWith(threePl, ['wms.inbound.create', 'wms.inbound.receive', 'wms.inbound.view']);
  const body = { warehouse_id: 'W1', lines: [{ sku: 'PLAIN', qty: 3 }] };
  t.is((await all.post(receipts, body)).body.error.code, 'MERCHANT_REQUIRED');
  const made = await all.post(receipts, { ...body, merchant_id: 'M1' });
  t.is(made.status, 201, made.text);
  t.is(made.body.merchant_id, threePl.merchantId);
  const second = await clientWith(threePl, ['wms.inbound.receive', 'wms.inbound.view'], {
    merchantId: threePl.secondMerchantId!,
  });
  const count = { lines: [{ sku: 'PLAIN', qty_received: 2 }] };
  t.is((await second.post(`${receipts}/${made.body.id}/receive`, count)).status, 404);
  t.is((await second.get(receipts)).body.total, 0);

  const keyed = { headers: { 'idempotency-key': 'count-once' } };
  const first = await all.post(`${receipts}/${made.body.id}/receive`, count, keyed);
  const again = await all.post(`${receipts}/${made.body.id}/receive`, count, keyed);
  t.is(first.status, 200, first.text);
  t.deepEqual(again.body, first.body);
  t.is(again.body.lines[0].qty_received, 2);
});

test('goods that are here are announced, received onto pallets and completed by one request, or not at all', async (t) => {
  const { client, standard, owner } = platform;
  const lines = [
    { sku: 'PLAIN', qty: 7, pallet_id: 'V1-ONCE' },
    { sku: 'EXPIRY', qty: 2, lot_no: 'V1-ONCE', expiry_date: '2097-01-01', location_id: 'A-01' },
    { sku: 'SERIAL', qty: 1, serial_nos: ['V1-ONCE'] },
  ];
  const keyed = { headers: { 'idempotency-key': 'v1-at-once' } };
  const body = { warehouse_id: 'W1', receive: true, lines };
  const made = await client.post(receipts, body, keyed);
  t.is(made.status, 201, made.text);
  t.is(made.body.status, 'received');
  t.deepEqual(
    made.body.lines.map(({ sku, qty, qty_received: received }: any) => [sku, qty, received]),
    [
      ['PLAIN', 7, 7],
      ['EXPIRY', 2, 2],
      ['SERIAL', 1, 1],
    ],
  );
  t.deepEqual(
    made.body.pallets.map(({ pallet_id }: any) => pallet_id),
    ['V1-ONCE'],
  );
  t.deepEqual((await client.post(receipts, body, keyed)).body, made.body);
  const { rows } = await owner.query(
    `select location_id, qty_delta::int as qty, lot_no from inventory_ledger where organization_id = $1 and ref_id = $2
      order by line_no`,
    [standard.id, made.body.id],
  );
  t.deepEqual(rows, [
    { location_id: standard.locations['STAGE-1'], qty: 7, lot_no: '' },
    { location_id: standard.locations['A-01'], qty: 2, lot_no: 'V1-ONCE' },
    { location_id: standard.locations['STAGE-1'], qty: 1, lot_no: '' },
  ]);

  const refused = async (wrong: object, more: object, code: string, path: string) => {
    const { body: answer, text } = await create([{ sku: 'PLAIN', qty: 1 }, wrong], {
      ...more,
      title: 'never made',
    });
    const { details } = answer.error;
    t.is(`${answer.error.code} ${(details[0] ?? details).path}`, `${code} ${path}`, text);
  };
  const receive = { receive: true };
  await refused({ sku: 'PLAIN' }, receive, 'VALIDATION_FAILED', 'lines.1.qty');
  await refused({ sku: 'LOT', qty: 1 }, receive, 'LOT_REQUIRED', 'lines.1');
  await refused(
    { sku: 'PLAIN', qty: 1, location_id: 'NOWHERE' },
    receive,
    'UNKNOWN_REFERENCE',
    'lines.1.location_id',
  );
  await refused({ sku: 'PLAIN', qty: 1, pallet_id: 'V1-X' }, {}, 'VALIDATION_FAILED', 'lines.1.pallet_id');
  const left = await owner.query(
    `select receipt_no from inbound_receipts where organization_id = $1 and title = 'never made'`,
    [standard.id],
  );
  t.deepEqual(left.rows, []);
});
