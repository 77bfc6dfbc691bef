/** Adds a billing rule. */
import { v7 as uuidv7 } from 'uuid';
import { checkRule, defaultBasis } from '../../db/rates/billing-rules.write.ts';
import type { rateCommands } from '../../queues/rates/rates.ts';
import type { Handler } from '../handler.ts';
import { execute } from '../../db/database.ts';
import { values, sql } from '../../db/sql-text.ts';

export const createBillingRule: Handler<typeof rateCommands.createBillingRule> = async (
  { tx, organizationId, emit },
  input,
) => {
  const id = uuidv7();
  const rule = {
    effect: 'charge' as const,
    conditions: { all: [] },
    quantity_basis: defaultBasis(input.event),
    ...input,
    billing_item_id: input.billing_item_id ?? null,
  };
  checkRule(rule);
  await execute(
    tx,
    sql`insert into billing_rules ${values({
      ...rule,
      conditions: JSON.stringify(rule.conditions),
      id,
      organization_id: organizationId,
    })}`,
  );
  emit({ type: 'billing_rule.created', subject_type: 'billing_rule', subject_id: id });
  return { id };
};
