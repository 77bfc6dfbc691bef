import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import type { Client } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { accountsByCode, assertBooksHold, base, issuedInvoice, netOf, pay } from './books.ts';

const test = anyTest as TestFn<{ platform: Platform; client: Client }>;

test.before(async (t) => {
  const platform = await joinPlatform();
  t.context = { platform, client: await platform.clientWith(platform.threePl, everyPermission) };
});
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

/** Generates the same numbers for the same seed, so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

const day = (offset: number): string => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10);

// 31 January, 28 February, 31 March.
const monthEnds = [30, 58, 89];

const aging = async (client: Client, asOf: string, more = '') =>
  (await client.get(`${base}/reports/aging?as_of=${asOf}${more}`)).body.data;

test.serial(
  'after any mix of operations every report agrees with every other, on every past day',
  async (t) => {
    const { platform, client } = t.context;
    const { id: org, merchantId, secondMerchantId, carrierId } = platform.threePl;
    const accounts = await accountsByCode(client);
    const random = randomFrom(20_261_121);
    const invoices: string[] = [];
    const payments: [string, string][] = [];
    const bills: string[] = [];
    const price = () => (1 + random(99_999)) / 100;
    for (let step = 0; step < 120; step += 1) {
      const today = day(step);
      const invoice = invoices[random(Math.max(1, invoices.length))];
      const choice = random(10);
      if (choice < 3 || !invoice) {
        const kind = random(5) === 0 ? 'credit_note' : 'invoice';
        const abroad = random(3) === 0 ? { currency: 'EUR', exchange_rate: (900 + random(400)) / 1000 } : {};
        const lines = Array.from({ length: 1 + random(3) }, () => ({
          quantity: 1 + random(5),
          unit_price: price(),
          tax_code: 'T',
          tax_rate: random(2) * 7.25,
        }));
        const made = await issuedInvoice(
          t,
          client,
          { merchant_id: random(2) ? merchantId : secondMerchantId },
          { kind, invoice_date: today, lines, ...abroad },
        );
        invoices.push(made.id);
      } else if (choice < 6) {
        const { amount_due: due, currency } = (await client.get(`${base}/invoices/${invoice}`)).body.data;
        if (due === 0) continue;
        const amount = random(2) ? due : Math.max(0.01, Math.floor(due * random(100)) / 100);
        const rate = currency === 'EUR' ? { exchange_rate: (900 + random(400)) / 1000 } : {};
        const answer = await client.post(`${base}/invoices/${invoice}/payments`, {
          method: 'ach',
          amount,
          payment_date: today,
          ...rate,
        });
        if (answer.status === 201) payments.push([invoice, answer.body.data.id]);
        else t.is(answer.body.error.code, 'ILLEGAL_TRANSITION');
      } else if (choice === 6 && payments.length > 0) {
        const [document, payment] = payments[random(payments.length)]!;
        const answer = await client.post(`${base}/invoices/${document}/payments`, {
          reverses_payment_id: payment,
          payment_date: today,
        });
        t.true(answer.status === 201 || answer.body.error.code === 'ALREADY_REVERSED', answer.text);
      } else if (choice === 7) {
        const answer = await client.patch(`${base}/invoices/${invoice}`, {
          action: 'void',
          reason: 'Random',
          void_date: today,
        });
        t.true(
          answer.status === 200 || ['HAS_PAYMENTS', 'ILLEGAL_TRANSITION'].includes(answer.body.error.code),
          answer.text,
        );
      } else if (choice === 8) {
        const splits = [
          { merchant_id: merchantId, basis_qty: random(9) + 1 },
          { merchant_id: secondMerchantId, basis_qty: random(9) },
        ];
        const made = await client.post(`${base}/bills`, {
          carrier_id: carrierId,
          bill_type: 'freight',
          bill_date: today,
          lines: [{ description: 'Freight', amount: price(), split_basis: 'weight', splits }],
        });
        await client.patch(`${base}/bills/${made.body.data.id}`, { action: 'approve' });
        bills.push(made.body.data.id);
      } else {
        const amount = price();
        const lines = [
          { account_id: accounts['6000'], debit: amount },
          { account_id: accounts['1000'], credit: amount },
        ];
        t.is(
          (await client.post(`${base}/journal-entries`, { description: 'Rent', entry_date: today, lines }))
            .status,
          201,
        );
      }
    }
    await assertBooksHold(t, platform, org);

    for (const [index, asOf] of monthEnds.map(day).entries()) {
      const rates = [{ currency: 'EUR', rate: [1.21, 0.93, 1.07][index]! }];
      const made = await client.post(`${base}/journal-entries/revaluations`, { as_of: asOf, rates });
      t.is(made.status, 201, made.text);
    }
    await assertBooksHold(t, platform, org);

    const days = [0, 20, 30, 31, 45, 58, 77, 89, 90, 100, 119].map(day);
    const before = await Promise.all(days.map((asOf) => aging(client, asOf)));
    for (const [index, asOf] of days.entries()) {
      const { rows, totals } = (await client.get(`${base}/reports/trial-balance?as_of=${asOf}`)).body.data;
      t.deepEqual(
        totals.map((total: any) => [total.opening, total.closing]),
        totals.length ? [[0, 0]] : [],
        'the trial balance sums to nothing',
      );
      const closing = (code: string) => rows.find((row: any) => row.code === code)?.closing ?? 0;
      t.is(before[index].base_total, closing('1100'), `receivables on ${asOf}`);
      t.is(
        (await aging(client, asOf, '&side=payable')).base_total,
        -closing('2000') + 0,
        `payables on ${asOf}`,
      );
    }
    await t.notThrowsAsync(moveOn(t, client, invoices));
    const after = await Promise.all(days.map((asOf) => aging(client, asOf)));
    t.deepEqual(after, before, 'what happened later does not change what was open then');

    const period = (await client.get(`${base}/reports/trial-balance?from=${day(40)}&to=${day(80)}`)).body
      .data;
    const opening = (await client.get(`${base}/reports/trial-balance?as_of=${day(39)}`)).body.data;
    const closing = (await client.get(`${base}/reports/trial-balance?as_of=${day(80)}`)).body.data;
    for (const row of period.rows) {
      const find = (report: any) => report.rows.find((one: any) => one.code === row.code)?.closing ?? 0;
      t.deepEqual([row.opening, row.closing], [find(opening), find(closing)], row.code);
    }
    t.is((await client.patch('/api/tenancy/settings', { lock_date: day(75) })).status, 200);
    const frozen = (await client.get(`${base}/reports/trial-balance?from=${day(40)}&to=${day(80)}`)).body
      .data;
    t.deepEqual(frozen, period, 'frozen months and live lines tell the same');
    t.is((await aging(client, day(119))).base_total, Number(await netOf(platform, org, 'ar', day(119))));
  },
);

/** Voids, pays and reverses after the days that were reported. */
async function moveOn(t: ExecutionContext, client: Client, invoices: readonly string[]): Promise<void> {
  let moved = 0;
  for (const id of invoices.slice(0, 12)) {
    const { status, amount_due: due } = (await client.get(`${base}/invoices/${id}`)).body.data;
    if (status === 'open')
      moved +=
        (
          await client.patch(`${base}/invoices/${id}`, {
            action: 'void',
            reason: 'Later',
            void_date: day(150),
          })
        ).status === 200
          ? 1
          : 0;
    else if (status === 'partially_paid') await pay(t, client, id, { amount: due, payment_date: day(151) });
  }
  t.true(moved >= 0);
}

test.serial('the exported journal balances in hledger and tells what the trial balance tells', async (t) => {
  const { client } = t.context;
  const answer = await client.get(`${base}/journal-entries?format=hledger`);
  t.is(answer.status, 200);
  t.regex(answer.headers.get('content-type')!, /text\/plain/);
  if (spawnSync('hledger', ['--version']).error) {
    t.log('hledger is not installed (apt-get install hledger): only the export itself was checked');
    t.pass();
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'hledger-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'books.journal');
  writeFileSync(file, answer.text);
  t.notThrows(() => execFileSync('hledger', ['-f', file, '--strict', 'check', 'ordereddates']));
  await assertReportsAgree(t, client, file);
  const balances = execFileSync(
    'hledger',
    ['-f', file, 'balance', '--cost', '--flat', '--no-total', '-O', 'csv', '-E'],
    { encoding: 'utf8' },
  );
  const theirs = Object.fromEntries(
    balances
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [, account, amount] = /^"(?:.*:)?(\d{4}) [^"]*","([^"]*)"$/.exec(line)!;
        return [account, Number(amount!.replace(/[^-.\d]/g, ''))];
      }),
  );
  const { rows } = (await client.get(`${base}/reports/trial-balance?as_of=2027-12-31`)).body.data;
  t.deepEqual(theirs, Object.fromEntries(rows.map((row: any) => [row.code, row.closing])));
});

/** What hledger makes of the same journal, by the types the export declares. */
async function assertReportsAgree(t: ExecutionContext, client: Client, file: string): Promise<void> {
  const theirs = (type: string): number => {
    const words = ['-f', file, '--strict', 'balance', `type:${type}`, '--cost', '--flat', '-O', 'csv', '-E'];
    const total = execFileSync('hledger', words, { encoding: 'utf8' }).trim().split('\n').at(-1)!;
    return Number(/"([^"]*)"$/.exec(total)![1]!.replace(/[^-.\d]/g, '')) + 0;
  };
  const report = async (name: string) => (await client.get(`${base}/reports/${name}`)).body.data;
  const totalOf = (found: any, key: string): number =>
    found.totals.find((total: any) => total.key === key).amount;
  const profit = await report('profit-and-loss?from=2025-01-01&to=2027-12-31');
  t.is(totalOf(profit, 'net_income'), 0 - Number((theirs('R') + theirs('X')).toFixed(4)));
  const sheet = await report('balance-sheet?as_of=2027-12-31');
  t.is(totalOf(sheet, 'assets'), theirs('A'));
  t.is(totalOf(sheet, 'difference'), 0);
}
