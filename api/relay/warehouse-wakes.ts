/** Runs a worker on a warehouse's wake-up queue only while a hub of that warehouse is linked to this node. */
import type { QueueBackend, QueueWorker } from '../../queues/engine/backend.ts';
import { openPrintWorker, type PrintOffer } from '../../queues/printing/print-queue.ts';

export interface WarehouseWakes {
  /** Wake-ups arrive until the returned function is called. */
  enter(queueName: string): () => void;
  stop(): Promise<void>;
}

export function createWarehouseWakes(
  backend: QueueBackend,
  offer: (offer: PrintOffer) => void,
): WarehouseWakes {
  const open = new Map<string, { worker: QueueWorker; hubs: number }>();
  const closing = new Set<Promise<void>>();

  const leave = (queueName: string): void => {
    const entry = open.get(queueName);
    if (!entry) return;
    entry.hubs -= 1;
    if (entry.hubs > 0) return;
    open.delete(queueName);
    const closed = entry.worker.close().catch(() => {});
    closing.add(closed);
    void closed.then(() => closing.delete(closed));
  };

  return {
    enter(queueName) {
      const entry = open.get(queueName) ?? { worker: openPrintWorker(backend, queueName, offer), hubs: 0 };
      entry.hubs += 1;
      open.set(queueName, entry);
      let isInside = true;
      return () => {
        if (isInside) leave(queueName);
        isInside = false;
      };
    },
    async stop() {
      const workers = [...open.values()].map(({ worker }) => worker.close());
      open.clear();
      await Promise.allSettled([...workers, ...closing]);
    },
  };
}
