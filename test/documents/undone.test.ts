/** What was right when a document was drafted, and is so no more when it is issued or taken back. */
import anyTest, { type TestFn } from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { assertBooksHold, base, draftInvoice, issue, issuedInvoice, netOf } from '../journal/books.ts';

const test = anyTest as TestFn<{ platform: Platform }>;

test.before(async (t) => {
  t.context = { platform: await joinPlatform() };
});
test.after('the books hold after everything', (t) =>
  assertBooksHold(t, t.context.platform, t.context.platform.threePl.id),
);
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

test.serial(
  'nothing is posted to an account that was archived, or given another currency, since the draft',
  async (t) => {
    const { platform } = t.context;
    const { threePl } = platform;
    const client = await platform.clientWith(threePl, everyPermission);
    const account = async (code: string, type: string, subtype: string): Promise<string> =>
      (await client.post(`${base}/accounts`, { code, name: code, type, subtype })).body.data.id;
    const revenue = await account('4990', 'revenue', 'service_revenue');
    const expense = await account('6990', 'expense', 'overhead');
    const change = (id: string, words: object) => client.patch(`${base}/accounts/${id}`, words);
    const party = { merchant_id: threePl.merchantId };
    const lines = [{ description: 'Work', quantity: 1, unit_price: 10, account_id: revenue }];
    const invoice = await draftInvoice(t, client, party, { lines });
    const costs = [{ description: 'Rent', amount: 10, account_id: expense }];
    const bill = (await client.post(`${base}/bills`, { vendor_id: threePl.vendorId, lines: costs })).body
      .data;
    for (const [words, code] of [
      [{ is_active: false }, 'ACCOUNT_INACTIVE'],
      [{ is_active: true, currency: 'EUR' }, 'CURRENCY_MISMATCH'],
    ] as const) {
      for (const id of [revenue, expense]) t.is((await change(id, words)).status, 200);
      const issued = await client.patch(`${base}/invoices/${invoice.id}`, { action: 'issue' });
      t.like(issued.body.error, { code, details: { path: 'lines.0.account_id' } }, issued.text);
      const approved = await client.patch(`${base}/bills/${bill.id}`, { action: 'approve' });
      t.like(approved.body.error, { code, details: { path: 'lines.0.account_id' } }, approved.text);
    }
    for (const id of [revenue, expense]) t.is((await change(id, { currency: null })).status, 200);
    t.is((await issue(t, client, invoice.id)).total, 10);
    t.is((await client.patch(`${base}/bills/${bill.id}`, { action: 'approve' })).status, 200);
  },
);

test.serial(
  'an invoice is void no earlier than the last credit of it, so that nothing is owed to nobody',
  async (t) => {
    const { platform } = t.context;
    const { threePl } = platform;
    const client = await platform.clientWith(threePl, everyPermission);
    const party = { merchant_id: threePl.merchantId };
    const lines = [{ description: 'Work', quantity: 1, unit_price: 100 }];
    const invoice = await issuedInvoice(t, client, party, { lines, invoice_date: '2026-05-05' });
    const credit = await issuedInvoice(t, client, party, {
      kind: 'credit_note',
      original_invoice_id: invoice.id,
      invoice_date: '2026-05-10',
      lines: [{ description: 'Work', quantity: 1, unit_price: 40 }],
    });
    const undo = (id: string, void_date: string) =>
      client.patch(`${base}/invoices/${id}`, { action: 'void', reason: 'wrong', void_date });
    t.is((await undo(credit.id, '2026-05-20')).status, 200);
    const early = await undo(invoice.id, '2026-05-15');
    t.like(early.body.error.details[0], { path: 'void_date', code: 'range' });
    t.is((await undo(invoice.id, '2026-05-20')).status, 200);
    t.is(await netOf(platform, threePl.id, 'ar', '2026-05-19'), '60.0000');
    t.is(await netOf(platform, threePl.id, 'ar', '2026-05-20'), '0.0000');
  },
);
