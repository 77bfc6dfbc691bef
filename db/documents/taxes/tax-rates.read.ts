/** Reads of tax rates by day, and which of them is in force. */
import { row, type TenantTransaction } from '../../database.ts';
import { type PageOf, type PageQuery, readPage } from '../../page.ts';
import { equalTo, every, sql, type SqlText } from '../../sql-text.ts';

export interface TaxRateRow {
  id: string;
  tax_code: string;
  tax_rate: string;
  valid_from: string;
  valid_to: string | null;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`r.id, r.tax_code, r.tax_rate, r.valid_from::text as valid_from, r.valid_to::text as valid_to, r.created_at, r.updated_at`;

/** By code, the newest first. `on_day` keeps those in force that day. */
export function listTaxRates(
  tx: TenantTransaction,
  { tax_code, on_day, ...page }: PageQuery & { tax_code?: string; on_day?: string },
): Promise<PageOf<TaxRateRow>> {
  const wanted = equalTo('r', { organization_id: tx.organizationId, tax_code });
  if (on_day) wanted.push(inForce(sql`${on_day}::date`));
  const order = ['r.tax_code', '-r.valid_from', 'r.id'];
  return readPage(tx, { columns, from: sql`tax_rates r`, where: every(wanted), order }, page);
}

export function findTaxRate(tx: TenantTransaction, id: string): Promise<TaxRateRow | undefined> {
  return row<TaxRateRow>(
    tx,
    sql`select ${columns} from tax_rates r where r.organization_id = ${tx.organizationId} and r.id = ${id}`,
  );
}

const inForce = (day: SqlText): SqlText =>
  sql`${day} between r.valid_from and coalesce(r.valid_to, 'infinity')`;

/** As a LEFT JOIN to `r`: the rate of a code that is in force on a day; there is one at most. */
export const rateInForce = (organizationId: string, code: SqlText, day: SqlText): SqlText =>
  sql`left join tax_rates r on r.organization_id = ${organizationId}::uuid and r.tax_code = ${code} and ${inForce(day)}`;
