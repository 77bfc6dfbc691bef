/**
 * A client as a careful integrator writes it: every write carries a key and is repeated until its outcome is certain.
 */
import { request } from 'undici';
import { pause } from './program.ts';

export interface Certain {
  status: number;
  body: any;
  /** How often it had to be sent. */
  sends: number;
}

export interface Tally {
  /** Answers of 500 and above other than an honest 503, and requests that got no answer at all. */
  serverErrors: string[];
  /** Connections that broke after the request was sent, and 503. */
  retried: number;
  /** Of those, what nobody answered for: the connection broke, or the answer was 502 to 504. */
  unserved: number;
  /** Operations answered with 202: each must be found again. */
  operations: string[];
}

export const newTally = (): Tally => ({ serverErrors: [], retried: 0, unserved: 0, operations: [] });

export interface Caller {
  accessToken: string;
  id: string;
}

/** For longer than what was killed may take to start again (`readyMsMax` of program.ts). */
export const patienceMs = 300_000;
// A wait of ten seconds, followed by an unconfirmed commit.
const answerMsMax = 35_000;
// Which of the installation's processes is next.
let turn = 0;

/**
 * Posts to the next of the API processes each time, as a load balancer does, until an answer below 500 other than 202,
 * 409-in-use, 421 (elsewhere, as the proxy is about to know) and 429 comes back, or the one of an operation that was set aside, which is final too. Throws when its
 * patience ends.
 */
export async function postUntilCertain(
  urls: readonly string[],
  caller: Caller,
  path: string,
  key: string,
  body: object,
  tally: Tally,
  method: 'POST' | 'PATCH' = 'POST',
): Promise<Certain> {
  const deadline = Date.now() + patienceMs;
  let last = 'nothing';
  for (let sends = 1; Date.now() < deadline; sends += 1) {
    turn += 1;
    const url = urls[turn % urls.length]!;
    try {
      const answer = await send(url, caller, method, path, body, { 'idempotency-key': key });
      last = `${answer.status} ${JSON.stringify(answer.body)}`;
      if (answer.status === 503 && answer.headers['retry-after'] === undefined)
        tally.serverErrors.push(`503 without Retry-After: ${path}`);
      if (isSetAside(answer)) return { ...answer, sends };
      if (answer.status >= 500 && answer.status !== 503)
        tally.serverErrors.push(`${answer.status} ${path} ${JSON.stringify(answer.body)}`);
      if (answer.status >= 502) tally.unserved += 1;
      if (answer.status === 202) tally.operations.push(answer.body.data.operation_id);
      const isAnswered = answer.status < 500 && ![202, 421, 429].includes(answer.status);
      if (isAnswered) return { ...answer, sends };
    } catch (fault) {
      last = String(fault);
      tally.unserved += 1;
      // The connection broke, and nobody knows whether the write was done. The key makes repeating it safe.
      if ((fault as { code?: string }).code === 'UND_ERR_HEADERS_TIMEOUT')
        tally.serverErrors.push(`no answer within ${answerMsMax} ms: ${path}`);
    }
    tally.retried += 1;
    await pause(Math.min(50 * sends, 500));
  }
  throw new Error(`no certain answer for ${path} with key ${key} in ${patienceMs} ms, at last ${last}`);
}

/** Whether an operation was given up for its caller: nothing of it happened, and nothing will unless ops run it again. */
export function isSetAside({ body }: { body: any }): boolean {
  return body?.error?.code === 'COMMAND_FAILED';
}

export async function send(
  url: string,
  caller: Caller,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: any; headers: Record<string, unknown> }> {
  const answer = await request(url + path, {
    method,
    headers: {
      authorization: `Bearer ${caller.accessToken}`,
      'x-organization-id': caller.id,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body: body ? JSON.stringify(body) : null,
    headersTimeout: answerMsMax,
    bodyTimeout: answerMsMax,
  });
  const text = await answer.body.text();
  const isJson = String(answer.headers['content-type']).includes('json');
  return {
    status: answer.statusCode,
    body: isJson && text ? JSON.parse(text) : undefined,
    headers: answer.headers,
  };
}
