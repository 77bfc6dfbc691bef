/**
 * Requests begin, and are answered, in turns: a few with every turn of the event loop, the organizations one after
 * another. A group of commands ends for all its senders at once, so their answers go out together and their next requests
 * arrive together, and whoever comes behind them would wait for all.
 */
import { Turns } from './turns.ts';

// About a millisecond's work. A process that is not overloaded never has more to do at once.
const perTurn = 4;
const turns = new Turns();
let done = 0;
let isCounting = false;

/** Resolves when the request may begin, or its answer be written; undefined if it may at once. */
export function turnToWork(organizationId: string): Promise<void> | void {
  if (!isCounting) {
    isCounting = true;
    setImmediate(anotherTurn);
  }
  if (done < perTurn && turns.isEmpty) return void (done += 1);
  return turns.wait(organizationId);
}

function anotherTurn(): void {
  for (done = 0; done < perTurn && turns.next(); done += 1);
  isCounting = done > 0;
  if (isCounting) setImmediate(anotherTurn);
}
