/**
 * A scan or a step of an order that is alone in its lane, while its sender waits for it, is run in this process: by the
 * same runner, its row written with its outcome. Four of five hand-overs between three processes are left out. What does
 * not end here at once (a fault, somebody else's lock, an earlier command of its name that is not finished) leaves nothing
 * behind and goes to its queue as if it had just arrived, under the id it has: if its commit was never answered, that id
 * is taken.
 */
import type { AnyCommand } from './define-command.ts';
import type { SentCommand } from './lane-jobs.ts';
import type { OutcomeListener } from './outcomes.ts';
import type { LanePolicy, QueueName } from './policies.ts';
import type { RunLone } from './submission.ts';

/** A command that waits for its lane. */
export interface LoneCommand {
  definition: AnyCommand;
  command: SentCommand;
  isDurable: boolean;
  characters: number;
  resolve(isAccepted: boolean): void;
}

export interface LoneCommands {
  /** Whether it may be run here, if nothing else of its lane is on its way. */
  mayRun(lane: string, waiting: LoneCommand): boolean;
  /** Tells the sender how it ended. False if it did not, and has to go to its queue. */
  run(lane: string, waiting: LoneCommand): Promise<boolean>;
}

// What somebody waits for: scans, and the steps of orders. Other queues have commands that take their time.
const promptQueues = new Set<QueueName | 'inline'>(['receiving', 'inventory', 'allocation', 'push-to-wms']);
const restingMax = 10_000;

export function openLoneCommands(
  run: RunLone,
  { events }: OutcomeListener,
  { loneAtOnceMax, loneCharactersMax, loneRestMs }: LanePolicy,
): LoneCommands {
  let underWay = 0;
  // Lanes whose last command did not end here, and until when none is tried.
  let resting = new Map<string, number>();

  const rest = (lane: string): void => {
    if (resting.size >= restingMax) resting = new Map();
    resting.set(lane, performance.now() + loneRestMs);
  };

  return {
    // Answered before its outcome, its row would have to be there.
    mayRun: (lane, { definition, isDurable, characters }) =>
      !isDurable &&
      underWay < loneAtOnceMax &&
      characters <= loneCharactersMax &&
      promptQueues.has(definition.runs) &&
      (resting.get(lane) ?? 0) <= performance.now(),
    async run(lane, { definition, command: { id, organization_id, input, actor, idempotency }, resolve }) {
      underWay += 1;
      const asked = {
        command: definition,
        commandId: id,
        organizationId: organization_id,
        input,
        actor,
        idempotency,
      };
      const end = await run(asked);
      underWay -= 1;
      if ('fault' in end) {
        rest(lane);
        return false;
      }
      const { outcome } = end;
      resolve(outcome !== 'key_taken');
      if (outcome !== 'key_taken') events.emit(id, { command_id: id, state: outcome.state, outcome });
      return true;
    },
  };
}
