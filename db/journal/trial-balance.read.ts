/**
 * The trial balance: each account's opening balance, movements and closing balance. Months up to the lock date were
 * summed once when they closed; only the days after them are summed now.
 */
import { addDays } from '../../domain/days.ts';
import type { AccountType } from '../../domain/journal/chart.ts';
import { decimal, sum, zero, type Decimal } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { liveFrom } from './frozen-months.read.ts';
import { sql } from '../sql-text.ts';

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
  organizationId: string,
  period: TrialBalancePeriod,
): Promise<TrialBalance> {
  const live = await liveFrom(tx, organizationId);
  const found = await sums(tx, organizationId, period, live);
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
 * Debits and credits of every account up to the end and up to the start of the period, in one pass: whole frozen
 * months, then the lines after them, each summed before they are joined.
 */
function sums(
  tx: TenantTransaction,
  organizationId: string,
  { from, to, in: asked }: TrialBalancePeriod,
  live: string,
): Promise<Sums[]> {
  const { currency, debit, credit } = columnsOf[asked.kind];
  // The days on which lines take over from monthly sums, for the start and for the end. ISO dates sort as text.
  const [begin, end] = [from ?? '-infinity', addDays(to, 1)];
  const [beginMonth, endMonth] = [begin, end].map((day) => least(monthStart(day), live));
  const partOfMonth = least(begin, endMonth!);
  return rows<Sums>(
    tx,
    sql`with parts as (
       select account_id, ${currency} as currency, sum(${debit}) filter (where month < ${beginMonth}::date) as opening_debit,
              sum(${credit}) filter (where month < ${beginMonth}::date) as opening_credit, sum(${debit}) as debit, sum(${credit}) as credit
         from account_month_balances where organization_id = ${organizationId} and month < ${endMonth}::date group by 1, 2
       union all
       select account_id, ${currency}, sum(${debit}) filter (where entry_date < ${begin}::date),
              sum(${credit}) filter (where entry_date < ${begin}::date), sum(${debit}), sum(${credit})
         from journal_lines where organization_id = ${organizationId} and entry_date >= ${endMonth}::date and entry_date < ${end}::date group by 1, 2
       union all
       -- For a period that begins inside a frozen month: the days of that month before it.
       select account_id, ${currency}, sum(${debit}), sum(${credit}), 0, 0
         from journal_lines where organization_id = ${organizationId} and entry_date >= ${beginMonth}::date and entry_date < ${partOfMonth}::date group by 1, 2)
     select p.account_id, a.code, a.name, a.type, p.currency, coalesce(sum(p.opening_debit), 0) as opening_debit,
            coalesce(sum(p.opening_credit), 0) as opening_credit, sum(p.debit) as debit, sum(p.credit) as credit
       from parts p join accounts a on a.organization_id = ${organizationId} and a.id = p.account_id
      group by p.account_id, p.currency, a.code, a.name, a.type`,
  );
}

const least = (one: string, other: string): string => (one < other ? one : other);

const monthStart = (day: string): string => (day === '-infinity' ? day : `${day.slice(0, 8)}01`);
