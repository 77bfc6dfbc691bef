/** What the API answers of an organization, record by record, and what of that has changed. */
import type { Client } from '../helpers/client.ts';
import { detailsOf, lists, moving } from './lists.ts';

/** By path: the records of a list's first page, or one record. */
export type Answers = Record<string, unknown>;

// As many as a page may have; what is kept has fewer of nearly everything.
const recordsMax = 200;

/** Of what goes on by itself nothing, so not of endpoints, which are switched off when nothing reaches them. */
export async function answersOf(client: Client): Promise<Answers> {
  const answers: Answers = {};
  for (const { path } of lists) {
    if (moving.test(path) || path.endsWith('/webhook-endpoints')) continue;
    const { status, body } = await client.get(`${path}?page_size=${recordsMax}`);
    if (status !== 200) continue;
    answers[path] = body.data;
    if (!detailsOf(path)) continue;
    for (const { id } of body.data as { id?: string }[]) {
      const detail = id ? await client.get(`${path}/${id}`) : undefined;
      // A document is answered as its file.
      if (detail?.body) answers[`${path}/${id}`] = detail.body.data;
    }
  }
  return answers;
}

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
