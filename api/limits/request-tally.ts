/** Counts a process' answers by the minute, until somebody takes the counts and keeps them. */

const minuteMs = 60_000;
// A day: what cannot be kept for longer is let go.
const minutesMax = 1_440;

export interface MinuteCount {
  /** The beginning of the minute. */
  at: Date;
  requests: number;
  /** Answered with 500 and above. */
  errors: number;
}

export interface RequestTally {
  count(status: number, now?: number): void;
  /** Hands what was counted to `keep`; if that fails, it is kept with the next. */
  settle(keep: (samples: readonly MinuteCount[]) => Promise<void>): Promise<void>;
}

export function createRequestTally(): RequestTally {
  let counted = new Map<number, { requests: number; errors: number }>();
  const add = (minute: number, requests: number, errors: number): void => {
    const sums = counted.get(minute) ?? { requests: 0, errors: 0 };
    counted.set(minute, { requests: sums.requests + requests, errors: sums.errors + errors });
    if (counted.size > minutesMax) counted.delete(Math.min(...counted.keys()));
  };
  return {
    count: (status, now = Date.now()) => add(now - (now % minuteMs), 1, status >= 500 ? 1 : 0),
    async settle(keep) {
      if (counted.size === 0) return;
      const taken = counted;
      counted = new Map();
      try {
        await keep([...taken].map(([minute, sums]) => ({ at: new Date(minute), ...sums })));
      } catch (fault) {
        for (const [minute, { requests, errors }] of taken) add(minute, requests, errors);
        throw fault;
      }
    },
  };
}
