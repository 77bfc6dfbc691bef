/**
 * A fetch that retries where that is safe: reads, and writes whose Idempotency-Key makes a retry the same write. A
 * request without a key is retried only after 429, which says that nothing was done.
 */
export interface RetryPolicy {
  /** Number of tries, including the first one. */
  attemptsMax: number;
  /** The first wait is up to this long, and the maximum doubles with each further one. */
  waitMsFirst: number;
  /** No wait is longer than this; a longer Retry-After ends the tries. */
  waitMsMax: number;
  /** How long one try may take, including the last byte of the answer. */
  answerMsMax: number;
}

const usualPolicy: RetryPolicy = {
  attemptsMax: 6,
  waitMsFirst: 200,
  waitMsMax: 30_000,
  // The platform waits up to 60 s for an outcome if asked to.
  answerMsMax: 75_000,
};

type Send = (request: Request) => Promise<Response>;

/** Resolves with the last answer, whatever its status; rejects with the last network fault, or when aborted. */
export function retryingFetch(send: Send, policy: Partial<RetryPolicy> = {}): Send {
  const rules = { ...usualPolicy, ...policy };
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const end = await tried(send, request, rules.answerMsMax);
      const wait = attempt < rules.attemptsMax ? await waitMs(request, end, attempt, rules) : undefined;
      if (wait !== undefined) await pause(wait, request.signal);
      else if (end instanceof Response) return end;
      else throw end.fault;
    }
  };
}

/** The whole answer or the fault: an answer cut off in its body is a fault too. */
async function tried(
  send: Send,
  request: Request,
  answerMsMax: number,
): Promise<Response | { fault: unknown }> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(answerMsMax)]);
  try {
    const answer = await send(new Request(request.clone(), { signal }));
    const { status, statusText, headers } = answer;
    const body = await answer.arrayBuffer();
    // Some statuses must not have a body, not even an empty one.
    return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
  } catch (fault) {
    return { fault };
  }
}

/** What an overloaded or restarting platform answers: nothing was done, or it is safe to ask again. */
export const passing = new Set([429, 502, 503, 504]);

/** Milliseconds until the next try; undefined if there is none. */
async function waitMs(
  request: Request,
  end: Response | { fault: unknown },
  attempt: number,
  { waitMsFirst, waitMsMax }: RetryPolicy,
): Promise<number | undefined> {
  if (request.signal.aborted) return undefined;
  // Spreads out many clients that were cut off at the same moment.
  const spread = Math.random() * Math.min(waitMsMax, waitMsFirst * 2 ** (attempt - 1));
  if (!(end instanceof Response)) return isRepeatable(request) ? spread : undefined;
  const isWorthIt = isRepeatable(request) ? passing.has(end.status) : end.status === 429;
  if (!isWorthIt) return undefined;
  const asked = retryAfterMs(end.headers.get('retry-after'));
  if (asked === undefined) return spread;
  return asked > waitMsMax ? undefined : asked + Math.random() * waitMsFirst;
}

function isRepeatable({ method, headers }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || headers.has('idempotency-key');
}

/** Seconds or a date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** Rejects as soon as the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
