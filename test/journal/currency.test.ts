import anyTest, { type TestFn } from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { createClient } from '../helpers/client.ts';
import { assertBooksHold, base, draftInvoice, issue, issuedInvoice } from './books.ts';

const test = anyTest as TestFn<{ platform: Platform }>;

test.before(async (t) => {
  t.context = { platform: await joinPlatform() };
});
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

test('an organization that rounds half to even does so on every line', async (t) => {
  const { platform } = t.context;
  const client = await platform.clientWith(platform.threePl, everyPermission);
  const party = { merchant_id: platform.threePl.merchantId };
  const words = { lines: [{ unit_price: 0.125 }, { unit_price: 0.135 }, { unit_price: -0.125 }] };
  const amounts = async () =>
    (await draftInvoice(t, client, party, words)).lines.map((line: any) => line.amount);
  t.deepEqual(await amounts(), [0.13, 0.14, -0.13]);
  t.is((await client.patch('/api/tenancy/settings', { rounding: 'half_even' })).status, 200);
  t.deepEqual(await amounts(), [0.12, 0.14, -0.12]);
});

test.serial('the base currency stays while a draft has a rate to it', async (t) => {
  const { platform } = t.context;
  const org = await platform.newOrganization({ edition: 'standard' });
  const client = createClient(platform.url, org);
  const change = async () => (await client.patch('/api/tenancy/settings', { base_currency: 'EUR' })).body;
  const dollars = await draftInvoice(t, client, { customer_id: org.customerId });
  t.is((await change()).error?.code, 'VALIDATION_FAILED', 'it would be posted as 100 euros');
  t.is((await client.delete(`${base}/invoices/${dollars.id}`)).status, 200);
  const lines = [{ description: 'Rent', amount: 10 }];
  const bill = await client.post(`${base}/bills`, { vendor_id: org.vendorId, lines });
  const { error } = await change();
  t.regex(error.message, /draft/);
  t.is((await client.delete(`${base}/bills/${bill.body.data.id}`)).status, 200);
  t.is((await change()).data.base_currency, 'EUR');
});

test.serial('books may be kept in any currency, and in one only once something is posted', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const party = { customer_id: standard.customerId };
  t.is((await client.patch('/api/tenancy/settings', { base_currency: 'QQQ' })).status, 400);
  t.is((await client.patch('/api/tenancy/settings', { base_currency: 'KWD' })).status, 200);
  const dinar = await issuedInvoice(t, client, party, {
    lines: [{ quantity: 3, unit_price: 1.1115, tax_code: 'V', tax_rate: 5 }],
  });
  t.deepEqual([dinar.currency, dinar.subtotal, dinar.tax_total, dinar.total], ['KWD', 3.335, 0.167, 3.502]);
  const yen = await draftInvoice(t, client, party, {
    currency: 'JPY',
    exchange_rate: 0.00205,
    lines: [{ unit_price: 4999.5 }],
  });
  t.is(yen.total, 5000);
  await issue(t, client, yen.id);
  await assertBooksHold(t, platform, standard.id);
  const changed = await client.patch('/api/tenancy/settings', { base_currency: 'USD' });
  t.is(changed.status, 400, changed.text);
});
