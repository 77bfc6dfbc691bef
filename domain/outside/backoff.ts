/** When a call to the outside is made again: one function for every call, each with its own delays. */

export interface Backoff {
  /** The delay after the first try, the second and so on; the last is repeated only if the call never ends. */
  delaysSeconds: readonly number[];
  isEndless?: boolean;
  /** How far chance moves a delay, as a share of it. */
  jitter?: number;
  /** Whether a try that was asked to wait counts; if not, the next one is exactly when it was asked for. */
  countsWaits?: boolean;
}

export interface NextTry {
  /** The tries that count, this one included. */
  attempts: number;
  /** Undefined when none is left. */
  ms: number | undefined;
}

/** What follows a try that did not succeed. `waitMs` is how long the far side asked us to wait; `chance` is from 0 to 1. */
export function nextTry(
  { delaysSeconds, isEndless = false, jitter = 0, countsWaits = false }: Backoff,
  attemptsBefore: number,
  waitMs: number | undefined,
  chance: number,
): NextTry {
  if (waitMs !== undefined && !countsWaits) return { attempts: attemptsBefore, ms: waitMs };
  const attempts = attemptsBefore + 1;
  const at = isEndless ? Math.min(attempts, delaysSeconds.length) : attempts;
  const seconds = delaysSeconds[at - 1];
  if (seconds === undefined) return { attempts, ms: undefined };
  const ms = Math.round(seconds * 1000 * (1 - jitter + 2 * jitter * chance));
  return { attempts, ms: Math.max(ms, waitMs ?? 0) };
}
