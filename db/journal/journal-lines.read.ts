/** The lines behind a figure, and their sums by account and merchant: one condition for both, so that they agree. */
import { decimal, sum, zero } from '../../domain/decimal.ts';
import type { AccountSum, LinesBehind } from '../../domain/journal/financial-reports.ts';
import type { EntrySource, TaxMark } from '../../domain/journal/journal-entry.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { between, every, sql, type SqlText } from '../sql-text.ts';
import { readPage, type PageOf, type PageQuery } from '../page.ts';
import { bookedSums } from './journal-closings.read.ts';

export interface LinesFilter extends LinesBehind {
  date_from?: string | undefined;
  date_to?: string | undefined;
  /** Closing entries carry a year's earnings over; they are not earnings themselves. */
  without_closing?: boolean | undefined;
}

export interface BookedLine extends TaxMark {
  entry_id: string;
  entry_no: string;
  entry_date: string;
  description: string;
  source_type: EntrySource;
  source_id: string;
  line_no: number;
  account_id: string;
  account_code: string;
  account_name: string;
  merchant_id: string | null;
  merchant_name: string | null;
  currency: string;
  debit: string;
  credit: string;
  base_debit: string;
  base_credit: string;
  memo: string;
}

const bookedLines = sql`journal_lines l`;
const joins = sql`join journal_entries e on e.organization_id = l.organization_id and e.id = l.entry_id
  join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
  left join merchants m on m.organization_id = l.organization_id and m.id = l.merchant_id`;
const joined = sql`${bookedLines} ${joins}`;

const isCash = sql`a.subtype in ('bank', 'cash')`;
const isIncome = sql`a.type in ('revenue', 'expense')`;

function conditions(organizationId: string, filter: LinesFilter): SqlText[] {
  const parts = [
    sql`l.organization_id = ${organizationId}`,
    ...between('l.entry_date', filter.date_from, filter.date_to),
  ];
  if (filter.account_id) parts.push(sql`l.account_id = ${filter.account_id}`);
  if (filter.merchant_id) parts.push(sql`l.merchant_id = ${filter.merchant_id}`);
  if (filter.without_merchant) parts.push(sql`l.merchant_id is null`);
  if (filter.tax_group) parts.push(sql`l.tax_group = ${filter.tax_group}`);
  if (filter.tax_part) parts.push(sql`l.tax_part = ${filter.tax_part}`);
  if (filter.income) parts.push(isIncome);
  if (filter.without_closing) parts.push(sql`e.source_type <> 'closing'`);
  if (filter.beside_cash) {
    parts.push(sql`not (${isCash}) and exists (
      select 1 from journal_lines c join accounts b on b.organization_id = c.organization_id and b.id = c.account_id
       where c.organization_id = l.organization_id and c.entry_id = l.entry_id and b.subtype in ('bank', 'cash'))`);
  }
  return parts;
}

// As many as are looked up and sorted within a few hundredths of a second.
const fewLines = 10_000;

/**
 * A condition that leads to the entries with lines on these accounts, if there are few such lines; none otherwise, since
 * entries that many have are met soon enough by reading in order.
 */
async function entriesOfFew(
  tx: TenantTransaction,
  accounts: SqlText,
  { date_from: from, date_to: to }: LinesFilter,
): Promise<SqlText[]> {
  const lines = sql`journal_lines f
    where f.organization_id = ${tx.organizationId}
      and f.account_id = any (array(select a.id from accounts a
                                     where a.organization_id = ${tx.organizationId} and ${accounts}))
      and f.entry_date >= ${from ?? '-infinity'}::date and f.entry_date <= ${to ?? 'infinity'}::date`;
  const found = await row<{ lines: number }>(
    tx,
    sql`select count(*)::integer as lines from (select from ${lines} limit ${fewLines + 1}) few`,
  );
  return found!.lines > fewLines ? [] : [sql`l.entry_id = any (array(select f.entry_id from ${lines}))`];
}

/**
 * Conditions that leave no line out and find the lines sooner if those on one side are rare: hardly any entry moves cash,
 * or hardly any line is on the accounts that are asked for.
 */
async function shortcuts(tx: TenantTransaction, filter: LinesFilter): Promise<SqlText[]> {
  if (!filter.beside_cash && !filter.income) return [];
  const shown = [
    ...(filter.account_id ? [sql`a.id = ${filter.account_id}`] : []),
    ...(filter.income ? [isIncome] : []),
    ...(filter.beside_cash ? [sql`not (${isCash})`] : []),
  ];
  const ofShown = await entriesOfFew(tx, every(shown), filter);
  if (ofShown.length > 0 || !filter.beside_cash) return ofShown;
  return entriesOfFew(tx, isCash, filter);
}

/** A page of the lines, oldest first. */
export async function listJournalLines(
  tx: TenantTransaction,
  filter: LinesFilter & PageQuery,
): Promise<PageOf<BookedLine>> {
  const isOfJoined = filter.income || filter.without_closing || filter.beside_cash;
  const list = {
    columns: sql`l.entry_id, e.entry_no, l.entry_date, e.description, e.source_type, e.source_id, l.line_no, l.account_id,
      a.code as account_code, a.name as account_name, l.merchant_id, m.name as merchant_name, l.currency, l.debit, l.credit,
      l.base_debit, l.base_credit, l.memo, l.tax_side, l.tax_part, l.tax_code, l.tax_rate`,
    ...(isOfJoined ? { from: joined } : { from: bookedLines, joins }),
    where: every([...conditions(tx.organizationId, filter), ...(await shortcuts(tx, filter))]),
    // The planner takes the days for spread over all entries, and would go through those before the first day as well.
    countedBy: filter.date_from ? sql`l.entry_date` : undefined,
    order: ['l.entry_date', 'l.entry_id', 'l.line_no'],
  };
  return readPage<BookedLine>(tx, list, filter);
}

/** The same lines summed by account and merchant, in base currency. */
export function sumJournalLines(tx: TenantTransaction, filter: LinesFilter): Promise<AccountSum[]> {
  const { account_id: account, merchant_id, without_merchant, without_closing, beside_cash, income } = filter;
  const sums = bookedSums(
    tx.organizationId,
    { from: filter.date_from ?? null, to: filter.date_to ?? null },
    {
      account_ids: account ? [account] : undefined,
      merchant_id,
      without_merchant,
      without_closing,
      moving_cash: beside_cash,
    },
  );
  const ofAccounts = [...(income ? [isIncome] : []), ...(beside_cash ? [sql`not (${isCash})`] : [])];
  return rows<AccountSum>(
    tx,
    sql`select s.account_id, a.code, a.name, a.type, a.subtype, s.merchant_id, m.code as merchant_code,
               m.name as merchant_name, s.amount
          from (select account_id, merchant_id, sum(base_debit - base_credit) as amount
                  from (${sums}) parts group by account_id, merchant_id) s
          join accounts a on a.organization_id = ${tx.organizationId} and a.id = s.account_id
          left join merchants m on m.organization_id = ${tx.organizationId} and m.id = s.merchant_id
         where ${every(ofAccounts)}`,
  );
}

/**
 * The balance of the cash accounts at the end of a day. Cash lines name no merchant: for a merchant it is the cash
 * moved by entries that concern it.
 */
export async function readCash(
  tx: TenantTransaction,
  upTo: string,
  merchantId: string | undefined,
): Promise<string> {
  if (merchantId) {
    const brought = await sumJournalLines(tx, {
      date_to: upTo,
      merchant_id: merchantId,
      beside_cash: true,
    });
    return zero.minus(sum(brought.map(({ amount }) => decimal(amount)))).toFixed();
  }
  const sums = bookedSums(tx.organizationId, { from: null, to: upTo });
  const found = await row<{ amount: string }>(
    tx,
    sql`select coalesce(sum(s.base_debit - s.base_credit), 0) as amount
          from (${sums}) s join accounts a on a.organization_id = ${tx.organizationId} and a.id = s.account_id
         where ${isCash}`,
  );
  return found!.amount;
}
