/**
 * A run whose plan or step was given up is marked failed with the reason: starting the same scope again resumes it at
 * once.
 */
import { failRun } from '../../db/billing/billing-run-end.write.ts';
import type { Work } from '../engine/handler.ts';

export async function giveUpBillingRun(
  { tx, emit }: Work,
  { run_id: runId }: { run_id: string },
  reason: string,
): Promise<void> {
  await failRun(tx, runId, `given up after its last attempt: ${reason}`, emit);
}
