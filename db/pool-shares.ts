/**
 * Limits how much of a connection pool one organization may hold. Its requests that wait for a lock keep their
 * connections for seconds, and others must still find some free. When the share is used up, the next request waits for
 * one of the organization's own connections.
 */

/** Treated like a lock timeout: a temporary fault, not an error in the request. */
export class ShareTaken extends Error {
  readonly code = '55P03';
}

export interface PoolShares {
  /** Runs `work` on the organization's share. Rejects with `ShareTaken` when no connection became free in time. */
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

/** For processes that do not answer requests: their queues have their own limits. */
export const unshared: PoolShares = { run: (_organizationId, work) => work() };
