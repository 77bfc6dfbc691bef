/**
 * The last line of defence around a request. An exception that nobody catches (in an event listener, a timer, a
 * forgotten promise) is answered and logged as that request's own failure. A fault that belongs to no request still
 * ends the process, as it should.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { newId } from '../../domain/new-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import { statusOf } from '../../domain/refusals.ts';
import { toRefusal } from './errors.ts';
import { createLinger, lingerBounds, type Linger, type LingerBounds } from '../limits/linger.ts';
import { surfaceOf } from './surface.ts';

/** How to end a request whose own code can no longer do it. */
type EndRequest = (refusal: Refusal, requestId: string) => void;

const requests = new AsyncLocalStorage<EndRequest>();

const serverOptions = {
  keepAliveTimeout: 30_000,
  // What Java's client and others send with their first request offers HTTP/2 besides. To leave that be is what HTTP
  // allows; taken for a hub's link it would be refused.
  shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
};

/** The response each connection was last asked for, how many it waits for, and whether it ends with a refusal. */
const asked = new WeakMap<Duplex, { last: ServerResponse; waiting: number; isEnding: boolean }>();

/**
 * For upgrades that are refused. A server that stops cannot end them, as they have left it, and yet waits for them: so
 * they are waited for briefly. They send no body.
 */
const upgrades = createLinger({ ...lingerBounds, ms: 2_000, idleMs: 1_000 });

/** How many requests a connection may be ahead of its answers: Node takes in as many as are sent. */
export const aheadMax = 256;

/** A server whose requests are guarded, and which answers in our form what it cannot read as a request. */
export function guardedServer(listener: RequestListener, bounds?: LingerBounds): Server {
  const guardedListener = guarded(listener);
  const linger = createLinger(bounds);
  const server = createServer(serverOptions, (request, response) => {
    response.once('finish', () => request.complete || linger.rest(request));
    if (isTooFarAhead(request, response)) return refuseAhead(request, response);
    guardedListener(request, response);
  });
  server.on('connection', (socket) => endGently(socket, linger));
  server.on('clientError', (fault, socket) => refuseUnreadable(fault, socket, linger));
  return server;
}

/** Node ends a connection with `destroySoon` behind its last answer, whatever is still on its way. */
function endGently(socket: Socket, linger: Linger): void {
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    const line = asked.get(socket);
    if (!line || (line.last.req.complete && !line.isEnding)) destroySoon();
    else linger.end(socket);
  };
}

function isTooFarAhead({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const known = asked.get(socket);
  const line = known ?? { last: response, waiting: 0, isEnding: false };
  if (!known) asked.set(socket, line);
  line.last = response;
  line.waiting += 1;
  response.once('close', () => (line.waiting -= 1));
  // What comes behind the refusal is not carried out: its answer would never be sent.
  line.isEnding ||= line.waiting > aheadMax;
  return line.isEnding;
}

function refuseAhead(request: IncomingMessage, response: ServerResponse): void {
  const words = `The connection waits for the answers to ${aheadMax} requests: send more once some have come.`;
  response.setHeader('Retry-After', '1');
  endResponse(request, response, new Refusal('RATE_LIMITED', words), newId());
}

function refuseUnreadable(fault: Error & { code?: string }, socket: Duplex, linger: Linger): void {
  const response = asked.get(socket)?.last;
  const isHalfway = response?.headersSent && !response.writableFinished;
  if (!socket.writable || isHalfway) return void socket.destroy();
  refuseUpgrade(socket, unreadable(fault.code), newId(), linger);
}

function unreadable(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Refusal('HEADERS_TOO_LARGE', 'The address and headers of the request are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Refusal('REQUEST_TIMEOUT', 'The request did not arrive in time.');
  return new Refusal('MALFORMED_REQUEST', 'What was sent cannot be read as an HTTP request.');
}

/** Runs every request of a server so that a stray fault can be traced back to its request. */
export function guarded(listener: RequestListener): RequestListener {
  return (request, response) => {
    requests.run(
      (refusal, requestId) => endResponse(request, response, refusal, requestId),
      () => listener(request, response),
    );
  };
}

/** The same for what happens to an upgraded socket before and after the upgrade. */
export function guardedUpgrade(socket: Duplex, run: () => void): void {
  requests.run((refusal, requestId) => endSocket(socket, refusal, requestId), run);
}

/**
 * Handles the process' uncaught faults: one that belongs to a request ends that request, any other ends the process.
 * Connections that outlive the request that opened them (pools) have error listeners of their own, so their faults do
 * not arrive here.
 */
export function surviveRequests(log: Logger): void {
  // Unhandled rejections arrive here too: Node raises them as exceptions.
  process.on('uncaughtException', (fault) => {
    const end = requests.getStore();
    if (!end) {
      log.fatal({ err: fault }, 'a fault outside any request ends the process');
      process.exit(1);
    }
    const requestId = newId();
    log.error({ err: fault, request_id: requestId }, 'a request threw an uncaught exception');
    end(toRefusal(fault), requestId);
  });
}

function endResponse(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  requestId: string,
): void {
  if (response.headersSent) return void response.destroy();
  const { code, message } = refusal;
  const error = { code, message, request_id: requestId };
  const text = JSON.stringify(surfaceOf(url) === 'tenant' ? { ok: false, error } : { error });
  response.writeHead(statusOf(refusal), {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'X-Request-Id': requestId,
    Connection: 'close',
  });
  response.end(text);
}

function endSocket(socket: Duplex, refusal: Refusal, requestId: string): void {
  // On a WebSocket an HTTP answer would be a broken frame; closing the connection works in both cases.
  if (socket.listenerCount('data') > 0) return void socket.destroy();
  refuseUpgrade(socket, refusal, requestId);
}

/** Answers on the bare socket, an upgrade request for one, with a refusal and closes the connection. */
export function refuseUpgrade(
  socket: Duplex,
  refusal: Refusal,
  requestId: string,
  linger: Linger = upgrades,
): void {
  const { code, message } = refusal;
  const text = JSON.stringify({ ok: false, error: { code, message, request_id: requestId } });
  linger.end(
    socket,
    `HTTP/1.1 ${statusOf(refusal)} Refused\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${text}`,
  );
}
