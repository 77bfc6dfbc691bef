/**
 * Lanes: commands of one organization and one name that arrive while jobs of theirs are running go together as the next
 * job. A lane has at most two jobs under way per process, and the second starts once as many commands wait as the first
 * one carries. So with one client nothing waits, with five hundred the groups are large and equal, and one tenant's
 * flood makes its own groups large without slowing anyone else down. While several organizations send commands, the
 * second job of many is accepted but leaves only when the first is done: what a flood keeps busy at once is what another
 * organization's command waits for wherever it goes. A scan or an order's step that is alone in its lane needs no job (lone-commands.ts).
 *
 * Whoever waits for an answer sends what comes after it later. Whoever is answered 202 does not wait: such a command sets
 * off when everything before it in its lane is done, and what comes after it when it is done, so that they end in the
 * order they came. So does what comes after a scan that runs in this process and may still have to go to its queue.
 *
 * A command that waits for its lane has no row yet: rows and job are created for the whole group. When the wait gets
 * noticeable the rows are committed meanwhile, so that a 202 answer never waits for the workers. What a lane dispatches
 * stands in its organization's line with everything else (fair-lines.ts).
 */
import type { Accept } from './accept-batches.ts';
import type { AnyCommand } from './define-command.ts';
import { laneOf } from './jobs.ts';
import type { LoneCommands } from './lone-commands.ts';
import { openLaneJobs, type Formed, type LaneJobs, type SentCommand, type Waiting } from './lane-jobs.ts';
import type { OutcomeListener } from './outcomes.ts';
import { lanePolicy, type LanePolicy } from './policies.ts';
import type { Producer } from './producer.ts';
import { mayStart, mustLeaveLater, startGathered, takeGroup, watchNeighbours } from './take-group.ts';

export interface Lanes {
  /** Accepts the command and dispatches it. False when its idempotency key was already used. */
  send(command: AnyCommand, sent: SentCommand, isDurable: boolean): Promise<boolean>;
}

interface Lane {
  waiting: Waiting[];
  /** Ahead of those that wait: they have rows but no job yet. */
  formed: Formed[];
  underWay: UnderWay[];
  timer: NodeJS.Timeout | undefined;
}

interface UnderWay {
  /** How many commands it carries. */
  count: number;
  /** What comes behind it waits for its end. */
  isFirst: boolean;
}

export function openLanes(
  accept: Accept,
  producer: Producer,
  listener: OutcomeListener,
  policy: LanePolicy = lanePolicy,
  lone?: LoneCommands,
): Lanes {
  const lanes = new Map<string, Lane>();
  const neighbours = watchNeighbours(policy.neighboursMs);
  const jobs = openLaneJobs(accept, producer, listener, policy);

  const advance = (key: string, lane: Lane): void => {
    const begin = (count: number, isFirst: boolean): (() => void) =>
      began(lane, { count, isFirst }, () => advance(key, lane));
    const alone = takeLone(lone, key, lane);
    if (alone) void runLone(lone!, jobs, key, alone, begin(1, true));
    const ready = (): number => (lane.formed.length > 0 ? Infinity : lane.waiting.length);
    const counts = (): number[] => lane.underWay.map(({ count }) => count);
    while (mayStart(policy.jobsUnderWayMax, counts(), ready())) {
      if (mustLeaveInOrder(lane) || mustLeaveLater(counts(), neighbours.areHere())) {
        // Its rows are committed meanwhile, so that it need not wait for them later.
        if (lane.formed.length === 0) lane.formed.push(jobs.commit(takeGroup(policy, lane.waiting), false));
        break;
      }
      const formed = lane.formed.shift();
      const group = formed ? [] : takeGroup(policy, lane.waiting);
      const { commands, isDurable } = formed ?? { commands: group, isDurable: group.some(isAnsweredFirst) };
      const done = begin(commands.length, isDurable);
      void (formed ? jobs.dispatch(formed, done) : jobs.acceptAndDispatch(group, done));
    }
    if (lane.waiting.length > 0) watchWait(key, lane);
    else {
      clearTimeout(lane.timer);
      lane.timer = undefined;
      if (lane.underWay.length === 0) lanes.delete(key);
    }
  };

  const watchWait = (key: string, lane: Lane): void => {
    lane.timer ??= setTimeout(
      () => acceptWaiting(key, lane),
      Math.max(0, lane.waiting[0]!.since + policy.acceptWithinMs - performance.now()),
    );
  };

  const acceptWaiting = (key: string, lane: Lane): void => {
    lane.timer = undefined;
    formAll(policy, jobs, lane);
    advance(key, lane);
  };

  return {
    send(command, sent, isDurable) {
      neighbours.sent(sent.organization_id);
      if (!command.together) {
        const alone = { ...sent, job_id: sent.id };
        return accept({ commands: [alone], isDurable, isDispatched: true }).then((ids) => ids.has(sent.id));
      }
      const { organization_id, name, actor, input } = sent;
      const key = laneOf({ organization_id, name, merchant_id: actor.merchant_id });
      const characters = JSON.stringify(input).length;
      const asked = { definition: command, command: sent, isDurable, since: performance.now(), characters };
      return new Promise((resolve, reject) => {
        const lane = laneAt(lanes, key);
        lane.waiting.push({ ...asked, resolve, reject });
        startGathered(policy, () => advance(key, lane));
      });
    },
  };
}

function laneAt(lanes: Map<string, Lane>, key: string): Lane {
  const known = lanes.get(key);
  if (known) return known;
  const lane: Lane = { waiting: [], formed: [], underWay: [], timer: undefined };
  lanes.set(key, lane);
  return lane;
}

/** Something of the lane is on its way; returns what to call when it has ended. */
function began({ underWay }: Lane, one: UnderWay, advance: () => void): () => void {
  underWay.push(one);
  return () => {
    underWay.splice(underWay.indexOf(one), 1);
    advance();
  };
}

const isAnsweredFirst = ({ isDurable }: Waiting): boolean => isDurable;

/** Whether the next group may not run beside those under way: it or one of them has commands answered before their end. */
function mustLeaveInOrder({ underWay, formed: [next], waiting }: Lane): boolean {
  if (underWay.length === 0) return false;
  return underWay.some(({ isFirst }) => isFirst) || (next ? next.isDurable : waiting.some(isAnsweredFirst));
}

/** What is alone in its lane, if it may run in this process. */
function takeLone(lone: LoneCommands | undefined, key: string, lane: Lane): Waiting | undefined {
  const { waiting, underWay, formed } = lane;
  const isAlone = waiting.length === 1 && underWay.length + formed.length === 0;
  return isAlone && lone?.mayRun(key, waiting[0]!) ? waiting.shift() : undefined;
}

async function runLone(
  lone: LoneCommands,
  jobs: LaneJobs,
  key: string,
  waiting: Waiting,
  done: () => void,
): Promise<void> {
  if (await lone.run(key, waiting)) done();
  else await jobs.acceptAndDispatch([waiting], done);
}

/** Commits the waiting commands; they keep their place in the lane but no longer wait for others to join. */
function formAll(policy: LanePolicy, jobs: LaneJobs, { waiting, formed }: Lane): void {
  while (waiting.length > 0) {
    // The last job that has not left yet is filled up first: the longer a lane waits, the larger its jobs.
    const last = formed.at(-1);
    if (last && hasRoom(policy, last)) {
      const beside = { count: last.commands.length, characters: last.characters };
      const more = jobs.commit(takeGroup(policy, waiting, beside), false, last.commands[0]!.job_id);
      formed[formed.length - 1] = joined(last, more);
    } else formed.push(jobs.commit(takeGroup(policy, waiting), false));
  }
  formed.splice(policy.jobsWaitingMax);
}

function hasRoom(
  { commandsPerJobMax, inputCharactersPerJobMax }: LanePolicy,
  { commands, characters }: Formed,
): boolean {
  return commands.length < commandsPerJobMax && characters < inputCharactersPerJobMax;
}

function joined(first: Formed, more: Formed): Formed {
  return {
    commands: [...first.commands, ...more.commands],
    characters: first.characters + more.characters,
    isDurable: first.isDurable || more.isDurable,
    accepted: Promise.all([first.accepted, more.accepted]).then(
      ([one, other]) => new Set([...one, ...other]),
    ),
  };
}
