/** Limits attempts that fail: guesses that cannot succeed must not cost us anything either. */
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Refusal } from '../../domain/refusal.ts';

interface FailureLimit {
  perMinute: number;
  isCounted: (fault: unknown) => boolean;
  /** For whoever failed too often, with how long they have to wait. */
  refuse: (waitMs: number) => Refusal;
}

/** Runs an attempt of somebody's, unless too many of theirs failed within a minute: then it is refused untried. */
export function limitingFailures({
  perMinute,
  isCounted,
  refuse,
}: FailureLimit): <T>(whose: string, attempt: () => Promise<T>) => Promise<T> {
  const failures = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (whose, attempt) => {
    const standing = await failures.get(whose);
    if (standing && standing.remainingPoints <= 0) throw refuse(standing.msBeforeNext);
    try {
      return await attempt();
    } catch (fault) {
      if (isCounted(fault)) {
        await failures.consume(whose).catch((result: RateLimiterRes) => {
          throw refuse(result.msBeforeNext);
        });
      }
      throw fault;
    }
  };
}
