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
 * Runs the first command of each subject together. One that asks for a subject again wants to see what the first one left:
 * it goes apart, after the group.
 */
export async function firstOfEach<C extends AnyCommand>(
  asked: readonly Asked<C>[],
  subjectOf: (one: Asked<C>) => string,
  run: (firsts: readonly Asked<C>[]) => Promise<Answered<C>[]>,
): Promise<Answered<C>[]> {
  const places = new Map<string, number>();
  for (const [place, one] of asked.entries()) {
    if (!places.has(subjectOf(one))) places.set(subjectOf(one), place);
  }
  const firsts = [...places.values()];
  const answers: Answered<C>[] = asked.map(() => apart);
  for (const [index, answer] of (await run(firsts.map((place) => asked[place]!))).entries()) {
    answers[firsts[index]!] = answer;
  }
  return answers;
}
