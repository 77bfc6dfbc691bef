/** How long a server asks us to wait, from its Retry-After: seconds or an HTTP date. */

// Without a lower bound, one that always answers "at once" would be called without end.
const msMin = 1_000;
const msMax = 3_600_000;

/** Undefined when it names no time. */
export function retryAfterMs(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(Math.ceil(ms), msMin), msMax) : undefined;
}
