/**
 * Groups records of successful deliveries: those that finish while others are being written share the next statement. A
 * single delivery does not wait. If a group cannot be written together it is written one by one, so that a stuck one
 * does not keep the others from being recorded.
 */
import type { Database } from '../../db/database.ts';
import { recordDelivered, type Tried } from '../../db/webhooks/tries.write.ts';

/** Resolves once it is written; rejects when it could not be. */
export type DeliveredRecorder = (tried: Tried) => Promise<void>;

interface Waiting {
  tried: Tried;
  resolve(): void;
  reject(fault: unknown): void;
}

export function recordsDelivered(database: Database): DeliveredRecorder {
  let waiting: Waiting[] = [];
  let isWriting = false;

  const write = async (some: readonly Waiting[]): Promise<void> => {
    try {
      await recordDelivered(
        database,
        some.map(({ tried }) => tried),
      );
      for (const { resolve } of some) resolve();
    } catch (fault) {
      if (some.length === 1) some[0]!.reject(fault);
      else for (const one of some) await write([one]);
    }
  };

  // Limited by what is in flight: only holders of a claim wait here.
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const some = waiting;
      waiting = [];
      await write(some);
    }
    isWriting = false;
  };

  return (tried) =>
    new Promise((resolve, reject) => {
      waiting.push({ tried, resolve, reject });
      if (isWriting) return;
      isWriting = true;
      setImmediate(() => void writeAll());
    });
}
