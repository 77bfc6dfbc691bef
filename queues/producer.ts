/** Puts accepted commands on their queues. Best effort by design: the `commands` row is the truth, the sweeper the backstop. */
import type { Queue } from 'bullmq';
import { groupBy } from '../domain/group-by.ts';
import { openQueue, type QueueBackend } from './backend.ts';
import { commandsByName } from './commands.ts';
import { lanePolicy, queueNames, type CommandJob, type QueueName } from './policies.ts';

/** An accepted command on its way to its queue. */
export interface Dispatch {
  organization_id: string;
  command_id: string;
  queue: QueueName;
  name: string;
  /** Whose token asked: row security is a transaction's, so commands of different merchants never share one. */
  merchant_id: string | null;
  /** How often this command was dispatched before: a retained job would block a re-add under its own id. */
  dispatches: number;
}

export interface Producer {
  /** Adds what it can within the time limit; true when every job was taken. Never throws. */
  dispatch(commands: readonly Dispatch[]): Promise<boolean>;
  /** False while Redis is away: a dispatch would not be taken. */
  isReady(): boolean;
  queue(name: QueueName): Queue<CommandJob>;
  close(): Promise<void>;
}

// `add` on a queue made while Redis is down hangs: race it with a time limit and let the sweeper deliver.
const addTimeLimitMs = 250;

export function openProducer(backend: QueueBackend): Producer {
  const queues = new Map(queueNames.map((name) => [name, openQueue(backend, name)]));

  const addBulk = (name: QueueName, groups: readonly Dispatch[][]): Promise<unknown> =>
    queues.get(name)!.addBulk(groups.map(jobOf));

  const isReady = (): boolean => backend.kind !== 'redis' || backend.producer.status === 'ready';

  return {
    isReady,
    async dispatch(commands) {
      // Adds would pile up behind a Redis that is away; the rows are there, and the sweeper delivers them.
      if (!isReady()) return false;
      const byQueue = groupBy(groupsOf(commands), ([first]) => first!.queue);
      const adds = Promise.all([...byQueue].map(([name, groups]) => addBulk(name, groups)));
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<boolean>((resolve) => {
        timer = setTimeout(resolve, addTimeLimitMs, false);
      });
      const isTaken = await Promise.race([adds.then(() => true).catch(() => false), timeout]);
      clearTimeout(timer);
      return isTaken;
    },
    queue: (name) => queues.get(name)!,
    close: async () => {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/** Commands that may run together, in the order given, as many as a job may carry; the others one by one. */
function groupsOf(commands: readonly Dispatch[]): Dispatch[][] {
  const groups: Dispatch[][] = [];
  const filling = new Map<string, Dispatch[]>();
  for (const command of commands) {
    const { organization_id, name, merchant_id } = command;
    const key = `${organization_id}/${name}/${merchant_id ?? ''}`;
    const group = commandsByName.get(name)?.together ? filling.get(key) : undefined;
    if (group && group.length < lanePolicy.commandsPerJobMax) {
      group.push(command);
      continue;
    }
    const started = [command];
    groups.push(started);
    filling.set(key, started);
  }
  return groups;
}

function jobOf(group: readonly Dispatch[]): { name: string; data: CommandJob; opts: { jobId: string } } {
  const { organization_id, command_id: firstId, name, dispatches } = group[0]!;
  return {
    name: group.length === 1 ? name : `${name} x ${group.length}`,
    data: { organization_id, command_ids: group.map(({ command_id: id }) => id) },
    opts: { jobId: `${firstId}-${dispatches}` },
  };
}
