/**
 * Runs one step for one merchant in one transaction, then the next as a command of its own: progress is visible, and a
 * killed worker costs only the current step. A step that cannot be done fails the run with its reason.
 */
import { failRun, finishRunIfDone } from '../../db/billing/billing-run-end.write.ts';
import { doBillingStep } from '../../db/billing/billing-steps.write.ts';
import { advanceRun, findRunState, finishStep, takeStep } from '../../db/billing/billing-runs.write.ts';
import { inSavepoint, setLimits } from '../../db/database.ts';
import { faultWords, judgeSqlError } from '../../db/sql-errors.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { billingCommands } from '../../queues/billing/billing.ts';
import type { Handler } from '../engine/handler.ts';

// A step may take longer than any request, which the pool's limits are meant for. A chunk is sorted in memory, and so
// are the checks of its references; a process runs two steps at once.
const stepLimits = {
  statement_timeout: '15min',
  lock_timeout: '2min',
  idle_in_transaction_session_timeout: '2min',
  work_mem: '96MB',
};

export const billMerchantStep: Handler<typeof billingCommands.billMerchantStep> = async (work, input) => {
  const { tx, organizationId, enqueue, emit } = work;
  const { run_id: runId, merchant_id: merchantId } = input;
  await setLimits(tx, stepLimits);
  const state = await findRunState(tx, runId);
  if (!state) throw notFound('billing run');
  // Cancelled or failed meanwhile: finished steps stay, the rest waits for a resume.
  if (state.status !== 'running') return { step: null };
  const step = await takeStep(tx, runId, merchantId);
  if (!step) {
    await finishRunIfDone(tx, runId, emit);
    return { step: null };
  }
  const started = performance.now();
  try {
    const done = await inSavepoint(tx, (savepoint) =>
      doBillingStep(savepoint, { organizationId, merchantId, run: state, step }),
    );
    const ms = Math.round(performance.now() - started);
    await finishStep(tx, { runId, merchantId, ...step }, done, ms);
    await advanceRun(tx, runId, step.step, done.counters ?? {});
    for (const event of done.events ?? []) emit(event);
  } catch (fault) {
    const reason = lastingReason(fault);
    if (reason === undefined) throw fault;
    await failRun(tx, runId, `${step.step} ${step.chunk_key}: ${reason}`, emit);
    return { step: step.step };
  }
  enqueue(billingCommands.billMerchantStep, { run_id: runId, merchant_id: merchantId });
  return { step: step.step };
};

/** Why another try would fail in the same way; undefined for temporary faults (a deadlock, an unreachable database). */
function lastingReason(fault: unknown): string | undefined {
  if (fault instanceof Refusal) return `${fault.code}: ${fault.message}`;
  // The statement timed out, and would again.
  if ((fault as { code?: string }).code === '57014')
    return 'a statement took longer than the 15 minutes it may';
  const verdict = judgeSqlError(fault);
  if (verdict.kind === 'retry' || verdict.kind === 'away' || verdict.kind === 'timed_out') return undefined;
  if (verdict.kind === 'refuse') return `${verdict.refusal.code}: ${verdict.refusal.message}`;
  return faultWords(fault);
}
