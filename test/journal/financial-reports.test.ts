/**
 * Profit and loss, balance sheet and cash flow: they agree with each other, and every figure is the sum of the lines it
 * links to.
 */
import anyTest, { type TestFn } from 'ava';
import type { Client } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { noReader, readPaper } from '../documents/read-paper.ts';
import { accountsByCode, base, issuedInvoice, pay, rentEntry } from './books.ts';

const test = anyTest as TestFn<{ platform: Platform; client: Client; party: { merchant_id: string } }>;

test.before(async (t) => {
  const platform = await joinPlatform();
  const client = await platform.clientWith(platform.threePl, everyPermission);
  const { merchantId, secondMerchantId } = platform.threePl;
  const [party, other] = [{ merchant_id: merchantId }, { merchant_id: secondMerchantId! }];
  const accounts = await accountsByCode(client);
  const early = await issuedInvoice(t, client, party, { invoice_date: '2025-11-01' });
  await pay(t, client, early.id, { amount: 40, payment_date: '2025-12-15' });
  await pay(t, client, early.id, { amount: 60, payment_date: '2026-01-10' });
  const taxed = await issuedInvoice(t, client, other, {
    invoice_date: '2026-02-01',
    lines: [
      { unit_price: 250, tax_code: 'NY', tax_rate: 10 },
      { unit_price: 50, account_id: accounts['4100']! },
    ],
  });
  await pay(t, client, taxed.id, { amount: 100, payment_date: '2026-02-20' });
  const rent = await client.post(
    `${base}/journal-entries`,
    rentEntry(accounts, 30, { entry_date: '2026-03-01' }),
  );
  if (rent.status !== 201) throw new Error(rent.text);
  const truck = await client.post(`${base}/journal-entries`, {
    entry_date: '2026-03-02',
    description: 'A forklift, half of it from the owner',
    lines: [
      { account_id: accounts['1500'], debit: 500 },
      { account_id: accounts['1000'], credit: 250 },
      { account_id: accounts['3000'], credit: 250 },
    ],
  });
  if (truck.status !== 201) throw new Error(truck.text);
  t.context = { platform, client, party };
});
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

const year = 'from=2026-01-01&to=2026-12-31';
const totalsOf = (report: any): Record<string, number> =>
  Object.fromEntries(report.totals.map(({ key, amount }: any) => [key, amount]));
const sectionsOf = (report: any): Record<string, number> =>
  Object.fromEntries(report.sections.map(({ key, total }: any) => [key, total]));

async function read(client: Client, words: string): Promise<any> {
  const answer = await client.get(`${base}/reports/${words}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

/** Debits less credits of all lines a figure links to. */
async function linesSum(client: Client, link: string): Promise<number> {
  let sum = 0;
  for (let page = 1; ; page += 1) {
    const answer = await client.get(`${link}&page=${page}&page_size=2`);
    for (const line of answer.body.data) sum += line.base_debit - line.base_credit;
    if (answer.body.data.length < 2) return Math.round(sum * 1e4) / 1e4;
  }
}

test('profit and loss: what was billed in the year less what was spent in it', async (t) => {
  const { client } = t.context;
  const report = await read(client, `profit-and-loss?${year}`);
  t.like(sectionsOf(report), { revenue: 300, direct_costs: 0, overhead: 30, other_income: 0 });
  t.deepEqual(totalsOf(report), { gross_profit: 300, operating_profit: 270, net_income: 270 });
});

test('balance sheet: two sides that agree, with the earnings nobody closed', async (t) => {
  const { client } = t.context;
  const report = await read(client, 'balance-sheet?as_of=2026-12-31');
  t.like(totalsOf(report), { difference: 0 });
  t.is(totalsOf(report)['assets'], -80 + 225 + 500, 'bank, receivables, the forklift');
  const equity = report.sections.find(({ key }: any) => key === 'equity');
  t.like(equity.rows.at(-1), { account_id: null, name: 'Earnings not closed yet', amount: 370 });
  t.is(totalsOf(await read(client, 'balance-sheet?as_of=2025-10-31'))['assets'], 0);
});

test('cash flow: every section by its other sides, and all of them the change in money', async (t) => {
  const { client } = t.context;
  const report = await read(client, `cash-flow?${year}`);
  t.deepEqual(sectionsOf(report), { received: 160, paid: -30, taxes: 0, investing: -500, financing: 250 });
  t.deepEqual(totalsOf(report), { operating: 130, change: -120, opening: 40, closing: -80 });
});

test('each figure, of each merchant too, is the sum of the lines it links to', async (t) => {
  const { client } = t.context;
  let figures = 0;
  for (const words of [
    `profit-and-loss?${year}&by=merchant`,
    'balance-sheet?by=merchant',
    `cash-flow?${year}&by=merchant`,
  ]) {
    const report = await read(client, words);
    for (const { rows, total } of report.sections) {
      t.is(
        rows.reduce((sum: number, row: any) => sum + row.amount, 0),
        total,
      );
      for (const row of rows) {
        t.is(
          row.merchants.reduce((sum: number, one: any) => sum + one.amount, 0),
          row.amount,
          row.name,
        );
        for (const { amount, journal_lines: link, name } of [row, ...row.merchants]) {
          figures += 1;
          t.is(
            Math.abs(await linesSum(client, link)),
            Math.abs(amount),
            `${words} ${row.name} ${name}: ${link}`,
          );
        }
      }
    }
  }
  t.true(figures > 20, `${figures}`);
});

test('of one merchant there is what names it, and nothing of its neighbour', async (t) => {
  const { client, party } = t.context;
  const mine = await read(
    client,
    `profit-and-loss?from=2025-01-01&to=2026-12-31&merchant_id=${party.merchant_id}`,
  );
  t.is(sectionsOf(mine)['revenue'], 100);
  const cash = await read(client, `cash-flow?${year}&merchant_id=${party.merchant_id}`);
  t.like(totalsOf(cash), { change: 60, opening: 40, closing: 100 });
  const row = mine.sections[0].rows[0];
  t.is(await linesSum(client, row.journal_lines), -100);
});

test('as spreadsheets and on paper; a wrong period and a viewer without the books are refused', async (t) => {
  const { client, platform } = t.context;
  const csv = await client.get(`${base}/reports/profit-and-loss?${year}&by=merchant&format=csv`);
  t.is(csv.status, 200);
  t.is(csv.text.split('\n')[0], 'section,code,name,merchant,currency,amount,merchant_code');
  t.regex(csv.text, /Overhead,6000,Rent,no merchant,USD,30,\n/);
  t.regex(csv.text, /,Merchant Two,USD,250,M2\n/);
  t.is((await client.get(`${base}/reports/cash-flow?from=2026-02-01&to=2026-01-01`)).status, 400);
  const picker = await platform.clientWith(platform.threePl, ['wms.print.view']);
  t.is((await picker.get(`${base}/reports/balance-sheet`)).status, 403);
  const pdf = await fetch(`${platform.url}${base}/reports/balance-sheet?as_of=2026-12-31&format=pdf`, {
    headers: { authorization: `Bearer ${client.accessToken}`, 'x-organization-id': client.organizationId },
  });
  const file = Buffer.from(await pdf.arrayBuffer());
  t.is(file.subarray(0, 5).toString(), '%PDF-');
  const text = readPaper(file, 'balance-sheet');
  if (text === undefined) return t.log(noReader);
  t.regex(text, /Warehouse equipment +500\.00/);
  t.regex(text, /Earnings not closed yet +370\.00/);
});

test('a year is closed by an entry that profit and loss leaves out, and opened again by its reversal', async (t) => {
  const platform = t.context.platform;
  const client = await platform.clientWith(platform.standard, everyPermission);
  const accounts = await accountsByCode(client);
  const post = (lines: [string, number, number][], more: object = {}) =>
    client.post(`${base}/journal-entries`, {
      entry_date: '2026-12-31',
      description: 'Of the year',
      lines: lines.map(([code, debit, credit]) => ({ account_id: accounts[code], debit, credit })),
      ...more,
    });
  const open = async () => {
    const { sections } = await read(client, 'balance-sheet?as_of=2026-12-31');
    const { rows } = sections.find(({ key }: any) => key === 'equity');
    return rows.map(({ name, amount }: any) => [name, amount]);
  };
  const sale: [string, number, number][] = [
    ['1000', 70, 0],
    ['5000', 30, 0],
    ['4000', 0, 100],
  ];
  t.is((await post(sale)).status, 201);
  const before = await read(client, `profit-and-loss?${year}`);
  t.deepEqual(await open(), [['Earnings not closed yet', 70]]);

  const closes = { closes_year: true };
  const refused = await post(sale, closes);
  t.like(refused.body.error.details?.[0], { path: 'lines.0.account_id', code: 'not_allowed' }, refused.text);
  const closed = await post(
    [
      ['4000', 100, 0],
      ['5000', 0, 30],
      ['3100', 0, 70],
    ],
    closes,
  );
  t.is(closed.body.data?.source_type, 'closing', closed.text);
  t.deepEqual(await open(), [['Retained earnings', 70]]);
  const after = await read(client, `profit-and-loss?${year}`);
  t.deepEqual([after.sections, after.totals], [before.sections, before.totals]);

  const entry = `${base}/journal-entries/${closed.body.data.id}`;
  const reversed = await client.post(`${entry}/reverse`, { reason: 'a late bill' });
  t.like(reversed.body.data, { source_type: 'closing', event: 'reverse' }, reversed.text);
  t.deepEqual(await open(), [['Earnings not closed yet', 70]]);
  const reopened = await read(client, `profit-and-loss?${year}`);
  t.deepEqual(reopened.totals, before.totals);
});
