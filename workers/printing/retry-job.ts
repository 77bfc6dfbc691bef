/** Queues a failed job again. A person decided this, since a machine never prints twice on its own. */
import type { TenantTransaction } from '../../db/database.ts';
import { findPrintJob } from '../../db/printing/print-jobs.read.ts';
import { requeueFailed } from '../../db/printing/print-jobs.write.ts';
import { Refusal } from '../../domain/refusal.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import type { Handler } from '../engine/handler.ts';
import { stateChanged } from './state-changed.ts';

export const retryJob: Handler<typeof printJobCommands.retryJob> = async (work, { print_job_id: id }) => {
  const { tx, emit, enqueue } = work;
  if (!(await requeueFailed(tx, id)))
    throw (await expired(tx, id)) ?? (await stateChanged(work, id, 'retry'));
  emit({ type: 'print_job.retried', subject_type: 'print_job', subject_id: id });
  enqueue(printJobCommands.dispatch, { print_job_ids: [id] });
  return { id };
};

async function expired(tx: TenantTransaction, id: string): Promise<Refusal | undefined> {
  const job = await findPrintJob(tx, id);
  if (job?.status !== 'failed' || job.expires_at === null) return undefined;
  const at = job.expires_at.toISOString();
  return new Refusal('LABEL_EXPIRED', `The label expired at ${at}; queue it anew if it is still wanted.`, {
    expires_at: at,
  });
}
