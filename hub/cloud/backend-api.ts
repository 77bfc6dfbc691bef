const answerBytesMax = 4 * 1024 * 1024;

/** A refusal by the backend, or no answer at all (`status` 0). */
export class BackendError extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfterMs: number;

  constructor(status: number, code: string, message: string, retryAfterMs = 0) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }

  /** The backend no longer wants this hub; only binding again helps. */
  get isFinal(): boolean {
    return this.code === 'HUB_REVOKED' || this.code === 'HUB_NOT_FOUND';
  }
}

export interface CallOptions {
  token?: string;
  /** Which organization it is for: where it is served depends on that. */
  organizationId?: string | undefined;
  waitMs: number;
  signal?: AbortSignal;
}

/** Posts JSON to the backend and returns `data` of the envelope; every failure is a BackendError. No redirects. */
export async function postToBackend(
  url: string,
  body: object,
  options: CallOptions,
): Promise<Record<string, unknown>> {
  const { token, organizationId, waitMs, signal } = options;
  const deadline = AbortSignal.timeout(waitMs);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(organizationId ? { 'x-organization-id': organizationId } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    text = await readLimited(response);
  } catch (cause) {
    const reason = (cause as Error & { cause?: { code?: string } }).cause?.code ?? (cause as Error).message;
    throw new BackendError(0, 'UNREACHABLE', `${new URL(url).host} cannot be reached: ${reason}`);
  }
  return unwrap(response, text);
}

function unwrap(response: Response, text: string): Record<string, unknown> {
  const envelope = parse(text);
  if (response.ok && envelope?.ok === true && typeof envelope.data === 'object' && envelope.data !== null) {
    return envelope.data as Record<string, unknown>;
  }
  const { code = `HTTP_${response.status}`, message = `The backend answered ${response.status}` } =
    envelope?.error ?? {};
  const seconds = Number(response.headers.get('retry-after') ?? 0);
  const retryAfterMs = Number.isFinite(seconds) ? Math.min(seconds, 300) * 1000 : 0;
  throw new BackendError(response.ok ? 502 : response.status, code, message, retryAfterMs);
}

function parse(
  text: string,
): { ok?: boolean; data?: unknown; error?: { code?: string; message?: string } } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > answerBytesMax) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
