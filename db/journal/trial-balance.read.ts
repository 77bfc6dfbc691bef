/**
 * The trial balance: each account's opening balance, movements and closing balance. Months up to the lock date were
 * summed once when they closed; only the days after them are summed now.
 */
import { addDays } from '../../domain/days.ts';
import type { AccountType } from '../../domain/journal/chart.ts';
import { decimal, sum, zero, type Decimal } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { joined, sql } from '../sql-text.ts';
import { liveFrom } from './frozen-months.read.ts';
import { bookedSums } from './journal-closings.read.ts';

export interface TrialBalanceRow {
  account_id: string;
  code: string;
  name: string;
  type: AccountType;
  currency: string;
  /** Debits positive. */
  opening: Decimal;
  debit: Decimal;
  credit: Decimal;
  closing: Decimal;
}

export interface TrialBalance {
  rows: TrialBalanceRow[];
  /** One per currency; in base currency a single one, whose opening and closing are zero. */
  totals: Pick<TrialBalanceRow, 'currency' | 'opening' | 'debit' | 'credit' | 'closing'>[];
}

interface Sums extends Pick<TrialBalanceRow, 'account_id' | 'code' | 'name' | 'type'> {
  currency: string;
  opening_debit: string;
  opening_credit: string;
  debit: string;
  credit: string;
}

export interface TrialBalancePeriod {
  /** The first day of the period; null starts with the first entry. */
  from: string | null;
  /** The last day. */
  to: string;
  in: { kind: 'base'; currency: string } | { kind: 'document' };
}

export async function readTrialBalance(
  tx: TenantTransaction,
  period: TrialBalancePeriod,
): Promise<TrialBalance> {
  const live = await liveFrom(tx);
  const found = await sums(tx, period, live);
  const balances = found.map(({ opening_debit: openDebit, opening_credit: openCredit, ...row }) => {
    const [debit, credit] = [decimal(row.debit), decimal(row.credit)];
    const currency = period.in.kind === 'base' ? period.in.currency : row.currency;
    return {
      ...row,
      currency,
      opening: decimal(openDebit).minus(decimal(openCredit)),
      debit: debit.minus(decimal(openDebit)),
      credit: credit.minus(decimal(openCredit)),
      closing: debit.minus(credit),
    };
  });
  const shown = balances
    .filter(({ opening: open, debit, credit }) => !open.eq(zero) || !debit.eq(zero) || !credit.eq(zero))
    .sort((a, b) => (a.code === b.code ? (a.currency < b.currency ? -1 : 1) : a.code < b.code ? -1 : 1));
  return { rows: shown, totals: totalsOf(shown) };
}

function totalsOf(shown: readonly TrialBalanceRow[]): TrialBalance['totals'] {
  return [...groupBy(shown, ({ currency }) => currency)].map(([currency, members]) => ({
    currency,
    opening: sum(members.map(({ opening }) => opening)),
    debit: sum(members.map(({ debit }) => debit)),
    credit: sum(members.map(({ credit }) => credit)),
    closing: sum(members.map(({ closing }) => closing)),
  }));
}

// Sums only what was requested: base currency needs half the columns and no grouping by currency.
const columnsOf = {
  base: { currency: sql`''`, debit: sql`base_debit`, credit: sql`base_credit` },
  document: { currency: sql`currency`, debit: sql`debit`, credit: sql`credit` },
} as const;

/**
 * Debits and credits of every account up to the end and before the start of the period, in one statement, so that both
 * are of the same moment: whole frozen months, then the days after them.
 */
function sums(
  tx: TenantTransaction,
  { from, to, in: asked }: TrialBalancePeriod,
  live: string,
): Promise<Sums[]> {
  const { currency, debit, credit } = columnsOf[asked.kind];
  const parts = [{ last: sql`${to}::date`, lastDay: to, isOpening: false }];
  if (from !== null)
    parts.push({ last: sql`(${from}::date - 1)`, lastDay: addDays(from, -1), isOpening: true });
  const upTo = parts.map(({ last, lastDay, isOpening }) => {
    // The whole months before the day after; in the database, since a year may have five digits there.
    const months = sql`least(date_trunc('month', ${last} + 1)::date, ${live}::date)`;
    // Lines take over from the month that is not whole or not frozen.
    const day = firstLineDay(lastDay, live);
    return sql`
      select ${isOpening}::boolean as is_opening, account_id, ${currency} as currency, ${debit} as debit, ${credit} as credit
        from account_month_balances where organization_id = ${tx.organizationId} and month < ${months}
       union all
      select ${isOpening}::boolean, account_id, ${currency}, ${debit}, ${credit}
        from (${bookedSums(tx.organizationId, { from: day, to: lastDay })}) booked`;
  });
  return rows<Sums>(
    tx,
    sql`with parts as (
       select is_opening, account_id, currency, sum(debit) as debit, sum(credit) as credit
         from (${joined(upTo, ' union all ')}) moved group by 1, 2, 3)
     select p.account_id, a.code, a.name, a.type, p.currency,
            coalesce(sum(p.debit) filter (where p.is_opening), 0) as opening_debit,
            coalesce(sum(p.credit) filter (where p.is_opening), 0) as opening_credit,
            coalesce(sum(p.debit) filter (where not p.is_opening), 0) as debit,
            coalesce(sum(p.credit) filter (where not p.is_opening), 0) as credit
       from parts p join accounts a on a.organization_id = ${tx.organizationId} and a.id = p.account_id
      group by p.account_id, p.currency, a.code, a.name, a.type`,
  );
}

/** The first day whose lines are not in the frozen months used up to a last day; null if that is all of them. */
function firstLineDay(lastDay: string, live: string): string | null {
  if (live === '-infinity') return null;
  const next = addDays(lastDay, 1);
  // The last day of the calendar ends a month, which is never frozen.
  const month = next === lastDay ? next : `${next.slice(0, 8)}01`;
  return month < live ? month : live;
}
