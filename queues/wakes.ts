/**
 * Tells the worker processes that there is something to look for, so that nobody asks the database for it over and over:
 * events for subscribers, deliveries or pushes that are due, a search for gaps. Best effort, after the commit; behind it
 * stands the slow look of whoever is woken.
 */
import { EventEmitter } from 'node:events';
import type { QueueBackend } from './backend.ts';
import { broadcast, hearChannel } from './broadcast.ts';

export const wakeReasons = ['endpoints', 'events', 'deliveries', 'pushes', 'gap_searches'] as const;
export type WakeReason = (typeof wakeReasons)[number];

/** What a handler sends to have somebody woken. */
export interface Wake {
  kind: 'look';
  reason: WakeReason;
}

export interface Wakes {
  /** Never throws and never waits. */
  tell(reason: WakeReason): void;
  close(): Promise<void>;
}

export interface WakeHearer extends Wakes {
  /** Calls `look` from now on when it is told, by this process or another. */
  on(reason: WakeReason, look: () => void): void;
}

const channel = 'platform_wakes';
// The first is sent at once; those of the next moment travel together behind it.
const togetherMs = 100;

/** Of a process that looks for nothing itself: it tells those that do. */
export function openWakeTeller(backend: QueueBackend): Wakes {
  const pending = new Set<WakeReason>();
  let rest: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();
  const flush = (): void => {
    rest = undefined;
    if (pending.size === 0) return;
    const message = [...pending].join();
    pending.clear();
    rest = setTimeout(flush, togetherMs);
    rest.unref();
    sending = sending.then(() => broadcast(backend, channel, [message])).catch(() => {});
  };
  return {
    tell(reason) {
      pending.add(reason);
      if (!rest) flush();
    },
    close: async () => {
      clearTimeout(rest);
      flush();
      clearTimeout(rest);
      await sending;
    },
  };
}

/** Of a worker process: what it tells it looks for itself, and need tell no other. */
export async function openWakeHearer(backend: QueueBackend): Promise<WakeHearer> {
  const events = new EventEmitter();
  const hearing = await hearChannel(backend, channel, (message) => {
    for (const reason of wakeReasons) if (message.split(',').includes(reason)) events.emit(reason);
  });
  return {
    tell: (reason) => void events.emit(reason),
    on: (reason, look) => void events.on(reason, look),
    close: () => hearing.close(),
  };
}
