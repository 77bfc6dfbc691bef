import type { IncomingMessage, ServerResponse } from 'node:http';

const bodyBytesMax = 64 * 1024;

/** A body the page does not accept: the client's mistake, so not a failure of the hub. */
export class BodyError extends Error {
  readonly status: 400 | 413;

  constructor(status: 400 | 413, message: string) {
    super(message);
    this.status = status;
  }
}

/** Reads a small request body. Rejects with 413 if it is larger than 64 KiB, with 400 if it breaks off. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bodyBytesMax) throw new BodyError(413, 'The request body is larger than 64 KiB');
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof BodyError ? cause : new BodyError(400, 'The request ended before its body did');
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Sends headers under which no page can do harm: nothing foreign loads, and nothing can frame us. */
export function answer(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  });
  response.end(body);
}
