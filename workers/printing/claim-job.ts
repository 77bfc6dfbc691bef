/** A hub claims a queued job in one conditional update. Repeating the same claim gives the same answer. */
import { readClaimState } from '../../db/printing/print-jobs.read.ts';
import { claimQueued } from '../../db/printing/print-jobs.write.ts';
import type { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../handler.ts';

export const claimJob: Handler<typeof printJobCommands.claimJob> = async (
  { tx, organizationId, emit },
  input,
) => {
  const { print_job_id: id, claim_id, hub_id } = input;
  if (await claimQueued(tx, organizationId, input)) {
    emit({
      type: 'print_job.printing',
      subject_type: 'print_job',
      subject_id: id,
      data: { hub_id, claim_id },
    });
    return { is_claimed: true, reason: null };
  }
  const present = await readClaimState(tx, organizationId, id);
  // To this hub a job for another hub's printer does not exist.
  if (!present || present.status === 'queued') return { is_claimed: false, reason: 'NOT_FOUND' };
  const isTheirs = present.claim_id === claim_id && present.hub_id === hub_id;
  if (present.status === 'printing') {
    return isTheirs ? { is_claimed: true, reason: null } : { is_claimed: false, reason: 'CLAIMED_BY_OTHER' };
  }
  return { is_claimed: false, reason: present.status === 'cancelled' ? 'CANCELLED' : 'ALREADY_FINISHED' };
};
