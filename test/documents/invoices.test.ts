import anyTest, { type TestFn } from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import {
  accountsByCode,
  assertBooksHold,
  base,
  draftInvoice,
  entriesOf,
  issue,
  issuedInvoice,
  netOf,
  pay,
} from '../journal/books.ts';

const test = anyTest as TestFn<{
  platform: Platform;
  accounts: Record<string, string>;
  party: { customer_id: string };
}>;

test.before(async (t) => {
  const platform = await joinPlatform();
  t.context = {
    platform,
    accounts: await accountsByCode(platform.client),
    party: { customer_id: platform.standard.customerId },
  };
});
test.after('the books hold after everything', (t) =>
  assertBooksHold(t, t.context.platform, t.context.platform.standard.id),
);
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

const path = (id: string) => `${base}/invoices/${id}`;

test('an invoice is drafted, issued with its number and entry, paid in parts, and the trace is exact', async (t) => {
  const { platform, party, accounts } = t.context;
  const { client } = platform;
  const lines = [
    { quantity: 3, unit_price: 33.333333, tax_code: 'NY', tax_rate: 8.875 },
    {
      quantity: 1,
      unit_price: 20,
      discount: 5,
      account_id: accounts['4010'],
      description: 'Handling',
      tax_code: 'NY',
      tax_rate: 8.875,
    },
    { quantity: 1, unit_price: -4.5, account_id: accounts['4030'], description: 'Goodwill' },
  ];
  const draft = await draftInvoice(t, client, party, { invoice_date: '2026-06-10', lines });
  t.is(draft.invoice_no, null);
  t.deepEqual(
    [draft.subtotal, draft.discount_total, draft.tax_total, draft.total],
    [115.5, 5, 10.21, 120.71],
  );
  t.is(draft.due_date, '2026-07-10', "after the customer's terms");
  t.is(draft.bill_to.name, 'Customer One');
  t.deepEqual(await entriesOf(platform, draft.id), []);

  const issued = await issue(t, client, draft.id);
  t.regex(issued.invoice_no, /^INV-202606-\d{4}$/);
  t.is(issued.status, 'open');
  const [entry] = await entriesOf(platform, draft.id);
  t.is(entry.source_no, issued.invoice_no);
  const by = (code: string) => entry.lines.filter((line: any) => line.account_code === code);
  t.is(by('1100')[0].debit, 120.71);
  t.is(by('2100')[0].credit, 10.21);
  const traced = issued.lines.map((line: any) => {
    const posted = entry.lines.filter((one: any) => one.invoice_line_id === line.id);
    t.is(posted.length, 1, 'one revenue line per invoice line');
    return posted[0].credit - posted[0].debit;
  });
  t.deepEqual(traced, [100, 15, -4.5]);

  const part = await pay(t, client, draft.id, {
    amount: 20.71,
    payment_date: '2026-06-20',
    reference: 'WIRE 7',
  });
  t.deepEqual([part.invoice.status, part.invoice.amount_due], ['partially_paid', 100]);
  t.is(
    (await client.post(`${path(draft.id)}/payments`, { method: 'ach', amount: 100.01 })).body.error.code,
    'AMOUNT_EXCEEDS_DUE',
  );
  t.is(
    (await client.post(`${path(draft.id)}/payments`, { method: 'ach', amount: 1.005 })).body.error.code,
    'AMOUNT_PRECISION',
  );
  const rest = await pay(t, client, draft.id, {
    amount: 100,
    payment_date: '2026-06-30',
    account_id: accounts['1010'],
  });
  t.is(rest.invoice.status, 'paid');
  t.is(
    (await client.post(`${path(draft.id)}/payments`, { method: 'ach', amount: 1 })).body.error.code,
    'ILLEGAL_TRANSITION',
  );

  const undone = await client.post(`${path(draft.id)}/payments`, {
    reverses_payment_id: part.id,
    payment_date: '2026-07-01',
    memo: 'Bounced',
  });
  t.is(undone.status, 201, undone.text);
  t.deepEqual(
    [undone.body.data.invoice.status, undone.body.data.invoice.amount_due, undone.body.data.applied_amount],
    ['partially_paid', 20.71, -20.71],
  );
  const again = await client.post(`${path(draft.id)}/payments`, {
    reverses_payment_id: part.id,
    payment_date: '2026-07-01',
  });
  t.deepEqual([again.status, again.body.error.code], [409, 'ALREADY_REVERSED']);
  const twist = await client.post(`${path(draft.id)}/payments`, {
    reverses_payment_id: undone.body.data.id,
    payment_date: '2026-07-01',
  });
  t.is(twist.body.error.code, 'NOT_REVERSIBLE');
  const history = await client.get(`${path(draft.id)}/payments`);
  t.deepEqual(
    history.body.data.map((one: any) => one.applied_amount),
    [20.71, 100, -20.71],
  );
  t.is(history.body.data[0].reversed_by_payment_id, undone.body.data.id);
});

test('a draft is edited and deleted; an issued invoice is neither', async (t) => {
  const { platform, party, accounts } = t.context;
  const { client } = platform;
  const draft = await draftInvoice(t, client, party);
  const edited = await client.patch(path(draft.id), {
    version: draft.version,
    po_number: 'PO 9',
    lines: [{ account_id: accounts['4000'], description: 'Less', quantity: 2, unit_price: 1.255 }],
  });
  t.is(edited.status, 200, edited.text);
  t.deepEqual([edited.body.data.total, edited.body.data.po_number], [2.51, 'PO 9']);
  t.is(
    (await client.patch(path(draft.id), { version: draft.version, notes: 'x' })).body.error.code,
    'STATE_CHANGED',
  );
  const backwards = {
    account_id: draft.lines[0].account_id,
    description: 'Storage',
    quantity: 1,
    unit_price: 1,
  };
  const refused = await client.patch(path(draft.id), {
    lines: [{ ...backwards, service_from: '2026-06-02', service_to: '2026-06-01' }],
  });
  t.like(refused.body.error.details[0], { path: 'lines.0.service_to', code: 'range' });
  t.is((await client.patch(path(draft.id), { due_date: '2020-01-01' })).body.error.code, 'VALIDATION_FAILED');
  await issue(t, client, draft.id);
  t.is((await client.patch(path(draft.id), { notes: 'x' })).body.error.code, 'ILLEGAL_TRANSITION');
  t.is((await client.delete(path(draft.id))).body.error.code, 'ILLEGAL_TRANSITION');
  await t.throwsAsync(
    platform.owner.query('update invoices set total = 1, subtotal = 1 where id = $1', [draft.id]),
    { message: /frozen/ },
  );
  await t.throwsAsync(
    platform.owner.query('update invoice_lines set amount = 1 where invoice_id = $1', [draft.id]),
    { message: /frozen/ },
  );
  await t.throwsAsync(platform.owner.query('delete from invoices where id = $1', [draft.id]), {
    message: /cannot be deleted/,
  });

  const other = await draftInvoice(t, client, party);
  await platform.owner.query("update invoices set source = 'sales_order' where id = $1", [other.id]);
  const fixed = await client.patch(path(other.id), { period_start: '2026-01-01', period_end: '2026-01-31' });
  t.is(fixed.body.error.code, 'INVOICE_LINES_FIXED', 'what an order or a run decided stays');
  t.is((await client.delete(path(other.id))).status, 200);
  t.is((await client.get(path(other.id))).status, 404);
});

test.serial('void takes the receivable back, and a new invoice brings the same receivable', async (t) => {
  const { platform } = t.context;
  const client = await platform.clientWith(platform.threePl, [
    'accounting.view',
    'invoices.write',
    'invoices.issue',
    'payments.record',
  ]);
  const { id: org, merchantId } = platform.threePl;
  const words = { invoice_date: '2026-05-05', lines: [{ unit_price: 81.17, tax_code: 'S', tax_rate: 7 }] };
  const first = await issuedInvoice(t, client, { merchant_id: merchantId }, words);
  const receivable = await netOf(platform, org, 'ar');
  const paid = await pay(t, client, first.id, { amount: 10, payment_date: '2026-05-06' });
  t.is(
    (await client.patch(path(first.id), { action: 'void', reason: 'Wrong' })).body.error.code,
    'HAS_PAYMENTS',
  );
  await client.post(`${path(first.id)}/payments`, {
    reverses_payment_id: paid.id,
    payment_date: '2026-05-09',
  });
  const early = await client.patch(path(first.id), {
    action: 'void',
    reason: 'Wrong',
    void_date: '2026-05-08',
  });
  t.is(early.body.error.details[0].path, 'void_date', 'not before the last settlement');
  const voided = await client.patch(path(first.id), {
    action: 'void',
    reason: 'Wrong',
    void_date: '2026-05-10',
  });
  t.deepEqual([voided.body.data.status, voided.body.data.amount_due], ['void', 0]);
  t.is(await netOf(platform, org, 'ar'), '0.0000');
  t.is(
    (await client.patch(path(first.id), { action: 'void', reason: 'Twice' })).body.error.code,
    'ILLEGAL_TRANSITION',
  );
  await issuedInvoice(t, client, { merchant_id: merchantId }, words);
  t.is(await netOf(platform, org, 'ar'), receivable);
  await assertBooksHold(t, platform, org);
});

test('a dispute is a flag beside the state', async (t) => {
  const { platform, party } = t.context;
  const { client } = platform;
  const invoice = await issuedInvoice(t, client, party);
  const disputed = await client.patch(path(invoice.id), {
    action: 'dispute',
    reason: 'Pallets counted twice',
  });
  t.deepEqual([disputed.body.data.status, disputed.body.data.disputed], ['open', true]);
  t.is(
    (await client.patch(path(invoice.id), { action: 'dispute', reason: 'x' })).body.error.code,
    'ILLEGAL_TRANSITION',
  );
  const found = await client.get(`${base}/invoices?disputed=1`);
  t.true(found.body.data.some(({ id }: any) => id === invoice.id));
  const resolved = await client.patch(path(invoice.id), { action: 'resolve', note: 'Recounted' });
  t.false(resolved.body.data.disputed);
  t.is((await client.patch(path(invoice.id), { action: 'resolve' })).body.error.code, 'ILLEGAL_TRANSITION');
});

test('an invoice of nothing is paid at once and may be voided; a negative one is refused', async (t) => {
  const { platform, party } = t.context;
  const free = await issuedInvoice(t, platform.client, party, {
    lines: [{ unit_price: 10 }, { unit_price: -10 }],
  });
  t.is(free.status, 'paid');
  t.is(
    (await platform.client.patch(path(free.id), { action: 'void', reason: 'x' })).body.data.status,
    'void',
  );
  const blank = await issuedInvoice(t, platform.client, party, { lines: [{ unit_price: 0 }] });
  t.is(blank.status, 'paid');
  t.deepEqual(await entriesOf(platform, blank.id), []);
  const negative = await draftInvoice(t, platform.client, party, { lines: [{ unit_price: -1 }] });
  t.is(
    (await platform.client.patch(path(negative.id), { action: 'issue' })).body.error.code,
    'NEGATIVE_TOTAL',
  );
});

test('the same event of a source cannot be posted twice, whoever tries', async (t) => {
  const { platform, party } = t.context;
  const invoice = await issuedInvoice(t, platform.client, party);
  await t.throwsAsync(
    platform.owner.query(
      `insert into journal_entries (organization_id, id, entry_no, entry_date, source_type, source_id, event, description)
       values ($1, $2, 'X', '2026-01-01', 'invoice', $3, 'issue', 'again')`,
      [platform.standard.id, uuidv7(), invoice.id],
    ),
    { message: /journal_entry_posted_once/ },
  );
});

test("a merchant's token sees its own invoices and payments only", async (t) => {
  const { platform } = t.context;
  const { threePl } = platform;
  const client = await platform.clientWith(threePl, [
    'accounting.view',
    'invoices.write',
    'invoices.issue',
    'payments.record',
  ]);
  const own = await issuedInvoice(t, client, { merchant_id: threePl.merchantId });
  const others = await issuedInvoice(t, client, { merchant_id: threePl.secondMerchantId });
  await pay(t, client, own.id, { amount: 1 });
  await pay(t, client, others.id, { amount: 1 });
  const merchant = await platform.clientWith(threePl, ['accounting.view'], {
    merchantId: threePl.merchantId,
  });
  t.is((await merchant.get(path(own.id))).body.data.lines.length, 1);
  t.is((await merchant.get(`${path(own.id)}/payments`)).body.meta.total, 1);
  t.is((await merchant.get(path(others.id))).status, 404);
  t.true(
    (await merchant.get(`${base}/invoices`)).body.data.every(
      (one: any) => one.merchant_id === threePl.merchantId,
    ),
  );
});
