import { createHash } from 'node:crypto';
import anyTest, { type TestFn } from 'ava';
import { drawBillOfLading } from '../../api/tenant/shipping/bill-of-lading-pdf.ts';
import { recordingFetch } from '../examples/exchange.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { noReader, readPaper } from '../documents/read-paper.ts';
import { until } from '../helpers/wait.ts';
import { lot, lotIn } from '../inventory/lot-rig.ts';
import { act, drive, newOrder } from '../orders/orders-rig.ts';
import { done, newTransfer, secondWarehouse } from '../transfers/transfers-rig.ts';
import {
  newShipment,
  patch,
  pickedShipment,
  read,
  stocked,
  type Running,
} from '../fulfillment/outbound-rig.ts';

const test = anyTest as TestFn<{ platform: Running }>;
test.before(async (t) => {
  t.context.platform = await joinPlatform();
});
test.after.always((t) => t.context.platform?.stop());

const digest = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

async function bytes({ url, client }: Running, id: string, accept = 'application/pdf'): Promise<Buffer> {
  const headers = {
    authorization: `Bearer ${client.accessToken}`,
    'x-organization-id': client.organizationId,
    accept,
  };
  const response = await recordingFetch(new Request(`${url}/api/wms/documents/${id}`, { headers }));
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

test('shipping leaves a packing list and its label job, and a reprint is equal to the byte', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { id, item_id } = await pickedShipment(platform, 5);
  for (const qty of [2, 3]) {
    await client.post(`/api/wms/shipments/${id}/cartons`, {
      lines: [{ item_id, qty }],
      weight_kg: qty * 1.5,
    });
  }
  const path = `/api/wms/shipments/${id}/packing-list`;
  const early = await client.post(path);
  t.is(early.status, 409, early.text);
  t.is(early.body.error.code, 'DOCUMENT_NOT_READY');
  await patch(client, `/api/wms/shipments/${id}`, { action: 'ship', tracking_no: '1Z999' });
  const document = await until(
    'the paper is there',
    async () => (await read(client, `/api/wms/documents?subject_id=${id}`))[0],
  );
  t.like(document, { kind: 'packing_list', subject_type: 'shipment' });
  t.deepEqual((await client.post(path)).body.data, document, 'asked for again it is that one');
  // Nobody has seen it yet: it says what was so when the goods left.
  await platform.owner.query('update items set name = $1 where id = $2', ['Renamed since', item_id]);
  const [first, ...others] = await Promise.all([1, 2].map(() => bytes(platform, document.id)));
  t.is(first!.subarray(0, 5).toString(), '%PDF-');
  for (const other of others) t.true(other.equals(first!), 'who asks first at once gets the same');
  const paper = readPaper(first!, 'packing-list');
  if (paper === undefined) t.log(noReader);
  else {
    t.false(paper.includes('Renamed'));
    t.true(paper.includes('1Z999'));
  }
  t.true((await bytes(platform, document.id)).equals(first!));
  t.deepEqual(JSON.parse((await bytes(platform, document.id, 'application/json')).toString()).data, {
    ...document,
    content_type: 'application/pdf',
    size_bytes: first!.length,
    sha256: digest(first!),
  });
  const job = await until(
    'the paper is there',
    async () =>
      (
        await platform.owner.query(
          "select zpl_content from print_jobs join label_texts t on t.sha256 = zpl_sha256 and t.organization_id = print_jobs.organization_id where ref_id = $1 and label_kind = 'packing_list'",
          [id],
        )
      ).rows[0],
  );
  t.regex(job.zpl_content, /PACKING LIST/);
});

test('a transfer has a packing list, under its number and with the lots that left', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item = await lotIn(platform, { 'A-01': 3 });
  const there = await secondWarehouse(client, 'PAPER');
  const sent = await newTransfer(client, standard, there, [{ item_id: item, qty: 3 }]);
  await done(client, sent, 'ship');
  const document = await until(
    'the paper is there',
    async () => (await read(client, `/api/wms/documents?subject_id=${sent.shipment_id}`))[0],
  );
  t.like(document, { kind: 'packing_list', subject_type: 'shipment' });
  const { rows } = await platform.owner.query('select facts from documents where id = $1', [document.id]);
  const { kind, order_no, lines } = rows[0].facts;
  t.like({ kind, order_no }, { kind: 'transfer', order_no: sent.transfer_no });
  t.like(lines, [{ lot_no: lot, qty: '3.000000' }]);
  const paper = readPaper(await bytes(platform, document.id), 'packing-list-of-transfer');
  if (paper === undefined) t.log(noReader);
  else for (const word of [sent.transfer_no, lot, 'Second PAPER']) t.true(paper.includes(word), word);
});

test('a shipment of which a part left, and the rest is cancelled, has a packing list of that part', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const item = await stocked(platform, { 'A-01': 10 });
  for (const cancel of ['shipment', 'order']) {
    const order = await newOrder(client, [{ item, qty: 4 }]);
    const { wms_shipments: made } = await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
    const path = `/api/wms/shipments/${made[0].id}`;
    await patch(client, path, { action: 'pick' });
    for (const qty of [1, 3]) await client.post(`${path}/cartons`, { lines: [{ item_id: item, qty }] });
    const lines = [{ line_id: order.lines[0].id, qty: 1 }];
    await drive(client, order.id, ['partial_fulfill', { lines }]);
    const ended =
      cancel === 'order'
        ? await act(client, order.id, 'cancel-request')
        : await patch(client, path, { action: 'cancel' });
    t.is(ended.status, 200, ended.text);
    t.is((await read(client, path)).status, 'shipped', cancel);
    const cartons = await read(client, `${path}/cartons`);
    t.deepEqual(
      cartons.map(({ voided_at: voided }: { voided_at: unknown }) => voided === null),
      [true, false],
      'what is put back is in no carton',
    );
    const document = await until(
      'the paper is there',
      async () => (await read(client, `/api/wms/documents?subject_id=${made[0].id}`))[0],
    );
    t.is(document.kind, 'packing_list');
  }
});

test('asking for a document many times at once makes one', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { id } = await pickedShipment(platform, 1);
  await patch(client, `/api/wms/shipments/${id}`, { action: 'ship' });
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => client.post(`/api/wms/shipments/${id}/packing-list`)),
  );
  t.is(new Set(answers.map(({ body }) => body.data.id)).size, 1);
  const jobs = await platform.owner.query(
    "select count(*)::integer as n from print_jobs where ref_id = $1 and label_kind = 'packing_list'",
    [id],
  );
  t.true(jobs.rows[0].n <= 1);
});

test('a load leaves its bill of lading', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const item = await stocked(platform, { 'A-01': 30 }, { weight_kg: 1.25 });
  const shipments: { id: string }[] = [];
  for (const qty of [3, 8]) shipments.push(await newShipment(platform, [{ item_id: item, qty }]));
  const load = (
    await client.post('/api/wms/loads', {
      warehouse_id: standard.warehouseId,
      carrier_id: standard.carrierId,
      freight_terms: 'third_party',
      trailer_no: 'TR-501',
      seal_no: 'SEAL-9',
      handling_units: 3,
      shipment_ids: shipments.map(({ id }) => id),
    })
  ).body.data;
  const path = `/api/wms/loads/${load.id}`;
  t.is((await client.post(`${path}/bill-of-lading`)).body.error.code, 'DOCUMENT_NOT_READY');
  t.is((await patch(client, path, { action: 'ship' })).status, 200);
  const id = await until(
    'the paper is there',
    async () => (await read(client, path)).bill_of_lading_id as string | null,
  );
  const content = await bytes(platform, id!);
  const facts = await read(client, `/api/wms/documents?kind=bill_of_lading&subject_id=${load.id}`);
  t.is(facts[0].document_no, (await read(client, path)).bol_number);
  t.true((await bytes(platform, id!)).equals(content));
  t.is((await client.post(`${path}/bill-of-lading`)).body.data.id, id);
});

test('the same facts give the same bytes, on any number of pages', async (t) => {
  const facts = {
    load_no: 'LOAD-20260101-0001',
    bol_number: '00000000000000017',
    organization: 'Ünïcode & Søns 株式会社',
    warehouse: 'Main',
    warehouse_address: {},
    time_zone: 'Europe/Berlin',
    carrier: null,
    scac: null,
    freight_terms: 'prepaid',
    trailer_no: null,
    seal_no: null,
    handling_unit_type: 'pallet',
    handling_units: 120,
    weight_kg: '1234.500000',
    ship_to: {},
    pro_number: '123-456789',
    freight_class: '92.5',
    goods_description: 'Kitchenware, boxed, on pallets',
    bill_freight_to: { name: 'Payer Inc.', city: 'Reno', state: 'NV', postal: '89501', country: 'US' },
    shipped_at: '2026-01-01T23:30:00+00:00',
    shipments: Array.from({ length: 120 }, (_, index) => ({
      shipment_no: `SHP-20260101-${String(index).padStart(4, '0')}`,
      order_no: null,
      po_number: `PO-${index}`,
      merchant: 'A merchant with quite a long name that does not fit its column at all',
      ship_to: { name: `Customer ${index}` },
      cartons: index,
      units: '10.5',
      weight_kg: null,
    })),
  };
  const { billOfLadingNumber } = await import('../../domain/inventory/sscc.ts');
  const numbered = { ...facts, bol_number: billOfLadingNumber('4012345', 1) };
  const first = await drawBillOfLading(numbered);
  t.true(first.includes('(D:20260101233000Z)'), 'the moment in the file is that of the shipping');
  t.true((await drawBillOfLading(numbered)).equals(first));
  await t.throwsAsync(() => drawBillOfLading({ ...facts, bol_number: '40123450000000010' }), {
    message: /checksum/i,
  });
  // Without a company prefix it is the operator's own number, in a barcode that does not claim to be anything else.
  t.is(
    (await drawBillOfLading({ ...facts, bol_number: '00000000000000010' })).subarray(0, 5).toString(),
    '%PDF-',
  );
  const paper = readPaper(first, 'bill-of-lading');
  if (paper === undefined) return t.log(noReader);
  for (const word of ['123-456789', '92.5', 'Kitchenware, boxed', 'Payer Inc.', 'Reno, NV 89501', 'PO-119'])
    t.true(paper.includes(word), word);
});

test('the database refuses a changed document', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const { id } = await pickedShipment(platform, 1);
  await patch(client, `/api/wms/shipments/${id}`, { action: 'ship' });
  const { id: documentId } = (await client.post(`/api/wms/shipments/${id}/packing-list`)).body.data;
  await t.throwsAsync(
    () => platform.owner.query("update documents set facts = '{}' where id = $1", [documentId]),
    { message: /append-only/ },
  );
  await t.throwsAsync(() => platform.owner.query('delete from documents where id = $1', [documentId]), {
    message: /append-only/,
  });
});

test('documents are closed to others', async (t) => {
  const { platform } = t.context;
  const { client, standard, threePl } = platform;
  const { id } = await pickedShipment(platform, 1);
  await patch(client, `/api/wms/shipments/${id}`, { action: 'ship' });
  const { id: documentId } = (await client.post(`/api/wms/shipments/${id}/packing-list`)).body.data;
  const path = `/api/wms/documents/${documentId}`;
  const stranger = await platform.clientWith(threePl, ['wms.outbound.view', 'wms.outbound.ship']);
  t.is((await stranger.get(path)).status, 404);
  t.is((await stranger.post(`/api/wms/shipments/${id}/packing-list`)).status, 404);
  t.is((await stranger.get('/api/wms/documents')).body.meta.total, 0);
  const blind = await platform.clientWith(standard, ['wms.packing.view']);
  t.is((await blind.get(path)).status, 403);
  t.is((await client.get('/api/wms/documents?kind=love_letter')).status, 400);
  t.is((await client.get(`/api/wms/documents/${id}`)).status, 404);
  t.is((await fetch(`${platform.url}${path}`)).status, 401);
});
