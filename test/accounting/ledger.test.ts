import anyTest, { type TestFn } from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { startPlatform, type Platform } from '../helpers/platform.ts';
import { accountsByCode, base, draftInvoice, issuedInvoice, netOf } from './books.ts';

const test = anyTest as TestFn<{ platform: Platform; accounts: Record<string, string> }>;

test.before(async (t) => {
  const platform = await startPlatform(undefined);
  t.context = { platform, accounts: await accountsByCode(platform.client) };
});
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

const journal = `${base}/journal-entries`;

function entry(accounts: Record<string, string>, amount: number, words: object = {}) {
  return {
    description: 'Rent of the month',
    lines: [
      { account_id: accounts['6000'], debit: amount },
      { account_id: accounts['1000'], credit: amount },
    ],
    ...words,
  };
}

/** Inserts an entry past the service, as the owner, and answers the database's refusal. */
async function plant(
  platform: Platform,
  lines: [account: string, debit: number, credit: number][],
  words: { date?: string; statements?: boolean } = {},
) {
  const { id: org } = platform.standard;
  const date = words.date ?? '2026-03-01';
  const client = await platform.owner.connect();
  const entryId = uuidv7();
  const insert = (from: number, some: typeof lines) =>
    client.query(
      `insert into journal_lines (organization_id, entry_id, line_no, account_id, entry_date, currency, debit, credit, base_debit, base_credit)
       select $1, $2, $3 + row_number() over (), a, $4, 'USD', d, c, d, c from unnest($5::uuid[], $6::numeric[], $7::numeric[]) as l (a, d, c)`,
      [org, entryId, from, date, some.map(([a]) => a), some.map(([, d]) => d), some.map(([, , c]) => c)],
    );
  try {
    await client.query('begin');
    await client.query(
      `insert into journal_entries (organization_id, id, entry_no, entry_date, source_type, source_id, event, description)
       values ($1, $2, $3, $4, 'manual', $2, 'post', 'planted')`,
      [org, entryId, `X-${entryId}`, date],
    );
    if (words.statements) for (const [index, line] of lines.entries()) await insert(index, [line]);
    else if (lines.length > 0) await insert(0, lines);
    await client.query('commit');
    return undefined;
  } catch (fault) {
    await client.query('rollback');
    return (fault as Error).message;
  } finally {
    client.release();
  }
}

test('the database itself refuses an entry that does not balance', async (t) => {
  const { platform, accounts } = t.context;
  const [rent, bank] = [accounts['6000']!, accounts['1000']!];
  t.regex(
    (await plant(platform, [
      [rent, 10, 0],
      [bank, 0, 9.99],
    ]))!,
    /UNBALANCED_ENTRY/,
  );
  t.regex((await plant(platform, []))!, /fewer than two lines/);
  t.regex(
    (await plant(
      platform,
      [
        [rent, 10, 0],
        [bank, 0, 10],
      ],
      { statements: true },
    ))!,
    /UNBALANCED_ENTRY/,
  );
  t.regex(
    (await plant(platform, [
      [rent, 10.001, 0],
      [bank, 0, 10.001],
    ]))!,
    /AMOUNT_PRECISION/,
  );
  t.is(
    await plant(platform, [
      [rent, 10, 0],
      [bank, 0, 10],
    ]),
    undefined,
  );
});

test('the journal cannot be changed, not even by the owner', async (t) => {
  const { platform, accounts } = t.context;
  const { body } = await platform.client.post(journal, entry(accounts, 12));
  const { id } = body.data;
  for (const statement of [
    "update journal_entries set description = 'other'",
    'update journal_lines set base_debit = base_debit + 1',
    'delete from journal_lines',
    'delete from journal_entries',
    'truncate journal_lines',
    'truncate payments cascade',
  ]) {
    await t.throwsAsync(platform.owner.query(statement), { message: /append-only/ }, statement);
  }
  const added = `insert into journal_lines (organization_id, entry_id, line_no, account_id, entry_date, currency, debit, credit, base_debit, base_credit)
    select organization_id, entry_id, line_no + 10, account_id, entry_date, currency, debit, credit, base_debit, base_credit
      from journal_lines where entry_id = $1`;
  await t.throwsAsync(
    platform.owner.query(added, [id]),
    { message: /LEDGER_IMMUTABLE/ },
    'not even by balanced lines',
  );
});

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
  t.deepEqual([a!.status, b!.status].sort(), [201, 409]);
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
    entry(accounts, 77, { entry_date: '2026-02-28', auto_reverse_on: '2026-03-01', description: 'Accrual' }),
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
  t.is(await refused(entry(accounts, 1.005)), 'AMOUNT_PRECISION');
  t.is(await refused(entry(accounts, 1, { currency: 'EUR' })), 'EXCHANGE_RATE_REQUIRED');
  t.is(await refused(entry(accounts, 1, { currency: 'QQQ', exchange_rate: 1 })), 'VALIDATION_FAILED');
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

test('an account that was used keeps its type and stays; a new one can go', async (t) => {
  const { platform } = t.context;
  const { client } = platform;
  const made = await client.post(`${base}/accounts`, {
    code: '6150',
    name: 'Telephone',
    type: 'expense',
    subtype: 'overhead',
  });
  t.is(made.status, 201, made.text);
  const { id } = made.body.data;
  t.is(
    (
      await client.post(`${base}/accounts`, {
        code: '6150',
        name: 'Twice',
        type: 'expense',
        subtype: 'overhead',
      })
    ).status,
    409,
  );
  t.is(
    (await client.post(`${base}/accounts`, { code: '6151', name: 'x', type: 'expense', subtype: 'bank' }))
      .body.error.details[0].path,
    'subtype',
  );
  const child = await client.post(`${base}/accounts`, {
    code: '6152',
    name: 'Mobile',
    type: 'expense',
    subtype: 'overhead',
    parent_id: id,
  });
  t.is(child.status, 201);
  t.is(
    (await client.patch(`${base}/accounts/${id}`, { parent_id: child.body.data.id })).body.error.details[0]
      .code,
    'cycle',
  );
  t.is((await client.delete(`${base}/accounts/${id}`)).body.error.code, 'ACCOUNT_IN_USE', 'a parent');
  const childPath = `${base}/accounts/${child.body.data.id}`;
  await client.post(journal, {
    description: 'Call',
    lines: [
      { account_id: child.body.data.id, debit: 5 },
      { account_id: t.context.accounts['1000'], credit: 5 },
    ],
  });
  t.is((await client.patch(childPath, { type: 'asset', subtype: 'cash' })).body.error.code, 'ACCOUNT_IN_USE');
  t.is((await client.delete(childPath)).body.error.code, 'ACCOUNT_IN_USE');
  t.is((await client.patch(childPath, { is_active: false })).body.data.is_active, false);
  t.is(
    (
      await client.post(journal, {
        description: 'Call',
        lines: [
          { account_id: child.body.data.id, debit: 5 },
          { account_id: t.context.accounts['1000'], credit: 5 },
        ],
      })
    ).body.error.code,
    'ACCOUNT_INACTIVE',
  );
  const unused = await client.post(`${base}/accounts`, {
    code: '6153',
    name: 'Fax',
    type: 'expense',
    subtype: 'overhead',
  });
  t.deepEqual((await client.delete(`${base}/accounts/${unused.body.data.id}`)).body.data, {
    id: unused.body.data.id,
    deleted: true,
  });
  t.is(
    (await client.delete(`${base}/accounts/${t.context.accounts['1100']}`)).body.error.code,
    'ACCOUNT_IN_USE',
    'a system account',
  );
});

test.serial("balances of the list stand on each account's own side", async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  await issuedInvoice(t, client, { customer_id: standard.customerId }, { lines: [{ unit_price: 19.99 }] });
  const { body } = await client.get(`${base}/accounts?page_size=200`);
  for (const account of body.data) {
    const { rows } = await platform.owner.query(
      'select coalesce(sum(base_debit - base_credit), 0) as net from journal_lines where account_id = $1',
      [account.id],
    );
    t.is(account.balance, (account.normal_side === 'debit' ? 1 : -1) * Number(rows[0].net) + 0, account.code);
  }
  t.true(body.data.length >= 30);
});

test.serial(
  'a locked period refuses every posting, freezes its months, and only moves forward',
  async (t) => {
    const { platform } = t.context;
    const { threePl } = platform;
    const client = await platform.clientWith(
      threePl,
      (await import('../helpers/platform.ts')).everyPermission,
    );
    const accounts = await accountsByCode(client);
    const party = { merchant_id: threePl.merchantId };
    const early = await issuedInvoice(t, client, party, {
      invoice_date: '2026-01-15',
      lines: [{ unit_price: 50 }],
    });
    const draft = await draftInvoice(t, client, party, { invoice_date: '2026-02-10' });
    const asBefore = (await client.get(`${base}/reports/trial-balance?as_of=2026-12-31`)).body.data;
    t.is((await client.patch('/api/tenancy/settings', { lock_date: '2026-02-28' })).status, 200);

    const refused = async (answer: Promise<{ status: number; body: any }>) => {
      const { status, body } = await answer;
      t.deepEqual([status, body.error?.code], [409, 'PERIOD_LOCKED']);
    };
    await refused(client.post(journal, entry(accounts, 5, { entry_date: '2026-02-28' })));
    await refused(client.patch(`${base}/invoices/${draft.id}`, { action: 'issue' }));
    await refused(
      client.patch(`${base}/invoices/${early.id}`, { action: 'void', reason: 'x', void_date: '2026-02-01' }),
    );
    await refused(
      client.post(`${base}/invoices/${early.id}/payments`, {
        method: 'ach',
        amount: 1,
        payment_date: '2026-02-28',
      }),
    );
    t.regex(
      (await plant(
        { ...platform, standard: threePl },
        [
          [accounts['6000']!, 1, 0],
          [accounts['1000']!, 0, 1],
        ],
        { date: '2026-01-01' },
      ))!,
      /PERIOD_LOCKED/,
    );
    t.is((await client.post(journal, entry(accounts, 5, { entry_date: '2026-03-01' }))).status, 201);

    const { rows } = await platform.owner.query(
      'select month::text, sum(base_debit)::text as debit from account_month_balances where organization_id = $1 group by month',
      [threePl.id],
    );
    t.deepEqual(rows, [{ month: '2026-01-01', debit: '50.0000' }]);
    const after = (await client.get(`${base}/reports/trial-balance?as_of=2026-02-28`)).body.data;
    t.deepEqual(after.rows, asBefore.rows, 'frozen months say what the lines said');
    t.is((await client.patch('/api/tenancy/settings', { lock_date: '2026-01-31' })).status, 400);
    await t.throwsAsync(
      platform.owner.query("update organizations set lock_date = '2026-01-31' where id = $1", [threePl.id]),
      { message: /forward only/ },
    );
    t.is(await netOf(platform, threePl.id), '0.0000');
  },
);

test('posting and closing take turns: nothing slips into a period that closes at the same moment', async (t) => {
  const { platform, accounts } = t.context;
  const { client, standard } = platform;
  const posts = Array.from({ length: 20 }, (_, index) =>
    client.post(journal, entry(accounts, index + 1, { entry_date: '2020-01-31' })),
  );
  const [closed, ...posted] = await Promise.all([
    client.patch('/api/tenancy/settings', { lock_date: '2020-01-31' }),
    ...posts,
  ]);
  t.is(closed!.status, 200);
  t.true(posted.every(({ status }) => status === 201 || status === 409));
  const { rows } = await platform.owner.query(
    `select (select coalesce(sum(base_debit), 0) from journal_lines where organization_id = $1 and entry_date <= '2020-01-31') as lines,
            (select coalesce(sum(base_debit), 0) from account_month_balances where organization_id = $1) as frozen`,
    [standard.id],
  );
  t.is(rows[0].lines, rows[0].frozen);
});

test('another organization sees none of the books', async (t) => {
  const { platform, accounts } = t.context;
  const posted = await platform.client.post(journal, entry(accounts, 3));
  const other = await platform.clientWith(platform.threePl, [
    'accounting.view',
    'journal.post',
    'accounting.accounts',
  ]);
  t.is((await other.get(`${journal}/${posted.body.data.id}`)).status, 404);
  t.is((await other.post(`${journal}/${posted.body.data.id}/reverse`, { reason: 'x' })).status, 404);
  t.is((await other.patch(`${base}/accounts/${accounts['1000']}`, { name: 'Mine' })).status, 404);
  t.is((await other.post(journal, entry(accounts, 3))).body.error.code, 'UNKNOWN_REFERENCE');
  const merchant = await platform.clientWith(platform.threePl, ['accounting.view'], {
    merchantId: platform.threePl.merchantId,
  });
  t.is((await merchant.get(journal)).body.meta.total, 0, 'a merchant does not read the ledger of its house');
});

test('every endpoint asks who is there and what they may', async (t) => {
  const { platform } = t.context;
  const nobody = await platform.clientWith(platform.standard, ['wms.inbound.view']);
  const id = uuidv7();
  const calls: [string, string, object?][] = [
    ['get', 'accounts'],
    ['post', 'accounts'],
    ['patch', `accounts/${id}`],
    ['delete', `accounts/${id}`],
    ['get', 'journal-entries'],
    ['post', 'journal-entries'],
    ['get', `journal-entries/${id}`],
    ['post', `journal-entries/${id}/reverse`],
    ['get', 'invoices'],
    ['post', 'invoices'],
    ['get', `invoices/${id}`],
    ['patch', `invoices/${id}`],
    ['delete', `invoices/${id}`],
    ['get', `invoices/${id}/payments`],
    ['post', `invoices/${id}/payments`],
    ['get', 'bills'],
    ['post', 'bills'],
    ['get', `bills/${id}`],
    ['patch', `bills/${id}`],
    ['delete', `bills/${id}`],
    ['get', `bills/${id}/payments`],
    ['post', `bills/${id}/payments`],
    ['get', 'reports/trial-balance'],
    ['get', 'reports/aging'],
  ];
  for (const [method, path] of calls) {
    const url = `${platform.url}${base}/${path}`;
    const body =
      method === 'get' || method === 'delete'
        ? {}
        : { body: '{}', headers: { 'content-type': 'application/json' } };
    t.is((await fetch(url, { method: method.toUpperCase(), ...body })).status, 401, `${method} ${path}`);
    const answer = await (nobody as any)[method](
      `${base}/${path}`,
      method === 'get' || method === 'delete' ? undefined : {},
    );
    t.is(answer.status, 403, `${method} ${path}`);
  }
  const missing: [string, string, object?][] = [
    ['patch', `accounts/${id}`, { name: 'x' }],
    ['delete', `accounts/${id}`],
    ['get', `journal-entries/${id}`],
    ['post', `journal-entries/${id}/reverse`, { reason: 'x' }],
    ['get', `invoices/${id}`],
    ['patch', `invoices/${id}`, { notes: 'x' }],
    ['patch', `invoices/${id}`, { action: 'issue' }],
    ['delete', `invoices/${id}`],
    ['get', `invoices/${id}/payments`],
    ['post', `invoices/${id}/payments`, { method: 'ach', amount: 1 }],
    ['get', `bills/${id}`],
    ['patch', `bills/${id}`, { action: 'approve' }],
    ['delete', `bills/${id}`],
    ['get', `bills/${id}/payments`],
    ['post', `bills/${id}/payments`, { method: 'ach', amount: 1 }],
  ];
  for (const [method, path, body] of missing) {
    const answer = await (platform.client as any)[method](`${base}/${path}`, body);
    t.is(answer.status, 404, `${method} ${path}: ${answer.text}`);
  }
  for (const path of ['accounts', 'journal-entries', 'invoices', 'bills']) {
    const answer = await platform.client.post(`${base}/${path}`, { nonsense: true });
    t.is(answer.status, 400, path);
    t.is((await platform.client.get(`${base}/${path}?nonsense=1`)).status, 400);
  }
});
