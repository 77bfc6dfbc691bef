/**
 * The client: one call per write, however often the network drops it. Answers come without their envelope, refusals are
 * thrown as PlatformError, lists are iterable, and accepted operations are waited for.
 */
import createFetchClient from 'openapi-fetch';
import type {
  Answer,
  Call,
  ListPath,
  OperationMethods,
  Page,
  PageFacts,
  PathWith,
  Row,
  Verb,
  WriteOptions,
} from './calls.ts';
import { errorOf, OperationPending } from './errors.ts';
import { follow, type FollowedEvent, type Following } from './follow.ts';
import { operations } from './operations.ts';
import { pause, retryingFetch, type RetryPolicy } from './retries.ts';

export interface ClientSettings {
  /** The platform's address: `https://wms.example.com`. */
  baseUrl: string;
  accessToken: string;
  /** The organization; required for paths under /api, while /v1 takes it from the token. */
  organizationId?: string;
  retries?: Partial<RetryPolicy>;
  /** How long an accepted write may take to finish; 5 minutes by default. */
  operationMsMax?: number;
  /** Sends the requests: another agent, a recorder. The global fetch by default. */
  fetch?: (request: Request) => Promise<Response>;
}

export interface Download {
  bytes: Uint8Array;
  contentType: string;
}

/** A write that was accepted and is being carried out. */
export interface Accepted<T> {
  /** Undefined if the write finished at once. */
  operationId: string | undefined;
  /** Waits for the end and returns the answer the call would have had. */
  settled(): Promise<T>;
}

/** Every operation by its id (`receiveLine`), and the calls by path that they are made of. */
export type PlatformClient = PathCalls & OperationMethods;

export interface PathCalls {
  get<P extends PathWith<'get'>>(path: P, ...call: Call<P, 'get'>): Promise<Answer<P, 'get'>>;
  post<P extends PathWith<'post'>>(
    path: P,
    ...call: Call<P, 'post', WriteOptions>
  ): Promise<Answer<P, 'post'>>;
  put<P extends PathWith<'put'>>(path: P, ...call: Call<P, 'put', WriteOptions>): Promise<Answer<P, 'put'>>;
  patch<P extends PathWith<'patch'>>(
    path: P,
    ...call: Call<P, 'patch', WriteOptions>
  ): Promise<Answer<P, 'patch'>>;
  delete<P extends PathWith<'delete'>>(
    path: P,
    ...call: Call<P, 'delete', WriteOptions>
  ): Promise<Answer<P, 'delete'>>;
  /** Does not wait for the outcome. */
  accept<P extends PathWith<'post'>>(
    path: P,
    ...call: Call<P, 'post', WriteOptions>
  ): Promise<Accepted<Answer<P, 'post'>>>;
  /**
   * A list's rows, fetched one page at a time, each page after the last row of the previous one: no repeats, no gaps.
   */
  each<P extends ListPath>(path: P, ...call: Call<P, 'get'>): AsyncGenerator<Row<P>, void, undefined>;
  pages<P extends ListPath>(path: P, ...call: Call<P, 'get'>): AsyncGenerator<Page<Row<P>>, void, undefined>;
  /**
   * Events as they happen, in the order of each record, until the signal ends it. What breaks off is opened again where it
   * ended: nothing is missed, and an event may come twice.
   */
  follow(asked?: Following): AsyncGenerator<FollowedEvent, void, undefined>;
  /** A document: PDF unless another type is requested. */
  download<P extends PathWith<'get'>>(
    path: P,
    contentType: string,
    ...call: Call<P, 'get'>
  ): Promise<Download>;
}

/** A call as it is sent; the types above check that its parts fit together. */
interface AnyCall extends WriteOptions {
  params?: { query?: Record<string, unknown> };
  body?: unknown;
}

interface Exchanged {
  status: number;
  body: unknown;
  headers: Headers;
}

const operationMsUsual = 300_000;
const lookMsMax = 2_000;

/** Sends a call and returns whatever was answered; throws refusals. */
type Exchange = (
  verb: Verb,
  path: string,
  call?: AnyCall,
  headers?: Record<string, string>,
  parseAs?: 'json' | 'arrayBuffer',
) => Promise<Exchanged>;

function openExchange(settings: ClientSettings): Exchange {
  const { baseUrl, accessToken, organizationId } = settings;
  const send = settings.fetch ?? ((request: Request) => fetch(request));
  const http = createFetchClient<Record<string, any>>({
    baseUrl,
    fetch: retryingFetch(send, settings.retries),
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(organizationId === undefined ? {} : { 'x-organization-id': organizationId }),
    },
  });

  return async (verb, path, { idempotencyKey, ...call } = {}, more = {}, parseAs = 'json') => {
    const headers = {
      ...more,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    };
    const { data, error, response } = await http.request(verb, path, { ...call, headers, parseAs });
    if (!response.ok) throw errorOf(response.status, error);
    return { status: response.status, body: data, headers: response.headers };
  };
}

export function createClient(settings: ClientSettings): PlatformClient {
  const { operationMsMax = operationMsUsual } = settings;
  const exchange = openExchange(settings);

  /** Waits for the operation, then asks again under the same key, which returns what the first call would have. */
  const settled = async (verb: Verb, path: string, call: AnyCall, operationId: string): Promise<unknown> => {
    const location = path.startsWith('/v1/') ? '/v1/operations/{id}' : '/api/operations/{id}';
    const deadline = Date.now() + operationMsMax;
    const signal = call.signal ?? new AbortController().signal;
    for (let look = 0; ; look += 1) {
      const { body } = await exchange('get', location, {
        params: { path: { id: operationId } },
        signal,
      } as AnyCall);
      if ((unwrapped(body) as { state: string }).state !== 'accepted') break;
      if (Date.now() > deadline) throw new OperationPending(operationId);
      await pause(Math.min(lookMsMax, 50 * 2 ** Math.min(look, 6)), signal);
    }
    return unwrapped((await exchange(verb, path, call)).body);
  };

  // A key that is named and undefined is none, too: without one, fetching an accepted write's answer would do it again.
  const keyed = (call: AnyCall = {}): AnyCall => ({
    ...call,
    idempotencyKey: call.idempotencyKey ?? crypto.randomUUID(),
  });

  const write =
    (verb: Verb) =>
    async (path: string, given?: AnyCall): Promise<unknown> => {
      const call = keyed(given);
      const { status, body } = await exchange(verb, path, call);
      const operationId = acceptedId(status, body);
      return operationId === undefined ? unwrapped(body) : settled(verb, path, call, operationId);
    };

  const accept = async (path: string, given?: AnyCall): Promise<Accepted<unknown>> => {
    const call = keyed(given);
    const { status, body } = await exchange('post', path, call, { prefer: 'respond-async' });
    const operationId = acceptedId(status, body);
    return {
      operationId,
      settled: async () =>
        operationId === undefined ? unwrapped(body) : settled('post', path, call, operationId),
    };
  };

  const pages = (path: string, call?: AnyCall): AsyncGenerator<Page<unknown>, void, undefined> =>
    pagesOf(exchange, path, call);

  async function* each(path: string, call?: AnyCall): AsyncGenerator<unknown, void, undefined> {
    for await (const { data } of pages(path, call)) yield* data;
  }

  const download = async (path: string, contentType: string, call?: AnyCall): Promise<Download> => {
    const { body, headers } = await exchange('get', path, call, { accept: contentType }, 'arrayBuffer');
    return { bytes: new Uint8Array(body as ArrayBuffer), contentType: headers.get('content-type') ?? '' };
  };

  const verbs = {
    get: async (path: string, call?: AnyCall) => unwrapped((await exchange('get', path, call)).body),
    post: write('post'),
    put: write('put'),
    patch: write('patch'),
    delete: write('delete'),
  };
  const methods = Object.entries(operations).map(([name, [verb, path]]) => [
    name,
    (call?: AnyCall) => verbs[verb](path, call),
  ]);
  const lists = { each, pages, follow: followed(settings) };
  const client = { ...verbs, ...lists, accept, download, ...Object.fromEntries(methods) };
  // The one place where the description's types meet the wire: tests check that what is sent and received matches them.
  return client as unknown as PlatformClient;
}

const followed =
  (settings: ClientSettings): PathCalls['follow'] =>
  (asked = {}) =>
    follow((after, signal) => openStream(settings, asked, after, signal), asked);

function openStream(
  { baseUrl, accessToken, organizationId, fetch: send = (request) => fetch(request) }: ClientSettings,
  { types, subject_id }: Following,
  after: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const url = new URL('/api/events/stream', baseUrl);
  if (types !== undefined) url.searchParams.set('types', types);
  if (subject_id !== undefined) url.searchParams.set('subject_id', subject_id);
  const headers = {
    authorization: `Bearer ${accessToken}`,
    ...(organizationId === undefined ? {} : { 'x-organization-id': organizationId }),
    ...(after === undefined ? {} : { 'last-event-id': after }),
  };
  return send(new Request(url, { headers, signal }));
}

async function* pagesOf(
  exchange: Exchange,
  path: string,
  call: AnyCall = {},
): AsyncGenerator<Page<unknown>, void, undefined> {
  let query = call.params?.query ?? {};
  for (;;) {
    const { body, headers } = await exchange('get', path, { ...call, params: { ...call.params, query } });
    const { data, meta } = body as { data: unknown[]; meta?: PageFacts };
    const { page, page_size, total, total_is_exact = true } = meta ?? (body as PageFacts);
    if (data.length > 0) yield { data, page, page_size, total, total_is_exact };
    const cursor = nextCursor(headers);
    if (cursor === undefined) return;
    const { page: _, ...same } = query;
    query = { ...same, cursor };
  }
}

/** The id in a 202 that stands in for the answer; some writes answer 202 with a result of their own. */
function acceptedId(status: number, body: unknown): string | undefined {
  if (status !== 202) return undefined;
  const { operation_id, state } = unwrapped(body) as { operation_id?: string; state?: string };
  return state === 'accepted' ? operation_id : undefined;
}

function unwrapped(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'ok' in body ? (body as { data?: unknown }).data : body;
}

/** Where a list continues: the cursor of the next page, from the Link header of both surfaces. */
function nextCursor(headers: Headers): string | undefined {
  const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  return next === undefined
    ? undefined
    : (new URL(next, 'http://list').searchParams.get('cursor') ?? undefined);
}
