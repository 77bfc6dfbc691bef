/** Requests and responses of a test run, recorded for the description's examples if the run is told to. */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { examplesDirectory } from '../helpers/servers.ts';

export interface Exchange {
  method: string;
  path: string;
  status: number;
  request: unknown;
  answer: unknown;
}

/** Records a successful JSON exchange; costs nothing in other runs. */
export function recordExchange(exchange: Exchange): void {
  const directory = examplesDirectory();
  if (directory === undefined || exchange.status >= 300) return;
  appendFileSync(path.join(directory, `${process.pid}.jsonl`), `${JSON.stringify(exchange)}\n`);
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
  }
  return response;
}
