import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { billingRig, type BillingRig } from '../billing/billing-rig.ts';
import { assertBooksHold, base, netOf } from './books.ts';

const test = anyTest as TestFn<{ platform: Platform }>;

test.before(async (t) => {
  t.context = { platform: await joinPlatform() };
});
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

const path = `${base}/journal-entries/accruals`;
const october = '2026-10-31';

interface House {
  rig: BillingRig;
  itemId: string;
  otherId: string;
}

/** An organization for one test: what another test leaves uninvoiced would be accrued too. */
async function house({ context: { platform } }: ExecutionContext<{ platform: Platform }>): Promise<House> {
  const org = await platform.newOrganization({ edition: 'three_pl' });
  const rig = await billingRig(platform, org);
  return { rig, itemId: await rig.item('PICK'), otherId: await rig.item('LABEL') };
}

async function charge(
  t: ExecutionContext,
  { rig, itemId }: House,
  price: number,
  words: object = {},
): Promise<string> {
  const answer = await rig.client.post(`${base}/billing/charges`, {
    merchant_id: rig.organization.merchantId,
    billing_item_id: itemId,
    service_date: '2026-10-10',
    quantity: 1,
    unit_price: price,
    ...words,
  });
  t.true(answer.status < 300, answer.text);
  return answer.body.data.id;
}

async function accrue(t: ExecutionContext, { rig }: House, words: object = {}): Promise<any> {
  const answer = await rig.client.post(path, { as_of: october, ...words });
  t.true(answer.status < 300, answer.text);
  return { status: answer.status, ...answer.body.data };
}

const unbilled = (t: ExecutionContext<{ platform: Platform }>, { rig }: House, asOf: string) =>
  netOf(t.context.platform, rig.organization.id, 'unbilled_ar', asOf).then(Number);

test('charges of the month that no invoice holds are revenue on its last day, and only until the day after', async (t) => {
  const books = await house(t);
  const { rig, otherId } = books;
  const { merchantId, secondMerchantId, warehouseId } = rig.organization;
  await charge(t, books, 10.004);
  await charge(t, books, 10.004);
  await charge(t, books, 5, { warehouse_id: warehouseId });
  await charge(t, books, 7, { billing_item_id: otherId, quantity: -1 });
  await charge(t, books, 3, { merchant_id: secondMerchantId });
  await charge(t, books, 1000, { service_date: '2026-11-01' });
  const waived = await charge(t, books, 500);
  await rig.client.post(`${base}/billing/charges`, {
    charge_id: waived,
    action: 'waive',
    reason: 'Goodwill',
  });

  const preview = await accrue(t, books, { dry_run: true });
  t.is(preview.status, 200);
  t.is(await unbilled(t, books, october), 0);
  const made = await accrue(t, books);
  t.is(made.status, 201);
  const [first, second] = [merchantId, secondMerchantId].map((id) =>
    made.accruals.find((one: any) => one.merchant_id === id),
  );
  t.deepEqual(
    [first.charges, first.amount, first.posted],
    [4, 18.01, 18.01],
    '20.008 rounds once, then 5, then -7',
  );
  t.deepEqual([second.charges, second.base_amount], [1, 3]);
  const entry = (await rig.client.get(`${base}/journal-entries/${first.journal_entry_id}`)).body.data;
  t.deepEqual(
    [entry.entry_date, entry.source_type, entry.event, entry.reversed_by_id],
    [october, 'accrual', 'accrue', first.reversal_entry_id],
  );
  const detail = entry.lines.map((line: any) => [
    line.account_code,
    line.debit - line.credit,
    line.memo,
    line.warehouse_id === warehouseId,
    line.merchant_id === merchantId,
  ]);
  t.is(detail.length, 6);
  t.deepEqual(
    detail.filter(([code]: [string]) => code === '1150'),
    [
      ['1150', -7, 'Item LABEL', false, true],
      ['1150', 20.01, 'Item PICK', false, true],
      ['1150', 5, 'Item PICK', true, true],
    ],
  );
  t.is(await unbilled(t, books, october), 21.01);
  t.is(await unbilled(t, books, '2026-11-01'), 0);
  await assertBooksHold(t, t.context.platform, rig.organization.id);
});

test('sent again it posts what an invoice, a waiver or a late charge changed, and nothing when nothing did', async (t) => {
  const books = await house(t);
  const { rig } = books;
  const early = await charge(t, books, 40);
  const first = await accrue(t, books);
  const again = await accrue(t, books);
  t.deepEqual([again.status, again.changed, again.accruals[0].posted], [200, false, 0]);
  t.is(again.accruals[0].journal_entry_id, first.accruals[0].journal_entry_id);

  await charge(t, books, 2, { service_date: october });
  t.is((await accrue(t, books)).accruals[0].posted, 2);
  await rig.client.post(`${base}/billing/charges`, {
    charge_id: early,
    action: 'waive',
    reason: 'Never done',
  });
  const less = await accrue(t, books);
  t.deepEqual([less.accruals[0].amount, less.accruals[0].posted], [2, -40]);
  t.is(await unbilled(t, books, october), 2);

  const run = await rig.run({ period_start: '2026-10-01', period_end: october, auto_issue: true });
  t.regex(run.status, /^completed/);
  const none = await accrue(t, books);
  t.deepEqual([none.accruals[0].charges, none.accruals[0].amount, none.accruals[0].posted], [0, 0, -2]);
  t.is(await unbilled(t, books, october), 0, 'the invoice dated in the month has taken over');
  t.false((await accrue(t, books)).changed);
  await assertBooksHold(t, t.context.platform, rig.organization.id);
});

test('an invoice counts by its dates: dated later or void later, it does not change what the month earned', async (t) => {
  const books = await house(t);
  const { rig } = books;
  await charge(t, books, 30);
  await rig.run({
    period_start: '2026-10-01',
    period_end: october,
    invoice_date: '2026-11-03',
    auto_issue: true,
  });
  t.is((await accrue(t, books)).accruals[0].amount, 30, 'invoiced in November');
  t.is((await accrue(t, books, { as_of: '2026-09-30' })).accruals.length, 0);

  await charge(t, books, 8, { service_date: '2026-09-05' });
  const run = await rig.run({
    period_start: '2026-09-01',
    period_end: '2026-09-30',
    invoice_date: '2026-09-30',
    auto_issue: true,
  });
  const { body } = await rig.client.get(`${base}/invoices?run_id=${run.id}`);
  t.is(body.data.length, 1, JSON.stringify(body));
  const voided = await rig.client.patch(`${base}/invoices/${body.data[0].id}`, {
    action: 'void',
    reason: 'Wrong address',
    void_date: '2026-10-02',
  });
  t.is(voided.status, 200, voided.text);
  t.is((await accrue(t, books, { as_of: '2026-09-30' })).accruals.length, 0, 'it stood in September');
  t.deepEqual((await accrue(t, books)).accruals[0].amount, 38, 'and is earned, not invoiced, in October');
  await assertBooksHold(t, t.context.platform, rig.organization.id);
});

test('foreign charges need a rate, and another one later is a correction at its own', async (t) => {
  const books = await house(t);
  const { rig } = books;
  await charge(t, books, 33.33, { currency: 'EUR' });
  await charge(t, books, 1);
  const without = await accrue(t, books);
  t.deepEqual([without.accruals.length, without.without_rate], [1, ['EUR']]);
  const at = (rate: number) => accrue(t, books, { rates: [{ currency: 'EUR', rate }] });
  const euro = ({ accruals }: any) => accruals.find((one: any) => one.currency === 'EUR');
  t.deepEqual([euro(await at(1.1)).base_amount, euro(await at(1.1)).posted], [36.66, 0]);
  const corrected = euro(await at(1.2));
  t.deepEqual([corrected.amount, corrected.base_amount, corrected.posted], [33.33, 40, 3.34]);
  const entry = (await rig.client.get(`${base}/journal-entries/${corrected.journal_entry_id}`)).body.data;
  t.deepEqual(
    entry.lines.map((line: any) => [
      line.account_code,
      line.exchange_rate,
      line.base_debit - line.base_credit,
    ]),
    [
      ['1150', 1.1, -36.66],
      ['1150', 1.2, 40],
      ['4010', 1.1, 36.66],
      ['4010', 1.2, -40],
    ],
  );
  t.is(await unbilled(t, books, october), 41);
  t.is(await unbilled(t, books, '2026-11-01'), 0);
  const left = await accrue(t, books);
  t.deepEqual(
    [left.changed, left.without_rate],
    [false, ['EUR']],
    'what stands accrued stays without a rate',
  );
  t.is(await unbilled(t, books, october), 41);
});

test('five accruals at once post one', async (t) => {
  const books = await house(t);
  for (const price of [1.11, 2.22, 3.33]) await charge(t, books, price);
  const answers = await Promise.all(Array.from({ length: 5 }, () => accrue(t, books)));
  t.is(answers.filter(({ status }) => status === 201).length, 1);
  t.is(new Set(answers.map(({ accruals }) => accruals[0].journal_entry_id)).size, 1);
  t.is(await unbilled(t, books, october), 6.66);
  await assertBooksHold(t, t.context.platform, books.rig.organization.id);
});

test('locked days, the standard edition and callers without the permission are refused', async (t) => {
  const books = await house(t);
  const { platform } = t.context;
  const { client, organization } = books.rig;
  await charge(t, books, 1);
  t.is((await platform.client.post(path, { as_of: october })).body.error.code, 'EDITION_3PL_ONLY');
  const clerk = await platform.clientWith(organization, ['accounting.view', 'billing.run']);
  t.is((await clerk.post(path, { as_of: october })).status, 403);
  for (const wrong of [{ as_of: '2026-10-30' }, { as_of: '2099-11-30' }, { as_of: october, merchant: 'x' }])
    t.is((await client.post(path, wrong)).body.error.code, 'VALIDATION_FAILED');
  const made = await accrue(t, books);
  const undo = await client.post(`${base}/journal-entries/${made.accruals[0].journal_entry_id}/reverse`, {
    reason: 'x',
  });
  t.is(undo.body.error.code, 'NOT_REVERSIBLE');
  const locked = await client.patch('/api/tenancy/settings', { lock_date: october });
  t.is(locked.status, 200, locked.text);
  t.is((await client.post(path, { as_of: october })).body.error.code, 'PERIOD_LOCKED');
  t.is(await unbilled(t, books, october), 1);
});
