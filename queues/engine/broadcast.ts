/**
 * One-to-all messages between processes, best effort: Redis PUBLISH, or NOTIFY when the queues are in Postgres.
 * Receivers must work correctly without them.
 */
import pg from 'pg';
import type { QueueBackend } from './backend.ts';
import { noticingTheGone } from './postgres-queues.ts';
import { openRedis } from './redis-client.ts';

export interface Hearing {
  close(): Promise<void>;
}

/**
 * Sends messages to a channel; when Redis is unreachable they are dropped. Rejects when Postgres could not be reached.
 */
export async function broadcast(
  backend: QueueBackend,
  channel: string,
  messages: readonly string[],
): Promise<void> {
  if (backend.kind === 'postgres') {
    await backend.pool.query('select pg_notify($1, m) from unnest($2::text[]) m', [channel, messages]);
    return;
  }
  if (backend.producer.status !== 'ready') return;
  const pipeline = backend.producer.pipeline();
  for (const message of messages) pipeline.publish(`${backend.prefix}:${channel}`, message);
  await pipeline.exec();
}

/** Listens to a channel until closed, across lost connections. A channel's name is a plain word. */
export async function hearChannel(
  backend: QueueBackend,
  channel: string,
  receive: (message: string) => void,
): Promise<Hearing> {
  return backend.kind === 'redis'
    ? hearOnRedis(backend, channel, receive)
    : hearOnPostgres(backend, channel, receive);
}

async function hearOnRedis(
  backend: Extract<QueueBackend, { kind: 'redis' }>,
  channel: string,
  receive: (message: string) => void,
): Promise<Hearing> {
  const client = openRedis(backend.url, 'worker');
  client.on('message', (_channel: string, message: string) => receive(message));
  // Subscribing waits for Redis, and the process must start without it, so this is not awaited. ioredis resubscribes
  // after a reconnect.
  client.subscribe(`${backend.prefix}:${channel}`).catch(() => {});
  return { close: async () => client.disconnect() };
}

async function hearOnPostgres(
  backend: Extract<QueueBackend, { kind: 'postgres' }>,
  channel: string,
  receive: (message: string) => void,
): Promise<Hearing> {
  let client: pg.Client | undefined;
  let isClosed = false;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: backend.url, ...noticingTheGone });
    const again = (): void => {
      if (client === next) client = undefined;
      if (!isClosed) setTimeout(() => void connect().catch(() => {}), 500).unref();
    };
    next.on('error', () => {});
    next.on('end', again);
    next.on('notification', ({ payload }) => receive(payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      client = next;
    } catch {
      await next.end().catch(() => {});
    }
  };
  await connect();
  return {
    close: async () => {
      isClosed = true;
      await client?.end();
    },
  };
}
