import anyTest, { type TestFn } from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { startPlatform, type Platform } from '../helpers/platform.ts';
import {
  accountsByCode,
  assertBooksHold,
  base,
  draftInvoice,
  issue,
  issuedInvoice,
  netOf,
  pay,
} from './books.ts';

const test = anyTest as TestFn<{
  platform: Platform;
  accounts: Record<string, string>;
  party: { customer_id: string };
}>;

test.before(async (t) => {
  const platform = await startPlatform(undefined);
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

async function entriesOf(platform: Platform, sourceId: string): Promise<any[]> {
  return (await platform.client.get(`${base}/journal-entries?source_id=${sourceId}`)).body.data;
}

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

test('a credit note corrects an invoice, is used on it, and never exceeds it', async (t) => {
  const { platform, party, accounts } = t.context;
  const { client } = platform;
  const invoice = await issuedInvoice(t, client, party, { lines: [{ unit_price: 60 }] });
  const line = { account_id: accounts['4000'], description: 'Too much storage', quantity: 1 };
  const credit = (unitPrice: number) =>
    client.post(`${base}/invoices`, {
      kind: 'credit_note',
      original_invoice_id: invoice.id,
      lines: [{ ...line, unit_price: unitPrice }],
    });
  const made = await credit(25);
  t.is(made.status, 201, made.text);
  t.is(made.body.data.customer_id, party.customer_id);
  t.is((await credit(35.01)).body.error.code, 'CREDIT_EXCEEDS_INVOICE');
  const note = await issue(t, client, made.body.data.id);
  t.regex(note.invoice_no, /^CN-/);
  const used = await pay(t, client, invoice.id, {
    method: 'credit_note',
    credit_invoice_id: note.id,
    amount: 25,
  });
  t.deepEqual([used.invoice.amount_due, used.invoice.amount_credited, used.journal_entry_id], [35, 25, null]);
  t.is((await client.get(path(note.id))).body.data.status, 'paid');
  t.is(
    (
      await client.post(`${path(invoice.id)}/payments`, {
        method: 'credit_note',
        credit_invoice_id: note.id,
        amount: 1,
      })
    ).body.error.code,
    'ILLEGAL_TRANSITION',
  );
  const undone = await client.post(`${path(note.id)}/payments`, { reverses_payment_id: used.id });
  t.is(undone.status, 201, 'taken back from either side');
  t.is((await client.get(path(invoice.id))).body.data.amount_due, 60);
  const refund = await pay(t, client, note.id, { amount: 25 });
  t.is(refund.direction, 'out');
  const [entry] = await entriesOf(platform, refund.id);
  t.is(entry.lines.find((one: any) => one.account_code === '1100').debit, 25);
});

test('a write-off goes to bad debt', async (t) => {
  const { platform, party } = t.context;
  const invoice = await issuedInvoice(t, platform.client, party, { lines: [{ unit_price: 9.9 }] });
  const written = await pay(t, platform.client, invoice.id, { method: 'write_off', amount: 9.9 });
  t.is(written.invoice.status, 'paid');
  const [entry] = await entriesOf(platform, written.id);
  t.deepEqual(
    entry.lines.map((one: any) => [one.account_code, one.debit, one.credit]),
    [
      ['6300', 9.9, 0],
      ['1100', 0, 9.9],
    ],
  );
  t.is(entry.event, 'write_off');
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

test('exchange rates: each document clears exactly what it booked, the rest is gain or loss', async (t) => {
  const { platform, party } = t.context;
  const { client } = platform;
  t.is(
    (
      await client.post(`${base}/invoices`, {
        ...party,
        currency: 'EUR',
        lines: [{ account_id: t.context.accounts['4000'], description: 'x', quantity: 1, unit_price: 1 }],
      })
    ).body.error.code,
    'EXCHANGE_RATE_REQUIRED',
  );
  const invoice = await issuedInvoice(t, client, party, {
    currency: 'EUR',
    exchange_rate: 1.1,
    lines: [{ unit_price: 33.33 }, { unit_price: 0.01 }, { unit_price: 0.01 }],
  });
  await pay(t, client, invoice.id, { amount: 11.11, exchange_rate: 1.2 });
  const last = await pay(t, client, invoice.id, { amount: 22.24, exchange_rate: 1.05 });
  t.is(last.invoice.status, 'paid');
  const { rows } = await platform.owner.query('select base_total, base_settled from invoices where id = $1', [
    invoice.id,
  ]);
  t.deepEqual(rows, [{ base_total: '36.6900', base_settled: '36.6900' }]);
  const [entry] = await entriesOf(platform, last.id);
  t.deepEqual(
    entry.lines.map((one: any) => [one.account_code, one.currency, one.base_debit, one.base_credit]),
    [
      ['1000', 'EUR', 23.35, 0],
      ['1100', 'EUR', 0, 24.47],
      ['6910', 'USD', 1.12, 0],
    ],
  );
  const yen = await draftInvoice(t, client, party, {
    currency: 'JPY',
    exchange_rate: 0.0067,
    lines: [{ quantity: 3, unit_price: 33.5 }],
  });
  t.is(yen.total, 101, 'yen have no decimals; rounded once');

  const note = await issuedInvoice(t, client, party, {
    kind: 'credit_note',
    currency: 'EUR',
    exchange_rate: 1.3,
    lines: [{ unit_price: 10 }],
  });
  const owed = await issuedInvoice(t, client, party, {
    currency: 'EUR',
    exchange_rate: 1.1,
    lines: [{ unit_price: 10 }],
  });
  const used = await pay(t, client, owed.id, {
    method: 'credit_note',
    credit_invoice_id: note.id,
    amount: 10,
  });
  const [difference] = await entriesOf(platform, used.id);
  t.deepEqual(
    difference.lines.map((one: any) => [one.account_code, one.debit, one.credit]),
    [
      ['1100', 2, 0],
      ['6910', 0, 2],
    ],
  );
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

test('two payments at once never pay more than is due', async (t) => {
  const { platform, party } = t.context;
  const invoice = await issuedInvoice(t, platform.client, party, { lines: [{ unit_price: 100 }] });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      platform.client.post(`${path(invoice.id)}/payments`, { method: 'ach', amount: 30 }),
    ),
  );
  t.is(answers.filter(({ status }) => status === 201).length, 3);
  t.true(answers.every(({ status, body }) => status === 201 || body.error.code === 'AMOUNT_EXCEEDS_DUE'));
  t.is((await platform.client.get(path(invoice.id))).body.data.amount_due, 10);
});

test('one payment key is one payment, however often it is sent', async (t) => {
  const { platform, party } = t.context;
  const invoice = await issuedInvoice(t, platform.client, party);
  const send = (amount: number) =>
    platform.client.post(
      `${path(invoice.id)}/payments`,
      { method: 'ach', amount },
      { headers: { 'idempotency-key': `pay-${invoice.id}` } },
    );
  const answers = await Promise.all([send(10), send(10), send(10)]);
  const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id));
  t.is(ids.size, 1);
  t.is((await platform.client.get(path(invoice.id))).body.data.amount_paid, 10);
  t.is((await send(11)).status, 422);
});

test('two issues at once give one number and one entry, and numbers have no gaps', async (t) => {
  const { platform, party } = t.context;
  const { client } = platform;
  const drafts = await Promise.all(
    Array.from({ length: 6 }, () => draftInvoice(t, client, party, { invoice_date: '2026-09-09' })),
  );
  const bad = await draftInvoice(t, client, party, {
    invoice_date: '2026-09-09',
    lines: [{ unit_price: -1 }],
  });
  const answers = await Promise.all(
    [...drafts, ...drafts, bad].map(({ id }) => client.patch(path(id), { action: 'issue' })),
  );
  t.is(answers.filter(({ status }) => status === 200).length, 6);
  const { rows } = await platform.owner.query(
    `select i.invoice_no, count(e.id)::int as entries from invoices i join journal_entries e on e.source_id = i.id
      where i.invoice_no like 'INV-202609-%' group by i.invoice_no order by 1`,
  );
  t.deepEqual(
    rows,
    Array.from({ length: 6 }, (_, index) => ({ invoice_no: `INV-202609-000${index + 1}`, entries: 1 })),
  );
  const entries = await platform.owner.query(
    `select count(*)::int as count, max(substr(entry_no, 11))::int as last from journal_entries where entry_no like 'JE-202609-%' and organization_id = $1`,
    [platform.standard.id],
  );
  t.is(entries.rows[0].count, entries.rows[0].last);
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

test('a fulfilled sales order becomes an invoice of exactly its total, once', async (t) => {
  const { platform } = t.context;
  const { client, standard, owner } = platform;
  const orderId = uuidv7();
  await owner.query(
    `insert into sales_orders (organization_id, id, order_no, status, inventory_mode, merchant_id, customer_id, warehouse_id, currency,
       subtotal, discount, shipping_fee, tax, total, created_by, channel_order_no)
     values ($1, $2, 'SO-20261001-0001', 'released', 'wms_sync', $3, $4, $5, 'USD', 100.01, 10, 7.5, 8.31, 105.82, 'test', 'WEB-77')`,
    [standard.id, orderId, standard.merchantId, standard.customerId, standard.warehouseId],
  );
  for (const [no, sku, qty, price, amount] of [
    [1, 'PLAIN', 3, 11.11, 33.33],
    [2, 'LOT', 2, 33.34, 66.68],
  ] as const) {
    await owner.query(
      `insert into sales_order_lines (organization_id, id, order_id, line_no, merchant_id, item_id, qty, price, amount) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [standard.id, uuidv7(), orderId, no, standard.merchantId, standard.items[sku], qty, price, amount],
    );
  }
  const create = () => client.post(`${base}/invoices`, { sales_order_id: orderId });
  t.is((await create()).body.error.code, 'ORDER_NOT_FULFILLED');
  await owner.query("update sales_orders set status = 'fulfilled' where id = $1", [orderId]);
  const answers = await Promise.all([create(), create()]);
  const made = answers.find(({ status }) => status === 201)!;
  t.is(answers.find(({ status }) => status !== 201)!.body.error.code, 'ORDER_ALREADY_INVOICED');
  const { total, subtotal, discount_total: discount, tax_total: tax, lines, po_number: po } = made.body.data;
  t.deepEqual([total, subtotal, discount, tax, po], [105.82, 107.51, 10, 8.31, 'WEB-77']);
  t.deepEqual(
    lines.map((line: any) => [line.account_code, line.amount, line.discount]),
    [
      ['4050', 33.33, 3.33],
      ['4050', 66.68, 6.67],
      ['4100', 7.5, 0],
    ],
  );
  t.is((await issue(t, client, made.body.data.id)).total, 105.82);
  t.is((await client.patch(path(made.body.data.id), { action: 'void', reason: 'Again' })).status, 200);
  t.is((await create()).status, 201, 'void frees the order');
  const house = await platform.clientWith(platform.threePl, ['invoices.write']);
  t.is(
    (await house.post(`${base}/invoices`, { sales_order_id: orderId })).body.error.details[0].code,
    'edition',
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
