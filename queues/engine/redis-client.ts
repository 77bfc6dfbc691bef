/**
 * Opens Redis by its URL: a single server, one watched by Sentinels, or a Cluster. Everything about connecting to Redis
 * is here, so that every process handles a failover in the same way.
 */
import type { Socket } from 'node:net';
import { Cluster, Redis, SentinelConnector, type RedisOptions } from 'ioredis';

export type RedisClient = Redis | Cluster;

interface Place {
  host: string;
  port: number;
}

const sentinelPort = 26_379;
const redisPort = 6_379;

// A process has many clients; two Sentinels each are enough to learn of a failover while one of them is down.
const sentinelsHeard = 2;

/** What ioredis declares as private: its clients of the Sentinels, and those of them that hear of a failover. */
interface OfSentinels {
  connectToSentinel(...asked: unknown[]): Redis;
  failoverDetector: { cleanup(): void } | null;
}

/**
 * Finds the primary through the Sentinels, and hears their announcements for as long as its connection lasts. ioredis
 * hears on: after a client has quit, or was closed while it connected, nobody ever ends that subscription; and a failover
 * announced to a client that has lost its connection and is asking a Sentinel would end the client for good.
 */
class LastingSentinelConnector extends SentinelConnector {
  readonly #own = this as unknown as OfSentinels;

  constructor(options: ConstructorParameters<typeof SentinelConnector>[0]) {
    super(options);
    // Without a listener, ioredis prints every attempt to reach a Sentinel that is away among the lines of the log.
    const connect = this.#own.connectToSentinel.bind(this);
    this.#own.connectToSentinel = (...asked) => connect(...asked).on('error', () => {});
  }

  override async connect(
    tell: Parameters<SentinelConnector['connect']>[0],
  ): ReturnType<SentinelConnector['connect']> {
    const stream = await super.connect(tell);
    return stream.once('close', () => this.#own.failoverDetector?.cleanup());
  }

  /** A connection still being made is given up: once made, it would be subscribed for. */
  override disconnect(): void {
    super.disconnect();
    const stream = this.stream as (Socket & { secureConnecting?: boolean }) | undefined;
    if (stream?.connecting || stream?.secureConnecting) stream.destroy();
  }
}

/**
 * Makes a client end when it is closed while it waits to reconnect. ioredis forgets the attempt and says nothing, and a
 * worker of BullMQ waits for that end for good: closed while Redis was away, it never was, and kept a connection.
 */
function ending<C extends RedisClient>(client: C): C {
  const disconnect = client.disconnect.bind(client);
  client.disconnect = (reconnect = false) => {
    // There is no connection to close; only in this state does ioredis end without one.
    if (!reconnect && client.status === 'reconnecting') client.status = 'wait';
    disconnect(reconnect);
  };
  // BullMQ waits for jobs on a duplicate.
  const duplicate = client.duplicate.bind(client) as (...how: unknown[]) => C;
  client.duplicate = ((...how: unknown[]) => ending(duplicate(...how))) as C['duplicate'];
  return client;
}

/**
 * Opens a client for `redis://`, `redis+sentinel://name:password@h1,h2/master-name?sentinelPassword=x`,
 * `redis+cluster://h1,h2`, and the same with `rediss` over TLS (the Sentinels too). While Redis is unreachable commands
 * wait; a producer's fail fast once Redis has been reached.
 */
export function openRedis(url: string, role: 'producer' | 'worker'): RedisClient {
  const options: RedisOptions = {
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
    connectTimeout: 5_000,
    // Notices within half a minute that the other machine is gone.
    keepAlive: 10_000,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, 500),
    // The former primary accepts no writes after a failover: look up the new primary and resend the command there.
    reconnectOnError: ({ message }) => (message.includes('READONLY') ? 2 : false),
  };
  const client = ending(/\+\w+:/.test(url) ? openMany(url, options) : new Redis(url, options));
  // An `error` without a listener ends the process; ioredis reconnects by itself and readiness reports the outage.
  client.on('error', () => {});
  return role === 'producer' ? failingFastOnceReady(client) : client;
}

function openMany(url: string, options: RedisOptions): RedisClient {
  // Standard URLs do not allow a list of hosts, so the hosts are parsed separately from the rest.
  const [, before, hosts, after] = /^(\w+\+\w+:\/\/(?:[^/?#]*@)?)([^/?#]+)(.*)$/.exec(url)!;
  const { protocol, username, password, pathname, searchParams } = new URL(`${before}hosts${after}`);
  const access: RedisOptions = {
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    ...(protocol.startsWith('rediss') ? { tls: {} } : {}),
  };
  if (protocol.endsWith('+cluster:')) {
    return new Cluster(placesOf(hosts!, redisPort), {
      enableOfflineQueue: true,
      redisOptions: { ...options, ...access },
    });
  }
  return new Redis({
    ...options,
    ...access,
    sentinels: placesOf(hosts!, sentinelPort),
    Connector: LastingSentinelConnector as RedisOptions['Connector'],
    name: pathname.slice(1) || 'mymaster',
    ...(searchParams.has('sentinelPassword')
      ? { sentinelPassword: searchParams.get('sentinelPassword')! }
      : {}),
    ...(access.tls ? { enableTLSForSentinelMode: true, sentinelTLS: access.tls } : {}),
    // A primary that hangs keeps its connections open and answers nothing: the Sentinels' notice ends them.
    failoverDetector: true,
    sentinelMaxConnections: sentinelsHeard,
    sentinelReconnectStrategy: () => 1_000,
    sentinelCommandTimeout: 2_000,
  });
}

function placesOf(hosts: string, defaultPort: number): Place[] {
  return hosts.split(',').map((place) => {
    const [, host = place, port] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(place) ?? [];
    return { host, port: Number(port ?? defaultPort) };
  });
}

// A BullMQ queue queries Redis when it is created and remembers a failure for good. In a process started while Redis is
// unreachable that query must wait, or its queues would stay broken after Redis is back.
function failingFastOnceReady(client: RedisClient): RedisClient {
  client.once('ready', () => {
    client.options.enableOfflineQueue = false;
    if (client instanceof Redis) client.options.maxRetriesPerRequest = 1;
  });
  return client;
}
