/** Adds a billing rule. */
import { checkRule, defaultBasis } from '../../db/rates/billing-rules.write.ts';
import { insertRecord } from '../../db/records.write.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../engine/handler.ts';

export const createBillingRule: Handler<typeof rateCommands.createBillingRule> = async (
  { tx, emit },
  input,
) => {
  const rule = {
    effect: 'charge' as const,
    conditions: { all: [] },
    quantity_basis: defaultBasis(input.event),
    ...input,
    billing_item_id: input.billing_item_id ?? null,
  };
  checkRule(rule);
  const stored = { ...rule, conditions: JSON.stringify(rule.conditions) };
  const id = await insertRecord(tx, 'billing_rules', stored);
  emit({ type: 'billing_rule.created', subject_type: 'billing_rule', subject_id: id });
  return { id };
};
