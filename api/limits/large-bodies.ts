/**
 * Large bodies are parsed in turns. Each is quick enough by itself, but thirty that have arrived together would keep
 * everybody else waiting for all of them. One is parsed at a time, the organizations take turns, and between two the
 * process serves others for as long as the last one took.
 */

// An order of a thousand lines is about this large; the receive-line of a handheld never is.
const largeBytes = 64 * 1024;
/** Those that wait, by organization, the one whose turn is next first. */
const waiting = new Map<string, (() => void)[]>();
let isTaken = false;

/** Resolves when a body of this size may be parsed. What parses it must not wait for anything before. */
export function turnToParse(organizationId: string, bytes: number): Promise<void> | void {
  if (bytes < largeBytes) return;
  return new Promise((resolve) => {
    const own = waiting.get(organizationId) ?? [];
    own.push(resolve);
    waiting.set(organizationId, own);
    if (!isTaken) giveTurn();
  });
}

function giveTurn(): void {
  const [next] = waiting;
  isTaken = next !== undefined;
  if (!next) return;
  const [organizationId, [resolve, ...others]] = next;
  waiting.delete(organizationId);
  if (others.length > 0) waiting.set(organizationId, others);
  const from = performance.now();
  resolve!();
  // What this lets run has run when the immediate does.
  setImmediate(() => setTimeout(giveTurn, performance.now() - from));
}
