/** What of the answers of a kept release has changed. */
// These go on by the clock, by a schedule, or by being looked at.
const ofTheMoment = new Set([
  'is_overdue',
  'aging',
  'dwell_minutes',
  'clocks',
  'last_used_at',
  'next_try_at',
]);

/** Where what was answered is answered otherwise now; what is new is none of it. */
export function changesIn(before: unknown, now: unknown, at = ''): string[] {
  if (Array.isArray(before) && Array.isArray(now)) return changesInList(before, now, at);
  if (!isRecord(before) || !isRecord(now))
    return before === now ? [] : [`${at} was ${JSON.stringify(before)} and is ${JSON.stringify(now)}`];
  return Object.entries(before)
    .filter(([name]) => !ofTheMoment.has(name))
    .flatMap(([name, value]) => changesIn(value, now[name], `${at}.${name}`));
}

/** What has an id is compared with what has the same, wherever it stands. */
function changesInList(before: readonly unknown[], now: readonly unknown[], at: string): string[] {
  const found =
    before.length === now.length ? [] : [`${at} had ${before.length} entries and has ${now.length}`];
  return [
    ...found,
    ...before.flatMap((one, index) => {
      const id = idOf(one);
      const other = id === undefined ? now[index] : now.find((each) => idOf(each) === id);
      return changesIn(one, other, `${at}[${id ?? index}]`);
    }),
  ];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const idOf = (value: unknown): string | undefined =>
  isRecord(value) ? (value['id'] as string | undefined) : undefined;
