/**
 * One step of one merchant in one transaction, and then the next one as a command of its own: progress is visible, and a
 * killed worker costs the step in hand only. A step that cannot be done sets the run aside with its reason.
 */
import { failRun, finishRunIfDone } from '../../db/billing/billing-run-end.write.ts';
import { doBillingStep } from '../../db/billing/billing-steps.write.ts';
import { advanceRun, findRunState, finishStep, takeStep } from '../../db/billing/billing-runs.write.ts';
import { inSavepoint, setLimits } from '../../db/database.ts';
import { faultWords, judgeSqlError } from '../../db/sql-errors.ts';
import { notFound, Refusal } from '../../domain/refusals.ts';
import { billingCommands } from '../../queues/billing/billing.ts';
import type { Handler } from '../handler.ts';

// A step may take longer than a request ever may: the pool's limits are for those. A chunk is sorted in memory, and what
// its references are checked by stays there; two steps run at once in a process.
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
  const state = await findRunState(tx, organizationId, runId);
  if (!state) throw notFound('billing run');
  // Cancelled or failed meanwhile: what is done stays, the rest waits for a resume.
  if (state.status !== 'running') return { step: null };
  const step = await takeStep(tx, organizationId, runId, merchantId);
  if (!step) {
    await finishRunIfDone(tx, organizationId, runId, emit);
    return { step: null };
  }
  const started = performance.now();
  try {
    const done = await inSavepoint(tx, (savepoint) =>
      doBillingStep(savepoint, { organizationId, merchantId, run: state, step }),
    );
    const ms = Math.round(performance.now() - started);
    await finishStep(tx, organizationId, { runId, merchantId, ...step }, done, ms);
    await advanceRun(tx, organizationId, runId, step.step, done.counters ?? {});
    for (const event of done.events ?? []) emit(event);
  } catch (fault) {
    const reason = lastingReason(fault);
    if (reason === undefined) throw fault;
    await failRun(tx, organizationId, runId, `${step.step} ${step.chunk_key}: ${reason}`, emit);
    return { step: step.step };
  }
  enqueue(billingCommands.billMerchantStep, { run_id: runId, merchant_id: merchantId });
  return { step: step.step };
};

/** Why trying again would fail the same way; undefined for what passes (a deadlock, a database that is away). */
function lastingReason(fault: unknown): string | undefined {
  if (fault instanceof Refusal) return `${fault.code}: ${fault.message}`;
  // The statement's time was up, and would be again.
  if ((fault as { code?: string }).code === '57014')
    return 'a statement took longer than the 15 minutes it may';
  const verdict = judgeSqlError(fault);
  if (verdict.kind === 'retry' || verdict.kind === 'away' || verdict.kind === 'timed_out') return undefined;
  if (verdict.kind === 'refuse') return `${verdict.refusal.code}: ${verdict.refusal.message}`;
  return faultWords(fault);
}
