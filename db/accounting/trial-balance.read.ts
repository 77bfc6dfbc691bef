/**
 * The trial balance: what each account held before a period, what moved, what it holds after. Months at or before the
 * lock date were summed once when they closed; only the days after them are summed now.
 */
import { addDays } from '../../domain/accounting/days.ts';
import type { AccountType } from '../../domain/accounting/chart.ts';
import { decimal, sum, zero, type Decimal } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { liveFrom } from './frozen-months.read.ts';

export interface TrialBalanceRow {
  account_id: string;
  code: string;
  name: string;
  type: AccountType;
  currency: string;
  /** Debit positive. */
  opening: Decimal;
  debit: Decimal;
  credit: Decimal;
  closing: Decimal;
}

export interface TrialBalance {
  rows: TrialBalanceRow[];
  /** Per currency; one in the base currency, where opening and closing are nothing. */
  totals: Pick<TrialBalanceRow, 'currency' | 'opening' | 'debit' | 'credit' | 'closing'>[];
}

interface Sums {
  account_id: string;
  currency: string;
  debit: string;
  credit: string;
  base_debit: string;
  base_credit: string;
}

export interface TrialBalancePeriod {
  /** The first day of the period; null reaches back to the first entry. */
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
  const before = period.from === null ? [] : await sumsBefore(tx, organizationId, period.from, live);
  const after = await sumsBefore(tx, organizationId, addDays(period.to, 1), live);
  const accounts = await rows<Pick<TrialBalanceRow, 'code' | 'name' | 'type'> & { id: string }>(
    tx,
    'select id, code, name, type from accounts where organization_id = ?',
    [organizationId],
  );
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const opening = cells(before, period);
  const balances = [...cells(after, period)].map(([key, closed]): TrialBalanceRow => {
    const opened = opening.get(key);
    const { id: account_id, code, name, type } = byId.get(closed.accountId)!;
    const openingNet = opened ? opened.debit.minus(opened.credit) : zero;
    return {
      account_id,
      code,
      name,
      type,
      currency: closed.currency,
      opening: openingNet,
      debit: closed.debit.minus(opened?.debit ?? zero),
      credit: closed.credit.minus(opened?.credit ?? zero),
      closing: closed.debit.minus(closed.credit),
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

interface Cell {
  accountId: string;
  currency: string;
  debit: Decimal;
  credit: Decimal;
}

/** Sums by account, and by currency where documents' own are asked for. */
function cells(sums: readonly Sums[], period: TrialBalancePeriod): Map<string, Cell> {
  const found = new Map<string, Cell>();
  for (const one of sums) {
    const isBase = period.in.kind === 'base';
    const currency = period.in.kind === 'base' ? period.in.currency : one.currency;
    const key = `${one.account_id}/${currency}`;
    const cell = found.get(key) ?? { accountId: one.account_id, currency, debit: zero, credit: zero };
    found.set(key, {
      ...cell,
      debit: cell.debit.plus(decimal(isBase ? one.base_debit : one.debit)),
      credit: cell.credit.plus(decimal(isBase ? one.base_credit : one.credit)),
    });
  }
  return found;
}

/** Debits and credits of every account before a day: whole frozen months, then the lines from there on. */
function sumsBefore(
  tx: TenantTransaction,
  organizationId: string,
  day: string,
  live: string,
): Promise<Sums[]> {
  return rows<Sums>(
    tx,
    `with cut as (select ?::uuid as org, least(date_trunc('month', ?::date)::date, ?::date) as day)
     select account_id, currency, sum(debit) as debit, sum(credit) as credit, sum(base_debit) as base_debit,
            sum(base_credit) as base_credit
       from (
        select m.account_id, m.currency, m.debit, m.credit, m.base_debit, m.base_credit
          from account_month_balances m, cut where m.organization_id = cut.org and m.month < cut.day
        union all
        select l.account_id, l.currency, l.debit, l.credit, l.base_debit, l.base_credit
          from journal_lines l, cut
         where l.organization_id = cut.org and l.entry_date >= cut.day and l.entry_date < ?::date) movements
      group by account_id, currency`,
    [organizationId, day, live, day],
  );
}
