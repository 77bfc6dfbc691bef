import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Registry } from 'prom-client';
import { answersInTime } from '../../api/ops/answers-in-time.ts';
import { sharedLook } from '../../api/ops/shared-look.ts';
import { StartError } from '../start-error.ts';

const connectionsMax = 64;

export interface WorkerHealth {
  url: string;
  close(): Promise<void>;
}

/** The checks of a worker: each may throw or hang, in which case it is not ready. */
export type Checks = Readonly<Record<'database' | 'queue', () => Promise<unknown>>>;

/**
 * `/healthz`, `/readyz` and `/metrics` of a worker process, on WORKERS_PORT, for inside the network: they need no
 * token. They read nothing of a request but method and path.
 */
export async function serveWorkerHealth(
  { host, port }: { host: string; port: number },
  registry: Registry,
  checks: Checks,
): Promise<WorkerHealth> {
  // However many probes come while one hangs, it is under way once.
  const shared = { database: sharedLook(checks.database), queue: sharedLook(checks.queue) };
  const server = createServer((request, response) => {
    void answer(request.method ?? '', request.url ?? '', registry, shared).then(({ status, type, body }) => {
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
    });
  });
  server.requestTimeout = 5_000;
  keepFew(server);
  await listen(server, host, port);
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A probe always gets through: of too many connections the oldest is ended, which a probe's is not. */
function keepFew(server: Server): void {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    socket.once('close', () => open.delete(socket));
    open.add(socket);
    const [oldest] = open;
    if (open.size > connectionsMax) oldest?.destroy();
  });
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

async function answer(method: string, path: string, registry: Registry, checks: Checks): Promise<Answer> {
  if (method !== 'GET' && method !== 'HEAD') return json(405, { error: 'Only GET is allowed here.' });
  if (path === '/healthz') return json(200, { ok: true });
  if (path === '/metrics') return { status: 200, type: registry.contentType, body: await registry.metrics() };
  if (path !== '/readyz') return json(404, { error: 'This port serves /healthz, /readyz and /metrics.' });
  const [database, queue] = await Promise.all(
    [checks.database, checks.queue].map((check) => answersInTime(check())),
  );
  return json(database && queue ? 200 : 503, { ok: database && queue, checks: { database, queue } });
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', () =>
      reject(new StartError(`Cannot listen on port ${port} of ${host}; set WORKERS_PORT to a free one.`)),
    );
    server.listen(port, host, resolve);
  });
}
