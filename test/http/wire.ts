/** Raw requests without a client's help: any method, header and body; answers as text and JSON. */
import { Pool } from 'undici';

export interface WireAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** Undefined if the answer is not JSON. */
  body: any;
}

export interface WireRequest {
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Wire {
  send(method: string, path: string, request?: WireRequest): Promise<WireAnswer>;
  close(): Promise<void>;
}

export function openWire(url: string, connections = 16): Wire {
  const pool = new Pool(url, { connections, pipelining: 1 });
  return {
    close: () => pool.close(),
    async send(method, path, { headers = {}, body } = {}) {
      if (/[^\x21-\xff]/.test(path)) throw new Error(`not a request path: ${JSON.stringify(path)}`);
      const response = await pool.request({
        method: method as 'GET',
        path,
        headers,
        body: body ?? null,
        headersTimeout: 70_000,
        bodyTimeout: 70_000,
      });
      const type = String(response.headers['content-type'] ?? '');
      if (type.startsWith('text/event-stream')) {
        // A stream has no end: its head is the answer.
        response.body.on('error', () => {}).destroy();
        return { status: response.statusCode, headers: response.headers, text: '', body: undefined };
      }
      const text = await response.body.text();
      const isJson = type.includes('json') && text !== '';
      return {
        status: response.statusCode,
        headers: response.headers,
        text,
        body: isJson ? JSON.parse(text) : undefined,
      };
    },
  };
}

export type Wired<P> = P & { wire: Wire; stop(): Promise<void> };

/** A platform with a wire to it; `stop` closes both. */
export function wired<P extends { url: string; stop(): Promise<void> }>(
  platform: P,
  connections?: number,
): Wired<P> {
  const wire = openWire(platform.url, connections);
  const { stop } = platform;
  return Object.assign(platform, {
    wire,
    async stop() {
      await wire.close();
      await stop();
    },
  });
}

/** Runs work over a list with at most `lanes` at once; answers are in the order of the list. */
export async function inLanes<T, R>(
  values: readonly T[],
  lanes: number,
  work: (value: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < values.length) {
      const index = next;
      next += 1;
      answers[index] = await work(values[index]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, values.length) }, lane));
  return answers;
}
