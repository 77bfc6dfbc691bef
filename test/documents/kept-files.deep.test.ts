/** What a token can make the store keep: what was issued, and what is taken; nothing is ever deleted from it. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { everyPermission } from '../helpers/join-platform.ts';
import { startPlatform } from '../helpers/platform.ts';
import { warehouseDay } from '../helpers/receiving.ts';
import { base, issuedInvoice } from '../journal/books.ts';
import { inspect, receivedReturn, returnsPath } from '../returns/returns-rig.ts';
import { pixel } from '../transport/transport-rig.ts';
import { pngOf } from './png.ts';

test('statements, and uploads that are refused, leave nothing in the store', async (t) => {
  const filesDir = mkdtempSync(path.join(tmpdir(), 'kept-'));
  t.teardown(() => rmSync(filesDir, { recursive: true, force: true }));
  const platform = await startPlatform(t, { filesDir });
  const { client } = platform;
  const kept = (): number =>
    readdirSync(filesDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;

  const made = await client.post('/api/oms/customers', { code: 'BUYER', name: 'Buyer Ltd.' });
  const party = { customer_id: made.body.data.id };
  const invoice = await issuedInvoice(t, client, party, {
    invoice_date: '2026-09-10',
    lines: [{ unit_price: 100 }],
  });
  const papers = [
    `/api/wms/inventory/statement?format=pdf&from=${warehouseDay(-1)}&to=${warehouseDay(1)}`,
    `${base}/reports/aging?format=pdf&as_of=2026-09-30&from=2026-09-01&customer_id=${party.customer_id}`,
  ];
  const before = kept();
  for (const paper of papers) t.true((await client.get(paper)).text.startsWith('%PDF'), paper);
  t.is(kept(), before, 'a statement is no issued paper');
  t.is((await client.get(`${base}/invoices/${invoice.id}?format=pdf`)).status, 200);
  t.is(kept(), before + 1, 'an invoice is');

  const found = await receivedReturn(platform, 1);
  const [inspection] = (await inspect(client, found, 1, { defects: ['scratched'] })).body.data.inspections;
  const photosPath = `${returnsPath}/${found.id}/inspections/${inspection.id}/photos`;
  const ten = (from: number) => ({
    photos: Array.from({ length: 10 }, (_, index) => ({
      filename: `${from}-${index}.png`,
      content: Buffer.concat([pixel, Buffer.from([from, index])]).toString('base64'),
    })),
  });
  for (const from of [0, 1, 2, 3]) t.is((await client.post(photosPath, ten(from))).status, 201);
  const photos = kept();
  const refused = await client.post(photosPath, ten(4));
  t.is(refused.body.error.code, 'TOO_MANY_PHOTOS', refused.text);
  t.deepEqual(refused.body.error.details, { photos: 40, max: 40 });
  t.is(kept(), photos);
  t.is((await client.post(photosPath, ten(0))).status, 201, 'the same bytes are there already');

  const { threePl } = platform;
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  const logo = { logo: [{ content: pngOf(10, 10).toString('base64') }] };
  t.is((await merchant.put('/api/tenancy/paper/logo', logo)).status, 403);
  t.is(kept(), photos);
});
