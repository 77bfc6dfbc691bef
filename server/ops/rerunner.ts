import type { RerunFailed } from '../../api/ops/rerun-jobs.ts';
import type { Database } from '../../db/database.ts';
import { rerunFailedCommand } from '../../db/engine/command-reruns.write.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import type { QueueName } from '../../queues/engine/policies.ts';

/** Accepts the new command in place of one that failed for good, and puts it on its queue. */
export function rerunner(database: Database, producer: Producer): RerunFailed {
  return async (failed, operator) => {
    const rerun = await rerunFailedCommand(database, failed, operator);
    if (!rerun) return false;
    const { id, name, queue } = rerun;
    const { organization_id } = failed;
    // Under its own id: asking twice adds one job.
    await producer.dispatch([
      { organization_id, command_id: id, name, queue: queue as QueueName, job_id: id },
    ]);
    return true;
  };
}
