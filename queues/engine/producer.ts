/**
 * Puts accepted commands on their queues. Best effort by design: the `commands` row is the truth, and the sweeper is
 * the backstop.
 */
import type { Queue } from 'bullmq';
import { groupBy } from '../../domain/group-by.ts';
import { openQueue, type QueueBackend } from './backend.ts';
import { queueNames, type CommandJob, type QueueName } from './policies.ts';

/** An accepted command to put on its queue. */
export interface Dispatch {
  organization_id: string;
  command_id: string;
  queue: QueueName;
  name: string;
  /** The job's id, never reused: BullMQ ignores an add under the id of a job it still retains. */
  job_id: string;
}

/**
 * Held: waiting, delayed or running; adding another would only lengthen the backlog. Ended: finished, or taken by a
 * worker that died. Unknown: no queue has it.
 */
export type Place = 'held' | 'ended' | 'unknown';

export interface Producer {
  /** Adds what it can within the time limit; true when every job was accepted. Never throws. */
  dispatch(commands: readonly Dispatch[]): Promise<boolean>;
  /** Where the job of this dispatch stands, for whoever wonders whether to add it again. */
  placeOf(command: Dispatch): Promise<Place>;
  /**
   * Whether the job of this dispatch is being added, waits its turn or is running; true as well when the queue cannot be
   * asked. False once it has ended, while it waits for another attempt, and when no queue knows it.
   */
  isUnderWay(command: Dispatch): Promise<boolean>;
  /** False while Redis is unreachable and would not accept a dispatch. */
  isReady(): boolean;
  /** Throws unless the queues can be asked and written to: a Redis that is a replica, or full, answers and takes nothing. */
  assertTaking(): Promise<void>;
  queue(name: QueueName): Queue<CommandJob>;
  close(): Promise<void>;
}

// `add` on a queue created while Redis is down hangs: race it against a time limit and let the sweeper deliver.
const addTimeLimitMs = 250;

// A worker that took a job locks its commands' rows within this time, which is the longest it may wait for a
// connection. If a job has been active for longer and one of its rows is free, its worker died.
const beginMsMax = 5_000;
// Unless it asks somebody outside first, which holds no row: those are left to the queue's own look at its workers.
const askingMsMax = 60_000;
const mayAsk = new Set<QueueName>(['outside', 'integration']);

export function openProducer(backend: QueueBackend): Producer {
  const queues = new Map(queueNames.map((name) => [name, openQueue(backend, name)]));
  /** On their way to a slow queue, which does not know them yet. */
  const beingAdded = new Set<string>();

  const addToQueue = (name: QueueName, commands: readonly Dispatch[]): Promise<unknown> => {
    const queue = queues.get(name)!;
    const [first, ...others] = [...groupBy(commands, ({ job_id: id }) => id)].map(jobOf);
    // On Postgres, adding in bulk creates two temporary tables: for a single job that is most of the cost of its command.
    if (others.length === 0) return queue.add(first!.name, first!.data, first!.opts);
    return queue.addBulk([first!, ...others]);
  };

  const add = async (name: QueueName, commands: readonly Dispatch[]): Promise<void> => {
    const ids = commands.map(({ job_id: id }) => id);
    for (const id of ids) beingAdded.add(id);
    try {
      await addToQueue(name, commands);
    } finally {
      for (const id of ids) beingAdded.delete(id);
    }
  };

  const isReady = (): boolean => backend.kind !== 'redis' || backend.producer.status === 'ready';

  return {
    isReady,
    async dispatch(commands) {
      // Adds would pile up behind an unreachable Redis; the rows exist, and the sweeper delivers them.
      if (!isReady()) return false;
      const byQueue = groupBy(commands, ({ queue }) => queue);
      const adds = Promise.all([...byQueue].map(([name, batch]) => add(name, batch)));
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<boolean>((resolve) => {
        timer = setTimeout(resolve, addTimeLimitMs, false);
      });
      const isTaken = await Promise.race([adds.then(() => true).catch(() => false), timeout]);
      clearTimeout(timer);
      return isTaken;
    },
    async placeOf(command) {
      const job = await queues.get(command.queue)!.getJob(command.job_id);
      if (!job) return 'unknown';
      if (job.finishedOn !== undefined) return 'ended';
      // The job's own fields say that it waits for its first try, without a search of a list of any length.
      const withoutRowsMs = mayAsk.has(command.queue) ? askingMsMax : beginMsMax;
      if (job.processedOn === undefined || Date.now() - job.processedOn < withoutRowsMs) return 'held';
      return (await job.getState()) === 'active' ? 'ended' : 'held';
    },
    async isUnderWay(command) {
      if (!isReady() || beingAdded.has(command.job_id)) return true;
      try {
        const job = await queues.get(command.queue)!.getJob(command.job_id);
        if (!job || job.finishedOn !== undefined) return false;
        return (await job.getState()) !== 'delayed';
      } catch {
        return true;
      }
    },
    async assertTaking() {
      if (backend.kind === 'redis') await backend.producer.set(`${backend.prefix}:taking`, 1, 'EX', 60);
      // On Postgres, whether it takes writes is asked of the database itself.
      else await queues.get('receiving')!.getJobCounts('waiting');
    },
    queue: (name) => queues.get(name)!,
    close: async () => {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
    },
  };
}

function jobOf([jobId, commands]: [string, readonly Dispatch[]]): {
  name: string;
  data: CommandJob;
  opts: { jobId: string };
} {
  const { organization_id, name } = commands[0]!;
  return {
    name: commands.length === 1 ? name : `${name} x ${commands.length}`,
    data: { organization_id, command_ids: commands.map(({ command_id: id }) => id) },
    opts: { jobId },
  };
}
