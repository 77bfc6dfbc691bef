/** Reads of billing rules. */
import type { Conditions } from '../../domain/rates/billing-conditions.ts';
import type { BillingEventName, QuantityBasis } from '../../domain/rates/billing-events.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { containsPattern } from '../search.ts';

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

const columns = sql`r.id, r.code, r.name, r.event, r.effect, r.billing_item_id, r.quantity_basis, r.conditions, r.merchant_id,
  r.warehouse_id, r.priority, r.exclusive_group, r.is_active, r.effective_from, r.effective_to, r.created_at,
  r.updated_at`;

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
  { q, page, page_size, ...equal }: RuleFilters,
): Promise<PageOf<BillingRuleRow>> {
  const wanted = equalTo('r', { organization_id: tx.organizationId, ...equal });
  if (q) {
    const pattern = containsPattern(q);
    wanted.push(sql`(r.code ilike ${pattern} or r.name ilike ${pattern})`);
  }
  const order = ['r.priority', 'r.code', 'r.id'];
  const list = { columns, from: sql`billing_rules r`, where: every(wanted), order };
  return readPage(tx, list, { page, page_size });
}

export function findBillingRule(tx: TenantTransaction, id: string): Promise<BillingRuleRow | undefined> {
  return row<BillingRuleRow>(
    tx,
    sql`select ${columns} from billing_rules r where r.organization_id = ${tx.organizationId} and r.id = ${id}`,
  );
}

/** A merchant's active rules in the order they are tried: lowest priority number first, older first among equals. */
export function rulesOfMerchant(tx: TenantTransaction, merchantId: string): Promise<BillingRuleRow[]> {
  return rows<BillingRuleRow>(
    tx,
    sql`select ${columns} from billing_rules r
         where r.organization_id = ${tx.organizationId} and r.is_active
           and (r.merchant_id is null or r.merchant_id = ${merchantId})
         order by r.priority, r.created_at, r.id`,
  );
}
