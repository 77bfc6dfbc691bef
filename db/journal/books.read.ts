/** What every posting needs to know about the books: base currency, rounding, decimals, and the system accounts. */
import type { SystemKey } from '../../domain/journal/chart.ts';
import type { MoneyRules, RoundingMode } from '../../domain/money/money.ts';
import { invalid } from '../../domain/refusal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface Books {
  organizationId: string;
  edition: 'standard' | 'three_pl';
  baseCurrency: string;
  baseRules: MoneyRules;
  /** Today in the organization's time zone. */
  today: string;
  lockDate: string | null;
}

export async function readAccountingSettings(tx: TenantTransaction): Promise<Books> {
  const found = await row<{
    edition: Books['edition'];
    base_currency: string;
    rounding: RoundingMode;
    exponent: number;
    today: string;
    lock_date: string | null;
  }>(
    tx,
    sql`select o.edition, o.base_currency, o.rounding, c.exponent, o.lock_date::text as lock_date,
            to_char(now() at time zone o.time_zone, 'YYYY-MM-DD') as today
       from organizations o join currencies c on c.code = o.base_currency where o.id = ${tx.organizationId}`,
  );
  const { edition, base_currency: baseCurrency, rounding, exponent, today, lock_date: lockDate } = found!;
  return {
    organizationId: tx.organizationId,
    edition,
    baseCurrency,
    baseRules: { exponent, mode: rounding },
    today,
    lockDate,
  };
}

/** How amounts of a currency are rounded. Refuses 400 VALIDATION_FAILED for an unknown currency. */
export async function readMoneyRules(
  tx: TenantTransaction,
  books: Pick<Books, 'baseRules'>,
  currency: string,
): Promise<MoneyRules> {
  return (await readRulesOf(tx, [currency]))(books, currency);
}

/** Reads these currencies, and returns a function that says the same of one of them. */
export async function readRulesOf(
  tx: TenantTransaction,
  currencies: readonly string[],
): Promise<(books: Pick<Books, 'baseRules'>, currency: string) => MoneyRules> {
  const found = await rows<{ code: string; exponent: number }>(
    tx,
    sql`select code, exponent from currencies where code = any(${currencies}::text[])`,
  );
  const exponents = new Map(found.map(({ code, exponent }) => [code, exponent]));
  return ({ baseRules: { mode } }, currency) => {
    const exponent = exponents.get(currency);
    if (exponent === undefined)
      throw invalid('currency', 'unknown', `currency ${currency} is not a currency of ISO 4217`);
    return { exponent, mode };
  };
}

export type SystemAccounts = Record<SystemKey, string>;

/** The ids of the system accounts, by key. */
export async function readSystemAccounts(tx: TenantTransaction): Promise<SystemAccounts> {
  const found = await rows<{ system_key: SystemKey; id: string }>(
    tx,
    sql`select system_key, id from accounts where organization_id = ${tx.organizationId} and system_key is not null`,
  );
  return Object.fromEntries(found.map(({ system_key: key, id }) => [key, id])) as SystemAccounts;
}
