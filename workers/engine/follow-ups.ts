/** Turns the follow-up rows of a committed transaction into dispatches for their queues. */
import type { NewCommand } from '../../db/engine/commands.write.ts';
import type { QueueName } from '../../queues/engine/policies.ts';
import type { Dispatch } from '../../queues/engine/producer.ts';

export function dispatchesOf(followUps: readonly NewCommand[]): Dispatch[] {
  return followUps.map(({ id, organization_id, name, queue, job_id = id }) => ({
    organization_id,
    command_id: id,
    name,
    // Only queued commands are ever enqueued: the runner refuses the rest.
    queue: queue as QueueName,
    job_id,
  }));
}
