/**
 * Retry on the queue dashboard. A command that failed for good is not run again under its own id, because its caller
 * was told that it failed and may have sent another. It becomes a new command that names the old one, and the old job
 * is removed.
 */
import type { Context } from 'koa';
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import { queueNames, type CommandJob, type QueueName } from '../../queues/engine/policies.ts';
import type { Producer } from '../../queues/engine/producer.ts';

/** Who ran it again, and with which request: stored with the new command. */
export interface Operator {
  token_id: string;
  name: string;
  ip: string;
  request_id: string;
}

/** Runs again what failed for good; false if the command did not, and its job can simply be retried. */
export type RerunFailed = (
  failed: { organization_id: string; command_id: string },
  operator: Operator,
) => Promise<boolean>;

const failedJobsMax = 1_000;

/** Handles a retry of one job or of all failed jobs of a queue; false if the request is a different one. */
export async function rerunJobs(
  ctx: Context,
  path: string,
  { principal, requestId }: { principal: Principal; requestId: string },
  producer: Producer,
  rerun: RerunFailed,
): Promise<boolean> {
  if (ctx.method !== 'PUT') return false;
  const operator: Operator = {
    token_id: principal.token_id,
    name: principal.name,
    ip: ctx.ip,
    request_id: requestId,
  };
  const all = /^\/api\/queues\/([^/]+)\/retry\/failed$/.exec(path);
  const one = /^\/api\/queues\/([^/]+)\/([^/]+)\/retry$/.exec(path);
  const name = queueNameOf(all?.[1] ?? one?.[1]);
  if (!name) return false;
  const queue = producer.queue(name);
  if (all) {
    for (const job of await queue.getFailed(0, failedJobsMax - 1)) {
      if (await rerunOf(job.data, operator, rerun)) await job.remove();
      else await job.retry('failed');
    }
    ctx.status = 200;
    ctx.body = {};
    return true;
  }
  const job = await queue.getJob(decodeURIComponent(one![2]!));
  if (!job?.finishedOn || !(await rerunOf(job.data, operator, rerun))) return false;
  await job.remove();
  ctx.status = 204;
  return true;
}

/** Whether any command of the job failed for good and was run again as a new one. */
async function rerunOf(
  { organization_id, command_ids: ids }: CommandJob,
  operator: Operator,
  rerun: RerunFailed,
): Promise<boolean> {
  let isRerun = false;
  for (const id of ids) isRerun = (await rerun({ organization_id, command_id: id }, operator)) || isRerun;
  return isRerun;
}

function queueNameOf(name: string | undefined): QueueName | undefined {
  return queueNames.find((known) => known === name);
}
