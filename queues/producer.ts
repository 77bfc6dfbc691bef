/** Puts accepted commands on their queues. Best effort by design: the `commands` row is the truth, the sweeper the backstop. */
import type { Queue } from 'bullmq';
import { openQueue, type QueueBackend } from './backend.ts';
import { queueNames, type CommandJob, type QueueName } from './policies.ts';

export interface Dispatch extends CommandJob {
  queue: QueueName;
  name: string;
  /** Which dispatch of this command it is, from 1: a retained job would block a re-add under its own id. */
  dispatches: number;
}

export const firstDispatch = 1;

export interface Producer {
  /** Adds what it can within the time limit; true when every job was taken. Never throws. */
  dispatch(commands: Dispatch[]): Promise<boolean>;
  /** Whether the job of this dispatch still waits, is delayed or runs: then another one would only feed a backlog. */
  isHeld(command: Dispatch): Promise<boolean>;
  /** False while Redis is away: a dispatch would not be taken. */
  isReady(): boolean;
  queue(name: QueueName): Queue<CommandJob>;
  close(): Promise<void>;
}

// `add` on a queue made while Redis is down hangs: race it with a time limit and let the sweeper deliver.
const addTimeLimitMs = 250;

// A worker that took a job locks the command's row within this time, which is what it may wait for a connection. A job
// that is active for longer while its row is free has lost its worker.
const beginMsMax = 5_000;

function jobIdOf({ command_id, dispatches }: Pick<Dispatch, 'command_id' | 'dispatches'>): string {
  return `${command_id}-${dispatches}`;
}

export function openProducer(backend: QueueBackend): Producer {
  const queues = new Map(queueNames.map((name) => [name, openQueue(backend, name)]));

  const addBulk = (name: QueueName, commands: Dispatch[]): Promise<unknown> =>
    queues.get(name)!.addBulk(
      commands.map(({ organization_id, command_id, name: command, dispatches }) => ({
        name: command,
        data: { organization_id, command_id },
        opts: { jobId: jobIdOf({ command_id, dispatches }) },
      })),
    );

  const isReady = (): boolean => backend.kind !== 'redis' || backend.producer.status === 'ready';

  return {
    isReady,
    async dispatch(commands) {
      // Adds would pile up behind a Redis that is away; the rows are there, and the sweeper delivers them.
      if (!isReady()) return false;
      const byQueue = groupByQueue(commands);
      const adds = Promise.all([...byQueue].map(([name, batch]) => addBulk(name, batch)));
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<boolean>((resolve) => {
        timer = setTimeout(resolve, addTimeLimitMs, false);
      });
      const isTaken = await Promise.race([adds.then(() => true).catch(() => false), timeout]);
      clearTimeout(timer);
      return isTaken;
    },
    async isHeld(command) {
      const job = await queues.get(command.queue)!.getJob(jobIdOf(command));
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

function groupByQueue(commands: Dispatch[]): Map<QueueName, Dispatch[]> {
  const groups = new Map<QueueName, Dispatch[]>();
  for (const command of commands) {
    const group = groups.get(command.queue);
    if (group) group.push(command);
    else groups.set(command.queue, [command]);
  }
  return groups;
}
