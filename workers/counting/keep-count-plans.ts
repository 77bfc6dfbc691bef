/** Creates and changes count plans: what their scope names exists. */
import { knownIds } from '../../db/records.read.ts';
import { assertAllFound } from '../../domain/refusal.ts';
import { countPlanRecord, type countPlanCommands } from '../../queues/counting/count-plans.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { recordHandlers } from '../record-handlers.ts';

const plain = recordHandlers(countPlanRecord);

async function assertMerchants({ tx }: Work, ids: readonly string[] = []): Promise<void> {
  assertAllFound('scope.merchant_ids', ids, await knownIds(tx, 'merchants', ids), 'merchant');
}

export const createCountPlan: Handler<typeof countPlanCommands.createCountPlan> = async (work, input) => {
  await assertMerchants(work, input.scope?.merchant_ids);
  return plain.create(work, input);
};

export const updateCountPlan: Handler<typeof countPlanCommands.updateCountPlan> = async (work, input) => {
  await assertMerchants(work, input.scope?.merchant_ids);
  return plain.update(work, input);
};
