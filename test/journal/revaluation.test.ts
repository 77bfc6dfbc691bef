import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import { createClient, type Client } from '../helpers/client.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { assertBooksHold, base, issuedInvoice, netOf, pay } from './books.ts';

const test = anyTest as TestFn<{ platform: Platform }>;

test.before(async (t) => {
  t.context = { platform: await joinPlatform() };
});
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

const path = `${base}/journal-entries/revaluations`;
const october = '2026-10-31';

interface House {
  t: ExecutionContext;
  platform: Platform;
  org: TestOrganization;
  client: Client;
}

/** An organization for one test: what another test leaves open would be revalued too. */
async function house(t: ExecutionContext<{ platform: Platform }>): Promise<House> {
  const { platform } = t.context;
  const org = await platform.newOrganization({ edition: 'standard' });
  return { t, platform, org, client: createClient(platform.url, org) };
}

const invoice = ({ t, client, org }: House, words: object) =>
  issuedInvoice(t, client, { customer_id: org.customerId }, { invoice_date: '2026-10-05', ...words });

async function bill({ t, client, org }: House, amount: number, words: object): Promise<any> {
  const made = await client.post(`${base}/bills`, {
    vendor_id: org.vendorId,
    bill_date: '2026-10-06',
    lines: [{ description: 'Pallets', amount }],
    ...words,
  });
  t.is(made.status, 201, made.text);
  const approved = await client.patch(`${base}/bills/${made.body.data.id}`, { action: 'approve' });
  t.is(approved.status, 200, approved.text);
  return approved.body.data;
}

async function revalue({ t, client }: House, rates: [string, number][], words: object = {}): Promise<any> {
  const answer = await client.post(path, {
    as_of: october,
    rates: rates.map(([currency, rate]) => ({ currency, rate })),
    ...words,
  });
  t.true(answer.status < 300, answer.text);
  return { status: answer.status, ...answer.body.data };
}

/** Aging and control account agree on both sides on that day, and the trial balance balances. */
async function assertTies({ t, platform, client, org }: House, asOf: string): Promise<number[]> {
  const totals = [];
  for (const [side, key, sign] of [
    ['receivable', 'ar', 1],
    ['payable', 'ap', -1],
  ] as const) {
    const { data } = (await client.get(`${base}/reports/aging?side=${side}&as_of=${asOf}`)).body;
    t.is(data.base_total, sign * Number(await netOf(platform, org.id, key, asOf)) + 0, `${side} ${asOf}`);
    totals.push(data.base_total);
  }
  t.is(await netOf(platform, org.id, undefined, asOf), '0.0000');
  return totals;
}

test('open foreign documents stand at the closing rate for one day, and payments realise their whole difference', async (t) => {
  const books = await house(t);
  const { platform, client, org } = books;
  const paid = await invoice(books, { currency: 'EUR', exchange_rate: 1.1, lines: [{ unit_price: 1000 }] });
  await pay(t, client, paid.id, { amount: 400, exchange_rate: 1.12, payment_date: '2026-10-20' });
  await invoice(books, {
    kind: 'credit_note',
    currency: 'EUR',
    exchange_rate: 1.2,
    lines: [{ unit_price: 50 }],
  });
  await invoice(books, { lines: [{ unit_price: 70 }] });
  await bill(books, 200, { currency: 'EUR', exchange_rate: 1.05 });
  await bill(books, 100_000, { currency: 'JPY', exchange_rate: 0.0067 });
  const later = await invoice(books, {
    currency: 'EUR',
    exchange_rate: 1.3,
    invoice_date: '2026-11-02',
  });

  const before = await assertTies(books, october);
  const preview = await revalue(books, [['EUR', 1.15]], { dry_run: true });
  t.is(preview.status, 200);
  t.deepEqual(await assertTies(books, october), before, 'a dry run posts nothing');

  const made = await revalue(books, [['EUR', 1.15]]);
  t.is(made.status, 201);
  t.deepEqual(
    { ...made.currencies[0], journal_entry_id: null, reversal_entry_id: null },
    preview.currencies[0],
  );
  const [euro] = made.currencies;
  t.deepEqual(euro.receivable, { documents: 2, amount_due: 550, booked: 600, revalued: 632.5 });
  t.deepEqual(euro.payable, { documents: 1, amount_due: 200, booked: 210, revalued: 230 });
  t.deepEqual([euro.gain, euro.posted, made.reverses_on], [12.5, 12.5, '2026-11-01']);
  t.deepEqual(made.without_rate, ['JPY'], 'what was left out is named');

  const entry = (await client.get(`${base}/journal-entries/${euro.journal_entry_id}`)).body.data;
  t.deepEqual(
    [entry.entry_date, entry.source_type, entry.event, entry.reversed_by_id],
    [october, 'fx_revaluation', 'revalue', euro.reversal_entry_id],
  );
  t.deepEqual(
    entry.lines.map((line: any) => [line.account_code, line.currency, line.debit, line.credit]),
    [
      ['1100', 'USD', 32.5, 0],
      ['6910', 'USD', 0, 32.5],
      ['2000', 'USD', 0, 20],
      ['6910', 'USD', 20, 0],
    ],
  );
  t.deepEqual(await assertTies(books, october), [before[0]! + 32.5, before[1]! + 20]);
  await assertTies(books, '2026-10-30');
  await assertTies(books, '2026-11-01');
  const open = (
    await client.get(`${base}/reports/aging?as_of=${october}&customer_id=${org.customerId}`)
  ).body.data.documents.map((one: any) => [one.currency, one.amount_due, one.base_amount_due]);
  t.deepEqual(
    open.sort((a: any, b: any) => a[1] - b[1]),
    [
      ['EUR', -50, -57.5],
      ['USD', 70, 70],
      ['EUR', 600, 690],
    ],
  );

  const last = await pay(t, client, paid.id, { amount: 600, exchange_rate: 1.2, payment_date: '2026-11-10' });
  const [settled] = (await client.get(`${base}/journal-entries?source_id=${last.id}`)).body.data;
  t.is(settled.lines.find((line: any) => line.account_code === '6910').credit, 60, '600 * (1.2 - 1.1)');
  await pay(t, client, later.id, { amount: 100, payment_date: '2026-11-10' });
  await assertBooksHold(t, platform, org.id);
  t.is(Number(await netOf(platform, org.id, 'fx_gain_loss')), -68, 'realised only: 400 * 0.02 + 60');
});

test('sent again it posts what changed since, and nothing when nothing did', async (t) => {
  const books = await house(t);
  const { platform, client, org } = books;
  const gone = await invoice(books, { currency: 'EUR', exchange_rate: 1.1 });
  await invoice(books, { currency: 'EUR', exchange_rate: 1, lines: [{ unit_price: 10 }] });
  const first = await revalue(books, [['EUR', 1.2]]);
  t.is(first.currencies[0].posted, 12);
  const again = await revalue(books, [['EUR', 1.2]]);
  t.deepEqual([again.status, again.changed, again.currencies[0].posted], [200, false, 0]);
  t.is(again.currencies[0].journal_entry_id, first.currencies[0].journal_entry_id);

  const corrected = await revalue(books, [['EUR', 1.15]]);
  t.deepEqual([corrected.currencies[0].gain, corrected.currencies[0].posted], [6.5, -5.5]);
  t.not(corrected.currencies[0].journal_entry_id, first.currencies[0].journal_entry_id);
  await assertTies(books, october);

  await pay(t, client, gone.id, { amount: 100, payment_date: '2026-10-30', exchange_rate: 1.15 });
  await invoice(books, {
    currency: 'EUR',
    exchange_rate: 1.1,
    invoice_date: october,
    lines: [{ unit_price: 1 }],
  });
  const late = await revalue(books, [['EUR', 1.15]]);
  t.deepEqual(late.currencies[0].receivable, { documents: 2, amount_due: 11, booked: 11.1, revalued: 12.65 });
  t.deepEqual([late.currencies[0].gain, late.currencies[0].posted], [1.55, -4.95]);
  await assertTies(books, october);
  await assertTies(books, '2026-11-01');
  await assertBooksHold(t, platform, org.id);
  const { rows } = await platform.owner.query(
    'select revision, rate::float8 as rate from fx_revaluations where organization_id = $1 order by revision',
    [org.id],
  );
  t.deepEqual(
    rows.map(({ revision, rate }) => [revision, rate]),
    [
      [0, 1.2],
      [1, 1.15],
      [2, 1.15],
    ],
  );
});

test('what is settled or voided by the day afterwards leaves the aging at what the books hold of it', async (t) => {
  const books = await house(t);
  const { client, org } = books;
  const abroad = { currency: 'EUR', exchange_rate: 1.1 };
  const [paid, voided, reversed] = await Promise.all([1, 2, 3].map(() => invoice(books, abroad)));
  const owed = await bill(books, 200, abroad);
  await revalue(books, [['EUR', 1.2]]);
  await pay(t, client, paid.id, { amount: 100, payment_date: '2026-10-30' });
  const { id } = await pay(t, client, reversed.id, { amount: 100, payment_date: '2026-10-30' });
  await pay(t, client, reversed.id, { reverses_payment_id: id, method: undefined });
  const undone = { action: 'void', reason: 'Wrong', void_date: '2026-10-29' };
  for (const document of [`invoices/${voided.id}`, `bills/${owed.id}`])
    t.is((await client.patch(`${base}/${document}`, undone)).status, 200);
  t.deepEqual(await assertTies(books, october), [30, 20], 'moved, and not moved back yet');
  const path = `${base}/reports/aging?as_of=${october}&customer_id=${org.customerId}`;
  const { documents } = (await client.get(path)).body.data;
  t.deepEqual(
    documents.map((one: any) => [one.amount_due, one.base_amount_due]),
    documents.map(() => [0, 10]),
  );
  t.is((await revalue(books, [['EUR', 1.2]])).currencies[0].receivable.documents, 0);
  t.deepEqual(await assertTies(books, october), [0, 0]);
});

test('six revaluations at once, and payments among them, move each document once', async (t) => {
  const books = await house(t);
  const { platform, client, org } = books;
  const open = [];
  for (let index = 0; index < 4; index += 1)
    open.push(
      await invoice(books, { currency: 'EUR', exchange_rate: 1.1, lines: [{ unit_price: 33.33 + index }] }),
    );
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => revalue(books, [['EUR', 1.2345]])),
    ...open.slice(0, 2).map(({ id }) => pay(t, client, id, { amount: 5, payment_date: '2026-11-03' })),
  ]);
  t.is(answers.filter(({ status }) => status === 201).length, 1, 'one of the six posts');
  const { rows } = await platform.owner.query(
    `select event, count(*)::int as count from journal_entries
      where organization_id = $1 and source_type = 'fx_revaluation' group by event order by event`,
    [org.id],
  );
  t.deepEqual(rows, [
    { event: 'revalue', count: 1 },
    { event: 'reverse', count: 1 },
  ]);
  await assertTies(books, october);
  await assertBooksHold(t, platform, org.id);
});

test('yen have no cents, dinars three decimals, and each document is rounded once', async (t) => {
  const books = await house(t);
  await invoice(books, { currency: 'JPY', exchange_rate: 0.0067, lines: [{ unit_price: 101 }] });
  await invoice(books, { currency: 'JPY', exchange_rate: 0.0067, lines: [{ unit_price: 101 }] });
  await invoice(books, { currency: 'KWD', exchange_rate: 3.25, lines: [{ unit_price: 0.005 }] });
  const { currencies } = await revalue(books, [
    ['JPY', 0.00705],
    ['KWD', 3.3],
  ]);
  t.deepEqual(
    currencies.map((one: any) => [one.currency, one.receivable.booked, one.receivable.revalued, one.posted]),
    [
      ['JPY', 1.36, 1.42, 0.06],
      ['KWD', 0.02, 0.02, 0],
    ],
  );
  t.is(currencies[1].journal_entry_id, null, 'nothing moved, nothing posted');
  await assertTies(books, october);
});

test('locked days, other days than a month end, and wrong rates are refused by name', async (t) => {
  const books = await house(t);
  const { client, org, platform } = books;
  await invoice(books, { currency: 'EUR', exchange_rate: 1.1 });
  const refused = async (body: object) => (await client.post(path, body)).body.error?.code;
  const rates = [{ currency: 'EUR', rate: 1.2 }];
  t.is(await refused({ as_of: '2026-10-30', rates }), 'VALIDATION_FAILED');
  t.is(await refused({ as_of: '2099-11-30', rates }), 'VALIDATION_FAILED', 'not over yet');
  for (const wrong of [
    [{ currency: 'USD', rate: 1 }],
    [{ currency: 'QQQ', rate: 1 }],
    [...rates, ...rates],
    [{ currency: 'EUR', rate: 0 }],
    [{ currency: 'EUR', rate: 1.2, source: 'ECB' }],
    [],
  ])
    t.is(await refused({ as_of: october, rates: wrong }), 'VALIDATION_FAILED', JSON.stringify(wrong));
  t.is(await refused({ as_of: october, rates, memo: 'x' }), 'VALIDATION_FAILED');

  const clerk = await platform.clientWith(org, ['accounting.view']);
  t.is((await clerk.post(path, { as_of: october, rates })).status, 403);
  const made = await revalue(books, [['EUR', 1.2]]);
  const undo = await client.post(`${base}/journal-entries/${made.currencies[0].journal_entry_id}/reverse`, {
    reason: 'x',
  });
  t.is(undo.body.error.code, 'NOT_REVERSIBLE');

  const locked = await client.patch('/api/tenancy/settings', { lock_date: october });
  t.is(locked.status, 200, locked.text);
  t.is(await refused({ as_of: october, rates: [{ currency: 'EUR', rate: 1.3 }] }), 'PERIOD_LOCKED');
  await assertTies(books, october);
});

test('revaluing an organization never touches another', async (t) => {
  const [mine, other] = [await house(t), await house(t)];
  await invoice(mine, { currency: 'EUR', exchange_rate: 1.1 });
  await invoice(other, { currency: 'EUR', exchange_rate: 1.1 });
  const made = await revalue(mine, [['EUR', 1.2]]);
  t.is(made.currencies[0].receivable.documents, 1);
  t.is(Number(await netOf(t.context.platform, other.org.id, 'ar', october)), 110);
  await assertTies(other, october);
});
