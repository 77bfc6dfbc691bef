/**
 * Tells the worker processes that there is work, so that none has to poll the database for it: events for subscribers,
 * due deliveries or pushes, a gap search. Best effort, after the commit; each process also polls slowly
 * (workers/engine/woken.ts), for a wake that went to a process that died.
 */
import { EventEmitter } from 'node:events';
import type { QueueBackend } from './backend.ts';
import { broadcast, hearChannel } from './broadcast.ts';

export const wakeReasons = ['endpoints', 'events', 'deliveries', 'pushes', 'gap_searches', 'labels'] as const;
export type WakeReason = (typeof wakeReasons)[number];

/** What a handler sends to wake a worker. */
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
  /** From now on calls `look` whenever this or another process asks for it. */
  on(reason: WakeReason, look: () => void): void;
}

const channel = 'platform_wakes';
// The first is sent at once; any within this time after it are sent together.
const togetherMs = 100;

/** For a process that does no such work itself: it only tells the others. */
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

/** For a worker process: it handles its own wakes and need not tell the others. */
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
