/** A Redis primary and its replica, watched by three Sentinels (`redis-server --sentinel`), on loopback. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../server/free-port.ts';
import { startRedis, type RedisServer } from '../../server/redis.ts';
import { until } from '../helpers/wait.ts';

const masterName = 'warehouse';
const passwords = { server: 'of-the-servers', sentinel: 'of-the-sentinels' };
const failoverMsMax = 60_000;

export class WatchedRedis {
  readonly #dir: string;
  readonly #servers = new Map<number, RedisServer>();
  readonly #sentinels: { port: number; child: ChildProcess }[] = [];

  private constructor(dir: string) {
    this.#dir = dir;
  }

  /** Undefined if there is no redis-server on PATH. */
  static async start(dir: string): Promise<WatchedRedis | undefined> {
    const watched = new WatchedRedis(dir);
    const first = await startRedis({ dir: path.join(dir, 'first') });
    if (!first) return undefined;
    watched.#servers.set(first.port, first);
    try {
      const second = (await startRedis({ dir: path.join(dir, 'second') }))!;
      watched.#servers.set(second.port, second);
      for (const { port } of [first, second]) await protect(port);
      await asked('server', second.port, (redis) => redis.replicaof('127.0.0.1', first.port));
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
    const places = this.#sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `redis+sentinel://:${passwords.server}@${places}/${masterName}?sentinelPassword=${passwords.sentinel}`;
  }

  /** Which server is the primary, according to the Sentinels. */
  async primaryPort(): Promise<number> {
    const [, port] = (await asked('sentinel', this.#sentinels[0]!.port, (sentinel) =>
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
      this.#servers.set(port, (await startRedis({ dir: path.join(this.#dir, `again-${port}`), port }))!);
      await protect(port);
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
    const lines = [
      `port ${port}`,
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
      asked('sentinel', port, (sentinel) => sentinel.ping()).catch(() => false),
    );
  }

  /** Resolves once the replica follows the primary and every Sentinel knows of it and of both others. */
  async #complete(primaryPort: number): Promise<void> {
    await until(
      'the replica follows and the Sentinels know each other',
      async () => {
        const replication = await asked('server', primaryPort, (redis) => redis.info('replication')).catch(
          () => '',
        );
        if (!/slave0:.*state=online/.test(replication)) return false;
        const known = await Promise.all(
          this.#sentinels.map(({ port }) => asked('sentinel', port, (sentinel) => sentinel.info('sentinel'))),
        );
        return known.every((words) => /status=ok,address=\S+,slaves=1,sentinels=3/.test(words));
      },
      failoverMsMax,
    );
  }
}

/** Makes it require the servers' password, and send it to the one it follows. */
async function protect(port: number): Promise<void> {
  const plain = new Redis(port, '127.0.0.1');
  plain.on('error', () => {});
  try {
    await plain.config('SET', 'masterauth', passwords.server, 'requirepass', passwords.server);
  } finally {
    plain.disconnect();
  }
}

async function asked<T>(
  who: keyof typeof passwords,
  port: number,
  ask: (redis: Redis) => Promise<T>,
): Promise<T> {
  const redis = new Redis(port, '127.0.0.1', {
    password: passwords[who],
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
