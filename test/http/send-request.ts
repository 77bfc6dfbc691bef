/** One request of a test's client. `fetch` would cost a third of what a test's own process takes of the processor. */
import { Agent, request, type IncomingMessage } from 'node:http';

export interface RawRequest {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Of the whole exchange. */
  msMax: number;
}

export interface RawAnswer {
  status: number;
  contentType: string;
  /** Made when a test asks for them, which few do. */
  readonly headers: Headers;
  text: string;
}

const agent = new Agent({ keepAlive: true });
const decoder = new TextDecoder();

/** Follows no redirect. Rejects with what went wrong on the wire, or once the time is over. */
export function sendRequest(url: string, { method, headers, body, msMax }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    // A DELETE that says no length would be sent without its body's end.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(new URL(url), { method, agent, headers: { accept: '*/*', ...length, ...headers } });
    const deadline = setTimeout(() => sent.destroy(new Error(`nothing within ${msMax} ms`)), msMax);
    const fail = (fault: Error): void => {
      clearTimeout(deadline);
      reject(fault);
    };
    sent.on('error', fail);
    sent.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', fail);
      response.on('end', () => {
        clearTimeout(deadline);
        resolve(answerOf(response, Buffer.concat(parts)));
      });
    });
    sent.end(body);
  });
}

function answerOf({ statusCode, headers, rawHeaders }: IncomingMessage, body: Buffer): RawAnswer {
  let made: Headers | undefined;
  return {
    status: statusCode!,
    contentType: headers['content-type'] ?? '',
    get headers() {
      return (made ??= headersOf(rawHeaders));
    },
    text: decoder.decode(body),
  };
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at]!, raw[at + 1]!);
  return headers;
}
