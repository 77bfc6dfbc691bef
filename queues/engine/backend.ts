/**
 * The queue engine: Redis through ioredis in production, or BullMQ's Postgres backend when no Redis is configured, so
 * that a new machine needs npm only. Everything above this file is the same for both.
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
  /** For the workers on command queues: one connection each to listen, the others for whichever worker is busy. */
  workerPool: pg.Pool;
}

export interface BackendSettings {
  redisUrl: string | undefined;
  /** Connection to the Postgres backend's own schema, as the non-owner system role. */
  postgresUrl: string;
  /**
   * Key prefix, so that two platforms may share one Redis. It is put in braces, so that a Cluster keeps each queue on
   * one node.
   */
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

/** A pool shared by many queues. Each queue listens for its errors. */
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

/** A queue to add to and inspect. Its errors are reported by whoever awaits a call. */
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
        ) as Queue<CommandJob>);
  queue.on('error', () => {});
  return queue;
}

export type { Queue } from 'bullmq';
export type QueueWorker = Worker<any>;

/** A worker on one command queue. Redis workers block their connection, so each gets its own. */
export function openWorker<D>(
  backend: QueueBackend,
  name: string,
  processor: Processor<D>,
  options: Partial<WorkerOptions> = {},
): Worker<D> {
  return makeWorker(backend, name, processor, options, (postgres) => postgres.workerPool);
}

/** A worker outside the command queues: there may be many, so each brings the two connections it needs. */
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
 * Refuses a Redis that may evict keys (a queue would silently lose jobs), one that rejects this program, and anything
 * that is not Redis. Returns the sentence to show, or undefined. An unreachable Redis does not stop the start: commands
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

// What the parser reports for bytes that are not a Redis reply.
const noRedis = /Unknown RESP type|Protocol error/;

/** Redis' first reply: ready, why it will not serve us, or nothing while it is unreachable. */
function firstWord(client: Redis): Promise<'ready' | 'nothing' | Error> {
  if (client.status === 'ready') return Promise.resolve('ready');
  return new Promise((resolve) => {
    const finish = (word: 'ready' | 'nothing' | Error): void => {
      clearTimeout(timer);
      client.off('ready', ready).off('error', failed);
      resolve(word);
    };
    const ready = (): void => finish('ready');
    // A reply, though not the expected one. A refused or broken connection is no reply.
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
