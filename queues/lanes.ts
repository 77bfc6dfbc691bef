/**
 * Lanes: commands of one organization and one name that arrive while jobs of theirs are under way go together as the
 * next job. A lane has two jobs under way in a process at most, so at one client nothing waits, at five hundred the
 * groups are large, and one tenant's flood makes its own groups large and nobody else's slow.
 *
 * A command that waits for its lane has no row yet: row and job are made for the whole group. Where that takes longer
 * than a blink the rows are committed meanwhile, so that an answer of 202 never waits for the workers.
 */
import { dispatchOf, type Accept } from './accept-batches.ts';
import type { AcceptedCommand } from './accepted-command.ts';
import type { AnyCommand } from './define-command.ts';
import type { OutcomeListener } from './outcomes.ts';
import { lanePolicy } from './policies.ts';
import type { Producer } from './producer.ts';

export interface Lanes {
  /** Accepts the command and sends it on its way. False when its idempotency key was used. */
  send(command: AnyCommand, accepted: AcceptedCommand, isDurable: boolean): Promise<boolean>;
}

interface Waiting {
  command: AcceptedCommand;
  isDurable: boolean;
  since: number;
  characters: number;
  /** Set once the row is on its way: whether it came in. */
  row: Promise<boolean> | undefined;
  resolve(isAccepted: boolean): void;
  reject(fault: unknown): void;
}

interface Lane {
  waiting: Waiting[];
  underWay: number;
  timer: NodeJS.Timeout | undefined;
}

export function openLanes(accept: Accept, producer: Producer, listener: OutcomeListener): Lanes {
  const lanes = new Map<string, Lane>();

  const laneOf = (key: string): Lane => {
    const known = lanes.get(key);
    if (known) return known;
    const lane: Lane = { waiting: [], underWay: 0, timer: undefined };
    lanes.set(key, lane);
    return lane;
  };

  const advance = (key: string, lane: Lane): void => {
    while (lane.underWay < lanePolicy.jobsUnderWayMax && lane.waiting.length > 0) {
      lane.underWay += 1;
      void runGroup(takeGroup(lane.waiting), () => {
        lane.underWay -= 1;
        advance(key, lane);
      });
    }
    if (lane.waiting.length > 0) watchWait(lane);
    else {
      clearTimeout(lane.timer);
      lane.timer = undefined;
      if (lane.underWay === 0) lanes.delete(key);
    }
  };

  /** The group's rows and job; `done` when each of its commands was heard of, or it took too long. */
  const runGroup = async (group: readonly Waiting[], done: () => void): Promise<void> => {
    // Listening starts before the job exists, so an announcement can never come too early.
    const heard = hearAll(
      listener,
      group.map(({ command }) => command.id),
      done,
    );
    const held = group.filter(({ row }) => row);
    if (held.length === 0) await commit(group, true);
    else {
      // Some rows are there before the others: the job is made when all are.
      const fresh = group.filter(({ row }) => !row);
      if (fresh.length > 0) await commit(fresh, false);
      const isIn = await Promise.all(group.map(({ row }) => row));
      await producer.dispatch(
        group.filter((_, index) => isIn[index]).map(({ command }) => dispatchOf(command)),
      );
    }
    const isIn = await Promise.all(group.map(({ row }) => row));
    heard.only(group.filter((_, index) => isIn[index]).map(({ command }) => command.id));
  };

  /** Writes the rows in one statement and answers those who sent them. */
  const commit = async (waiting: readonly Waiting[], isDispatched: boolean): Promise<void> => {
    const ids = accept({
      commands: waiting.map(({ command }) => command),
      isDurable: waiting.some(({ isDurable }) => isDurable),
      isDispatched,
    });
    for (const one of waiting) {
      const row = ids.then((accepted) => accepted.has(one.command.id));
      one.row = row.catch(() => false);
      row.then(one.resolve, one.reject);
    }
    await ids.catch(() => {});
  };

  const watchWait = (lane: Lane): void => {
    const oldest = lane.waiting.find(({ row }) => !row);
    if (!oldest || lane.timer) return;
    const delayMs = Math.max(0, oldest.since + lanePolicy.acceptWithinMs - Date.now());
    lane.timer = setTimeout(() => void acceptWaiting(lane), delayMs);
  };

  /** Commits what waits; it keeps its place in the lane. */
  const acceptWaiting = async (lane: Lane): Promise<void> => {
    const fresh = lane.waiting.filter(({ row }) => !row).slice(0, acceptedAtOnceMax);
    if (fresh.length > 0) await commit(fresh, false);
    lane.timer = undefined;
    if (lane.waiting.length > lanePolicy.waitingMax) {
      lane.waiting = lane.waiting.filter(({ row }, index) => !row || index < lanePolicy.waitingMax);
    }
    watchWait(lane);
  };

  return {
    send(command, accepted, isDurable) {
      if (!command.together) {
        return accept({ commands: [accepted], isDurable, isDispatched: true }).then((ids) =>
          ids.has(accepted.id),
        );
      }
      const { organization_id, name, actor, input } = accepted;
      const key = `${organization_id}/${name}/${actor.merchant_id ?? ''}`;
      return new Promise((resolve, reject) => {
        const lane = laneOf(key);
        const characters = JSON.stringify(input).length;
        const since = Date.now();
        const row = undefined;
        lane.waiting.push({ command: accepted, isDurable, since, characters, row, resolve, reject });
        // What arrives in one turn of the loop goes together.
        setImmediate(() => advance(key, lane));
      });
    },
  };
}

const acceptedAtOnceMax = 200;

/** The oldest of the lane, as many as one job may carry. */
function takeGroup(waiting: Waiting[]): Waiting[] {
  let characters = 0;
  let taken = 0;
  while (taken < Math.min(waiting.length, lanePolicy.commandsPerJobMax)) {
    characters += waiting[taken]!.characters;
    if (taken > 0 && characters > lanePolicy.inputCharactersPerJobMax) break;
    taken += 1;
  }
  return waiting.splice(0, taken);
}

/** Calls `done` once, when all were heard of or the time is over. `only` says which of them are under way at all. */
function hearAll(
  { events }: OutcomeListener,
  ids: readonly string[],
  done: () => void,
): { only(ids: readonly string[]): void } {
  let isOver = false;
  const open = new Map<string, () => void>();
  const finish = (): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    for (const [id, hear] of open) events.off(id, hear);
    done();
  };
  const forget = (id: string): void => {
    const hear = open.get(id);
    if (!hear) return;
    events.off(id, hear);
    open.delete(id);
    if (open.size === 0) finish();
  };
  const timer = setTimeout(finish, lanePolicy.underWayMsMax).unref();
  for (const id of ids) {
    const hear = (): void => forget(id);
    open.set(id, hear);
    events.on(id, hear);
  }
  return {
    only: (underWay) => {
      const isUnderWay = new Set(underWay);
      for (const id of [...open.keys()]) if (!isUnderWay.has(id)) forget(id);
    },
  };
}
