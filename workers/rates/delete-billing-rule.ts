/** Deletes a rule that never charged anything. Refuses NOT_FOUND, 409 RULE_IN_USE. */
import { isRuleUsed, removeBillingRule } from '../../db/rates/billing-rules.write.ts';
import { updateRecord } from '../../db/records.write.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../engine/handler.ts';

export const deleteBillingRule: Handler<typeof rateCommands.deleteBillingRule> = async (
  { tx, emit },
  { rule_id: id },
) => {
  if (!(await updateRecord(tx, 'billing_rules', id, {}))) throw notFound('billing rule');
  if (await isRuleUsed(tx, id)) {
    throw new Refusal('RULE_IN_USE', 'The rule has made charges; set is_active to false instead.');
  }
  await removeBillingRule(tx, id);
  emit({ type: 'billing_rule.deleted', subject_type: 'billing_rule', subject_id: id });
  return { id, deleted: true };
};
