/** An HTTP client for tests. Every response is held against the description the service itself publishes. */
import { recordDocument, recordExchange } from '../examples/exchange.ts';
import { assertDescribed } from '../http/described.ts';
import { sendRequest } from '../http/send-request.ts';

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed body: `{ok, data, meta}` or `{ok, error}` on the tenant surface. */
  body: any;
  text: string;
}

export interface CallOptions {
  headers?: Record<string, string>;
}

export interface Client {
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  patch(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  put(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  delete(path: string, options?: CallOptions, body?: unknown): Promise<Answer>;
  organizationId: string;
  accessToken: string;
}

// Far longer than any request may take: a wait in vain ends the test with a sentence instead of hanging the whole run.
const answerMsMax = 60_000;

export function createClient(url: string, identity: { id: string; accessToken: string }): Client {
  const call = async (
    method: string,
    path: string,
    body: unknown,
    options: CallOptions = {},
  ): Promise<Answer> => {
    const sent = await sendRequest(url + path, {
      method,
      headers: {
        authorization: `Bearer ${identity.accessToken}`,
        ...(path.startsWith('/v1/') ? {} : { 'x-organization-id': identity.id }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      msMax: answerMsMax,
    }).catch((fault: Error) => {
      throw new Error(`${method} ${path} was not answered: ${fault.message}`, { cause: fault });
    });
    const { status, contentType, text } = sent;
    const answer: Answer = {
      status,
      get headers() {
        return sent.headers;
      },
      body: contentType.includes('json') ? JSON.parse(text) : undefined,
      text,
    };
    if (contentType.startsWith('application/json')) {
      await assertDescribed(url, method, path, answer);
      const [bare = ''] = path.split('?');
      recordExchange({ method, path: bare, status, request: body, answer: answer.body });
    } else recordDocument(method, url + path, answer, text);
    return answer;
  };
  return {
    organizationId: identity.id,
    accessToken: identity.accessToken,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body = {}, options) => call('POST', path, body, options),
    patch: (path, body = {}, options) => call('PATCH', path, body, options),
    put: (path, body = {}, options) => call('PUT', path, body, options),
    delete: (path, options, body) => call('DELETE', path, body, options),
  };
}
