/** What carriers would take for a parcel, as they said it. */
import { execute, row, type TenantTransaction } from '../database.ts';
import { columnList, sql } from '../sql-text.ts';

export interface NewQuote {
  id: string;
  /** Null for a basket, of which there is no shipment yet. */
  shipment_id: string | null;
  carton_id: string | null;
  planned_sscc: string | null;
  merchant_id: string;
  /** As its buyer said; null where somebody else knew. */
  weight_kg: string | null;
  account_id: string;
  carrier_code: string | null;
  service_code: string;
  amount: string;
  currency: string;
  days: number | null;
  delivers_on: string | null;
  is_chosen: boolean;
  why: string;
  rule_id: string | null;
  expires_at: Date;
}

/** As one parameter: of ten parcels there are more of them than a statement takes parameters for their fields. */
export async function insertQuotes(tx: TenantTransaction, quotes: readonly NewQuote[]): Promise<void> {
  if (quotes.length === 0) return;
  const records = quotes.map((quote) => ({ organization_id: tx.organizationId, ...quote }));
  const list = columnList(Object.keys(records[0]!));
  await execute(
    tx,
    sql`insert into rate_quotes (${list}) select ${list}
          from jsonb_populate_recordset(null::rate_quotes, ${JSON.stringify(records)}::jsonb)`,
  );
}

/** A quote, and whether it can still be bought: once, until it is over. */
export function findQuote(
  tx: TenantTransaction,
  id: string,
): Promise<
  | {
      shipment_id: string | null;
      carton_id: string | null;
      planned_sscc: string | null;
      weight_kg: string | null;
      account_id: string;
      service_code: string;
      amount: string;
      currency: string;
      rule_id: string | null;
      /** By how much the label may cost more. */
      tolerance_percent: string;
      expires_at: Date;
      is_over: boolean;
      is_used: boolean;
    }
  | undefined
> {
  return row(
    tx,
    sql`select q.shipment_id, q.carton_id, q.planned_sscc, q.weight_kg, q.account_id, q.service_code, q.amount, q.currency, q.rule_id,
               coalesce(r.tolerance_percent, 0) as tolerance_percent, q.expires_at, q.expires_at <= now() as is_over,
               exists (select 1 from label_purchases p where p.organization_id = q.organization_id and p.quote_id = q.id)
                 as is_used
          from rate_quotes q
          left join carrier_rules r on r.organization_id = q.organization_id and r.id = q.rule_id
         where q.organization_id = ${tx.organizationId} and q.id = ${id}`,
  );
}

/** The carrier whose service was quoted for a label. */
export async function quotedCarrier(tx: TenantTransaction, labelId: string): Promise<string | null> {
  const found = await row<{ carrier_code: string | null }>(
    tx,
    sql`select q.carrier_code from label_purchases p
          join rate_quotes q on q.organization_id = p.organization_id and q.id = p.quote_id
         where p.organization_id = ${tx.organizationId} and p.id = ${labelId}`,
  );
  return found?.carrier_code ?? null;
}
