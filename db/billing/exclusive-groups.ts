/**
 * An exclusive group charges a source once. Which of its rules comes first is judged when a source is rated: a rule that
 * is added, changed or put in front later leaves alone what another rule of its group has charged, as every change of
 * rules does.
 */
import type { BillingRuleRow } from '../rates/billing-rules.read.ts';
import { sql, type SqlText } from '../sql-text.ts';
import type { RatingScope } from './billable-activity.ts';

type OfGroup = Pick<BillingRuleRow, 'id' | 'event' | 'exclusive_group'>;

/** Whether a charge `c` was made by the rule or another of its exclusive group, active or not. */
export function chargedByGroup({ organizationId }: RatingScope, rule: OfGroup): SqlText {
  if (!rule.exclusive_group) return sql`c.rule_id = ${rule.id}::uuid`;
  return sql`c.rule_id in (select g.id from billing_rules g where g.organization_id = ${organizationId}::uuid
      and g.event = ${rule.event} and g.exclusive_group = ${rule.exclusive_group})`;
}

/** Whether two rules belong to the same exclusive group. */
export function areExclusive(one: OfGroup, other: OfGroup): boolean {
  return (
    one.exclusive_group !== null && one.event === other.event && one.exclusive_group === other.exclusive_group
  );
}
