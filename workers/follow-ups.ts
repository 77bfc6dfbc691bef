/** Follow-up rows of a committed transaction as dispatches for their queues. */
import type { NewCommand } from '../db/tenancy/commands.write.ts';
import type { QueueName } from '../queues/policies.ts';
import { firstDispatch, type Dispatch } from '../queues/producer.ts';

export function dispatchesOf(followUps: readonly NewCommand[]): Dispatch[] {
  return followUps.map(({ id, organization_id, name, queue }) => ({
    organization_id,
    command_id: id,
    name,
    // Only commands that run on a queue are ever enqueued: the runner refuses the rest.
    queue: queue as QueueName,
    dispatches: firstDispatch,
  }));
}
