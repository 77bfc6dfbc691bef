/** Checks that currencies exist. */
import { invalid } from '../../domain/refusal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

/** 400 VALIDATION_FAILED for the first one that is not in ISO 4217; the path is its place in a list of rates. */
export async function assertCurrencies(tx: TenantTransaction, currencies: readonly string[]): Promise<void> {
  const found = await rows<{ code: string }>(
    tx,
    sql`select code from currencies where code = any(${currencies}::text[])`,
  );
  const known = new Set(found.map(({ code }) => code));
  const unknown = currencies.findIndex((currency) => !known.has(currency));
  if (unknown >= 0) {
    const message = `${currencies[unknown]} is not a currency of ISO 4217`;
    throw invalid(`rates.${unknown}.currency`, 'unknown', message);
  }
}
