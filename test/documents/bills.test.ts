import anyTest, { type TestFn } from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import type { Client } from '../helpers/client.ts';
import { assertBooksHold, base } from '../journal/books.ts';

const test = anyTest as TestFn<{ platform: Platform; client: Client; org: string }>;

test.before(async (t) => {
  const platform = await joinPlatform();
  const { threePl } = platform;
  const client = await platform.clientWith(threePl, [
    'accounting.view',
    'bills.write',
    'bills.approve',
    'payments.record',
  ]);
  t.context = { platform, client, org: threePl.id };
});
test.after('the books hold after everything', (t) => assertBooksHold(t, t.context.platform, t.context.org));
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

const path = (id: string) => `${base}/bills/${id}`;

test('a freight bill is split over merchants to the cent, approved, paid and shown with its variance', async (t) => {
  const { client, platform } = t.context;
  const { carrierId, merchantId, secondMerchantId } = platform.threePl;
  const made = await client.post(`${base}/bills`, {
    carrier_id: carrierId,
    bill_type: 'freight',
    vendor_bill_no: 'PRO-1',
    bill_date: '2026-08-01',
    expected_total: 95,
    lines: [
      {
        description: 'Linehaul',
        amount: 100,
        tax: 5.55,
        split_basis: 'weight',
        splits: [
          { merchant_id: merchantId, basis_qty: 1 },
          { merchant_id: secondMerchantId, basis_qty: 2 },
        ],
      },
    ],
  });
  t.is(made.status, 201, made.text);
  const bill = made.body.data;
  t.deepEqual(
    bill.lines[0].splits.map((split: any) => [split.amount, split.share]),
    [
      [33.33, 0.3333333333],
      [66.67, 0.6666666667],
    ],
  );
  t.deepEqual(
    [bill.total, bill.variance, bill.bill_no, bill.lines[0].account_code],
    [105.55, 10.55, null, '5100'],
  );
  const approved = await client.patch(path(bill.id), { action: 'approve' });
  t.is(approved.status, 200, approved.text);
  t.regex(approved.body.data.bill_no, /^BILL-202608-\d{4}$/);
  const entry = (await client.get(`${base}/journal-entries?source_id=${bill.id}`)).body.data[0];
  t.deepEqual(
    entry.lines.map((line: any) => [
      line.account_code,
      line.debit,
      line.credit,
      line.merchant_id,
      line.bill_line_id,
    ]),
    [
      ['2000', 0, 105.55, null, null],
      ['5100', 33.33, 0, merchantId, bill.lines[0].id],
      ['5100', 66.67, 0, secondMerchantId, bill.lines[0].id],
      ['1400', 5.55, 0, null, null],
    ],
  );
  const paid = await client.post(`${path(bill.id)}/payments`, {
    method: 'wire',
    amount: 105.55,
    payment_date: '2026-08-20',
  });
  t.deepEqual([paid.status, paid.body.data.direction, paid.body.data.bill.status], [201, 'out', 'paid']);
  t.is((await client.patch(path(bill.id), { action: 'void', reason: 'x' })).body.error.code, 'HAS_PAYMENTS');
  const undone = await client.post(`${path(bill.id)}/payments`, {
    reverses_payment_id: paid.body.data.id,
    payment_date: '2026-08-21',
  });
  t.is(undone.body.data.bill.status, 'open');
  t.is(
    (await client.patch(path(bill.id), { action: 'void', reason: 'Not ours', void_date: '2026-08-22' })).body
      .data.status,
    'void',
  );
});

test("a carrier's invoice sent twice is caught, until the first is void", async (t) => {
  const { client, platform } = t.context;
  const create = () =>
    client.post(`${base}/bills`, {
      carrier_id: platform.threePl.carrierId,
      vendor_bill_no: 'PRO-2',
      lines: [{ description: 'Freight', amount: 10 }],
    });
  const answers = await Promise.all(Array.from({ length: 6 }, create));
  t.is(answers.filter(({ status }) => status === 201).length, 1);
  // Whoever loses the race after the check runs into the index, and is told the same.
  t.deepEqual(
    answers.filter(({ status }) => status !== 201).map(({ body }) => body.error.code),
    Array.from({ length: 5 }, () => 'DUPLICATE_VENDOR_BILL'),
  );
  t.is((await create()).body.error.code, 'DUPLICATE_VENDOR_BILL');
  const { id } = answers.find(({ status }) => status === 201)!.body.data;
  await client.patch(path(id), { action: 'approve' });
  await client.patch(path(id), { action: 'void', reason: 'Resent' });
  t.is((await create()).status, 201);
});

test('a part may be many times its line, which another part takes back', async (t) => {
  const { client, platform } = t.context;
  const { carrierId, merchantId, secondMerchantId } = platform.threePl;
  const sharesOf = async (line: number, ...amounts: number[]): Promise<[number, number[]]> => {
    const splits = [merchantId, secondMerchantId].map((id, at) => ({ merchant_id: id, amount: amounts[at] }));
    const lines = [{ description: 'Linehaul', amount: line, split_basis: 'manual', splits }];
    const made = await client.post(`${base}/bills`, { carrier_id: carrierId, bill_type: 'freight', lines });
    return [made.status, made.body.data?.lines[0].splits.map(({ share }: any) => share)];
  };
  t.deepEqual(await sharesOf(1, 150, -149), [201, [150, -149]]);
  t.deepEqual(await sharesOf(0.03, 10_000.03, -10_000), [201, [333_334.333333333, -333_333.333333333]]);
});

test('splits that do not add up are refused, by the service and by the database', async (t) => {
  const { client, platform } = t.context;
  const { vendorId, merchantId, secondMerchantId } = platform.threePl;
  const create = (amounts: number[]) =>
    client.post(`${base}/bills`, {
      vendor_id: vendorId,
      lines: [
        {
          description: 'Pallets',
          amount: 50,
          splits: amounts.map((amount, index) => ({
            merchant_id: index ? secondMerchantId : merchantId,
            amount,
          })),
        },
      ],
    });
  t.is((await create([20, 29.99])).body.error.code, 'SPLITS_DO_NOT_ADD_UP');
  const made = await create([20, 30]);
  t.is(made.status, 201, made.text);
  await platform.owner.query(
    'update bill_line_splits set amount = amount + 0.01 where bill_line_id = $1 and amount = 20',
    [made.body.data.lines[0].id],
  );
  const refused = await client.patch(path(made.body.data.id), { action: 'approve' });
  t.is(refused.status, 400, refused.text);
});

test('a vendor credit is used on a bill, and refunded', async (t) => {
  const { client, platform } = t.context;
  const { vendorId } = platform.threePl;
  const approved = async (kind: string, amount: number) => {
    const made = await client.post(`${base}/bills`, {
      kind,
      vendor_id: vendorId,
      lines: [{ description: 'Supplies', quantity: 1, unit_cost: amount }],
    });
    return (await client.patch(path(made.body.data.id), { action: 'approve' })).body.data;
  };
  const bill = await approved('bill', 80);
  const credit = await approved('vendor_credit', 30);
  t.regex(credit.bill_no, /^VC-/);
  const used = await client.post(`${path(bill.id)}/payments`, {
    method: 'credit_note',
    credit_bill_id: credit.id,
    amount: 20,
  });
  t.deepEqual([used.status, used.body.data.bill.amount_due], [201, 60]);
  const over = await client.post(`${path(bill.id)}/payments`, {
    method: 'credit_note',
    credit_bill_id: credit.id,
    amount: 10.01,
  });
  t.is(over.body.error.code, 'AMOUNT_EXCEEDS_DUE', 'not more than is left of the credit');
  const refund = await client.post(`${path(credit.id)}/payments`, { method: 'ach', amount: 10 });
  t.deepEqual([refund.body.data.direction, refund.body.data.bill.status], ['in', 'paid']);
});

test('a vendor credit names an approved bill of its own vendor, which is not voided beside it', async (t) => {
  const { client, platform } = t.context;
  const { vendorId, carrierId } = platform.threePl;
  const lines = [{ description: 'Supplies', quantity: 1, unit_cost: 80 }];
  const bill = (await client.post(`${base}/bills`, { vendor_id: vendorId, lines })).body.data;
  const credit = (words: object) =>
    client.post(`${base}/bills`, {
      kind: 'vendor_credit',
      vendor_id: vendorId,
      original_bill_id: bill.id,
      lines,
      ...words,
    });
  t.is((await credit({})).body.error.details[0].code, 'not_issued');
  t.is((await client.patch(path(bill.id), { action: 'approve' })).status, 200);
  const other = await credit({ vendor_id: undefined, carrier_id: carrierId });
  t.is(other.body.error.details[0].code, 'other_party');
  t.is((await credit({ kind: 'bill' })).body.error.details[0].code, 'not_allowed');
  const early = await credit({ bill_date: '2026-01-01' });
  t.like(early.body.error.details[0], { path: 'bill_date', code: 'range' });
  const made = await credit({});
  t.is(made.status, 201, made.text);
  const moved = await client.patch(path(made.body.data.id), { bill_date: '2026-01-01' });
  t.like(moved.body.error.details[0], { path: 'bill_date', code: 'range' });
  const approved = await client.patch(path(made.body.data.id), { action: 'approve' });
  const refused = await client.patch(path(bill.id), { action: 'void', reason: 'entered twice' });
  t.is(refused.body.error.code, 'HAS_CREDIT_NOTES');
  t.deepEqual(refused.body.error.details.credits, [approved.body.data.bill_no]);
});

test('a draft bill is edited and deleted, an approved one is frozen by the database', async (t) => {
  const { client, platform } = t.context;
  const made = await client.post(`${base}/bills`, {
    vendor_id: platform.threePl.vendorId,
    lines: [{ description: 'Paper', amount: 12.5 }],
  });
  const { id, version } = made.body.data;
  const edited = await client.patch(path(id), {
    version,
    vendor_bill_no: 'P-1',
    lines: [{ description: 'Paper', quantity: 3, unit_cost: 1.115 }],
  });
  t.deepEqual([edited.body.data.total, edited.body.data.vendor_bill_no], [3.35, 'P-1']);
  t.is((await client.patch(path(id), { version, notes: 'x' })).body.error.code, 'STATE_CHANGED');
  await client.patch(path(id), { action: 'approve' });
  t.is((await client.patch(path(id), { notes: 'x' })).body.error.code, 'ILLEGAL_TRANSITION');
  await t.throwsAsync(platform.owner.query('update bill_lines set amount = 1 where bill_id = $1', [id]), {
    message: /frozen/,
  });
  await t.throwsAsync(platform.owner.query('update bills set total = 1, subtotal = 1 where id = $1', [id]), {
    message: /frozen/,
  });
  const other = await client.post(`${base}/bills`, {
    vendor_id: platform.threePl.vendorId,
    lines: [{ description: 'Ink', amount: 1 }],
  });
  t.is((await client.delete(path(other.body.data.id))).body.data.deleted, true);
  t.is((await client.get(path(other.body.data.id))).status, 404);
});

test('a merchant sees no bills of its house', async (t) => {
  const { platform } = t.context;
  const merchant = await platform.clientWith(platform.threePl, ['accounting.view'], {
    merchantId: platform.threePl.merchantId,
  });
  t.is((await merchant.get(`${base}/bills`)).body.meta.total, 0);
});

test('an unknown id in the second line of a bill is told by its place', async (t) => {
  const { client, platform } = t.context;
  const { threePl: house } = platform;
  const unknown = '01890000-0000-7000-8000-000000000000';
  const line = { description: 'goods', amount: 2 };
  const told = async (second: object): Promise<unknown> => {
    const lines = [line, { ...line, ...second }];
    const { body } = await client.post('/api/accounting/bills', { vendor_id: house.vendorId, lines });
    return body.error?.details?.path;
  };
  for (const field of ['merchant_id', 'warehouse_id', 'rebill_item_id', 'purchase_order_line_id'])
    t.is(await told({ [field]: unknown }), `lines.1.${field}`);
  const splits = [
    { merchant_id: house.merchantId, amount: 1 },
    { merchant_id: unknown, amount: 1 },
  ];
  t.is(await told({ split_basis: 'manual', splits }), 'lines.1.splits.1.merchant_id');
});
