/** Reads of billing items. */
import type { BillingCategory, BillingUnit } from '../../domain/rates/billing-categories.ts';
import { row, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { containsPattern } from '../search.ts';

export interface BillingItemRow {
  id: string;
  code: string;
  name: string;
  category: BillingCategory;
  uom: BillingUnit;
  revenue_account_id: string;
  cost_account_id: string | null;
  taxable: boolean;
  tax_code: string | null;
  tax_rate: string;
  default_rate: string;
  description: string;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`i.id, i.code, i.name, i.category, i.uom, i.revenue_account_id, i.cost_account_id, i.taxable, i.tax_code,
  i.tax_rate, i.default_rate, i.description, i.is_active, i.created_at, i.updated_at`;

export function listBillingItems(
  tx: TenantTransaction,
  { q, category, is_active, ...page }: PageQuery & { q?: string; category?: string; is_active?: boolean },
): Promise<PageOf<BillingItemRow>> {
  const wanted = equalTo('i', { organization_id: tx.organizationId, category, is_active });
  if (q) {
    const pattern = containsPattern(q);
    wanted.push(sql`(i.code ilike ${pattern} or i.name ilike ${pattern})`);
  }
  const order = ['i.code', 'i.id'];
  return readPage(tx, { columns, from: sql`billing_items i`, where: every(wanted), order }, page);
}

export function findBillingItem(tx: TenantTransaction, id: string): Promise<BillingItemRow | undefined> {
  return row<BillingItemRow>(
    tx,
    sql`select ${columns} from billing_items i where i.organization_id = ${tx.organizationId} and i.id = ${id}`,
  );
}
