/**
 * Runs work when it is woken, and now and then in case nobody woke it. Never twice at once: a wake during a run causes
 * one more run.
 */

export interface Woken {
  /** There is work to do now. */
  wake(): void;
  /** There will be work to do in this many ms: a retry that comes due. */
  wakeIn(ms: number): void;
  /** Resolves after the current run. */
  stop(): Promise<void>;
}

/** `again`: there is more to do at once. */
export type Rest = 'again' | 'done';

// The slow poll: finds work whose wake was lost, or went to a process that died.
const slowLookMs = 15_000;
/** After a brief database outage, try again soon. */
export const afterFaultMs = 1_000;
// Several wakes in quick succession cause one run.
const betweenMs = 20;
// Times within the same quarter of a second count as one.
const dueStepMs = 250;

export function woken(work: () => Promise<Rest>, failed: (fault: unknown) => void): Woken {
  let isStopped = false;
  let isTold = false;
  let rouse = (): void => {};
  let slowLookAt = 0;
  // Only those before the next slow poll, so there are few.
  const dues = new Set<number>();

  const wakeIn = (ms: number): void => {
    const at = Math.ceil((performance.now() + ms) / dueStepMs) * dueStepMs;
    if (at >= slowLookAt) return;
    dues.add(at);
    rouse();
  };
  const run = async (): Promise<Rest> => {
    isTold = false;
    const now = performance.now();
    slowLookAt = now + slowLookMs;
    for (const due of dues) if (due <= now) dues.delete(due);
    try {
      return await work();
    } catch (fault) {
      failed(fault);
      wakeIn(afterFaultMs);
      return 'done';
    }
  };
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      if ((await run()) === 'again') continue;
      await new Promise((resolve) => {
        setTimeout(resolve, betweenMs);
      });
      while (!isStopped && !isTold) {
        const restMs = Math.min(slowLookAt, ...dues) - performance.now();
        if (restMs <= 0) break;
        await pause(restMs);
      }
    }
  };
  const running = loop();
  return {
    wake: () => {
      isTold = true;
      rouse();
    },
    wakeIn,
    stop: () => {
      isStopped = true;
      rouse();
      return running;
    },
  };
}
