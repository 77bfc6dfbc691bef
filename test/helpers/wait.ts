/** Waits for tests: each one ends, and one that times out says what it waited for. */
import { withDeadline } from '../../hub/transports/deadline.ts';

const patienceMs = 60_000;

/** Settles as `wait` does; rejects after `msMax`. */
export function within<T>(what: string, wait: Promise<T>, msMax = patienceMs): Promise<T> {
  return withDeadline(wait, msMax, () => inVain(what, msMax));
}

/** Polls until the result is something other than false, null or undefined; rejects after `msMax`. */
export async function until<T>(
  what: string,
  look: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  msMax = patienceMs,
): Promise<T> {
  const deadline = Date.now() + msMax;
  for (;;) {
    const seen = await look();
    if (seen !== false && seen !== null && seen !== undefined) return seen;
    if (Date.now() > deadline) throw inVain(what, msMax);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function inVain(what: string, msMax: number): Error {
  return new Error(`Waited ${msMax} ms in vain until ${what}.`);
}
