/** How handlers become handlers of many. */
import { inSavepoint, type TenantTransaction } from '../db/database.ts';
import { refusalOrLater } from '../domain/refusals.ts';
import type { AnyCommand } from '../queues/define-command.ts';
import { apart, type Answered, type Asked, type Handler, type HandlerOfMany } from './handler.ts';

/**
 * A handler of one as a handler of many: one after another in one transaction, each in a savepoint of its own. They pay
 * their statements one by one and share the rest: transaction, commit, job, announcement. `lock` takes, in key order, the
 * documents all of them are about, so that two groups never wait for each other in a ring.
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
 * Runs together what comes before a command that goes by itself: in a group it ends the group, and the next one begins with
 * it. It and those behind it go apart, so that all are answered as if each had gone alone, in the order they came.
 */
export async function untilAlone<C extends AnyCommand>(
  asked: readonly Asked<C>[],
  goesAlone: (one: Asked<C>) => boolean,
  run: (together: readonly Asked<C>[]) => Promise<Answered<C>[]>,
): Promise<Answered<C>[]> {
  const end = asked.findIndex(goesAlone);
  // One that comes first is run by itself: every group gets at least one further.
  const together = end < 0 ? asked : asked.slice(0, Math.max(end, 1));
  const left = asked.slice(together.length).map((): Answered<C> => apart);
  return [...(await run(together)), ...left];
}

/** The same, with a command that asks for a subject again: it wants to see what the first one left. */
export function untilRepeated<C extends AnyCommand>(
  asked: readonly Asked<C>[],
  subjectOf: (one: Asked<C>) => string,
  run: (together: readonly Asked<C>[]) => Promise<Answered<C>[]>,
): Promise<Answered<C>[]> {
  const seen = new Set<string>();
  return untilAlone(asked, (one) => seen.size === seen.add(subjectOf(one)).size, run);
}
