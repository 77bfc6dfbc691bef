import anyTest, { type TestFn } from 'ava';
import { parse } from 'csv-parse/sync';
import { roundMoney } from '../../domain/money/money.ts';
import { decimal } from '../../domain/decimal.ts';
import { createClient, type Client } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { accountsByCode, base, draftInvoice, issuedInvoice, pay } from './books.ts';

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

const aging = async (client: Client, asOf: string, more = '') =>
  (await client.get(`${base}/reports/aging?as_of=${asOf}${more}`)).body.data;

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
  const named = await client.post(`${base}/journal-entries`, {
    description: 'Rent of the warehouse',
    entry_date: '2026-11-12',
    lines: [
      { account_id: accounts['6200'], debit: 2, warehouse_id: t.context.platform.threePl.warehouseId },
      { account_id: accounts['1000'], credit: 2 },
    ],
  });
  t.is(named.status, 201, named.text);
  const day = await client.get(`${base}/journal-entries?format=csv&date_from=2026-11-12&date_to=2026-11-12`);
  const [line, other] = parse(day.text, { columns: true }) as Record<string, string>[];
  t.like(line, { warehouse_code: 'W1', warehouse_name: 'Main', customer_code: '' });
  t.like(other, { warehouse_code: '' });
});

test('an account as a file has the balances of the books, and for hledger whole entries, whatever is filtered', async (t) => {
  const { platform } = t.context;
  const organization = await platform.newOrganization({ edition: 'standard' });
  const client = await platform.clientWith(organization, everyPermission);
  const accounts = await accountsByCode(client);
  const lines = [
    { account_id: accounts['1000'], debit: 40 },
    { account_id: accounts['3000'], credit: 40 },
  ];
  const posted = await client.post(`${base}/journal-entries`, {
    description: 'Opening',
    entry_date: '2026-03-01',
    lines,
  });
  t.is(posted.status, 201, posted.text);
  const dates = { invoice_date: '2026-03-02', due_date: '2026-03-30' };
  const invoice = await issuedInvoice(t, client, { customer_id: organization.customerId }, dates);
  const paid = { amount: 60, payment_date: '2026-03-03', account_id: accounts['1000'] };
  await pay(t, client, invoice.id, paid);
  const asked = `${base}/journal-entries?account_id=${accounts['1000']}&source_type=payment`;
  const shown = (await client.get(asked)).body.data[0].running_balance;
  t.is(shown, 100);
  for (const from of ['', '&date_from=2026-03-01', '&date_from=2026-03-02']) {
    const [, row, end] = (await client.get(`${asked}${from}&format=csv`)).text.split('\n');
    t.deepEqual([Number(row!.split(',').at(-1)), end], [shown, ''], from);
  }
  const file = (await client.get(`${asked}&format=hledger`)).text;
  const postings = file.split('\n').filter((line) => line.startsWith('    '));
  t.deepEqual(
    postings.map((line) => line.trim().split(/ {2,}/).at(-1)),
    ['60 USD', '-60 USD'],
  );
});

test('SQL and big.js round alike, half up and half even', async (t) => {
  const { platform } = t.context;
  const random = randomFrom(7);
  const values = Array.from({ length: 20_000 }, (_, index) => {
    const digits = decimal(random(2_000_000_000) - 1_000_000_000).div(index % 3 === 0 ? '1000' : '1000000');
    // Every fourth is exactly between two cents, where the two rounding modes differ.
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
  const beyond = await aging(client, '2026-03-31', `&customer_id=${standard.customerId}&page=2`);
  t.deepEqual([beyond.parties, beyond.total], [[], 1]);
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
  t.true(csv.text.includes(`,C1,${standard.customerId}\n`), 'two parties of one name are told apart');
});

test('aging lists a party whose open documents cancel out: there is something to apply', async (t) => {
  const { platform } = t.context;
  const org = await platform.newOrganization({ edition: 'standard' });
  const client = createClient(platform.url, org);
  const party = { customer_id: org.customerId };
  const on = { invoice_date: '2026-03-01', due_date: '2026-03-31' };
  const { id } = await issuedInvoice(t, client, party, on);
  const credit = await issuedInvoice(t, client, party, { ...on, kind: 'credit_note' });
  const rows = async (asOf: string) =>
    (await aging(client, asOf)).parties.map((row: any) => [
      row.party_name,
      row.total,
      row.buckets,
      row.documents,
    ]);
  const listed = [['Customer One', 0, [0, 0, 0, 0, 0], 2]];
  t.deepEqual(await rows('2026-03-31'), listed);
  await pay(t, client, id, {
    method: 'credit_note',
    credit_invoice_id: credit.id,
    amount: 100,
    payment_date: '2026-04-10',
  });
  t.deepEqual(await rows('2026-04-09'), listed);
  t.deepEqual(await rows('2026-04-10'), [], 'nothing is open');
});

test('a statement that would leave out a movement or an open document is refused', async (t) => {
  const { platform } = t.context;
  const org = await platform.newOrganization({ edition: 'standard' });
  const client = createClient(platform.url, org);
  const add = (from: number, to: number, status: string) =>
    platform.owner.query(
      `insert into invoices (organization_id, id, invoice_no, status, customer_id, source, currency, invoice_date, due_date,
              subtotal, total, amount_paid, letterhead)
       select $1, uuid7(), 'S-' || n, $3, $2, 'manual', 'USD', '2026-05-05', '2026-06-04', 1, 1, case $3 when 'paid' then 1 else 0 end, '{}'
         from generate_series($4::integer, $5::integer) n`,
      [org.id, org.customerId, status, from, to],
    );
  const path = `${base}/reports/aging?format=pdf&as_of=2026-05-31&customer_id=${org.customerId}`;
  const since = async (from: string) => (await client.get(`${path}&from=${from}`)).body?.error?.code;
  await add(1, 5001, 'paid');
  t.is(await since('2026-05-01'), 'EXPORT_TOO_LARGE', 'its last balance would be another than the party has');
  t.is(await since('2026-05-06'), undefined);
  await add(5002, 10_002, 'open');
  t.is(await since('2026-05-06'), 'EXPORT_TOO_LARGE');
});
