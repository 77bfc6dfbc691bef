import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import { decimal } from '../../domain/decimal.ts';
import { roundMoney } from '../../domain/accounting/money.ts';
import type { Client } from '../helpers/client.ts';
import { everyPermission, startPlatform, type Platform } from '../helpers/platform.ts';
import { accountsByCode, assertBooksHold, base, draftInvoice, issuedInvoice, netOf, pay } from './books.ts';

const test = anyTest as TestFn<{ platform: Platform; client: Client }>;

test.before(async (t) => {
  const platform = await startPlatform(undefined);
  t.context = { platform, client: await platform.clientWith(platform.threePl, everyPermission) };
});
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

/** A generator of the same numbers for the same seed, so that a failure can be run again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

const day = (offset: number): string => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10);

const aging = async (client: Client, asOf: string, more = '') =>
  (await client.get(`${base}/reports/aging?as_of=${asOf}${more}`)).body.data;

test.serial(
  'after any mix of operations every report agrees with every other, on every past day',
  async (t) => {
    const { platform, client } = t.context;
    const { id: org, merchantId, secondMerchantId, carrierId } = platform.threePl;
    const accounts = await accountsByCode(client);
    const seed = Number(process.env['BOOKS_SEED'] ?? Date.now() % 1_000_000);
    t.log(`BOOKS_SEED=${seed}`);
    const random = randomFrom(seed);
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

    const days = [0, 20, 45, 77, 100, 119].map(day);
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
  t.notThrows(() => execFileSync('hledger', ['-f', file, 'check', 'ordereddates']));
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

test('the journal as CSV keeps amounts as numbers and formulas as text', async (t) => {
  const { client } = t.context;
  const accounts = await accountsByCode(client);
  const lines = [
    { account_id: accounts['6200'], debit: 1.5, memo: '=cmd|x' },
    { account_id: accounts['1000'], credit: 1.5 },
  ];
  await client.post(`${base}/journal-entries`, { description: '+SUM(A1)', entry_date: '2026-11-11', lines });
  const answer = await client.get(
    `${base}/journal-entries?format=csv&date_from=2026-11-11&date_to=2026-11-11`,
  );
  t.regex(answer.headers.get('content-type')!, /text\/csv/);
  const [heading, first] = answer.text.split('\n');
  t.true(heading!.startsWith('entry_date,entry_no,description'));
  t.true(first!.includes("'+SUM(A1)") && first!.includes("'=cmd|x"), first);
  const detail = await client.get(
    `${base}/journal-entries?format=csv&account_id=${accounts['6200']}&date_from=2026-11-11&date_to=2026-11-11`,
  );
  t.true(detail.text.split('\n')[0]!.endsWith('running_balance'));
});

test('SQL and big.js round alike, half up and half even', async (t) => {
  const { platform } = t.context;
  const random = randomFrom(7);
  const values = Array.from({ length: 20_000 }, (_, index) => {
    const digits = decimal(random(2_000_000_000) - 1_000_000_000).div(index % 3 === 0 ? '1000' : '1000000');
    // Every fourth lies exactly between two cents, where the two modes part.
    return index % 4 === 0 ? digits.round(2, 0).plus('0.005').toFixed() : digits.toFixed();
  });
  for (const places of [0, 2, 3]) {
    for (const mode of ['half_up', 'half_even'] as const) {
      const { rows } = await platform.owner.query(
        'select round_money(v, $2, $3)::text as rounded from unnest($1::numeric[]) with ordinality as u (v, n) order by n',
        [values, places, mode],
      );
      const differing = values.filter(
        (value, index) => !roundMoney(decimal(value), { exponent: places, mode }).eq(rows[index].rounded),
      );
      t.deepEqual(differing.slice(0, 5), [], `${mode} to ${places} places`);
    }
  }
});

test('aging puts each document into the bucket of its days, by the bounds asked for', async (t) => {
  const { platform } = t.context;
  const { client, standard } = platform;
  const party = { customer_id: standard.customerId };
  for (const [due, price] of [
    ['2026-03-31', 1],
    ['2026-03-30', 2],
    ['2026-03-01', 4],
    ['2026-02-28', 8],
    ['2025-12-31', 16],
  ] as const) {
    await issuedInvoice(t, client, party, {
      invoice_date: '2025-12-01',
      due_date: due,
      lines: [{ unit_price: price }],
    });
  }
  await draftInvoice(t, client, party, { invoice_date: '2025-12-01' });
  await issuedInvoice(t, client, party, {
    kind: 'credit_note',
    invoice_date: '2026-03-01',
    due_date: '2026-03-31',
    lines: [{ unit_price: 0.5 }],
  });
  const report = await aging(client, '2026-03-31', `&customer_id=${standard.customerId}`);
  t.deepEqual(report.buckets, ['current', '1-30', '31-60', '61-90', 'over 90']);
  t.deepEqual(
    report.parties.map((row: any) => [row.party_name, row.total, row.buckets]),
    [['Customer One', 30.5, [0.5, 6, 8, 16, 0]]],
  );
  t.deepEqual(
    report.documents.map((row: any) => [row.days_overdue, row.amount_due]),
    [
      [90, 16],
      [31, 8],
      [30, 4],
      [1, 2],
      [0, 1],
      [0, -0.5],
    ],
  );
  t.deepEqual((await aging(client, '2026-03-31', '&buckets=7')).parties[0].buckets, [0.5, 2, 28]);
  t.is((await client.get(`${base}/reports/aging?buckets=30,20`)).status, 400);
  t.is(
    (await client.get(`${base}/reports/aging?side=payable&customer_id=${standard.customerId}`)).status,
    400,
  );
  t.is((await client.get(`${base}/reports/trial-balance?as_of=2026-01-01&from=2025-01-01`)).status, 400);
  const csv = await client.get(`${base}/reports/aging?as_of=2026-03-31&format=csv`);
  t.true(csv.text.startsWith('party_type,party_name,currency,total,current,1-30'), csv.text);
});

test('the documents on paper say what the documents say', async (t) => {
  const { platform } = t.context;
  const client = platform.client;
  const accounts = await accountsByCode(client);
  const lines = Array.from({ length: 40 }, (_, index) => ({
    account_id: accounts[['4000', '4010', '4020'][index % 3]!],
    description: `Pallet positions, zone ${index + 1}`,
    quantity: 10 + index,
    uom: 'pallet',
    unit_price: 1.2345,
    tax_code: 'NY',
    tax_rate: 8.875,
    service_from: '2026-09-01',
    service_to: '2026-09-30',
  }));
  const made = await client.post('/api/oms/customers', {
    code: `PDF-${Date.now()}`,
    name: 'Grüße & Söhne Ltd.',
  });
  t.is(made.status, 201, made.text);
  const party = { customer_id: made.body.data.id };
  const invoice = await issuedInvoice(t, client, party, {
    invoice_date: '2026-10-01',
    po_number: 'PO 4711',
    notes: 'Thank you.',
    lines,
  });
  await pay(t, client, invoice.id, { amount: 100, payment_date: '2026-10-05' });
  const files = {
    invoice: await fetchPdf(platform, `${base}/invoices/${invoice.id}?format=pdf`),
    statement: await fetchPdf(
      platform,
      `${base}/reports/aging?format=pdf&as_of=2026-12-15&from=2026-01-01&customer_id=${party.customer_id}`,
    ),
    trial: await fetchPdf(platform, `${base}/reports/trial-balance?format=pdf&as_of=2026-12-31`),
  };
  for (const file of Object.values(files)) t.is(file.subarray(0, 5).toString(), '%PDF-');
  const outside = await client.get(`${base}/reports/aging?format=pdf`);
  t.is(outside.status, 400);
  if (spawnSync('pdftotext', ['-v']).error) {
    t.log('pdftotext is not installed (apt-get install poppler-utils): the texts were not read back');
    return;
  }
  const text = (name: keyof typeof files) =>
    execFileSync('pdftotext', ['-layout', '-', '-'], { input: files[name], encoding: 'utf8' });
  const page = text('invoice');
  t.true(
    page.includes(invoice.invoice_no) && page.includes('Grüße & Söhne Ltd.') && page.includes('PO 4711'),
  );
  t.true(page.includes(new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(invoice.total)));
  t.true(page.includes('zone 40') && page.includes('Summary'));
  t.regex(text('statement'), /OPEN ITEMS/);
  t.regex(text('trial'), /Accounts receivable/);
});

async function fetchPdf(platform: Platform, path: string): Promise<Buffer> {
  const { client } = platform;
  const response = await fetch(platform.url + path, {
    headers: { authorization: `Bearer ${client.accessToken}`, 'x-organization-id': client.organizationId },
  });
  const file = Buffer.from(await response.arrayBuffer());
  const keep = process.env['KEEP_PDFS'];
  if (keep) writeFileSync(join(keep, `${path.split('/').at(-1)!.split('?')[0]}.pdf`), file);
  return file;
}
