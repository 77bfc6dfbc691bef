/** A hub claims a queued job in one conditional update. Repeating the same claim gives the same answer. */
import { readClaimState } from '../../db/printing/print-jobs.read.ts';
import { claimQueued } from '../../db/printing/print-jobs.write.ts';
import type { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';
import { expireLabels } from './expire-labels.ts';

export const claimJob: Handler<typeof printJobCommands.claimJob> = async (work, input) => {
  const { tx, emit } = work;
  const { print_job_id: id, claim_id, hub_id } = input;
  const claimed = await claimQueued(tx, input);
  if (claimed) {
    emit({
      type: 'print_job.printing',
      subject_type: 'print_job',
      subject_id: id,
      data: { hub_id, claim_id },
    });
    return { is_claimed: true, reason: null, label: claimed };
  }
  const present = await readClaimState(tx, id);
  if (!present) return refused('NOT_FOUND');
  const { status, claim_id: heldBy, hub_id: holder, is_expired: isExpired, ...label } = present;
  // To this hub a job for another hub's printer does not exist, nor one whose printer asks about its backlog.
  if (status === 'queued' && !isExpired) return refused('NOT_FOUND');
  if (status === 'queued') await expireLabels(work, [id]);
  if (status === 'queued' || status === 'expired') return refused('EXPIRED');
  if (status !== 'printing') return refused(status === 'cancelled' ? 'CANCELLED' : 'ALREADY_FINISHED');
  if (heldBy !== claim_id || holder !== hub_id) return refused('CLAIMED_BY_OTHER');
  return { is_claimed: true, reason: null, label };
};

function refused<R extends string>(reason: R) {
  return { is_claimed: false, reason, label: null };
}
