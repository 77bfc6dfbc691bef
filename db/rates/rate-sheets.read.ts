/** Reads of rate sheets and their lines. */
import type { RateSheetStatus } from '../../domain/rates/rate-sheet-states.ts';
import type { Pricing, StorageBasis, StorageMethod, AgingStep } from '../../domain/rates/rate-line.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, joined, name, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { containsPattern } from '../search.ts';

export type BillingCycle = 'daily' | 'weekly' | 'biweekly' | 'semi_monthly' | 'monthly' | 'quarterly';
export type SheetStatus = RateSheetStatus;

export interface RateSheetRow {
  id: string;
  code: string;
  name: string;
  version: number;
  supersedes_id: string | null;
  merchant_id: string | null;
  warehouse_id: string | null;
  currency: string;
  status: SheetStatus;
  effective_from: string;
  effective_to: string | null;
  billing_cycle: BillingCycle;
  cycle_anchor_day: number;
  payment_terms_days: number;
  minimum_invoice_amount: string | null;
  notes: string;
  lines_count: number;
  activated_at: Date | null;
  activated_by: string | null;
  archived_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface RateLineRow extends Pricing {
  id: string;
  rate_sheet_id: string;
  line_no: number;
  billing_item_id: string;
  description: string;
  surcharge_percent: string | null;
  surcharge_item_id: string | null;
  storage_method: StorageMethod | null;
  storage_basis: StorageBasis | null;
  split_day: number;
  second_half_percent: string;
  grace_days: number;
  aging: AgingStep[];
  match_warehouse_id: string | null;
  match_storage_class: string | null;
  match_item_class: string | null;
  match_carrier_code: string | null;
  effective_from: string;
  effective_to: string | null;
}

const sheetColumns = sql`s.id, s.code, s.name, s.version, s.supersedes_id, s.merchant_id, s.warehouse_id, s.currency, s.status,
  s.effective_from, s.effective_to, s.billing_cycle, s.cycle_anchor_day, s.payment_terms_days, s.minimum_invoice_amount,
  s.notes, s.activated_at, s.activated_by, s.archived_at, s.created_at, s.updated_at,
  (select count(*)::integer from rate_sheet_lines l where l.organization_id = s.organization_id and l.rate_sheet_id = s.id) as lines_count`;

export const rateLineColumns = [
  'id',
  'rate_sheet_id',
  'line_no',
  'billing_item_id',
  'description',
  'pricing_model',
  'rate',
  'first_qty',
  'additional_rate',
  'package_size',
  'percent',
  'percent_basis',
  'tiers',
  'tier_window',
  'included_qty',
  'min_charge',
  'max_charge',
  'min_scope',
  'surcharge_percent',
  'surcharge_item_id',
  'storage_method',
  'storage_basis',
  'split_day',
  'second_half_percent',
  'grace_days',
  'aging',
  'match_warehouse_id',
  'match_storage_class',
  'match_item_class',
  'match_carrier_code',
  'effective_from',
  'effective_to',
] as const;

const lineColumns = joined(rateLineColumns.map(name), ', ');

export interface SheetFilters extends PageQuery {
  q?: string;
  merchant_id?: string;
  warehouse_id?: string;
  status?: SheetStatus;
  code?: string;
  effective_on?: string;
}

export function listRateSheets(
  tx: TenantTransaction,
  { q, merchant_id, warehouse_id, status, code, effective_on: on, ...page }: SheetFilters,
): Promise<PageOf<RateSheetRow>> {
  const wanted = equalTo('s', {
    organization_id: tx.organizationId,
    merchant_id,
    warehouse_id,
    status,
    code,
  });
  if (on) wanted.push(sql`daterange(s.effective_from, s.effective_to, '[]') @> ${on}::date`);
  if (q) {
    const pattern = containsPattern(q);
    wanted.push(sql`(s.code ilike ${pattern} or s.name ilike ${pattern})`);
  }
  const order = ['s.code', '-s.version', 's.id'];
  return readPage(tx, { columns: sheetColumns, from: sql`rate_sheets s`, where: every(wanted), order }, page);
}

export function findRateSheet(tx: TenantTransaction, id: string): Promise<RateSheetRow | undefined> {
  return row<RateSheetRow>(
    tx,
    sql`select ${sheetColumns} from rate_sheets s where s.organization_id = ${tx.organizationId} and s.id = ${id}`,
  );
}

export function linesOfSheet(tx: TenantTransaction, sheetId: string): Promise<RateLineRow[]> {
  return rows<RateLineRow>(
    tx,
    sql`select ${lineColumns} from rate_sheet_lines
         where organization_id = ${tx.organizationId} and rate_sheet_id = ${sheetId} order by line_no`,
  );
}

export function findRateLine(
  tx: TenantTransaction,
  sheetId: string,
  id: string,
): Promise<RateLineRow | undefined> {
  return row<RateLineRow>(
    tx,
    sql`select ${lineColumns} from rate_sheet_lines
         where organization_id = ${tx.organizationId} and rate_sheet_id = ${sheetId} and id = ${id}`,
  );
}
