import anyTest, { type TestFn } from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { accountsByCode, journal, rentEntry } from './books.ts';

const test = anyTest as TestFn<{ platform: Platform; accounts: Record<string, string> }>;

test.before(async (t) => {
  const platform = await joinPlatform();
  t.context = { platform, accounts: await accountsByCode(platform.client) };
});
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

test('a manual entry is posted, shown in the account detail with its running balance, and reversed once', async (t) => {
  const { platform, accounts } = t.context;
  const { client } = platform;
  const utilities = accounts['6100']!;
  const lines = [
    { account_id: utilities, debit: 40.5 },
    { account_id: accounts['1010'], credit: 40.5 },
  ];
  const first = await client.post(journal, { description: 'Power', entry_date: '2026-04-02', lines });
  t.is(first.status, 201, first.text);
  t.regex(first.body.data.entry_no, /^JE-202604-\d{4}$/);
  await client.post(journal, {
    description: 'Water',
    entry_date: '2026-04-01',
    lines: lines.map((l) => ('debit' in l ? { ...l, debit: 9.5 } : { ...l, credit: 9.5 })),
  });
  const detail = await client.get(`${journal}?account_id=${utilities}`);
  t.deepEqual(
    detail.body.data.map((one: any) => [one.description, one.account_amount, one.running_balance]),
    [
      ['Water', 9.5, 9.5],
      ['Power', 40.5, 50],
    ],
  );
  const second = await client.get(`${journal}?account_id=${utilities}&page=2&page_size=1`);
  t.is(second.body.data[0].running_balance, 50);

  const [a, b] = await Promise.all(
    [1, 2].map(() =>
      client.post(`${journal}/${first.body.data.id}/reverse`, {
        reason: 'Wrong month',
        entry_date: '2026-05-01',
      }),
    ),
  );
  // Either may come first; deepEqual compares sets in order, so sorted lists it is.
  t.deepEqual(
    [a!.status, b!.status].sort((x, y) => x - y),
    [201, 409],
  );
  const refused = a!.status === 409 ? a! : b!;
  t.is(refused.body.error.code, 'ALREADY_REVERSED');
  const original = await client.get(`${journal}/${first.body.data.id}`);
  const mirror = (a!.status === 201 ? a! : b!).body.data;
  t.is(original.body.data.reversed_by_id, mirror.id);
  t.is(mirror.reverses_id, first.body.data.id);
  t.is(
    (await client.post(`${journal}/${mirror.id}/reverse`, { reason: 'Again' })).body.error.code,
    'NOT_REVERSIBLE',
  );
});

test('an accrual reverses itself on the given day', async (t) => {
  const { platform, accounts } = t.context;
  const accrued = await platform.client.post(
    journal,
    rentEntry(accounts, 77, {
      entry_date: '2026-02-28',
      auto_reverse_on: '2026-03-01',
      description: 'Accrual',
    }),
  );
  t.is(accrued.status, 201);
  const mirror = await platform.client.get(`${journal}/${accrued.body.data.reversed_by_id}`);
  t.is(mirror.body.data.entry_date, '2026-03-01');
  t.is(mirror.body.data.lines[0].credit, 77);
});

test('what is refused names its rule', async (t) => {
  const { platform, accounts } = t.context;
  const { client } = platform;
  const refused = async (body: object) => (await client.post(journal, body)).body.error.code;
  const [rent, bank] = [accounts['6000'], accounts['1000']];
  t.is(
    await refused({
      description: 'x',
      lines: [
        { account_id: rent, debit: 1 },
        { account_id: bank, credit: 2 },
      ],
    }),
    'UNBALANCED_ENTRY',
  );
  t.is(
    await refused({
      description: 'x',
      lines: [
        { account_id: rent, debit: 1 },
        { account_id: accounts['1100'], credit: 1 },
      ],
    }),
    'CONTROL_ACCOUNT',
  );
  t.is(await refused(rentEntry(accounts, 1.005)), 'AMOUNT_PRECISION');
  t.is(await refused(rentEntry(accounts, 1, { currency: 'EUR' })), 'EXCHANGE_RATE_REQUIRED');
  t.is(await refused(rentEntry(accounts, 1, { currency: 'QQQ', exchange_rate: 1 })), 'VALIDATION_FAILED');
  t.is(
    await refused({
      description: 'x',
      lines: [
        { account_id: rent, debit: 1, credit: 1 },
        { account_id: bank, credit: 1 },
      ],
    }),
    'VALIDATION_FAILED',
  );
  t.is(
    await refused({
      description: 'x',
      lines: [
        { account_id: uuidv7(), debit: 1 },
        { account_id: bank, credit: 1 },
      ],
    }),
    'UNKNOWN_REFERENCE',
  );
});

test('an entry in a foreign currency balances in the base currency to the cent', async (t) => {
  const { platform, accounts } = t.context;
  const lines = [
    ...[0.01, 0.01, 0.01, 33.33].map((debit) => ({ account_id: accounts['6000'], debit })),
    { account_id: accounts['1000'], credit: 33.36 },
  ];
  const posted = await platform.client.post(journal, {
    description: 'Abroad',
    currency: 'EUR',
    exchange_rate: 1.08765,
    lines,
  });
  t.is(posted.status, 201, posted.text);
  const sumOf = (side: string) =>
    posted.body.data.lines.reduce((sum: number, line: any) => sum + Math.round(line[side] * 100), 0);
  t.is(sumOf('base_debit'), sumOf('base_credit'));
  t.is(sumOf('base_credit'), 3628);
});
