/** The jobs of a lane: a group's rows are committed in one statement, and its end is heard before it can come. */
import { dispatchOf, type Accept } from './accept-batches.ts';
import type { AnyCommand } from './define-command.ts';
import type { AcceptedCommand } from './accepted-command.ts';
import { hearAll, type Hearing, type OutcomeListener } from './outcomes.ts';
import type { LanePolicy } from './policies.ts';
import type { Producer } from './producer.ts';

/** A command before its job is known. */
export type SentCommand = Omit<AcceptedCommand, 'job_id'>;

export interface Waiting {
  definition: AnyCommand;
  command: SentCommand;
  isDurable: boolean;
  since: number;
  characters: number;
  resolve(isAccepted: boolean): void;
  reject(fault: unknown): void;
}

/** Commands of one job whose rows are committed or being committed, and the ids inserted. */
export interface Formed {
  commands: readonly AcceptedCommand[];
  characters: number;
  /** Whether some of them are answered before their outcome. */
  isDurable: boolean;
  accepted: Promise<ReadonlySet<string>>;
}

export interface LaneJobs {
  /** Writes the rows in one statement with their job, and tells the senders. */
  commit(group: readonly Waiting[], isDispatched: boolean, jobId?: string): Formed;
  /** Both call `done` once: when all outcomes were announced, or the time is up. */
  acceptAndDispatch(group: readonly Waiting[], done: () => void): Promise<void>;
  dispatch(formed: Formed, done: () => void): Promise<void>;
}

const none: ReadonlySet<string> = new Set();

export function openLaneJobs(
  accept: Accept,
  producer: Producer,
  listener: OutcomeListener,
  policy: LanePolicy,
): LaneJobs {
  const commit: LaneJobs['commit'] = (group, isDispatched, jobId = group[0]!.command.id) => {
    const characters = group.reduce((total, one) => total + one.characters, 0);
    const commands = group.map(({ command }) => ({ ...command, job_id: jobId }));
    const isDurable = group.some((one) => one.isDurable);
    const accepted = accept({ commands, isDurable, isDispatched });
    for (const { command, resolve, reject } of group) {
      accepted.then((ids) => resolve(ids.has(command.id)), reject);
    }
    return { commands, characters, isDurable, accepted: accepted.catch(() => none) };
  };

  const hearWithin = (commands: readonly SentCommand[], done: () => void): Hearing => {
    const ids = commands.map(({ id }) => id);
    const heard = hearAll(listener, ids, () => {
      clearTimeout(timer);
      done();
    });
    const timer = setTimeout(heard.end, policy.underWayMsMax).unref();
    return heard;
  };

  return {
    commit,
    async acceptAndDispatch(group, done) {
      const commands = group.map(({ command }) => command);
      const heard = hearWithin(commands, done);
      heard.only(await commit(group, true).accepted);
    },
    async dispatch({ commands, accepted }, done) {
      const heard = hearWithin(commands, done);
      const ids = await accepted;
      heard.only(ids);
      await producer.dispatch(commands.filter(({ id }) => ids.has(id)).map(dispatchOf));
    },
  };
}
