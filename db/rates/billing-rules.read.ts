/** Reads of billing rules. */
import type { Conditions } from '../../domain/rates/billing-conditions.ts';
import type { BillingEventName, QuantityBasis } from '../../domain/rates/billing-events.ts';
import type { TenantTransaction } from '../database.ts';
import { containsPattern, readPage, type PageQuery } from '../page.ts';

export interface BillingRuleRow {
  id: string;
  code: string;
  name: string;
  event: BillingEventName;
  effect: 'charge' | 'no_charge';
  billing_item_id: string | null;
  quantity_basis: QuantityBasis;
  conditions: Conditions;
  merchant_id: string | null;
  warehouse_id: string | null;
  priority: number;
  exclusive_group: string | null;
  is_active: boolean;
  effective_from: string | null;
  effective_to: string | null;
  created_at: Date;
  updated_at: Date;
}

const columns = [
  'id',
  'code',
  'name',
  'event',
  'effect',
  'billing_item_id',
  'quantity_basis',
  'conditions',
  'merchant_id',
  'warehouse_id',
  'priority',
  'exclusive_group',
  'is_active',
  'effective_from',
  'effective_to',
  'created_at',
  'updated_at',
];

export interface RuleFilters extends PageQuery {
  q?: string;
  event?: string;
  effect?: string;
  billing_item_id?: string;
  merchant_id?: string;
  is_active?: boolean;
}

export function listBillingRules(
  tx: TenantTransaction,
  organizationId: string,
  { q, page, page_size, ...equal }: RuleFilters,
): Promise<{ rows: BillingRuleRow[]; total: number }> {
  const base = tx('billing_rules').where({ organization_id: organizationId });
  for (const [name, value] of Object.entries(equal))
    if (value !== undefined) base.where(name, value as string);
  if (q)
    base.where((either) =>
      either.whereILike('code', containsPattern(q)).orWhereILike('name', containsPattern(q)),
    );
  return readPage(base, columns, [{ column: 'priority' }, { column: 'code' }, { column: 'id' }], {
    page,
    page_size,
  });
}

export function findBillingRule(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<BillingRuleRow | undefined> {
  return tx('billing_rules')
    .where({ organization_id: organizationId, id })
    .first(columns) as unknown as Promise<BillingRuleRow | undefined>;
}

/** Active rules of a merchant in the order they are tried: low priority first, older first among equals. */
export function rulesOfMerchant(
  tx: TenantTransaction,
  organizationId: string,
  merchantId: string,
): Promise<BillingRuleRow[]> {
  return tx('billing_rules')
    .where({ organization_id: organizationId, is_active: true })
    .where((either) => either.whereNull('merchant_id').orWhere('merchant_id', merchantId))
    .orderBy([{ column: 'priority' }, { column: 'created_at' }, { column: 'id' }])
    .select(columns) as unknown as Promise<BillingRuleRow[]>;
}
