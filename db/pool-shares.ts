/**
 * Of a pool of connections, what one organization may hold: requests of its that wait on a lock keep theirs for seconds,
 * and others must find some left. Who comes when the share is taken waits for one of its own organization's.
 */

/** Judged like a lock that was not to be had: a fault of the moment, never of the request. */
export class ShareTaken extends Error {
  readonly code = '55P03';
}

export interface PoolShares {
  /** Runs `work` as one of the organization's. Rejects with `ShareTaken` when none became free in time. */
  run<T>(organizationId: string, work: () => Promise<T>): Promise<T>;
}

const waitMsMax = 5_000;

interface Line {
  held: number;
  waiting: Set<() => void>;
}

export function createPoolShares(share: number): PoolShares {
  const lines = new Map<string, Line>();

  const enter = async (line: Line): Promise<void> => {
    if (line.held < share) {
      line.held += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const take = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.waiting.delete(take);
        reject(new ShareTaken('The organization holds as many connections as it may.'));
      }, waitMsMax);
      line.waiting.add(take);
    });
  };
  const leave = (organizationId: string, line: Line): void => {
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      return next();
    }
    line.held -= 1;
    if (line.held === 0) lines.delete(organizationId);
  };

  return {
    async run(organizationId, work) {
      const line = lines.get(organizationId) ?? { held: 0, waiting: new Set() };
      lines.set(organizationId, line);
      await enter(line);
      try {
        return await work();
      } finally {
        leave(organizationId, line);
      }
    },
  };
}

/** Of a process whose work is not requests: queues have limits of their own. */
export const unshared: PoolShares = { run: (_organizationId, work) => work() };
