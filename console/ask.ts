/** How pages call the API. The browser holds no token: the server adds that of the person who logged in. */

export interface Page<T> {
  data: T[];
  meta: { total: number; page: number; page_size: number };
}

/** An answer that is not a success, with the service's own sentence; `status` 0 means no answer at all. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const answerMsMax = 10_000;

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
  const body = (await response.json().catch(() => undefined)) as { error?: { message?: string } } | undefined;
  if (!response.ok)
    throw new ApiError(response.status, body?.error?.message ?? `The service answered ${response.status}.`);
  return body as T;
}

/** The query string of the given values; an empty text counts as not given. */
export function queryOf(fields: object): string {
  const given = Object.entries(fields).filter(([, value]) => value !== '');
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** A body as it is sent. */
export function sending(
  method: 'POST' | 'PATCH',
  body: object = {},
): { method: string; headers: Record<string, string>; body: string } {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
