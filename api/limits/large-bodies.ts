/**
 * Large bodies are parsed in turns. Each is quick enough by itself, but thirty that have arrived together would keep
 * everybody else waiting for all of them. One is parsed at a time, the organizations take turns, and between two the
 * process serves others for as long as the last one took.
 */
import { Turns } from './turns.ts';

// An order of a thousand lines is about this large; the receive-line of a handheld never is.
const largeBytes = 64 * 1024;
const turns = new Turns();
let isTaken = false;

/** Resolves when a body of this size may be parsed. What parses it must not wait for anything before. */
export function turnToParse(organizationId: string, bytes: number): Promise<void> | void {
  if (bytes < largeBytes) return;
  const turn = turns.wait(organizationId);
  if (!isTaken) giveTurn();
  return turn;
}

function giveTurn(): void {
  const from = performance.now();
  isTaken = turns.next();
  // What this lets run has run when the immediate does.
  if (isTaken) setImmediate(() => setTimeout(giveTurn, performance.now() - from));
}
