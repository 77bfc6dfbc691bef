/** Holds every report against the lines of the journal and against the model, on any day. */
import { inTenant } from '../../db/database.ts';
import { readBalancesForward, readMovements } from '../../db/documents/statement.read.ts';
import { base } from './books.ts';
import { dayBefore, decimalsOf, inBase, shown, type Side } from './books-model.ts';
import type { BooksPlayer } from './books-player.ts';

/** To four decimals, which is where sums of doubles end, and without a negative zero. */
const exactly = (amount: unknown): string => (Math.round(Number(amount) * 10_000) / 10_000 + 0).toFixed(4);

function same(what: string, seen: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(seen), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${what}: ${left} instead of ${right}`);
}

interface Sum {
  code: string;
  type: string;
  subtype: string;
  key: string | null;
  party: string | null;
  currency: string;
  /** In the line's currency, without exchange differences, and in the base currency. */
  own: string;
  base: string;
}

/** The lines up to a day, added up in the database. */
async function lineSums({ platform, organization }: BooksPlayer, day: string): Promise<Sum[]> {
  const { rows } = await platform.owner.query(
    `select a.code, a.type, a.subtype, a.system_key as key, l.currency,
            case when a.is_control then coalesce(l.merchant_id, l.customer_id, l.vendor_id, l.carrier_id) end as party,
            coalesce(sum(l.debit - l.credit) filter (where 'revalue' not in (e.event, coalesce(o.event, ''))), 0)::text as own,
            sum(l.base_debit - l.base_credit)::text as base
       from journal_lines l
       join journal_entries e on e.organization_id = l.organization_id and e.id = l.entry_id
       left join journal_entries o on o.organization_id = e.organization_id and o.id = e.reverses_id
       join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
      where l.organization_id = $1 and l.entry_date <= $2 group by 1, 2, 3, 4, 5, 6`,
    [organization.id, day],
  );
  return rows;
}

const total = (sums: readonly Sum[], wanted: (one: Sum) => boolean): number =>
  Math.round(sums.filter(wanted).reduce((sum, one) => sum + Number(one.base) * 10_000, 0)) / 10_000;

/** What the reports say of a day, checked; returned so that it can be compared with what they say later. */
export async function checkDay(player: BooksPlayer, day: string): Promise<unknown> {
  const { client } = player;
  const sums = await lineSums(player, day);
  const trial = (await client.get(`${base}/reports/trial-balance?as_of=${day}`)).body.data;
  const codes = [...new Set(sums.map(({ code }) => code))].toSorted();
  const booked = codes.map((code) => [code, exactly(total(sums, (one) => one.code === code))]);
  const told = trial.rows.map((row: any) => [row.code, exactly(row.closing)]);
  const isMoved = ([, amount]: string[]): boolean => amount !== exactly(0);
  same(`trial balance ${day}`, told.filter(isMoved), (booked as string[][]).filter(isMoved));
  for (const { opening, closing } of trial.totals)
    same(`the trial balance's total ${day}`, [opening, closing], [0, 0]);
  const agings = [
    await checkAging(player, 'invoice', day, sums),
    await checkAging(player, 'bill', day, sums),
  ];
  checkAgainstModel(player, day, sums);
  const statements = await checkFinancialStatements(player, day, sums);
  await checkStatements(player, day);
  return { trial, agings, statements };
}

/** The month's profit and cash are the difference of its two ends, and the balance sheet balances. */
async function checkFinancialStatements(
  player: BooksPlayer,
  day: string,
  sums: readonly Sum[],
): Promise<unknown> {
  const first = `${day.slice(0, 8)}01`;
  const before = await lineSums(player, dayBefore(first));
  const moved = (wanted: (one: Sum) => boolean): number => total(sums, wanted) - total(before, wanted);
  const report = async (query: string): Promise<any> =>
    (await player.client.get(`${base}/reports/${query}`)).body.data;
  const period = `from=${first}&to=${day}`;
  const [profit, cash, sheet] = [
    await report(`profit-and-loss?${period}`),
    await report(`cash-flow?${period}`),
    await report(`balance-sheet?as_of=${day}`),
  ];
  const told = ({ totals }: any, key: string) => exactly(totals.find((one: any) => one.key === key).amount);
  const isIncome = ({ type }: Sum): boolean => type === 'revenue' || type === 'expense';
  const isCash = ({ subtype }: Sum): boolean => subtype === 'bank' || subtype === 'cash';
  same(`net income of ${period}`, told(profit, 'net_income'), exactly(-moved(isIncome)));
  same(`change in cash of ${period}`, told(cash, 'change'), exactly(moved(isCash)));
  same(`cash on ${day}`, told(cash, 'closing'), exactly(total(sums, isCash)));
  same(`assets on ${day}`, told(sheet, 'assets'), exactly(total(sums, ({ type }) => type === 'asset')));
  same(`the balance sheet's difference ${day}`, told(sheet, 'difference'), exactly(0));
  return [profit, cash, sheet];
}

async function checkAging(
  player: BooksPlayer,
  side: Side,
  day: string,
  sums: readonly Sum[],
): Promise<unknown> {
  const { client, model, partyIds } = player;
  const [asked, key, sign] =
    side === 'invoice' ? (['receivable', 'ar', 1] as const) : (['payable', 'ap', -1] as const);
  const { data } = (await client.get(`${base}/reports/aging?side=${asked}&as_of=${day}&page_size=200`)).body;
  const control = sums.filter((one) => one.key === key);
  same(
    `${asked} ${day} and their control account`,
    exactly(data.base_total),
    exactly(sign * total(control, () => true)),
  );

  const names = new Map(Object.entries(partyIds).map(([name, id]) => [id, name]));
  const rows = data.parties.map((row: any) => ({
    ...row,
    name: `${names.get(row.party_id)} ${row.currency}`,
  }));
  const expected = model.aging(side, day);
  // Besides these, only what a revaluation moved of documents that are settled: nothing is due on it.
  const isOpen = ({ name, buckets }: any): boolean =>
    expected.has(name) || buckets.some((amount: number) => amount !== 0);
  same(
    `${asked} ${day}`,
    rows
      .filter(isOpen)
      .map(({ name, buckets }: any) => `${name} ${buckets.join()}`)
      .toSorted(),
    [...expected]
      .map(([name, buckets]) => `${name} ${buckets.map((units) => shown(units, name.slice(-3))).join()}`)
      .toSorted(),
  );
  for (const [id, name] of names) {
    const listed = rows.filter((row: any) => row.party_id === id);
    const inTotal = listed.reduce((sum: number, row: any) => sum + row.base_total, 0);
    const ledger = total(control, (one) => one.party === id);
    same(`${asked} of ${name} ${day} and the ledger's`, exactly(inTotal), exactly(sign * ledger));
    for (const currency of Object.keys(decimalsOf)) {
      const owed = listed.find((row: any) => row.currency === currency)?.total ?? 0;
      const lines = control.filter((one) => one.party === id && one.currency === currency);
      const own = sign * lines.reduce((sum, one) => sum + Number(one.own), 0);
      same(`${asked} of ${name} ${day} in ${currency} and the ledger's`, exactly(owed), exactly(own));
    }
  }
  return data;
}

/** Income, cost and money follow from the documents alone; what is left is exchange differences. */
function checkAgainstModel({ model }: BooksPlayer, day: string, sums: readonly Sum[]): void {
  for (const side of ['invoice', 'bill'] as const) {
    const live = model.documents.filter(
      (one) => one.side === side && one.day <= day && (one.voidOn === undefined || one.voidOn > day),
    );
    const cents = live.reduce(
      (sum, one) => sum + inBase(one.total, one.currency, one.rate) * (one.isCredit ? -1n : 1n),
      0n,
    );
    const keys =
      side === 'invoice'
        ? ['revenue_storage', 'sales_tax_payable']
        : ['freight_cost', 'expense_default', 'input_tax'];
    const posted = total(sums, ({ key }) => key !== null && keys.includes(key));
    same(
      `what ${side}s posted by ${day}`,
      exactly(posted * (side === 'invoice' ? -1 : 1)),
      exactly(Number(cents) / 100),
    );
  }
}

/** A statement brings forward what was owed, and ends at what is owed. */
async function checkStatements(
  { model, platform, organization, partyIds }: BooksPlayer,
  day: string,
): Promise<void> {
  const from = `${day.slice(0, 8)}01`;
  for (const name of ['merchant', 'second', 'customer'] as const) {
    const party = name === 'customer' ? { customerId: partyIds[name] } : { merchantId: partyIds[name] };
    const [forward, movements] = await inTenant(
      platform.database,
      { organizationId: organization.id },
      async (tx) => [
        await readBalancesForward(tx, party, from),
        await readMovements(tx, party, { from, to: day }, 5000),
      ],
    );
    for (const currency of Object.keys(decimalsOf)) {
      const closing = [...forward, ...movements]
        .filter((one) => one.currency === currency)
        .reduce((sum, one) => sum + Number(one.amount), 0);
      const owed = model.documents
        .filter((one) => one.side === 'invoice' && one.party === name && one.currency === currency)
        .reduce((sum, one) => sum + model.due(one, day) * (one.isCredit ? -1n : 1n), 0n);
      same(`statement of ${name} ${day} in ${currency}`, exactly(closing), exactly(shown(owed, currency)));
    }
  }
}

/** Every entry balances by itself, accounts are the sums of their lines, and what was voided or reversed left nothing in any account. */
export async function checkEntries(player: BooksPlayer): Promise<void> {
  const { platform, organization, client } = player;
  const { rows: unbalanced } = await platform.owner.query(
    `select entry_id from journal_lines where organization_id = $1
      group by entry_id having sum(base_debit) <> sum(base_credit) or count(*) < 2`,
    [organization.id],
  );
  same('entries that do not balance', unbalanced, []);
  const { rows: left } = await platform.owner.query(
    `with gone as (
       select id from invoices where organization_id = $1 and status = 'void'
       union all select id from bills where organization_id = $1 and status = 'void'
       union all select reverses_payment_id from payments where organization_id = $1 and reverses_payment_id is not null
       union all select id from payments where organization_id = $1 and reverses_payment_id is not null)
     select l.account_id, l.currency from journal_entries e
       join journal_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
      where e.organization_id = $1 and e.source_id in (select id from gone)
      group by 1, 2 having sum(l.base_debit) <> sum(l.base_credit) or sum(l.debit) <> sum(l.credit)`,
    [organization.id],
  );
  same('what voids and reversals left behind', left, []);
  const sums = await lineSums(player, '9999-12-31');
  const { data: accounts } = (await client.get(`${base}/accounts?page_size=200`)).body;
  same(
    'the balances of the accounts',
    accounts.map(({ code, balance }: any) => [code, exactly(balance)]),
    accounts.map(({ code, normal_side: side }: any) => [
      code,
      exactly((side === 'debit' ? 1 : -1) * total(sums, (one) => one.code === code)),
    ]),
  );
}
