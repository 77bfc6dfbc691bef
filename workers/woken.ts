/**
 * Work that is done when somebody says there is some, and now and then in case nobody did. Never twice at once: what is
 * told while it runs makes it run once more.
 */

export interface Woken {
  /** There is something to do now. */
  wake(): void;
  /** There will be something to do in so many ms: a try that comes due. */
  wakeIn(ms: number): void;
  /** After the run in hand. */
  stop(): Promise<void>;
}

/** `again`: there is more to do at once. */
export type Rest = 'again' | 'done';

// The slow look: what was told to nobody, or to a process that died, is found by it.
const slowLookMs = 15_000;
// A database that is away for a moment is asked again soon.
const afterFaultMs = 1_000;
// What is told many times in a moment is looked for once.
const betweenMs = 20;
// Times in the same quarter of a second are one.
const dueStepMs = 250;

export function woken(work: () => Promise<Rest>, failed: (fault: unknown) => void): Woken {
  let isStopped = false;
  let isTold = false;
  let rouse = (): void => {};
  let slowLookAt = 0;
  // Those before the slow look; so there are few.
  const dues = new Set<number>();

  const wakeIn = (ms: number): void => {
    const at = Math.ceil((Date.now() + ms) / dueStepMs) * dueStepMs;
    if (at >= slowLookAt) return;
    dues.add(at);
    rouse();
  };
  const run = async (): Promise<Rest> => {
    isTold = false;
    const now = Date.now();
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
        const restMs = Math.min(slowLookAt, ...dues) - Date.now();
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
