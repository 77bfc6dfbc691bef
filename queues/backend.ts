/**
 * The queue engine: Redis through ioredis in production, BullMQ's Postgres backend where no Redis is given, so a
 * fresh machine needs npm only. Everything above this file is the same for both.
 */
import { Queue, Worker, type Processor, type WorkerOptions } from 'bullmq';
import { Cluster, type Redis } from 'ioredis';
import pg from 'pg';
import { jobOptions, postgresJobOptions, queueNames, workerOptions, type CommandJob } from './policies.ts';
import { createPatientBackend, noticingTheGone, queueDurability, queueSchema } from './postgres-queues.ts';
import { openRedis, type RedisClient } from './redis-client.ts';

export type QueueBackend = RedisBackend | PostgresBackend;

interface RedisBackend {
  kind: 'redis';
  url: string;
  producer: RedisClient;
  prefix: string;
}

interface PostgresBackend {
  kind: 'postgres';
  url: string;
  pool: pg.Pool;
  /** Of the workers on queues of commands: a connection each to listen on, the rest for whichever has work. */
  workerPool: pg.Pool;
}

export interface BackendSettings {
  redisUrl: string | undefined;
  /** Connection for the Postgres backend's own schema, as the non-owner system role. */
  postgresUrl: string;
  /** Namespace of keys: two platforms may share one Redis. In braces, so a Cluster keeps a queue on one node. */
  prefix?: string;
}

const workerQueriesMax = 8;

export function openBackend(settings: BackendSettings): QueueBackend {
  if (settings.redisUrl) {
    const prefix = `{${settings.prefix ?? 'platform'}}`;
    return {
      kind: 'redis',
      url: settings.redisUrl,
      producer: openRedis(settings.redisUrl, 'producer'),
      prefix,
    };
  }
  const { postgresUrl: url } = settings;
  return {
    kind: 'postgres',
    url,
    pool: openQueuePool(url, 6),
    workerPool: openQueuePool(url, queueNames.length + workerQueriesMax),
  };
}

/** A pool many queues share. Each queue listens to its errors. */
function openQueuePool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    options: `-c search_path=${queueSchema} ${queueDurability}`,
    ...noticingTheGone,
  });
  pool.on('error', () => {}).setMaxListeners(0);
  return pool;
}

/** A queue to add to and to look at. Its errors are reported by whoever awaits a call. */
export function openQueue(backend: QueueBackend, name: string): Queue<CommandJob> {
  const queue =
    backend.kind === 'redis'
      ? new Queue<CommandJob>(name, {
          connection: backend.producer,
          prefix: backend.prefix,
          defaultJobOptions: jobOptions,
          skipWaitingForReady: true,
        })
      : (new Queue(
          name,
          { connection: backend.pool, defaultJobOptions: postgresJobOptions } as never,
          createPatientBackend as never,
        ) as unknown as Queue<CommandJob>);
  queue.on('error', () => {});
  return queue;
}

export type { Queue } from 'bullmq';
export type QueueWorker = Worker<any>;

/** A worker on one queue of commands. Redis workers own a blocking connection, so each gets its own. */
export function openWorker<D>(
  backend: QueueBackend,
  name: string,
  processor: Processor<D>,
  options: Partial<WorkerOptions> = {},
): Worker<D> {
  return makeWorker(backend, name, processor, options, (postgres) => postgres.workerPool);
}

/** A worker beside those on queues of commands: there may be many, so each brings the two connections it needs. */
export function openExtraWorker<D>(
  backend: QueueBackend,
  name: string,
  processor: Processor<D>,
  options: Partial<WorkerOptions> = {},
): Worker<D> {
  return makeWorker(backend, name, processor, options, ({ url }) => ({
    connectionString: url,
    schema: queueSchema,
    max: 1,
    ...noticingTheGone,
    options: queueDurability,
  }));
}

function makeWorker<D>(
  backend: QueueBackend,
  name: string,
  processor: Processor<D>,
  options: Partial<WorkerOptions>,
  connection: (backend: PostgresBackend) => unknown,
): Worker<D> {
  const settings = { ...workerOptions, ...options };
  const worker =
    backend.kind === 'redis'
      ? redisWorker(backend, name, processor, settings)
      : (new Worker(
          name,
          processor as never,
          { ...settings, connection: connection(backend) } as never,
          createPatientBackend as never,
        ) as unknown as Worker<D>);
  worker.on('error', () => {});
  return worker;
}

function redisWorker<D>(
  backend: RedisBackend,
  name: string,
  processor: Processor<D>,
  settings: Partial<WorkerOptions>,
): Worker<D> {
  const connection = openRedis(backend.url, 'worker');
  const worker = new Worker<D>(name, processor, {
    ...settings,
    connection: connection as Redis,
    prefix: backend.prefix,
  });
  // BullMQ leaves a connection it was given open.
  worker.on('closed', () => connection.disconnect());
  return worker;
}

const connectMsMax = 3_000;

/**
 * Refuses a Redis that may evict keys, since a queue would lose jobs silently, one that will not have this program, and
 * what is no Redis at all. Returns the sentence to show, or nothing. A Redis that is away is no reason to stop: commands
 * are accepted meanwhile and enqueued when it is back.
 */
export async function redisProblem(backend: QueueBackend): Promise<string | undefined> {
  if (backend.kind !== 'redis' || backend.producer instanceof Cluster) return undefined;
  const first = await firstWord(backend.producer);
  if (first === 'nothing') return undefined;
  if (first !== 'ready')
    return `Redis at REDIS_URL refuses this program: ${first.message.replace(/\.$/, '')}.`;
  const policy = /maxmemory_policy:(\S+)/.exec(await backend.producer.info('memory'))?.[1];
  if (!policy || policy === 'noeviction') return undefined;
  return `Redis at REDIS_URL may evict keys (maxmemory-policy ${policy}); set maxmemory-policy noeviction.`;
}

// What the parser says of bytes that are no answer of a Redis.
const noRedis = /Unknown RESP type|Protocol error/;

/** What a Redis says first: that it is ready, why it is not for us, or nothing while it is away. */
function firstWord(client: Redis): Promise<'ready' | 'nothing' | Error> {
  if (client.status === 'ready') return Promise.resolve('ready');
  return new Promise((resolve) => {
    const finish = (word: 'ready' | 'nothing' | Error): void => {
      clearTimeout(timer);
      client.off('ready', ready).off('error', failed);
      resolve(word);
    };
    const ready = (): void => finish('ready');
    // An answer, if not the one hoped for. A refused or broken connection is none.
    const failed = (fault: Error): void => {
      if (noRedis.test(fault.message)) finish(new Error('what listens there does not speak Redis'));
      else if (fault.name === 'ReplyError' && !/LOADING|MASTERDOWN/.test(fault.message)) finish(fault);
    };
    const timer = setTimeout(finish, connectMsMax, 'nothing');
    client.on('ready', ready).on('error', failed);
  });
}

export async function closeBackend(backend: QueueBackend): Promise<void> {
  if (backend.kind === 'redis') backend.producer.disconnect();
  else await Promise.all([backend.pool.end(), backend.workerPool.end()]);
}
