/**
 * Turns handlers of one command into handlers of many. A command that cannot share its transaction (a move of a plate, an
 * adjustment by serials, an order the group has already) ends the group: it and those behind it form the next, so that all
 * are answered in the order they came.
 */
import { inSavepoint, type TenantTransaction } from '../../db/database.ts';
import { Refusal, refusalOrLater } from '../../domain/refusal.ts';
import type { AnyCommand } from '../../queues/engine/define-command.ts';
import { apart, type Answered, type Asked, type Handler, type HandlerOfMany, type Work } from './handler.ts';

/**
 * Runs a handler of one over many commands: one after another in one transaction, each in its own savepoint. Their
 * statements run one by one, but they share transaction, commit, job and announcement. `lock` takes the documents of
 * all of them in key order, so that two groups cannot deadlock.
 */
export function inTurn<C extends AnyCommand>(
  lock: (tx: TenantTransaction, asked: readonly Asked<C>[]) => Promise<void>,
  one: Handler<C>,
): HandlerOfMany<C> {
  return async (tx, asked) => {
    if (asked.length === 1) return [await one(asked[0]!.work, asked[0]!.input)];
    await lock(tx, asked);
    const answers: Answered<C>[] = [];
    for (const { work, input } of asked)
      answers.push(await refusalOrLater(() => inSavepoint(tx, () => one(work, input))));
    return answers;
  };
}

/**
 * Thrown to begin anew, with nothing left of what was done: it is known by now what has to be locked first. Each time
 * something more is, so it ends.
 */
export class BeginsAnew extends Error {
  constructor() {
    super('It begins anew.');
  }
}

/**
 * Runs them as one in a savepoint; if that is refused, because of any of them, each by itself in its own. Returns for each
 * why it was refused, if it was. What they tell is told once they are through. What begins anew does so while nothing is
 * held for those before it, else with the next group.
 */
export async function allOrEach<A extends { work: Work }>(
  tx: TenantTransaction,
  asked: readonly A[],
  run: (some: readonly A[]) => Promise<void>,
): Promise<(Refusal | typeof apart | undefined)[]> {
  const tryRun = async (some: readonly A[]): Promise<Refusal | undefined> => {
    const later: (() => void)[] = [];
    const refusal = await refusalOrLater(() =>
      inSavepoint(tx, () => run(some.map((one) => ({ ...one, work: withheld(one.work, later) })))),
    );
    if (refusal instanceof Refusal) return refusal;
    for (const tell of later) tell();
    return undefined;
  };
  const attempt = async (
    some: readonly A[],
    isFirst: boolean,
  ): Promise<Refusal | typeof apart | undefined> => {
    for (;;) {
      try {
        return await tryRun(some);
      } catch (fault) {
        if (!(fault instanceof BeginsAnew)) throw fault;
        if (!isFirst) return apart;
      }
    }
  };
  if (asked.length > 1 && !(await attempt(asked, true))) return asked.map(() => undefined);
  const ends: (Refusal | typeof apart | undefined)[] = [];
  for (const one of asked) {
    const isFirst = ends.every((end) => end instanceof Refusal);
    ends.push(ends.includes(apart) ? apart : await attempt([one], isFirst));
  }
  return ends;
}

function withheld(work: Work, later: (() => void)[]): Work {
  return {
    ...work,
    emit: (event) => void later.push(() => work.emit(event)),
    enqueue: (command, input) => void later.push(() => work.enqueue(command, input)),
    signal: (signal) => void later.push(() => work.signal(signal)),
  };
}

/**
 * Runs together the commands before one that has to run alone. Such a command ends its group, and it and those behind
 * it form the next one, so that all are answered in the order they came, as if each had run alone.
 */
export async function untilAlone<C extends AnyCommand>(
  asked: readonly Asked<C>[],
  goesAlone: (one: Asked<C>) => boolean,
  run: (together: readonly Asked<C>[]) => Promise<Answered<C>[]>,
): Promise<Answered<C>[]> {
  const end = asked.findIndex(goesAlone);
  // If it comes first, it runs by itself, so every group makes progress.
  const together = end < 0 ? asked : asked.slice(0, Math.max(end, 1));
  const left = asked.slice(together.length).map((): Answered<C> => apart);
  return [...(await run(together)), ...left];
}

/** The same for a command that names a subject a second time: it must see what the first one left. */
export function untilRepeated<C extends AnyCommand>(
  asked: readonly Asked<C>[],
  subjectOf: (one: Asked<C>) => string,
  run: (together: readonly Asked<C>[]) => Promise<Answered<C>[]>,
): Promise<Answered<C>[]> {
  const seen = new Set<string>();
  return untilAlone(asked, (one) => seen.size === seen.add(subjectOf(one)).size, run);
}
