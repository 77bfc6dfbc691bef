/** Gives each merchant of a run its steps and starts every chain of steps. Run again, it starts whatever is left. */
import {
  addSteps,
  lockRun,
  merchantsToDo,
  setRunStatus,
  type NewStep,
  type RunState,
} from '../../db/billing/billing-runs.write.ts';
import { finishRunIfDone } from '../../db/billing/billing-run-end.write.ts';
import { merchantsOfScope } from '../../db/billing/billing-runs.read.ts';
import { billingRunStates } from '../../domain/billing/billing-run-states.ts';
import { notFound } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { billingCommands } from '../../queues/billing/billing.ts';
import type { Handler, Work } from '../engine/handler.ts';

export const planBillingRun: Handler<typeof billingCommands.planBillingRun> = async (
  work,
  { run_id: id },
) => {
  const { tx, enqueue, emit } = work;
  const found = await lockRun(tx, id);
  if (!found) throw notFound('billing run');
  if (found.status !== 'queued' && found.status !== 'running') return { id };
  await setRunStatus(tx, id, nextState(billingRunStates, found.status, 'start'));
  await addSteps(tx, id, await firstSteps(work, found));
  for (const merchantId of await merchantsToDo(tx, id)) {
    enqueue(billingCommands.billMerchantStep, { run_id: id, merchant_id: merchantId });
  }
  await finishRunIfDone(tx, id, emit);
  return { id };
};

/**
 * A draft run plans each merchant in a step of its own, because counting a month takes a while; a preview is one step.
 */
async function firstSteps({ tx }: Work, found: RunState): Promise<NewStep[]> {
  const merchants = await merchantsOfScope(tx, found.merchant_ids);
  const step = found.mode === 'preview' ? 'preview' : 'plan';
  return merchants.map((id) => ({ merchant_id: id, position: 0, step }));
}
