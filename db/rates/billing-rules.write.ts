/** Checks on billing rules: a charging rule needs an item, and its conditions and basis must be known to its event. */
import { conditionProblems, type Conditions } from '../../domain/rates/billing-conditions.ts';
import {
  billingEvent,
  type BillingEventName,
  type QuantityBasis,
} from '../../domain/rates/billing-events.ts';
import { Refusal, type ValidationProblem } from '../../domain/refusal.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface RuleWords {
  event: BillingEventName;
  effect: 'charge' | 'no_charge';
  billing_item_id: string | null;
  quantity_basis: QuantityBasis;
  conditions: Conditions;
}

/** Refuses 400 with every problem of the rule. */
export function checkRule(rule: RuleWords): void {
  const { bases } = billingEvent(rule.event);
  const problems: ValidationProblem[] = conditionProblems(rule.event, rule.conditions);
  if ((rule.effect === 'charge') !== (rule.billing_item_id !== null)) {
    const message =
      'billing_item_id is required when effect is charge, and must be left out when it is no_charge';
    problems.push({ path: 'billing_item_id', code: 'required', message });
  }
  if (!bases.includes(rule.quantity_basis)) {
    const message = `quantity_basis of ${rule.event} must be one of ${bases.join(', ')}`;
    problems.push({ path: 'quantity_basis', code: 'not_allowed', message });
  }
  if (problems.length > 0) throw new Refusal('VALIDATION_FAILED', `${problems[0]!.message}.`, problems);
}

/** The default basis of an event: its first. */
export function defaultBasis(event: BillingEventName): QuantityBasis {
  return billingEvent(event).bases[0]!;
}

export async function isRuleUsed(tx: TenantTransaction, id: string): Promise<boolean> {
  return (
    (await row(
      tx,
      sql`select 1 from charges where organization_id = ${tx.organizationId} and rule_id = ${id} limit 1`,
    )) !== undefined
  );
}

/** Deletes a rule that has not charged anything. */
export async function removeBillingRule(tx: TenantTransaction, id: string): Promise<void> {
  await execute(
    tx,
    sql`delete from billing_rules where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}
