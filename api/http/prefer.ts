/** RFC 7240: how long the caller will wait for an outcome. */
const waitMsDefault = 10_000;
const waitSecondsMax = 60;

/** Milliseconds to wait: 10 s unless `Prefer: wait=N` (capped at 60 s); 0 for `respond-async`. */
export function preferredWaitMs(header: string | undefined): number {
  if (!header) return waitMsDefault;
  const preferences = header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim());
  if (preferences.includes('respond-async')) return 0;
  const seconds = preferences.map((part) => /^wait=(\d{1,4})$/.exec(part)?.[1]).find(Boolean);
  return seconds === undefined ? waitMsDefault : Math.min(Number(seconds), waitSecondsMax) * 1000;
}
