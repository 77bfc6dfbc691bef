/** The end of a run: no merchant has a step left, or a step failed. */
import { billingRunStates } from '../../domain/billing/billing-run-states.ts';
import type { DomainEvent } from '../../domain/domain-event.ts';
import { nextState } from '../../domain/state-machine.ts';
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { lockRun, setRunStatus, writeTotals } from './billing-runs.write.ts';

/**
 * Completes the run when everything is done. Its row is locked before looking, so when two last steps finish at once
 * exactly one of them completes it.
 */
export async function finishRunIfDone(
  tx: TenantTransaction,
  id: string,
  emit: (event: DomainEvent) => void,
): Promise<void> {
  const run = await lockRun(tx, id);
  if (run?.status !== 'running') return;
  const left = await row<{ pending: boolean; exceptions: string }>(
    tx,
    sql`select exists (select 1 from billing_run_steps s where s.organization_id = r.organization_id and s.run_id = r.id
                       and s.status = 'pending') as pending, r.exceptions_count as exceptions
       from billing_runs r where r.organization_id = ${tx.organizationId} and r.id = ${id}`,
  );
  if (left!.pending) return;
  await writeTotals(tx, id);
  const action = Number(left!.exceptions) > 0 ? 'complete_with_exceptions' : 'complete';
  const status = nextState(billingRunStates, run.status, action);
  await setRunStatus(tx, id, status);
  emit({
    type: 'billing_run.completed',
    subject_type: 'billing_run',
    subject_id: id,
    data: { status, previous_status: run.status },
  });
}

/** Marks the run failed with its reason; starting the same scope again resumes it. */
export async function failRun(
  tx: TenantTransaction,
  id: string,
  reason: string,
  emit: (event: DomainEvent) => void,
): Promise<void> {
  const run = await lockRun(tx, id);
  if (run?.status !== 'running' && run?.status !== 'queued') return;
  const status = nextState(billingRunStates, run.status, 'fail');
  await setRunStatus(tx, id, status, { error: reason.slice(0, 1000) });
  emit({
    type: 'billing_run.failed',
    subject_type: 'billing_run',
    subject_id: id,
    data: { status, previous_status: run.status },
  });
}
