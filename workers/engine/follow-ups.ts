/** Follow-ups on their way: which of them share a job, and their dispatches once their transaction is committed. */
import type { NewCommand } from '../../db/engine/commands.write.ts';
import { groupBy } from '../../domain/group-by.ts';
import { newId } from '../../domain/new-id.ts';
import type { AnyCommand } from '../../queues/engine/define-command.ts';
import type { QueueName } from '../../queues/engine/policies.ts';
import type { Dispatch, Producer } from '../../queues/engine/producer.ts';

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

export interface FollowUps {
  /** Dispatches what a transaction left, now that it is committed. */
  dispatch(followUps: readonly NewCommand[]): void;
  /** Dispatches what is still being gathered. */
  close(): Promise<void>;
}

/** Has the rows of these commands name the job they share. */
type ShareJob = (organizationId: string, of: { ids: readonly string[]; job_id: string }) => Promise<void>;

interface Dispatching {
  producer: Pick<Producer, 'dispatch'>;
  shareJob: ShareJob;
}

interface Gathering {
  dispatches: Dispatch[];
  timer: NodeJS.Timeout;
}

/**
 * What may wait a moment (`gatherMs`) shares a job with what other transactions of this process leave meanwhile. Should
 * the process end before, the sweeper finds the rows.
 */
export function openFollowUps(
  { producer, shareJob }: Dispatching,
  commands: ReadonlyMap<string, AnyCommand>,
): FollowUps {
  const gatherings = new Map<string, Gathering>();

  const send = async (key: string): Promise<void> => {
    const { dispatches, timer } = gatherings.get(key)!;
    gatherings.delete(key);
    clearTimeout(timer);
    await producer.dispatch(await inOneJob(shareJob, dispatches));
  };

  const gather = (one: Dispatch, gatherMs: number): void => {
    const key = `${one.organization_id}/${one.name}`;
    const known = gatherings.get(key);
    if (known) known.dispatches.push(one);
    else gatherings.set(key, { dispatches: [one], timer: setTimeout(send, gatherMs, key).unref() });
    if (known && known.dispatches.length >= perJobMax) void send(key);
  };

  return {
    dispatch(followUps) {
      const now: Dispatch[] = [];
      for (const one of dispatchesOf(followUps)) {
        const gatherMs = commands.get(one.name)?.gatherMs ?? 0;
        if (gatherMs > 0) gather(one, gatherMs);
        else now.push(one);
      }
      if (now.length > 0) void producer.dispatch(now);
    },
    async close() {
      await Promise.all([...gatherings.keys()].map(send));
    },
  };
}

/** Their rows say so first: by its job the sweeper finds what waits. While they cannot, each goes by itself. */
async function inOneJob(shareJob: ShareJob, dispatches: readonly Dispatch[]): Promise<readonly Dispatch[]> {
  const { organization_id: organizationId, job_id: jobId } = dispatches[0]!;
  const ids = dispatches.filter((one) => one.job_id !== jobId).map(({ command_id: id }) => id);
  if (ids.length === 0) return dispatches;
  try {
    await shareJob(organizationId, { ids, job_id: jobId });
  } catch {
    return dispatches;
  }
  return dispatches.map((one) => ({ ...one, job_id: jobId }));
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
