/**
 * Retry on the queues' dashboard. A command that failed for good is not run again under its own id, since its caller was
 * told that it failed and may have sent another: it becomes a new command that names the old one, and the old job goes.
 */
import type { Context } from 'koa';
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import { queueNames, type CommandJob, type QueueName } from '../../queues/policies.ts';
import type { Producer } from '../../queues/producer.ts';

/** Who ran it again, and with which request: kept with the new command. */
export interface Operator {
  token_id: string;
  name: string;
  ip: string;
  request_id: string;
}

/** Runs what failed for good again; false where the command did not, and its job may simply be tried again. */
export type RerunFailed = (failed: CommandJob, operator: Operator) => Promise<boolean>;

const failedJobsMax = 1_000;

/** Answers a retry of one job or of all failed ones of a queue; false when the request is another one. */
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
      if (await rerun(job.data, operator)) await job.remove();
      else await job.retry('failed');
    }
    ctx.status = 200;
    ctx.body = {};
    return true;
  }
  const job = await queue.getJob(decodeURIComponent(one![2]!));
  if (!job?.finishedOn || !(await rerun(job.data, operator))) return false;
  await job.remove();
  ctx.status = 204;
  return true;
}

function queueNameOf(name: string | undefined): QueueName | undefined {
  return queueNames.find((known) => known === name);
}
