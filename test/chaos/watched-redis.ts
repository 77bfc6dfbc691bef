/**
 * A Redis primary and its replica, watched by three Sentinels (`redis-server --sentinel`), on loopback; in clear, or all of
 * them over TLS with an authority of their own.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../server/free-port.ts';
import { startRedis, tlsSettings, type RedisServer, type RedisTls } from '../../server/redis.ts';
import { until } from '../helpers/wait.ts';

const masterName = 'warehouse';
const passwords = { server: 'of-the-servers', sentinel: 'of-the-sentinels' };
const failoverMsMax = 60_000;

export class WatchedRedis {
  readonly #dir: string;
  readonly #servers = new Map<number, RedisServer>();
  readonly #sentinels: { port: number; child: ChildProcess }[] = [];

  readonly #tls: RedisTls | undefined;

  private constructor(dir: string, tls: RedisTls | undefined) {
    this.#dir = dir;
    this.#tls = tls;
  }

  /** Undefined if there is no redis-server on PATH. */
  static async start(
    dir: string,
    { isTls = false }: { isTls?: boolean } = {},
  ): Promise<WatchedRedis | undefined> {
    const tls = isTls ? makeCertificate(dir) : undefined;
    const watched = new WatchedRedis(dir, tls);
    const first = await startRedis({ dir: path.join(dir, 'first'), tls });
    if (!first) return undefined;
    watched.#servers.set(first.port, first);
    try {
      const second = (await startRedis({ dir: path.join(dir, 'second'), tls }))!;
      watched.#servers.set(second.port, second);
      for (const { port } of [first, second]) await watched.#protect(port);
      await watched.#asked('server', second.port, (redis) => redis.replicaof('127.0.0.1', first.port));
      for (const name of ['sentinel-1', 'sentinel-2', 'sentinel-3'])
        await watched.#startSentinel(name, first.port);
      await watched.#complete(first.port);
      return watched;
    } catch (fault) {
      await watched.stop();
      throw fault;
    }
  }

  /** The value for REDIS_URL. */
  get url(): string {
    return this.urlAt(this.sentinelPorts);
  }

  get sentinelPorts(): number[] {
    return this.#sentinels.map(({ port }) => port);
  }

  /** The value for REDIS_URL where the Sentinels are reached at other ports than their own. */
  urlAt(sentinelPorts: readonly number[]): string {
    const places = sentinelPorts.map((port) => `127.0.0.1:${port}`).join(',');
    return `${this.#tls ? 'rediss' : 'redis'}+sentinel://:${passwords.server}@${places}/${masterName}?sentinelPassword=${passwords.sentinel}`;
  }

  /** What the processes of the platform need beside it. */
  get env(): Record<string, string> {
    return this.#tls ? { NODE_EXTRA_CA_CERTS: this.#tls.ca } : {};
  }

  /** How many connections wait for what the Sentinels announce. */
  async announcementsHeard(): Promise<number> {
    const heard = await Promise.all(
      this.sentinelPorts.map((port) =>
        this.#asked('sentinel', port, (sentinel) => sentinel.client('LIST', 'TYPE', 'PUBSUB')),
      ),
    );
    return String(heard).match(/\bid=/g)?.length ?? 0;
  }

  /** Kills one of the Sentinels. */
  async loseSentinel(): Promise<void> {
    const { child } = this.#sentinels.pop()!;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Which server is the primary, according to the Sentinels. */
  async primaryPort(): Promise<number> {
    const [, port] = (await this.#asked('sentinel', this.#sentinels[0]!.port, (sentinel) =>
      sentinel.call('sentinel', 'get-master-addr-by-name', masterName),
    )) as [string, string];
    return Number(port);
  }

  /**
   * Kills the primary with whatever only it holds, or freezes it, and returns its port once another one is the primary.
   */
  async losePrimary(how: 'killed' | 'frozen'): Promise<number> {
    const port = await this.primaryPort();
    const server = this.#servers.get(port)!;
    if (how === 'killed') await server.kill();
    else process.kill(server.pid, 'SIGSTOP');
    await until(
      'the Sentinels have made the replica the primary',
      async () => (await this.primaryPort()) !== port,
      failoverMsMax,
    );
    return port;
  }

  /**
   * Brings back what was lost: empty, or unchanged and convinced that it is the primary. The Sentinels make it a
   * replica.
   */
  async bringBack(port: number, how: 'killed' | 'frozen'): Promise<void> {
    const server = this.#servers.get(port)!;
    if (how === 'frozen') process.kill(server.pid, 'SIGCONT');
    else {
      const again = { dir: path.join(this.#dir, `again-${port}`), port, tls: this.#tls };
      this.#servers.set(port, (await startRedis(again))!);
      await this.#protect(port);
    }
    await this.#complete(await this.primaryPort());
  }

  async stop(): Promise<void> {
    for (const { child } of this.#sentinels) {
      const ended = once(child, 'exit');
      if (child.kill('SIGKILL')) await ended;
    }
    await Promise.all([...this.#servers.values()].map((server) => server.kill()));
  }

  async #startSentinel(name: string, primaryPort: number): Promise<void> {
    const dir = path.join(this.#dir, name);
    mkdirSync(dir, { recursive: true });
    const port = await freePort();
    const file = path.join(dir, 'sentinel.conf');
    const settings = this.#tls ? tlsSettings(port, this.#tls) : { port };
    const lines = [
      ...Object.entries(settings).map(([name, value]) => `${name} ${value}`),
      'bind 127.0.0.1',
      `dir ${dir}`,
      `requirepass ${passwords.sentinel}`,
      `sentinel monitor ${masterName} 127.0.0.1 ${primaryPort} 2`,
      `sentinel auth-pass ${masterName} ${passwords.server}`,
      `sentinel down-after-milliseconds ${masterName} 2000`,
      `sentinel failover-timeout ${masterName} 10000`,
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    const child = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
    this.#sentinels.push({ port, child });
    await until(`${name} answers`, () =>
      this.#asked('sentinel', port, (sentinel) => sentinel.ping()).catch(() => false),
    );
  }

  /** Resolves once the replica follows the primary and every Sentinel knows of it and of both others. */
  async #complete(primaryPort: number): Promise<void> {
    await until(
      'the replica follows and the Sentinels know each other',
      async () => {
        const replication = await this.#asked('server', primaryPort, (redis) =>
          redis.info('replication'),
        ).catch(() => '');
        if (!/slave0:.*state=online/.test(replication)) return false;
        const known = await Promise.all(
          this.#sentinels.map(({ port }) =>
            this.#asked('sentinel', port, (sentinel) => sentinel.info('sentinel')),
          ),
        );
        return known.every((words) => /status=ok,address=\S+,slaves=1,sentinels=3/.test(words));
      },
      failoverMsMax,
    );
  }

  /** Makes it require the servers' password, and send it to the one it follows. */
  async #protect(port: number): Promise<void> {
    await this.#asked(undefined, port, (plain) =>
      plain.config('SET', 'masterauth', passwords.server, 'requirepass', passwords.server),
    );
  }

  async #asked<T>(
    who: keyof typeof passwords | undefined,
    port: number,
    ask: (redis: Redis) => Promise<T>,
  ): Promise<T> {
    const redis = new Redis(port, '127.0.0.1', {
      ...(who ? { password: passwords[who] } : {}),
      ...(this.#tls ? { tls: { ca: readFileSync(this.#tls.ca) } } : {}),
      retryStrategy: () => null,
      commandTimeout: 2_000,
      enableReadyCheck: false,
    });
    redis.on('error', () => {});
    try {
      return await ask(redis);
    } finally {
      redis.disconnect();
    }
  }
}

/** A certificate for 127.0.0.1 that is its own authority. */
function makeCertificate(dir: string): RedisTls {
  const [key, cert] = [path.join(dir, 'key.pem'), path.join(dir, 'certificate.pem')];
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ];
  const named = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...made, ...named, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { cert, key, ca: cert };
}
