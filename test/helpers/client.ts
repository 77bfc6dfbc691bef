/** An HTTP client for tests. Every response is held against the description the service itself publishes. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { recordExchange } from '../examples/exchange.ts';
import { resolved } from '../http/resolved.ts';

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
  delete(path: string, options?: CallOptions): Promise<Answer>;
  organizationId: string;
  accessToken: string;
}

// Far beyond any time a request may take: a wait in vain ends the test with a sentence, not the whole run.
const answerMsMax = 60_000;

export function createClient(url: string, identity: { id: string; accessToken: string }): Client {
  const call = async (
    method: string,
    path: string,
    body: unknown,
    options: CallOptions = {},
  ): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${identity.accessToken}`,
        ...(path.startsWith('/v1/') ? {} : { 'x-organization-id': identity.id }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMsMax),
    }).catch((fault: Error) => {
      throw new Error(`${method} ${path} was not answered: ${fault.message}`, { cause: fault });
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : undefined,
      text,
    };
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      await assertDescribed(url, method, path, answer);
      const [bare = ''] = path.split('?');
      recordExchange({ method, path: bare, status: answer.status, request: body, answer: answer.body });
    }
    return answer;
  };
  return {
    organizationId: identity.id,
    accessToken: identity.accessToken,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body = {}, options) => call('POST', path, body, options),
    patch: (path, body = {}, options) => call('PATCH', path, body, options),
    put: (path, body = {}, options) => call('PUT', path, body, options),
    delete: (path, options) => call('DELETE', path, undefined, options),
  };
}

interface Described {
  operations: { method: string; pattern: RegExp; responses: Record<string, any> }[];
  check(schema: object): (value: unknown) => string | undefined;
}

const descriptions = new Map<string, Promise<Described>>();

function describedAt(url: string): Promise<Described> {
  const known = descriptions.get(url);
  if (known) return known;
  const loading = loadDescription(url);
  descriptions.set(url, loading);
  return loading;
}

async function loadDescription(url: string): Promise<Described> {
  const description: any = resolved(await (await fetch(`${url}/api/openapi.json`)).json());
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const validators = new Map<object, (value: unknown) => string | undefined>();
  const resolve = (response: any) =>
    response.$ref ? description.components.responses[response.$ref.split('/').pop()] : response;
  const operations = Object.entries<any>(description.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [status, resolve(response)]),
      ),
    })),
  );
  return {
    operations,
    check(schema) {
      const known = validators.get(schema);
      if (known) return known;
      const validate = ajv.compile(schema);
      const check = (value: unknown) => (validate(value) ? undefined : ajv.errorsText(validate.errors));
      validators.set(schema, check);
      return check;
    },
  };
}

/** Throws when an answer is one that its description does not name, or has another shape. */
export async function assertDescribed(
  url: string,
  method: string,
  path: string,
  answer: Pick<Answer, 'status' | 'body'>,
): Promise<void> {
  const { operations, check } = await describedAt(url);
  const bare = path.split('?')[0]!;
  const operation = operations.find((one) => one.method === method && one.pattern.test(bare));
  if (!operation) return;
  const response = operation.responses[String(answer.status)];
  if (!response) {
    if (answer.status < 500)
      throw new Error(`${method} ${bare} answered ${answer.status}, which its description does not name.`);
    return;
  }
  const schema = response.content?.['application/json']?.schema;
  const problem = schema && check(schema)(answer.body);
  if (problem)
    throw new Error(`${method} ${bare} answered ${answer.status} outside its description: ${problem}`);
}
