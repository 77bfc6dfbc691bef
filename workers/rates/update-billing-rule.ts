/** Changes a billing rule; the merged rule is checked like a new one. Its earlier charges stay. */
import { findBillingRule } from '../../db/rates/billing-rules.read.ts';
import { checkRule } from '../../db/rates/billing-rules.write.ts';
import { updateRecord } from '../../db/records.write.ts';
import { notFound } from '../../domain/refusal.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../engine/handler.ts';

export const updateBillingRule: Handler<typeof rateCommands.updateBillingRule> = async (
  { tx, emit },
  input,
) => {
  const { rule_id: id, conditions, ...changes } = input;
  const stored = { ...changes, ...(conditions ? { conditions: JSON.stringify(conditions) } : {}) };
  if (!(await updateRecord(tx, 'billing_rules', id, stored))) throw notFound('billing rule');
  checkRule((await findBillingRule(tx, id))!);
  emit({ type: 'billing_rule.changed', subject_type: 'billing_rule', subject_id: id });
  return { id };
};
