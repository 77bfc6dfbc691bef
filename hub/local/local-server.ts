import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocketServer } from 'ws';
import type { HubDeps } from '../hub-deps.ts';
import { answerPage } from '../page/page-routes.ts';
import { isOwnHost, judgeOrigin } from './gate.ts';
import { giveWay } from './give-way.ts';
import { answer, BodyError } from './http-body.ts';
import { presentFinished } from './printer-actions.ts';
import { Session } from './session.ts';
import { StrangersRoom } from './strangers-room.ts';

const frameBytesMax = 4 * 1024 * 1024;
const socketsMax = 32;

/** The hub's one port on 127.0.0.1: the WebSocket protocol and the local page. */
export class LocalServer {
  readonly #hub: HubDeps;
  readonly #log: Logger;
  readonly #server: Server;
  readonly #webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: frameBytesMax,
    perMessageDeflate: false,
  });
  readonly #sessions = new Set<Session>();
  readonly #strangers = new StrangersRoom();
  readonly #controlSecret: string;

  private constructor(hub: HubDeps, server: Server, controlSecret: string, log: Logger) {
    this.#hub = hub;
    this.#log = log;
    this.#server = server;
    this.#controlSecret = controlSecret;
    server.off('request', answerStarting).off('upgrade', refuseStarting);
    server.on('request', (request, response) => {
      if (!isOwnHost(request.headers.host, this.port))
        return answer(response, 421, 'text/plain', 'Not this host\n');
      answerPage(hub, this.#controlSecret, request, response).catch((cause: unknown) => {
        if (cause instanceof BodyError)
          return response.headersSent || answer(response, cause.status, 'text/plain', `${cause.message}\n`);
        log.error({ err: cause }, 'the page failed');
        if (!response.headersSent) answer(response, 500, 'text/plain', 'The hub failed; its log says why\n');
      });
    });
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    hub.station.on('finished', (job) => {
      const owners = hub.jobs.takeOwners(job.key);
      for (const session of this.#sessions) {
        if (owners.some((tokenId) => session.speaksFor(tokenId))) {
          session.send({ event: 'print.job_completed', data: presentFinished(job) });
        }
      }
    });
  }

  /** Starts answering on an already listening server. */
  static attach(hub: HubDeps, server: Server, controlSecret: string, log: Logger): LocalServer {
    return new LocalServer(hub, server, controlSecret, log);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Stops listening and closes all connections. */
  async close(): Promise<void> {
    for (const client of this.#webSockets.clients) client.close(1001, 'The hub is stopping');
    this.#server.closeAllConnections();
    const hangUp = setTimeout(() => this.#webSockets.clients.forEach((client) => client.terminate()), 500);
    await new Promise((resolve) => this.#server.close(resolve));
    clearTimeout(hangUp);
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refusal = this.#refusalOf(request);
    if (refusal) return refuseUpgrade(socket, refusal);
    socket.on('error', () => socket.destroy());
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
      const shown = { origin: request.headers.origin ?? null, bearer };
      const session = new Session(this.#hub, webSocket, this.#log, this.#strangers, shown);
      this.#sessions.add(session);
      webSocket.on('close', () => this.#sessions.delete(session));
    });
  }

  /** When all connections are taken, the oldest that nobody paired makes room: strangers cannot keep programs out. */
  #hasRoom(): boolean {
    if (this.#sessions.size < socketsMax) return true;
    const stranger = [...this.#sessions].find((session) => !session.isPaired);
    if (!stranger) return false;
    this.#sessions.delete(stranger);
    stranger.hangUp();
    return true;
  }

  #refusalOf({ headers, url }: IncomingMessage): string | null {
    if (!isOwnHost(headers.host, this.port)) return '421 Misdirected Request';
    if (url?.split('?')[0] !== '/') return '404 Not Found';
    const { config, tokens, pairing } = this.#hub;
    const verdict = judgeOrigin(headers.origin, {
      allowed: config.allowed_origins,
      isPaired: (origin) => tokens.isPairedOrigin(origin),
      isPairingOpen: pairing.current() !== null,
    });
    if (verdict === 'refused') return '403 Forbidden';
    return this.#hasRoom() ? null : '503 Service Unavailable';
  }
}

function refuseUpgrade(socket: Duplex, refusal: string): void {
  socket.on('error', () => socket.destroy());
  const body = `${refusal}\n`;
  // Destroyed once the answer is sent: a client that never closes its end would keep the socket forever.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
}

function answerStarting(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close');
  const body = JSON.stringify({ message: 'The hub is starting; try again in a moment.' });
  answer(response, 503, 'application/json', body);
}

function refuseStarting(_request: IncomingMessage, socket: Duplex): void {
  refuseUpgrade(socket, '503 Service Unavailable');
}

/**
 * Listens on 127.0.0.1 and nowhere else, and answers 503 until a LocalServer is attached. Rejects with EADDRINUSE if the
 * port is taken.
 */
export async function listenLocally(port: number): Promise<Server> {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 2_000,
  });
  giveWay(server);
  server.on('request', answerStarting).on('upgrade', refuseStarting);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  return server;
}
