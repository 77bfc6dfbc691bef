/**
 * A run whose plan or step was given up is marked failed with the reason: starting the same scope again resumes it at
 * once. A step that only ever waited for another one of its merchant has not failed: it waits on.
 */
import { failRun } from '../../db/billing/billing-run-end.write.ts';
import { isBeingBilled } from '../../db/billing/billing-runs.write.ts';
import { billingCommands } from '../../queues/billing/billing.ts';
import type { Work } from '../engine/handler.ts';

export async function giveUpBillingRun(
  { tx, emit }: Work,
  { run_id: runId }: { run_id: string },
  reason: string,
): Promise<void> {
  await failRun(tx, runId, `given up after its last attempt: ${reason}`, emit);
}

export async function giveUpBillingStep(
  work: Work,
  input: { run_id: string; merchant_id: string },
  reason: string,
): Promise<void> {
  if (await isBeingBilled(work.tx, input.merchant_id)) work.enqueue(billingCommands.billMerchantStep, input);
  else await giveUpBillingRun(work, input, reason);
}
