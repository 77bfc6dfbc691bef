import anyTest, { type TestFn } from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import {
  accountsByCode,
  assertBooksHold,
  base,
  draftInvoice,
  entriesOf,
  issue,
  issuedInvoice,
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
  const early = await client.patch(path(made.body.data.id), { invoice_date: '2026-01-01' });
  t.is(early.body.error.details[0].path, 'invoice_date', 'a credit is not dated before what it corrects');
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

test('who is reminded of what is overdue is not reminded of a credit', async (t) => {
  const { platform, party } = t.context;
  const { client } = platform;
  const dates = { invoice_date: '2026-01-05', due_date: '2026-01-20' };
  const [late, credit] = [
    await issuedInvoice(t, client, party, dates),
    await issuedInvoice(t, client, party, { ...dates, kind: 'credit_note' }),
  ];
  t.deepEqual([late.is_overdue, credit.is_overdue], [true, false]);
  const found = async (overdue: boolean): Promise<string[]> => {
    const asked = `date_from=2026-01-05&date_to=2026-01-05&overdue=${overdue}&page_size=200`;
    return (await client.get(`${base}/invoices?${asked}`)).body.data.map(({ id }: { id: string }) => id);
  };
  t.deepEqual(await found(true), [late.id]);
  t.true((await found(false)).includes(credit.id));
});

test('an invoice that a credit note corrects is not voided beside it: its amount would be given twice', async (t) => {
  const { platform, party, accounts } = t.context;
  const { client } = platform;
  const invoice = await issuedInvoice(t, client, party, { lines: [{ unit_price: 60 }] });
  const made = await client.post(`${base}/invoices`, {
    kind: 'credit_note',
    original_invoice_id: invoice.id,
    lines: [{ account_id: accounts['4000'], description: 'Storage', quantity: 1, unit_price: 60 }],
  });
  const voided = () => client.patch(path(invoice.id), { action: 'void', reason: 'entered twice' });
  t.is((await voided()).body.error.code, 'HAS_CREDIT_NOTES', 'a draft is issued later');
  const note = await issue(t, client, made.body.data.id);
  const refused = await voided();
  t.is(refused.status, 400, refused.text);
  t.deepEqual(refused.body.error.details.credits, [note.invoice_no]);
  t.is((await client.patch(path(note.id), { action: 'void', reason: 'instead' })).status, 200);
  t.is((await voided()).status, 200);
});

test('an invoice voided while it is credited ends with the one or the other', async (t) => {
  const { platform, party, accounts } = t.context;
  const { client } = platform;
  for (let round = 0; round < 4; round += 1) {
    const invoice = await issuedInvoice(t, client, party, { lines: [{ unit_price: 60 }] });
    const [credited, voided] = await Promise.all([
      client.post(`${base}/invoices`, {
        kind: 'credit_note',
        original_invoice_id: invoice.id,
        lines: [{ account_id: accounts['4000'], description: 'Storage', quantity: 1, unit_price: 60 }],
      }),
      client.patch(path(invoice.id), { action: 'void', reason: 'entered twice' }),
    ]);
    t.deepEqual([credited.status, voided.status], credited.status === 201 ? [201, 400] : [400, 200]);
  }
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
      where i.invoice_no like 'INV-202609-%' and i.organization_id = $1 group by i.invoice_no order by 1`,
    [platform.standard.id],
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
