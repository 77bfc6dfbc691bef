/**
 * Whole tables as spreadsheets: names next to ids, the same data as the API, streamed, and nothing of other
 * organizations.
 */
import { parse } from 'csv-parse/sync';
import { once } from 'node:events';
import anyTest, { type TestFn } from 'ava';
import { v7 as uuidv7 } from 'uuid';
import type { Client } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { createReportReads } from '../../db/report-reads.ts';
import { planExport } from '../../db/exports/exports.read.ts';
import { csvStream } from '../../api/tenant/exports/csv-stream.ts';
import { draftInvoice, issuedInvoice } from '../journal/books.ts';

const test = anyTest as TestFn<{ platform: Platform; client: Client }>;
test.before(async (t) => {
  const platform = await joinPlatform();
  const client = await platform.clientWith(platform.threePl, everyPermission);
  t.context = { platform, client };
});
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

const rowsOf = (text: string): any[] => parse(text, { columns: true, bom: true });

async function receive(platform: Platform, client: Client, merchantId: string, qty: number): Promise<void> {
  const { threePl } = platform;
  const item = await client.post('/api/wms/items', {
    merchant_id: merchantId,
    sku: `=SUM-${merchantId.slice(-4)}`,
    name: 'Grüße, "Mug"',
  });
  const receipt = await client.post('/api/wms/inbound-receipts', {
    merchant_id: merchantId,
    warehouse_id: threePl.warehouseId,
    source_type: 'manual',
    lines: [{ item_id: item.body.data.id, expected_qty: qty }],
  });
  if (receipt.status !== 201) throw new Error(receipt.text);
  const { id, lines } = receipt.body.data;
  const scan = { receipt_line_id: lines[0].id, received_qty: qty, location_id: threePl.locations['A-01'] };
  const done = await client.post(`/api/wms/inbound-receipts/${id}/receive-line`, scan);
  if (done.status !== 200) throw new Error(done.text);
}

test.serial('stock and its ledger say what the inventory says, with names beside ids', async (t) => {
  const { platform, client } = t.context;
  const { merchantId, secondMerchantId } = platform.threePl;
  await receive(platform, client, merchantId, 8);
  await receive(platform, client, secondMerchantId!, 5);
  const answer = await client.get('/api/exports/stock');
  t.is(answer.status, 200, answer.text);
  t.regex(answer.headers.get('content-type')!, /text\/csv/);
  t.regex(answer.headers.get('content-disposition')!, /stock\.csv/);
  const stock = rowsOf(answer.text);
  t.is(stock.length, 2);
  const [mine] = stock.filter(({ merchant_id: id }) => id === merchantId);
  t.like(mine, { qty: '8', item_name: 'Grüße, "Mug"', location_code: 'A-01', status: 'available' });
  t.regex(mine.sku, /^'=SUM-/, 'a text that looks like a formula is quoted');
  const shown = (await client.get('/api/wms/inventory?page_size=200')).body.data;
  t.is(
    shown.reduce((sum: number, row: any) => sum + row.qty, 0),
    13,
  );
  const ledger = rowsOf((await client.get('/api/exports/stock-ledger')).text);
  t.deepEqual(
    ledger.map(({ qty_delta: delta }) => Number(delta)).sort((a, b) => a - b),
    [5, 8],
  );
  t.is(rowsOf((await client.get('/api/exports/stock-ledger?date_to=2020-01-01')).text).length, 0);
  t.is(rowsOf((await client.get(`/api/exports/stock?merchant_id=${merchantId}`)).text).length, 1);
});

test.serial('a merchant exports what is its own, and another organization nothing', async (t) => {
  const { platform } = t.context;
  const own = await platform.clientWith(platform.threePl, everyPermission, {
    merchantId: platform.threePl.merchantId,
  });
  const stock = rowsOf((await own.get('/api/exports/stock')).text);
  t.deepEqual(
    stock.map(({ merchant_id: id }) => id),
    [platform.threePl.merchantId],
  );
  const items = rowsOf((await own.get('/api/exports/items')).text);
  t.true(items.length > 0 && items.every(({ merchant_id: id }) => id === platform.threePl.merchantId));
  t.is(rowsOf((await platform.client.get('/api/exports/stock')).text).length, 0);
});

test.serial('orders, invoices and charges come a row for each line, in a period', async (t) => {
  const { platform, client } = t.context;
  const { merchantId, customerId, items } = platform.threePl;
  const order = await client.post('/api/oms/orders', {
    merchant_id: merchantId,
    customer_id: customerId,
    lines: [
      { product_id: items['PLAIN'], qty: 3, price: 2.5 },
      { product_id: items['LOT'], qty: 1, price: 10 },
    ],
  });
  t.is(order.status, 201, order.text);
  const orders = rowsOf((await client.get('/api/exports/orders')).text);
  t.deepEqual(
    orders.map(({ order_no: no, customer_code: customer, sku, qty, amount }) => [
      no,
      customer,
      sku,
      qty,
      amount,
    ]),
    [
      [order.body.data.order_no, 'C1', 'PLAIN', '3', '7.5'],
      [order.body.data.order_no, 'C1', 'LOT', '1', '10'],
    ],
  );
  const returned = await client.post('/api/oms/returns', {
    merchant_id: merchantId,
    warehouse_id: platform.threePl.warehouseId,
    kind: 'customer',
    lines: [{ item_id: items['PLAIN'], qty: 2, reason_code: 'too_small' }],
  });
  t.is(returned.status, 201, returned.text);
  const [line, ...others] = rowsOf((await client.get('/api/exports/returns')).text);
  t.deepEqual(others, []);
  t.like(line, {
    return_no: returned.body.data.return_no,
    status: 'requested',
    sku: 'PLAIN',
    qty: '2',
    received_qty: '0',
    disposed_qty: '0',
    order_no: '',
  });
  const invoice = await issuedInvoice(
    t,
    client,
    { merchant_id: merchantId },
    {
      invoice_date: '2026-05-01',
      lines: [{ unit_price: 100, discount: 5, tax_rate: 10 }, { unit_price: 20 }],
    },
  );
  const invoices = rowsOf(
    (await client.get('/api/exports/invoices?date_from=2026-05-01&date_to=2026-05-31')).text,
  );
  t.is(invoices.length, 2);
  t.like(invoices[0], {
    invoice_no: invoice.invoice_no,
    party_code: 'M1',
    account_name: 'Storage revenue',
    amount: '100',
  });
  // An accountant adds them up: the lines, and the tax of the invoice once.
  const net = invoices.reduce((all, one) => all + Number(one['amount']) - Number(one['discount']), 0);
  t.is(net + Number(invoices[0]!['invoice_tax']), invoice.total);
  t.is(invoices[0]!['tax_rate'], '10');
  const buyer = { merchant_id: merchantId, buyer_vat_id: 'FR40303265045', reverse_charge: true };
  const untaxed = { invoice_date: '2026-05-15', lines: [{ unit_price: 50, tax_rate: 10 }] };
  await draftInvoice(t, client, buyer, untaxed);
  const [reversed] = rowsOf((await client.get('/api/exports/invoices?date_from=2026-05-15')).text);
  t.like(reversed, { tax_rate: '', invoice_tax: '0', invoice_total: '50' });
  t.is(rowsOf((await client.get('/api/exports/invoices?date_from=2026-06-01')).text).length, 0);
  t.is((await client.get('/api/exports/charges')).status, 200);
  t.is((await client.get('/api/exports/invoices?date_from=2026-06-01&date_to=2026-05-01')).status, 400);
  const floor = await platform.clientWith(platform.threePl, ['wms.inbound.view']);
  t.is((await floor.get('/api/exports/stock')).status, 200);
  t.is((await floor.get('/api/exports/invoices')).status, 403);
});

test.serial('a byte order mark comes when it is asked for', async (t) => {
  const { client, platform } = t.context;
  const bytes = async (words: string) => {
    const headers = {
      authorization: `Bearer ${client.accessToken}`,
      'x-organization-id': client.organizationId,
    };
    return Buffer.from(
      await (await fetch(`${platform.url}/api/exports/items${words}`, { headers })).arrayBuffer(),
    );
  };
  t.is((await bytes('?bom=true')).subarray(0, 3).toString('hex'), 'efbbbf');
  t.is((await bytes('')).subarray(0, 6).toString(), 'mercha');
});

test.serial('twelve thousand rows come whole, and a reader that hangs up frees its place', async (t) => {
  const { platform, client } = t.context;
  const { id: org, merchantId } = platform.threePl;
  await platform.owner.query(
    `insert into items (organization_id, id, merchant_id, sku, name)
     select $1, gen_random_uuid(), $2, 'MANY-' || lpad(n::text, 6, '0'), repeat('x', 100) from generate_series(1, 12000) n`,
    [org, merchantId],
  );
  const many = rowsOf((await client.get('/api/exports/items')).text).filter(({ sku }) =>
    sku.startsWith('MANY-'),
  );
  t.is(many.length, 12_000);
  t.is(new Set(many.map(({ sku }) => sku)).size, 12_000);
  const headers = {
    authorization: `Bearer ${client.accessToken}`,
    'x-organization-id': client.organizationId,
  };
  for (let round = 0; round < 5; round += 1) {
    const leave = new AbortController();
    const response = await fetch(`${platform.url}/api/exports/items`, { headers, signal: leave.signal });
    await response.body!.getReader().read();
    leave.abort();
  }
  const again = await client.get('/api/exports/items');
  t.is(again.status, 200, again.text.slice(0, 200));
  t.is((await client.get(`/api/exports/items?merchant_id=${uuidv7()}`)).text.trim().split('\n').length, 1);
});

test.serial(
  'a file that takes too long is broken off, however steadily it is read, and frees its place',
  async (t) => {
    const { platform } = t.context;
    const { id: organizationId } = platform.threePl;
    const reads = createReportReads(platform.database, () => {});
    let reading: Promise<unknown> = Promise.resolve();
    const call: Parameters<typeof csvStream>[0] = {
      organizationId,
      readLater: (run) => {
        const read = reads.readLater({ organizationId }, run);
        reading = read;
        return read;
      },
    };
    let isWhole = false;
    const read = async (): Promise<unknown> => {
      const file = await csvStream(call, planExport('items', organizationId, {}), false, 300);
      file.on('end', () => (isWhole = true));
      // A thousandth of the file every tenth of a second: it never stalls.
      const reader = setInterval(() => file.read(1_000), 100);
      t.teardown(() => clearInterval(reader));
      return once(file, 'error');
    };
    // Where its first rows are as late as that, it is not begun.
    const [fault] = (await read().catch((error: unknown) => [error])) as [unknown];
    t.is((fault as Error).message, 'The export took too long.');
    // Its transaction has ended, with the fault or, between two pieces, without.
    await reading.catch(() => {});
    t.false(isWhole);
  },
);
