/** How pages call the API. The browser holds no token: the server adds that of the person who logged in. */

export interface Page<T> {
  data: T[];
  meta: { total: number; page: number; page_size: number };
}

/** An answer that is not what was asked for, with the service's own sentence; `status` 0 means no answer at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  /** What whoever runs the platform finds it by: an operation's id, or else the request's. */
  readonly reference: string | undefined;

  constructor(status: number, message: string, code?: string, reference?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.reference = reference;
  }
}

/** What is read of any answer. */
interface Answer {
  data?: { operation_id?: string };
  error?: { message?: string; code?: string; details?: { operation_id?: string }; request_id?: string };
}

const answerMsMax = 10_000;
// The platform has to give up waiting for an outcome before we do for its answer.
const outcomeSeconds = 8;

let serverAheadMs = 0;

/** The server's clock: a tablet whose clock is minutes off must not show new labels as late. */
export function serverNow(): number {
  return Date.now() + serverAheadMs;
}

/** Calls a path below one of our pages (`/ops/print`), which forwards to the API what that page may request. */
export async function ask<T>(page: string, path: string, init: RequestInit = {}): Promise<T> {
  const request = { ...init, redirect: 'manual', signal: AbortSignal.timeout(answerMsMax) } as const;
  const response = await fetch(`${page}/api/${path}`, request).catch(() => {
    throw new ApiError(0, 'The platform does not answer.');
  });
  if (response.status === 401 || response.type === 'opaqueredirect') {
    location.assign(`/ops/login?next=${page}`);
    throw new ApiError(401, 'You are logged out.');
  }
  const date = response.headers.get('date');
  if (date) serverAheadMs = Date.parse(date) - Date.now();
  const body = (await response.json().catch(() => undefined)) as Answer | undefined;
  if (!response.ok) {
    const { message, code, details, request_id: requestId } = body?.error ?? {};
    const words = message ?? `The service answered ${response.status}.`;
    throw new ApiError(response.status, words, code, details?.operation_id ?? requestId);
  }
  if (response.status === 202) {
    const words = 'It is accepted, and will be carried out; look again in a moment.';
    throw new ApiError(202, words, undefined, body?.data?.operation_id);
  }
  return body as T;
}

/** The query string of the given values; an empty text counts as not given. */
export function queryOf(fields: object): string {
  const given = Object.entries(fields).filter(([, value]) => value !== '');
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** Has something done. What is accepted and not done yet is told as such, by an ApiError of 202. */
export async function send<T>(
  page: string,
  method: 'POST' | 'PATCH',
  path: string,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<T> {
  return ask<T>(page, path, {
    method,
    headers: { 'content-type': 'application/json', prefer: `wait=${outcomeSeconds}`, ...headers },
    body: JSON.stringify(body),
  });
}

// Kept until there is an answer: who soon asks again after none came asks for the same, not for one more.
const keys = new Map<string, string>();
const keyMs = 5 * 60_000;

/** Has something made that a second request would make once more; its answer must hold no secret, which is told once. */
export async function sendOnce<T>(page: string, path: string, body: object = {}): Promise<T> {
  const asked = `${page} ${path} ${JSON.stringify(body)}`;
  const key = keys.get(asked) ?? newKey();
  if (!keys.has(asked)) setTimeout(() => keys.delete(asked), keyMs);
  keys.set(asked, key);
  try {
    const answer = await send<T>(page, 'POST', path, body, { 'idempotency-key': key });
    keys.delete(asked);
    return answer;
  } catch (fault) {
    if (fault instanceof ApiError && isFinal(fault)) keys.delete(asked);
    throw fault;
  }
}

// A command that failed for good is answered the same under its key for ever; any other 5xx leaves open what became of it.
const isFinal = ({ status, code }: ApiError): boolean =>
  (status >= 300 && status < 500) || code === 'COMMAND_FAILED';

// A page that does not come over TLS has no randomUUID.
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
