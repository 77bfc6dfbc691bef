/** Puts accepted commands on their queues. Best effort by design: the `commands` row is the truth, the sweeper the backstop. */
import type { Queue } from 'bullmq';
import { groupBy } from '../domain/group-by.ts';
import { openQueue, type QueueBackend } from './backend.ts';
import { queueNames, type CommandJob, type QueueName } from './policies.ts';

/** An accepted command on its way to its queue. */
export interface Dispatch {
  organization_id: string;
  command_id: string;
  queue: QueueName;
  name: string;
  /** The job it goes with, never used twice: a retained job would block a re-add under its own id. */
  job_id: string;
}

export interface Producer {
  /** Adds what it can within the time limit; true when every job was taken. Never throws. */
  dispatch(commands: readonly Dispatch[]): Promise<boolean>;
  /** Whether the job of this dispatch still waits, is delayed or runs: then another one would only feed a backlog. */
  isHeld(command: Dispatch): Promise<boolean>;
  /** False while Redis is away: a dispatch would not be taken. */
  isReady(): boolean;
  queue(name: QueueName): Queue<CommandJob>;
  close(): Promise<void>;
}

// `add` on a queue made while Redis is down hangs: race it with a time limit and let the sweeper deliver.
const addTimeLimitMs = 250;

// A worker that took a job locks its commands' rows within this time, which is what it may wait for a connection. A job
// that is active for longer while a row of it is free has lost its worker.
const beginMsMax = 5_000;

export function openProducer(backend: QueueBackend): Producer {
  const queues = new Map(queueNames.map((name) => [name, openQueue(backend, name)]));

  const add = (name: QueueName, commands: readonly Dispatch[]): Promise<unknown> => {
    const queue = queues.get(name)!;
    const [first, ...others] = [...groupBy(commands, ({ job_id: id }) => id)].map(jobOf);
    // On Postgres, adding in bulk makes two temporary tables: for one job that is most of what its command costs.
    if (others.length === 0) return queue.add(first!.name, first!.data, first!.opts);
    return queue.addBulk([first!, ...others]);
  };

  const isReady = (): boolean => backend.kind !== 'redis' || backend.producer.status === 'ready';

  return {
    isReady,
    async dispatch(commands) {
      // Adds would pile up behind a Redis that is away; the rows are there, and the sweeper delivers them.
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
    async isHeld(command) {
      const job = await queues.get(command.queue)!.getJob(command.job_id);
      if (!job || job.finishedOn !== undefined) return false;
      // The hash of a job tells what a look through a list of any length would: it waits for its first try.
      if (job.processedOn === undefined || Date.now() - job.processedOn < beginMsMax) return true;
      return (await job.getState()) !== 'active';
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
