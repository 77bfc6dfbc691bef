/** Requests and responses of a test run, recorded for the description's examples if the run is told to. */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { DocumentExample } from '../../api/openapi/examples.ts';
import { examplesDirectory } from '../helpers/environment.ts';

export interface Exchange {
  method: string;
  path: string;
  status: number;
  request: unknown;
  answer: unknown;
  /** An answer that is no JSON. */
  document?: DocumentExample & { type: string };
}

/** Records a successful JSON exchange; costs nothing in other runs. */
export function recordExchange(exchange: Exchange): void {
  const directory = examplesDirectory();
  if (directory === undefined || exchange.status >= 300) return;
  appendFileSync(path.join(directory, `${process.pid}.jsonl`), `${JSON.stringify(exchange)}\n`);
}

// What a client keeps its file by; the moment it was made says nothing.
const shownHeaders = ['Content-Disposition', 'Link'];
const rowsShown = 3;
const eventsShown = 2;

/** Takes a document that was answered: a picture or a paper by its headers, a text by its beginning as well. */
export function recordDocument(
  method: string,
  url: string,
  response: Pick<Response, 'status' | 'headers'>,
  text: string,
): void {
  if (examplesDirectory() === undefined || response.status >= 300) return;
  const type = (response.headers.get('content-type') ?? '').split(';')[0]!;
  if (type === '') return;
  const { pathname, searchParams } = new URL(url);
  const headers = shownHeaders.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  recordExchange({
    method,
    path: pathname,
    status: response.status,
    request: undefined,
    answer: undefined,
    document: {
      type,
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(headers),
      ...(type.startsWith('text/') ? { text: beginningOf(type, text) } : {}),
    },
  });
}

function beginningOf(type: string, text: string): string {
  if (type !== 'text/event-stream')
    return `${text.trimEnd().split(/\r?\n/).slice(0, rowsShown).join('\n')}\n`;
  const events = text.split('\n\n').filter((part) => /^data: /m.test(part));
  return events
    .slice(0, eventsShown)
    .map((event) => `${event}\n\n`)
    .join('');
}

/** A fetch that records what goes through it. */
export async function recordingFetch(request: Request): Promise<Response> {
  const asked = await request.clone().text();
  const response = await fetch(request);
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    recordExchange({
      method: request.method,
      path: new URL(request.url).pathname,
      status: response.status,
      request: asked === '' ? undefined : JSON.parse(asked),
      answer: await response.clone().json(),
    });
  } else recordDocument(request.method, request.url, response, await response.clone().text());
  return response;
}
