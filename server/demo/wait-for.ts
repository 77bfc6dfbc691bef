/** Repeats a request until the answer fits, for at most a minute: work on a queue finishes soon, not at once. */
import { StartError } from '../start-error.ts';

const waitMsMax = 60_000;
const pauseMs = 150;

export async function waitFor<T>(
  what: string,
  ask: () => Promise<T>,
  isThere: (value: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + waitMsMax;
  for (;;) {
    const value = await ask();
    if (isThere(value)) return value;
    if (Date.now() > deadline) throw new StartError(`Waited a minute for ${what}, in vain.`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
