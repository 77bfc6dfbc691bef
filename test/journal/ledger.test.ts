import anyTest, { type TestFn } from 'ava';
import { chainJournals } from '../../workers/journal/chain-journals.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { startPlatform } from '../helpers/platform.ts';
import {
  accountsByCode,
  base,
  draftInvoice,
  issuedInvoice,
  journal,
  netOf,
  plant,
  rentEntry,
} from './books.ts';

const test = anyTest as TestFn<{ platform: Platform; accounts: Record<string, string> }>;

test.before(async (t) => {
  const platform = await joinPlatform();
  t.context = { platform, accounts: await accountsByCode(platform.client) };
});
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

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
  const { body } = await platform.client.post(journal, rentEntry(accounts, 12));
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

test.serial(
  'a locked period refuses every posting, freezes its months, and only moves forward',
  async (t) => {
    const { platform } = t.context;
    const { threePl } = platform;
    const client = await platform.clientWith(threePl, everyPermission);
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
    await refused(client.post(journal, rentEntry(accounts, 5, { entry_date: '2026-02-28' })));
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
    t.is((await client.post(journal, rentEntry(accounts, 5, { entry_date: '2026-03-01' }))).status, 201);

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

test.serial('any period of the trial balance says what its lines say, frozen or not', async (t) => {
  const platform = await joinPlatform(t);
  const { client, owner, standard } = platform;
  const accounts = await accountsByCode(client);
  const days = [
    '2026-01-10',
    '2026-01-31',
    '2026-02-01',
    '2026-02-14',
    '2026-03-01',
    '2026-03-20',
    '2026-04-05',
  ];
  for (const [index, day] of days.entries())
    await client.post(journal, rentEntry(accounts, 2 ** index, { entry_date: day }));
  const euros = { entry_date: '2026-02-20', currency: 'EUR', exchange_rate: 1.1 };
  await client.post(journal, rentEntry(accounts, 1000, euros));
  const starts = [null, '2026-01-01', '2026-01-20', '2026-02-01', '2026-02-15', '2026-03-01', '2026-03-10'];
  const ends = ['2026-01-15', '2026-01-31', '2026-02-28', '2026-03-15', '2026-03-31', '2026-12-31'];
  const agree = async (): Promise<void> => {
    for (const from of starts) {
      for (const to of ends.filter((end) => from === null || from <= end)) {
        const since = from === null ? '' : `&from=${from}`;
        for (const kind of ['base', 'document']) {
          const path = `${base}/reports/trial-balance?to=${to}${since}&currency=${kind}`;
          const shown = (await client.get(path)).body.data.rows.map((row: any) =>
            [row.code, row.currency, row.opening, row.debit, row.credit, row.closing].join(' '),
          );
          const side = (name: string): string => (kind === 'base' ? `l.base_${name}` : `l.${name}`);
          const { rows } = await owner.query(
            `select a.code, ${kind === 'base' ? "'USD'" : 'l.currency'} as currency,
                    trim_scale(coalesce(sum(${side('debit')} - ${side('credit')}) filter (where l.entry_date < $2), 0)) as opening,
                    trim_scale(coalesce(sum(${side('debit')}) filter (where l.entry_date >= $2), 0)) as debit,
                    trim_scale(coalesce(sum(${side('credit')}) filter (where l.entry_date >= $2), 0)) as credit,
                    trim_scale(sum(${side('debit')} - ${side('credit')})) as closing
               from journal_lines l join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
              where l.organization_id = $1 and l.entry_date <= $3 group by 1, 2 order by 1, 2`,
            [standard.id, from ?? '-infinity', to],
          );
          t.deepEqual(
            shown,
            rows.map((row: object) => Object.values(row).join(' ')),
            path,
          );
        }
      }
    }
  };
  await agree();
  for (const lock of ['2026-01-31', '2026-03-10', '2026-03-31']) {
    t.is((await client.patch('/api/tenancy/settings', { lock_date: lock })).status, 200);
    await agree();
  }
});

test('posting and closing take turns: nothing slips into a period that closes at the same moment', async (t) => {
  const { platform, accounts } = t.context;
  const { client, standard } = platform;
  const posts = Array.from({ length: 20 }, (_, index) =>
    client.post(journal, rentEntry(accounts, index + 1, { entry_date: '2020-01-31' })),
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

test.serial('entries join a hash chain, and one that is changed behind the database breaks it', async (t) => {
  const platform = await startPlatform(t, { workers: false });
  const { client, owner, standard, database } = platform;
  const accounts = await accountsByCode(client);
  const post = async (amount: number): Promise<string> =>
    (await client.post(journal, rentEntry(accounts, amount))).body.data.id;
  const ids = [await post(1), await post(2), await post(3)];
  const fresh = (await client.get(`${journal}/${ids[0]}`)).body.data;
  t.deepEqual([fresh.chain_seq, fresh.chain_hash], [null, null]);
  const log = { warn: (): void => t.fail() };
  // Two processes at the same minute.
  await Promise.all([chainJournals({ database, log }), chainJournals({ database, log })]);
  ids.push(await post(4));
  await chainJournals({ database, log });
  const shown = (await client.get(journal)).body.data.toReversed();
  t.deepEqual(
    shown.map((entry: any) => [entry.id, entry.chain_seq]),
    ids.map((id, index) => [id, index + 1]),
  );
  t.true(shown.every((entry: any) => /^[0-9a-f]{64}$/.test(entry.chain_hash)));
  const broken = async () => (await owner.query('select * from broken_journal_link($1)', [standard.id])).rows;
  t.deepEqual(await broken(), []);
  const change = (statement: string) =>
    owner.query(`begin; set local session_replication_role = 'replica'; ${statement}; commit`);
  await change(
    `update journal_lines set memo = 'nothing to see' where entry_id = '${ids[1]}' and line_no = 1`,
  );
  t.deepEqual(await broken(), [{ chain_seq: '2', entry_id: ids[1] }]);
  await change(`update journal_lines set memo = '' where entry_id = '${ids[1]}' and line_no = 1`);
  t.deepEqual(await broken(), []);
  await change('delete from journal_chain where chain_seq = 3');
  t.deepEqual(await broken(), [{ chain_seq: '4', entry_id: ids[3] }]);
  await t.throwsAsync(owner.query('delete from journal_chain'), { message: /append-only/ });
});
