/**
 * Deliveries that arrived while others are being written share the next statement. At one delivery nothing waits. What
 * cannot be written together is written one by one, so that one that is stuck keeps no other from being known as told.
 */
import type { Database } from '../../db/database.ts';
import { recordDelivered, type Tried } from '../../db/webhooks/deliveries.write.ts';

/** Settles once it is written; rejects when it could not be, and then its claim runs out and it is sent again. */
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

  // Bounded by what is in flight: nobody waits here who does not hold a claim.
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
