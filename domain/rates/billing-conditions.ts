/** Conditions of a billing rule: a list of comparisons that must all hold, over the fields each event allows. */
import type { ValidationProblem } from '../refusal.ts';
import { uuidPattern } from '../uuid-pattern.ts';
import { billingEvent, type BillingEventName, type FieldKind } from './billing-events.ts';

export const comparisons = ['eq', 'ne', 'in', 'nin', 'gt', 'gte', 'lt', 'lte', 'exists'] as const;
export type Comparison = (typeof comparisons)[number];
export type ConditionValue = string | number | boolean | (string | number)[];

export interface Condition {
  field: string;
  op: Comparison;
  value: ConditionValue;
}

export interface Conditions {
  all: Condition[];
}

const ordered: readonly Comparison[] = ['gt', 'gte', 'lt', 'lte'];

/** The event's own fields and its quantities, each with its type. */
export function conditionFields(event: BillingEventName): Record<string, FieldKind> {
  const { fields, bases } = billingEvent(event);
  const quantities = bases.filter((basis) => basis !== 'document' && basis !== 'days');
  return { ...fields, ...Object.fromEntries(quantities.map((name) => [name, 'number' as const])) };
}

/** Everything wrong with the conditions for this event. */
export function conditionProblems(event: BillingEventName, { all }: Conditions): ValidationProblem[] {
  const fields = conditionFields(event);
  return all.flatMap((condition, index) => {
    const path = `conditions.all.${index}`;
    const kind = Object.hasOwn(fields, condition.field) ? fields[condition.field] : undefined;
    if (!kind) {
      const allowed = Object.keys(fields).join(', ') || 'none';
      return [
        {
          path: `${path}.field`,
          code: 'not_allowed',
          message: `${condition.field} is not a field of ${event}; allowed are ${allowed}`,
        },
      ];
    }
    const sentence = valueProblem(kind, condition);
    return sentence
      ? [{ path: `${path}.value`, code: 'type', message: `${condition.field}: ${sentence}` }]
      : [];
  });
}

function valueProblem(kind: FieldKind, { op, value }: Condition): string | undefined {
  if (op === 'exists') return typeof value === 'boolean' ? undefined : 'exists takes true or false';
  if (op === 'in' || op === 'nin') {
    if (!Array.isArray(value)) return `${op} takes a list`;
    return value.every((one) => fits(kind, one)) ? undefined : `every value must be a ${kind}`;
  }
  if (Array.isArray(value)) return `${op} takes one value`;
  if (ordered.includes(op) && kind !== 'number') return `${op} compares numbers only`;
  return fits(kind, value) ? undefined : `the value must be a ${kind}`;
}

function fits(kind: FieldKind, value: string | number | boolean): boolean {
  switch (kind) {
    case 'uuid':
      return typeof value === 'string' && uuidPattern.test(value);
    case 'text':
      return typeof value === 'string';
    case 'flag':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
  }
}
