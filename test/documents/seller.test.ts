/**
 * Documents one would send: the sender, how to pay, tax by rate, unbroken figures, on the paper and in the layout of
 * the country.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import anyTest, { type TestFn } from 'ava';
import { recordingFetch } from '../examples/exchange.ts';
import type { Client } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { accountsByCode, base, draftInvoice, issuedInvoice } from '../journal/books.ts';
import { pngOf } from './png.ts';
import { noReader, readPaper } from './read-paper.ts';

const test = anyTest as TestFn<{ platform: Platform; client: Client }>;
test.before(async (t) => {
  const platform = await joinPlatform();
  t.context = { platform, client: await platform.clientWith(platform.standard, everyPermission) };
});
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

const longName = 'Zwischenlagerungs und Verteilungsgesellschaft der Vereinigten Hanseatischen Kontore KG mbH';

const seller = {
  legal_name: 'Harbour Logistics Inc.',
  address: {
    address: '12 Pier Road',
    city: 'Oakland',
    state: 'CA',
    postal: '94607',
    country: 'US',
    phone: '+1 510 555 0100',
  },
  email: 'billing@harbour.example.com',
  website: 'harbour.example.com',
  tax_number: 'US-94-1234567',
  bank_name: 'First Bank of Oakland',
  bank_account: '000123456789',
  bank_code: '121000358',
  payment_note: 'Please pay within thirty days.',
};

async function fetchFile(client: Client, platform: Platform, at: string): Promise<Buffer> {
  const headers = {
    authorization: `Bearer ${client.accessToken}`,
    'x-organization-id': client.organizationId,
  };
  const response = await recordingFetch(new Request(platform.url + at, { headers }));
  return Buffer.from(await response.arrayBuffer());
}

test.serial('130 lines, a name of 90 letters and a total of 154,197,386,118.55 break nowhere', async (t) => {
  const { client, platform } = t.context;
  t.is(longName.length, 90);
  const set = await client.patch('/api/tenancy/paper', seller);
  t.is(set.status, 200, set.text);
  const logo = await client.put('/api/tenancy/paper/logo', {
    logo: [{ content: pngOf(300, 100).toString('base64'), content_type: 'image/png' }],
  });
  t.is(logo.status, 200, logo.text);
  const customer = await client.post('/api/oms/customers', { code: 'LONG', name: longName });
  const accounts = await accountsByCode(client);
  // The first line brings the total to its figure: 154,197,386,118.55 less 129 times 1,000,000.25.
  const lines = Array.from({ length: 130 }, (_, at) => ({
    account_id: accounts['4000']!,
    description: `Pallet positions, zone ${at + 1}`,
    uom: 'pallet',
    quantity: at === 0 ? 1_000 : 1,
    unit_price: at === 0 ? 154_068_386.0863 : 1_000_000.25,
  }));
  const invoice = await issuedInvoice(
    t,
    client,
    { customer_id: customer.body.data.id },
    {
      invoice_date: '2026-10-01',
      bill_to: {
        name: longName,
        address: 'Am Sandtorkai 1',
        city: 'Hamburg',
        state: 'Hamburg',
        postal: '20457',
        country: 'Germany',
        phone: '+49 40 1234567',
      },
      lines,
    },
  );
  t.is(invoice.total, 154_197_386_118.55);
  const file = await fetchFile(client, platform, `${base}/invoices/${invoice.id}?format=pdf`);
  const page = readPaper(file, 'invoice-long');
  if (page === undefined) return t.log(noReader);
  t.regex(page, /154,197,386,118\.55/);
  t.is(page.match(/1,000,000\.25/g)!.length, 2 * 129, 'price and amount of each line are whole');
  t.true(page.replaceAll(/\s+/g, ' ').includes(longName), page.slice(0, 2000));
  t.regex(page, /20457 Hamburg\n/, 'the code before the town');
  t.notRegex(page, /\+49 40 1234567/, 'a phone number is no address');
  for (const word of [
    '12 Pier Road',
    'Oakland, CA 94607',
    'US-94-1234567',
    'Account 000123456789',
    invoice.invoice_no,
  ])
    t.true(page.includes(word), word);
  t.regex(page, /HOW TO PAY/);
  t.regex(execFileSync('pdfinfo', ['-'], { input: file, encoding: 'utf8' }), /612 x 792 pts \(letter\)/);
  const images = execFileSync('pdfimages', ['-list', '-'], { input: file, encoding: 'utf8' });
  t.regex(images, /300\s+100/);
});

test.serial('tax is named by its code and rate, each of what it is taken', async (t) => {
  const { client, platform } = t.context;
  const customer = await client.post('/api/oms/customers', { code: 'TAXED', name: 'Taxed Ltd.' });
  const invoice = await issuedInvoice(
    t,
    client,
    { customer_id: customer.body.data.id },
    {
      invoice_date: '2026-10-01',
      lines: [
        { description: 'Storage', unit_price: 1000, tax_code: 'CA', tax_rate: 7.25 },
        { description: 'Handling', unit_price: 234, tax_code: 'CA', tax_rate: 7.25 },
        { description: 'Labels', unit_price: 100, tax_code: 'SF', tax_rate: 1.375 },
        { description: 'Advice', unit_price: 50 },
      ],
    },
  );
  const file = await fetchFile(client, platform, `${base}/invoices/${invoice.id}?format=pdf`);
  const page = readPaper(file, 'invoice-taxes');
  if (page === undefined) return t.log(noReader);
  t.regex(page, /Net +1,384\.00/);
  t.regex(page, /Tax CA 7\.25 % of 1,234\.00 +89\.47/);
  t.regex(page, /Tax SF 1\.375 % of 100\.00 +1\.38/);
  t.regex(page, /Total USD +1,474\.85/);
});

test.serial('the paper is that of the country, unless it is said', async (t) => {
  const { client, platform } = t.context;
  const customer = await client.post('/api/oms/customers', { code: 'SIZED', name: 'Sized Ltd.' });
  const invoice = await draftInvoice(t, client, { customer_id: customer.body.data.id }, {});
  const size = async (settings: object) => {
    t.is((await client.patch('/api/tenancy/paper', settings)).status, 200);
    const file = await fetchFile(client, platform, `${base}/invoices/${invoice.id}?format=pdf`);
    // MediaBox is not compressed: it is in the page's own object.
    return /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(file.toString('latin1'))?.[1];
  };
  t.is(await size({ address: { country: 'DE' } }), '595.28 841.89');
  t.is(await size({ address: { country: 'Canada' } }), '612 792');
  t.is(await size({ paper_size: 'A4' }), '595.28 841.89');
  t.is((await client.patch('/api/tenancy/paper', { paper_size: 'A5' })).status, 400);
});

test.serial(
  'a logo is a picture by its bytes, of a size, whole; others are refused with the reason',
  async (t) => {
    const { client, platform } = t.context;
    const put = (bytes: Buffer) =>
      client.put('/api/tenancy/paper/logo', { logo: [{ content: bytes.toString('base64') }] });
    const good = pngOf(10, 10);
    const broken = Buffer.from(good);
    broken[good.indexOf('IDAT') + 8]! ^= 0xff;
    const bomb = pngOf(10, 10, deflateSync(Buffer.alloc(50_000_000)));
    for (const [bytes, why] of [
      [Buffer.from('<svg/>'), /no PNG and no JPEG/],
      [good.subarray(0, 40), /not whole/],
      [pngOf(2_000, 10), /2000 by 10 dots/],
      [broken, /unpacked|dots/],
      [bomb, /unpacked/],
      [Buffer.from([0xff, 0xd8, 0xff, 0xd9]), /says no size/],
    ] as const) {
      const refused = await put(bytes);
      t.is(refused.status, 400, refused.text);
      t.is(refused.body.error.code, 'UNSUPPORTED_FILE_TYPE');
      t.regex(refused.body.error.message, why);
    }
    t.is((await put(Buffer.alloc(600 * 1024))).status, 400);
    const form = new FormData();
    form.append('logo', new Blob([new Uint8Array(good)], { type: 'image/png' }), 'logo.png');
    const uploaded = await fetch(`${platform.url}/api/tenancy/paper/logo`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${client.accessToken}`, 'x-organization-id': client.organizationId },
      body: form,
    });
    t.is(uploaded.status, 200, await uploaded.clone().text());
    const digest = createHash('sha256').update(good).digest('hex');
    t.is(((await uploaded.json()) as any).data.logo.sha256, digest);
    t.true((await fetchFile(client, platform, '/api/tenancy/paper/logo')).equals(good));
    t.is((await client.delete('/api/tenancy/paper/logo')).body.data.logo, null);
    t.is((await client.get('/api/tenancy/paper/logo')).status, 404);
    const viewer = await platform.clientWith(platform.standard, ['tenancy.view']);
    t.is((await viewer.get('/api/tenancy/paper')).status, 200);
    t.is((await viewer.patch('/api/tenancy/paper', { email: null })).status, 403);
  },
);

test('another organization has papers of its own', async (t) => {
  const other = await t.context.platform.clientWith(t.context.platform.threePl, everyPermission);
  const { data } = (await other.get('/api/tenancy/paper')).body;
  t.like(data, { legal_name: null, tax_number: null, logo: null, address: {} });
});

test.serial('a company prefix that GS1 gives nobody is refused with the reason', async (t) => {
  const { client } = t.context;
  for (const [prefix, why] of [
    ['0000000', /eight digits/],
    ['2012345', /own use/],
    ['9521234', /demonstrations/],
  ] as const) {
    const refused = await client.patch('/api/tenancy/settings', { gs1_company_prefix: prefix });
    t.is(refused.status, 400, prefix);
    t.regex(refused.text, why);
  }
  t.is((await client.patch('/api/tenancy/settings', { gs1_company_prefix: '0614141' })).status, 200);
});
