/** Reads of billing items. */
import type { BillingCategory, BillingUnit } from '../../domain/rates/billing-categories.ts';
import { containsPattern, readPage, type PageQuery } from '../page.ts';
import type { TenantTransaction } from '../database.ts';

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

const columns = [
  'id',
  'code',
  'name',
  'category',
  'uom',
  'revenue_account_id',
  'cost_account_id',
  'taxable',
  'tax_code',
  'tax_rate',
  'default_rate',
  'description',
  'is_active',
  'created_at',
  'updated_at',
];

export function listBillingItems(
  tx: TenantTransaction,
  organizationId: string,
  {
    q,
    category,
    is_active: isActive,
    ...page
  }: PageQuery & { q?: string; category?: string; is_active?: boolean },
): Promise<{ rows: BillingItemRow[]; total: number }> {
  const base = tx('billing_items').where({ organization_id: organizationId });
  if (category) base.where({ category });
  if (isActive !== undefined) base.where({ is_active: isActive });
  if (q)
    base.where((either) =>
      either.whereILike('code', containsPattern(q)).orWhereILike('name', containsPattern(q)),
    );
  return readPage(base, columns, [{ column: 'code' }, { column: 'id' }], page);
}

export function findBillingItem(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<BillingItemRow | undefined> {
  return tx('billing_items').where({ organization_id: organizationId, id }).first(columns) as Promise<
    BillingItemRow | undefined
  >;
}
