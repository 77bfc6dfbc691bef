import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { freePort } from './free-port.ts';
import { waitForProcessEnd } from './processes/live-process.ts';

export interface RedisServer {
  url: string;
  port: number;
  pid: number;
  /** Ends it in order; its content is gone, as it never writes to disk. */
  stop: () => Promise<void>;
  /** Ends it as a crash would (SIGKILL). */
  kill: () => Promise<void>;
}

/** A certificate for 127.0.0.1 and its key, and the authority that signed it: all of them files. */
export interface RedisTls {
  cert: string;
  key: string;
  ca: string;
}

interface RedisOptions {
  dir: string;
  port?: number;
  /** The server speaks nothing but TLS, to its replicas too. */
  tls?: RedisTls | undefined;
}

/** The settings of a server, or a Sentinel, that speaks TLS alone. */
export function tlsSettings(port: number, { cert, key, ca }: RedisTls): Record<string, string> {
  return {
    port: '0',
    'tls-port': String(port),
    'tls-cert-file': cert,
    'tls-key-file': key,
    'tls-ca-cert-file': ca,
    'tls-auth-clients': 'no',
    'tls-replication': 'yes',
  };
}

/**
 * Starts the `redis-server` found on PATH, for tests and benchmarks: loopback only, nothing on disk, no eviction, in a
 * process group of its own. `port` requests a certain port (to come back after a kill). Undefined if no redis-server is
 * installed; throws if one is installed but does not start.
 */
export async function startRedis(options: RedisOptions): Promise<RedisServer | undefined> {
  mkdirSync(options.dir, { recursive: true });
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const child = spawnRedis(options, port);
    const outcome = await started(child, port, options.tls);
    if (outcome === 'ready' && child.pid) return handleOf(child.pid, port);
    if (outcome === 'missing') return undefined;
    // The port may have been taken between choosing and listening, or still be held by a process just killed.
    if (attempt === 10) throw new Error(`redis-server did not start on port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function spawnRedis({ dir, tls }: RedisOptions, port: number): ChildProcess {
  const settings = {
    ...(tls ? tlsSettings(port, tls) : { port: String(port) }),
    bind: '127.0.0.1',
    dir,
    save: '',
    appendonly: 'no',
    'maxmemory-policy': 'noeviction',
    daemonize: 'no',
    pidfile: path.join(dir, 'redis.pid'),
    loglevel: 'warning',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn('redis-server', options, { detached: true, stdio: 'ignore' });
  child.unref();
  return child;
}

async function started(
  child: ChildProcess,
  port: number,
  tls: RedisTls | undefined,
): Promise<'ready' | 'missing' | 'ended'> {
  let outcome: 'ready' | 'missing' | 'ended' | undefined;
  child.once('error', () => (outcome ??= 'missing'));
  child.once('exit', () => (outcome ??= 'ended'));
  while (outcome === undefined) {
    if (await answersPing(port, tls)) outcome ??= 'ready';
    else await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return outcome;
}

function answersPing(port: number, tls: RedisTls | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const place = { port, host: '127.0.0.1' };
    const socket: Socket = tls ? connectTls({ ...place, ca: readFileSync(tls.ca) }) : connect(place);
    const finish = (isAnswered: boolean) => {
      socket.destroy();
      resolve(isAnswered);
    };
    socket.setTimeout(1000, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once(tls ? 'secureConnect' : 'connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => finish(data.toString().startsWith('+PONG')));
  });
}

function handleOf(pid: number, port: number): RedisServer {
  const end = async (signal: NodeJS.Signals) => {
    sendSignal(pid, signal);
    if (await waitForProcessEnd(pid, 3000)) return;
    sendSignal(pid, 'SIGKILL');
    await waitForProcessEnd(pid, 1000);
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
