/**
 * How an outcome finds its way back to whoever waits. Workers announce after commit; waiters listen on one channel.
 * An announcement may be lost (the row is the truth, and the waiter polls it), so nothing here is retried.
 */
import { EventEmitter } from 'node:events';
import pg from 'pg';
import { openRedis, type QueueBackend } from './backend.ts';

export interface Announcement {
  command_id: string;
  state: 'done' | 'refused' | 'failed';
  /** Left out when too large for the channel: the waiter reads the row. */
  outcome?: unknown;
}

const channel = 'platform_outcomes';
// A NOTIFY payload must stay below 8,000 bytes; the same bound for one outcome keeps Redis messages small.
const payloadBytesMax = 7_900;
const announcementBytesMax = 7_000;
const redisMessageBytesMax = 256_000;

export interface Announcer {
  announce(announcement: Announcement): void;
  close(): Promise<void>;
}

/** Announcements made in the same turn travel together, as many in a message as it may carry. */
export function openAnnouncer(backend: QueueBackend): Announcer {
  let pending: string[] = [];
  let flushing: Promise<void> = Promise.resolve();
  const messageBytesMax = backend.kind === 'redis' ? redisMessageBytesMax : payloadBytesMax;

  const send = async (messages: string[]): Promise<void> => {
    if (backend.kind === 'redis') {
      if (backend.producer.status !== 'ready') return;
      const pipeline = backend.producer.pipeline();
      for (const message of messages) pipeline.publish(`${backend.prefix}:${channel}`, message);
      await pipeline.exec();
    } else {
      await backend.pool.query('select pg_notify($1, m) from unnest($2::text[]) m', [channel, messages]);
    }
  };
  const flush = async (): Promise<void> => {
    const messages = pending;
    pending = [];
    // A lost announcement costs its waiter one look, never the outcome.
    if (messages.length > 0) await send(packed(messages, messageBytesMax)).catch(() => {});
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

/** Lists of announcements, each below the limit. */
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
  /** Emits the command id as event name with the announcement. */
  events: EventEmitter;
  close(): Promise<void>;
}

export async function openOutcomeListener(backend: QueueBackend): Promise<OutcomeListener> {
  const events = new EventEmitter();
  events.setMaxListeners(0);
  const receive = (message: string): void => {
    for (const announcement of JSON.parse(message) as Announcement[]) {
      events.emit(announcement.command_id, announcement);
    }
  };
  return backend.kind === 'redis'
    ? listenOnRedis(backend, events, receive)
    : listenOnPostgres(backend, events, receive);
}

async function listenOnRedis(
  backend: Extract<QueueBackend, { kind: 'redis' }>,
  events: EventEmitter,
  receive: (message: string) => void,
): Promise<OutcomeListener> {
  const client = openRedis(backend.url, 'worker');
  client.on('message', (_channel: string, message: string) => receive(message));
  // Subscribing waits for Redis; the process must start without it, so this is not awaited. ioredis subscribes again after a reconnect.
  client.subscribe(`${backend.prefix}:${channel}`).catch(() => {});
  return { events, close: async () => client.disconnect() };
}

async function listenOnPostgres(
  backend: Extract<QueueBackend, { kind: 'postgres' }>,
  events: EventEmitter,
  receive: (message: string) => void,
): Promise<OutcomeListener> {
  let client: pg.Client | undefined;
  let isClosed = false;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: backend.url, keepAlive: true });
    const again = (): void => {
      if (client === next) client = undefined;
      if (!isClosed) setTimeout(() => void connect().catch(() => {}), 500).unref();
    };
    next.on('error', () => {});
    next.on('end', again);
    next.on('notification', ({ payload }) => receive(payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      client = next;
    } catch {
      await next.end().catch(() => {});
    }
  };
  await connect();
  return {
    events,
    close: async () => {
      isClosed = true;
      await client?.end();
    },
  };
}
