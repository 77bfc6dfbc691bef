/**
 * HTTP requests to URLs supplied by others. The name is resolved once, every address is checked, and the connection
 * goes to a checked one, so a name that resolves differently a moment later changes nothing. Redirects are not
 * followed; the answer's time and size are limited, and a slow trickle of bytes counts against the same time.
 */
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { cutText } from '../../domain/cut-text.ts';
import { isPublicAddress, urlProblem } from '../../domain/public-address.ts';
import { claimEndsAt } from './claim-term.ts';
import { resolvingNames, type ResolveName } from './resolve-name.ts';

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body?: string;
  /**
   * How much of the answer to read; the rest is cut off. The default is small, because an endpoint's answer is kept in
   * a log.
   */
  answerBytesMax?: number;
  /** For the whole exchange, including name resolution. */
  timeoutMs: number;
}

export interface OutboundAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  /** The first bytes of the answer, as text. */
  body: string;
  /** The same as it came: what is no text is none in `body` either. */
  bytes: Buffer;
}

/** Sends one request. Rejects with an `OutboundFault` when it got no answer. */
export type Send = (request: OutboundRequest) => Promise<OutboundAnswer>;

/** TIMEOUT and NO_ANSWER: it may have been sent, and may have been taken. With any other nothing was sent. */
export type OutboundFaultCode = 'ADDRESS_REFUSED' | 'TIMEOUT' | 'TOO_LATE' | 'UNREACHABLE' | 'NO_ANSWER';

export class OutboundFault extends Error {
  readonly code: OutboundFaultCode;
  constructor(code: OutboundFaultCode, message: string) {
    super(message);
    this.name = 'OutboundFault';
    this.code = code;
  }

  /** Whether it is certain that nothing was sent. */
  get isUnsent(): boolean {
    return this.code !== 'TIMEOUT' && this.code !== 'NO_ANSWER';
  }
}

const bodyBytesKept = 4_096;
const bodyBytesRead = 65_536;

export interface OutboundSettings {
  /** On premises and in tests, private addresses and plain http are allowed. */
  isPrivateAllowed: boolean;
  /** How names are resolved: by the system's name servers, unless a test supplies others. */
  resolve?: ResolveName;
}

export function outboundHttp({
  isPrivateAllowed,
  resolve: look = resolvingNames({ isOfThisNetwork: isPrivateAllowed }),
}: OutboundSettings): Send {
  const lookingUp =
    (signal: AbortSignal): LookupFunction =>
    (hostname, options, done) => {
      const take: Parameters<ResolveName>[2] = (fault, addresses) => {
        if (fault || addresses.length === 0)
          return done(fault ?? new Error(`${hostname} has no address`), '', 0);
        const bad = addresses.find(({ address }) => !isPrivateAllowed && !isPublicAddress(address));
        if (bad) return done(refusedAddress(hostname), '', 0);
        if (options.all) return done(null, addresses);
        done(null, addresses[0]!.address, addresses[0]!.family);
      };
      look(hostname, { all: true }, take, signal);
    };
  return async (wanted) => {
    const problem = urlProblem(wanted.url, isPrivateAllowed);
    if (problem) throw new OutboundFault('ADDRESS_REFUSED', `The URL ${problem}.`);
    const signal = AbortSignal.timeout(wanted.timeoutMs);
    try {
      return await exchange(wanted, lookingUp(signal), signal);
    } catch (fault) {
      if (fault instanceof OutboundFault) throw fault;
      if (signal.aborted)
        throw new OutboundFault('TIMEOUT', `No whole answer within ${wanted.timeoutMs} ms.`);
      throw new OutboundFault('UNREACHABLE', words(fault as Error));
    }
  };
}

const words = ({ message }: Error): string => cutText(message, 300);

const tooLate = (): OutboundFault =>
  new OutboundFault('TOO_LATE', 'This process stood still for longer than it had for this.');

function refusedAddress(hostname: string): OutboundFault {
  return new OutboundFault('ADDRESS_REFUSED', `${hostname} leads to a private or internal address.`);
}

function exchange(
  { method, url, headers, body, answerBytesMax, timeoutMs }: OutboundRequest,
  lookup: LookupFunction,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const lastsUntil = performance.now() + timeoutMs;
  if (lastsUntil > claimEndsAt()) throw tooLate();
  const target = new URL(url);
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;
  const keptMax = answerBytesMax ?? bodyBytesKept;
  const readMax = answerBytesMax ?? bodyBytesRead;
  return new Promise((settle, reject) => {
    let isConnected = false;
    const fail = (fault: Error): void =>
      reject(isConnected && !signal.aborted ? new OutboundFault('NO_ANSWER', words(fault)) : fault);
    const sent = request(target, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      // A literal address in the URL is not resolved; it has been checked as it stands.
      ...(isIP(target.hostname) ? {} : { lookup }),
      agent: false,
      signal,
    });
    sent.once('error', fail);
    sent.once('socket', (socket) => {
      socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        // After standing still one hears of the connection first, and of the time later.
        if (performance.now() > lastsUntil) return void sent.destroy(tooLate());
        isConnected = true;
        sent.end(body);
      });
    });
    // A server that switches protocols has answered: we speak no other protocol, and Node reports nothing further about
    // such a request.
    sent.once('upgrade', ({ statusCode, headers: answered }, socket) => {
      socket.destroy();
      settle({ status: statusCode ?? 0, headers: answered, body: '', bytes: Buffer.alloc(0) });
    });
    // Whatever a server does, we never keep waiting for a request that has closed.
    sent.once('close', () => fail(new Error('The connection closed before a whole answer.')));
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const end = (): void => {
        const kept = Buffer.concat(chunks).subarray(0, keptMax);
        settle({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: kept.toString('utf8').replaceAll('\u0000', ''),
          bytes: kept,
        });
      };
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= readMax) return void chunks.push(chunk);
        // We do not need the rest of the body; the status was what counted.
        end();
        response.destroy();
      });
      response.once('end', end);
      response.once('error', fail);
    });
  });
}
