/** The rate lines that price a merchant's activity in a period, most specific first. */
import { rows, type TenantTransaction } from '../database.ts';
import { joined, name, sql } from '../sql-text.ts';
import { rateLineColumns, type RateLineRow } from './rate-sheets.read.ts';

/** A line with the fields of its sheet, and the days on which both are in force. */
export interface EffectiveLine extends RateLineRow {
  sheet_code: string;
  sheet_version: number;
  sheet_merchant_id: string | null;
  sheet_warehouse_id: string | null;
  currency: string;
  billing_cycle: string;
  cycle_anchor_day: number;
  uom: string;
  valid_from: string;
  valid_to: string;
  /** The last day that line and sheet allow, however long a run's period is. */
  ends_on: string;
}

export interface RateScope {
  organizationId: string;
  merchantId: string;
  from: string;
  to: string;
  /** A preview uses this sheet, whatever its status and dates, instead of those of its merchant and warehouse. */
  tryingSheetId?: string | null;
}

const lineColumns = joined(
  rateLineColumns.map((column) => name(`l.${column}`)),
  ', ',
);
const joins = sql`rate_sheet_lines l
  join rate_sheets s on s.organization_id = l.organization_id and s.id = l.rate_sheet_id
  join billing_items i on i.organization_id = l.organization_id and i.id = l.billing_item_id`;
const sheetColumns = sql`s.code as sheet_code, s.version as sheet_version, s.merchant_id as sheet_merchant_id,
  s.warehouse_id as sheet_warehouse_id, s.currency,
  s.billing_cycle, s.cycle_anchor_day, i.uom,
  least(coalesce(l.effective_to, 'infinity'), coalesce(s.effective_to, 'infinity')) as ends_on`;

/**
 * Lookup order: merchant and warehouse, merchant, default for the warehouse, default; within a sheet the line with the
 * most match fields. An item missing from a more specific sheet is looked up in the next one.
 */
export function effectiveLines(tx: TenantTransaction, scope: RateScope): Promise<EffectiveLine[]> {
  const { organizationId, merchantId, from, to, tryingSheetId = null } = scope;
  return rows<EffectiveLine>(
    tx,
    sql`with tried as (select * from rate_sheets where organization_id = ${organizationId} and id = ${tryingSheetId}::uuid)
     select ${lineColumns}, ${sheetColumns},
            case when t.id is not null then ${from}::date else greatest(l.effective_from, s.effective_from) end as valid_from,
            case when t.id is not null then ${to}::date
                 else least(coalesce(l.effective_to, 'infinity'), coalesce(s.effective_to, 'infinity'), ${to}::date) end as valid_to
       from ${joins} left join tried t on t.id = s.id
      where l.organization_id = ${organizationId} and (s.merchant_id is null or s.merchant_id = ${merchantId})
        and (t.id is not null or (s.status = 'active'
             and greatest(l.effective_from, s.effective_from) <= ${to}::date
             and least(coalesce(l.effective_to, 'infinity'), coalesce(s.effective_to, 'infinity')) >= ${from}::date
             and not exists (select 1 from tried x where x.merchant_id is not distinct from s.merchant_id
                                and x.warehouse_id is not distinct from s.warehouse_id)))
        and greatest(l.effective_from, s.effective_from) <= least(coalesce(l.effective_to, 'infinity'), coalesce(s.effective_to, 'infinity'))
      order by (s.merchant_id is not null) desc, (s.warehouse_id is not null) desc,
               num_nonnulls(l.match_warehouse_id, l.match_storage_class, l.match_item_class, l.match_carrier_code) desc,
               s.id, l.line_no`,
  );
}

/** A line by id, in force or not: the one that priced an earlier charge. */
export async function lineOfCharge(tx: TenantTransaction, lineId: string): Promise<EffectiveLine> {
  const found = await rows<EffectiveLine>(
    tx,
    sql`select ${lineColumns}, ${sheetColumns}, l.effective_from as valid_from, coalesce(l.effective_to, 'infinity') as valid_to
       from ${joins} where l.organization_id = ${tx.organizationId} and l.id = ${lineId}`,
  );
  return found[0]!;
}
