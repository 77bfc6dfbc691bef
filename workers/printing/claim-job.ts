/** A hub takes a queued job: one conditional update. Asking again with the same claim is answered the same. */
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
  // A job of another hub's printer is as unknown to this hub as no job.
  if (!present || present.status === 'queued') return { is_claimed: false, reason: 'NOT_FOUND' };
  const isTheirs = present.claim_id === claim_id && present.hub_id === hub_id;
  if (present.status === 'printing') {
    return isTheirs ? { is_claimed: true, reason: null } : { is_claimed: false, reason: 'CLAIMED_BY_OTHER' };
  }
  return { is_claimed: false, reason: present.status === 'cancelled' ? 'CANCELLED' : 'ALREADY_FINISHED' };
};
