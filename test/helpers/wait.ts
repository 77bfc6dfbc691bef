/** Waits for tests: each one ends, and one that times out says what it waited for. */
import { withDeadline } from '../../hub/transports/deadline.ts';

const patienceMs = 60_000;
const shortestPauseMs = 10;
const longestPauseMs = 100;
// A look is often a request, and would take the processors from what is waited for: it gets a fifth of the time.
const pausesPerLook = 4;

/** Settles as `wait` does; rejects after `msMax`. */
export function within<T>(what: string, wait: Promise<T>, msMax = patienceMs): Promise<T> {
  return withDeadline(wait, msMax, () => inVain(what, msMax));
}

/** Polls until the result is something other than false, null or undefined; rejects after `msMax`. */
export async function until<T>(
  what: string,
  look: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  msMax = patienceMs,
  pauseMsMax = longestPauseMs,
): Promise<T> {
  const deadline = Date.now() + msMax;
  for (;;) {
    const from = performance.now();
    const seen = await look();
    if (seen !== false && seen !== null && seen !== undefined) return seen;
    if (Date.now() > deadline) throw inVain(what, msMax);
    const pauseMs = Math.max(shortestPauseMs, (performance.now() - from) * pausesPerLook);
    await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs, pauseMsMax)));
  }
}

function inVain(what: string, msMax: number): Error {
  return new Error(`Waited ${msMax} ms in vain until ${what}.`);
}
