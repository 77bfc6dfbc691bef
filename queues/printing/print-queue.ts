/**
 * How a label finds the node with its hub's link. The queue `print-{warehouse_id}` only wakes nodes: the relay offers,
 * and the hub claims in Postgres, so a lost or duplicate wake does no harm. Messages for a hub wherever it is connected
 * (revoked, replaced, an offer that reached the wrong node) travel on the outcome channel, also best effort.
 */
import type { JobsOptions, Queue, WorkerOptions } from 'bullmq';
import { openExtraWorker, openQueue, type QueueBackend, type QueueWorker } from '../engine/backend.ts';
import type { Announcer, OutcomeListener } from '../engine/outcomes.ts';

/** A job that can be printed, with everything an offer tells the hub, so that offering needs no query. */
export interface PrintOffer {
  organization_id: string;
  warehouse_id: string | null;
  hub_id: string;
  print_job_id: string;
  attempt: number;
  device_id: string;
  label_kind: string;
  copies: number;
}

/** For whichever node holds the hub's link. */
export type HubNote =
  | { kind: 'offer'; offer: PrintOffer }
  | { kind: 'revoked' }
  | { kind: 'moved' }
  | { kind: 'linked'; link_id: string };

export type PrintSignal =
  | { kind: 'wake'; offer: PrintOffer }
  | { kind: 'hub'; hub_id: string; note: HubNote };

export interface PrintSignals {
  /** Sends after a commit; never throws and never waits. */
  send(signals: readonly PrintSignal[]): void;
  close(): Promise<void>;
}

// A late wake is worthless: one try, no stalled re-runs, nothing kept.
const wakeOptions: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };
const wakeWorkerOptions: Partial<WorkerOptions> = { maxStalledCount: 0, drainDelay: 60, concurrency: 50 };
const openQueuesMax = 500;

/** The queue of a warehouse; hubs without a warehouse share their organization's. */
export function printQueueName(organizationId: string, warehouseId: string | null): string {
  return `print-${warehouseId ?? organizationId}`;
}

export function openPrintSignals(backend: QueueBackend, announcer: Announcer): PrintSignals {
  const queues = new Map<string, Queue<any>>();
  const queueOf = (name: string): Queue<any> => {
    const known = queues.get(name);
    if (known) return known;
    const oldest = queues.entries().next().value;
    if (oldest && queues.size >= openQueuesMax) {
      queues.delete(oldest[0]);
      void oldest[1].close().catch(() => {});
    }
    const opened = openQueue(backend, name) as Queue<any>;
    queues.set(name, opened);
    return opened;
  };
  const wake = (offer: PrintOffer): void => {
    const queue = queueOf(printQueueName(offer.organization_id, offer.warehouse_id));
    const jobId = `${offer.print_job_id}-${offer.attempt}`;
    // The relay scans the queued rows every minute: a lost wake costs time, not a label.
    queue.add('offer', offer, { ...wakeOptions, jobId }).catch(() => {});
  };
  return {
    send(signals) {
      for (const signal of signals) {
        if (signal.kind === 'wake') wake(signal.offer);
        else announcer.announce({ command_id: hubTopic(signal.hub_id), state: 'done', outcome: signal.note });
      }
    },
    close: async () => {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/** A worker on one warehouse's queue: runs only while a hub of that warehouse is linked to this node. */
export function openPrintWorker(
  backend: QueueBackend,
  name: string,
  offer: (offer: PrintOffer) => void,
): QueueWorker {
  return openExtraWorker<PrintOffer>(backend, name, async (job) => offer(job.data), wakeWorkerOptions);
}

/** Listens to messages for one hub until the returned function is called. */
export function hearOfHub(
  listener: OutcomeListener,
  hubId: string,
  hear: (note: HubNote) => void,
): () => void {
  const receive = ({ outcome }: { outcome?: unknown }): void => hear(outcome as HubNote);
  listener.events.on(hubTopic(hubId), receive);
  return () => listener.events.off(hubTopic(hubId), receive);
}

function hubTopic(hubId: string): string {
  return `hub-${hubId}`;
}
