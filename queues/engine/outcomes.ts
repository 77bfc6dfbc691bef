/**
 * How an outcome reaches whoever waits for it. Workers announce after commit; waiters listen on one channel. An
 * announcement may be lost (the row is the truth, and the waiter polls it), so nothing here is retried.
 */
import { EventEmitter } from 'node:events';
import type { QueueBackend } from './backend.ts';
import { broadcast, hearChannel } from './broadcast.ts';

export interface Announcement {
  command_id: string;
  state: 'done' | 'refused' | 'failed';
  /** Left out when too large for the channel: the waiter reads the row. */
  outcome?: unknown;
}

const channel = 'platform_outcomes';
// A NOTIFY payload must stay below 8,000 bytes; the same limit per outcome keeps Redis messages small.
const payloadBytesMax = 7_900;
const announcementBytesMax = 7_000;
const redisMessageBytesMax = 256_000;

export interface Announcer {
  announce(announcement: Announcement): void;
  close(): Promise<void>;
}

/** Announcements made in the same turn of the event loop are sent together, as many per message as fit. */
export function openAnnouncer(backend: QueueBackend): Announcer {
  let pending: string[] = [];
  let flushing: Promise<void> = Promise.resolve();
  const messageBytesMax = backend.kind === 'redis' ? redisMessageBytesMax : payloadBytesMax;

  const flush = async (): Promise<void> => {
    const messages = pending;
    pending = [];
    // A lost announcement costs its waiter one query, never the outcome.
    if (messages.length > 0)
      await broadcast(backend, channel, packed(messages, messageBytesMax)).catch(() => {});
  };

  return {
    announce(announcement) {
      let message = JSON.stringify(announcement);
      if (Buffer.byteLength(message) > announcementBytesMax) {
        message = JSON.stringify({ command_id: announcement.command_id, state: announcement.state });
      }
      if (pending.push(message) === 1) flushing = flushing.then(flush);
    },
    close: () => flushing,
  };
}

/** Batches of announcements, each below the limit. */
function packed(announcements: readonly string[], bytesMax: number): string[] {
  const messages: string[] = [];
  let list: string[] = [];
  let bytes = 0;
  const close = (): void => {
    if (list.length > 0) messages.push(`[${list.join()}]`);
    list = [];
    bytes = 0;
  };
  for (const announcement of announcements) {
    const more = Buffer.byteLength(announcement) + 2;
    if (bytes + more > bytesMax) close();
    list.push(announcement);
    bytes += more;
  }
  close();
  return messages;
}

export interface OutcomeListener {
  /** Emits the announcement with the command id as event name. */
  events: EventEmitter;
  close(): Promise<void>;
}

export async function openOutcomeListener(backend: QueueBackend): Promise<OutcomeListener> {
  const events = new EventEmitter();
  events.setMaxListeners(0);
  const receive = (message: string): void => {
    // A worker hears every outcome there is, and only sometimes waits for one.
    if (events.eventNames().length === 0) return;
    for (const announcement of JSON.parse(message) as Announcement[]) {
      events.emit(announcement.command_id, announcement);
    }
  };
  const { close } = await hearChannel(backend, channel, receive);
  return { events, close };
}

/** The wait for all outcomes of a job. Started before the job exists, so that nothing can be missed. */
export interface Hearing {
  /** Waits for these alone: the others were not accepted. */
  only(ids: ReadonlySet<string>): void;
  /** Ends the wait, whatever has not been announced. */
  end(): void;
}

/** Calls `done` once: when all outcomes were announced, or when the wait was ended. */
export function hearAll({ events }: OutcomeListener, ids: readonly string[], done: () => void): Hearing {
  let isOver = false;
  const open = new Map<string, () => void>();
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    for (const [id, hear] of open) events.off(id, hear);
    done();
  };
  const forget = (id: string): void => {
    const hear = open.get(id);
    if (!hear) return;
    events.off(id, hear);
    open.delete(id);
    if (open.size === 0) end();
  };
  for (const id of ids) {
    const hear = (): void => forget(id);
    open.set(id, hear);
    events.on(id, hear);
  }
  return {
    only: (underWay) => {
      for (const id of open.keys()) if (!underWay.has(id)) forget(id);
    },
    end,
  };
}
