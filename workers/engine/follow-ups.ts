/** Follow-ups on their way: which of them share a job, and their dispatches once their transaction is committed. */
import type { NewCommand } from '../../db/engine/commands.write.ts';
import { groupBy } from '../../domain/group-by.ts';
import { newId } from '../../domain/new-id.ts';
import type { AnyCommand } from '../../queues/engine/define-command.ts';
import type { QueueName } from '../../queues/engine/policies.ts';
import type { Dispatch } from '../../queues/engine/producer.ts';

/** So that the first paper of a group does not wait for all of them. */
const perJobMax = 16;

/** What a group leaves to be done together shares jobs, as what arrives together does. */
export function inSharedJobs(
  followUps: readonly NewCommand[],
  commands: ReadonlyMap<string, AnyCommand>,
): NewCommand[] {
  return [...groupBy(followUps, ({ name }) => name)].flatMap(([name, alike]) => {
    if (alike.length === 1 || !commands.get(name)?.together) return alike;
    const jobIds = Array.from({ length: Math.ceil(alike.length / perJobMax) }, newId);
    return alike.map((one, index) => ({ ...one, job_id: jobIds[Math.floor(index / perJobMax)]! }));
  });
}

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
