/** A billing rule as a SQL condition on activity `a`: compiled once, with bindings, never evaluated row by row. */
import { conditionFields, type Condition, type Conditions } from '../../domain/rates/billing-conditions.ts';
import { fieldColumns, type BillingEventName, type FieldKind } from '../../domain/rates/billing-events.ts';
import { every, name, some, sql, SqlText } from '../sql-text.ts';
import type { BillingRuleRow } from '../rates/billing-rules.read.ts';
import { ownDay, type RatingScope } from './billable-activity.ts';

const casts: Record<FieldKind, SqlText> = {
  uuid: new SqlText('uuid'),
  text: new SqlText('text'),
  flag: new SqlText('boolean'),
  number: new SqlText('numeric'),
};

const signs = { eq: '=', ne: 'is distinct from', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** The conditions alone. Throws for a field that is not allowed, which no stored rule has. */
export function compileConditions(event: BillingEventName, { all }: Conditions): SqlText {
  const fields = conditionFields(event);
  return every(
    all.map((condition) => {
      const kind = Object.hasOwn(fields, condition.field) ? fields[condition.field] : undefined;
      if (!kind) throw new Error(`${condition.field} is not a field of ${event}.`);
      return compare(condition, casts[kind]);
    }),
  );
}

function compare({ field, op, value }: Condition, type: SqlText): SqlText {
  const column = name(`a.${fieldColumns[field] ?? field}`);
  const bound = (one: unknown): SqlText => sql`${typeof one === 'number' ? String(one) : one}::${type}`;
  switch (op) {
    case 'exists':
      return value ? sql`${column} is not null` : sql`${column} is null`;
    case 'in':
      return some((value as unknown[]).map((one) => sql`${column} = ${bound(one)}`));
    case 'nin':
      return every((value as unknown[]).map((one) => sql`${column} is distinct from ${bound(one)}`));
    default:
      return sql`coalesce(${column} ${new SqlText(signs[op])} ${bound(value)}, false)`;
  }
}

/** The rule's merchant, warehouse, dates and conditions, without its exclusive group. */
function ownPredicate(rule: BillingRuleRow, day: SqlText): SqlText {
  const parts: SqlText[] = [];
  if (rule.warehouse_id) parts.push(sql`a.warehouse_id = ${rule.warehouse_id}::uuid`);
  if (rule.effective_from) parts.push(sql`${day} >= ${rule.effective_from}::date`);
  if (rule.effective_to) parts.push(sql`${day} <= ${rule.effective_to}::date`);
  if (rule.conditions.all.length > 0) parts.push(compileConditions(rule.event, rule.conditions));
  return every(parts);
}

/**
 * The full predicate of a rule among its merchant's rules, which come in the order they are tried: in an exclusive
 * group the first match wins, so the earlier ones must not match.
 */
export function rulePredicate(
  rule: BillingRuleRow,
  ordered: readonly BillingRuleRow[],
  day: SqlText = ownDay,
): SqlText {
  const others = rulesBefore(rule, ordered);
  return every([ownPredicate(rule, day), ...others.map((other) => sql`not ${ownPredicate(other, day)}`)]);
}

/** The rules of its exclusive group that are tried before it. */
export function rulesBefore(
  rule: BillingRuleRow,
  ordered: readonly BillingRuleRow[],
): readonly BillingRuleRow[] {
  if (!rule.exclusive_group) return [];
  return ordered
    .slice(
      0,
      ordered.findIndex(({ id }) => id === rule.id),
    )
    .filter((other) => other.event === rule.event && other.exclusive_group === rule.exclusive_group);
}

type OfGroup = Pick<BillingRuleRow, 'id' | 'event' | 'exclusive_group'>;

/**
 * Whether a charge `c` was made by the rule or another of its exclusive group, active or not. Which rule of a group comes
 * first is judged when a source is rated: one that is added, changed or put in front later leaves alone what another of its
 * group has charged.
 */
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
