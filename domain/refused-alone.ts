/** Work over what several callers sent: one that is refused is refused alone, and the others are served. */
import { Refusal } from './refusal.ts';

/**
 * Runs `work` over all at once, and over each by itself when that was refused. `reject` is told of each that came to
 * nothing; any other fault is everybody's.
 */
export async function refusedAlone<T>(
  all: readonly T[],
  reject: (one: T, why: unknown) => void,
  work: (ones: readonly T[]) => Promise<unknown>,
): Promise<void> {
  try {
    await work(all);
  } catch (fault) {
    if (all.length > 1 && fault instanceof Refusal)
      for (const one of all) await refusedAlone([one], reject, work);
    else for (const one of all) reject(one, fault);
  }
}
