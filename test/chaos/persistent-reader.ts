/**
 * An event reader as a careful integrator writes it: when its stream ends, it opens the next one with the last id it
 * received.
 */
import { openEvents, type OpenStream } from '../helpers/event-reader.ts';
import { pause } from './program.ts';
import type { Rig } from './rig.ts';

export interface PersistentReader {
  /**
   * On stop, compares what was received with the events on disk since the start, after waiting until all have arrived.
   */
  judge(): Promise<{ heard: number; resumed: number; problems: string[] }>;
}

/** Whose events, and where they are on disk at the end. */
export type Read = Pick<Rig, 'urls' | 'organization' | 'owner'>;

const catchUpMsMax = 20_000;

export async function startReader(rig: Read): Promise<PersistentReader> {
  const access = { accessToken: rig.organization.accessToken, organizationId: rig.organization.id };
  const heard: string[] = [];
  let last: string | undefined;
  let opened = 0;
  let isOver = false;
  let stream: OpenStream | undefined;

  // Each chunk is taken once: what arrived before an end counts, and the next stream starts after it.
  const take = (from: OpenStream, taken: number): number => {
    const fresh = from.events.slice(taken).filter(({ event }) => event !== 'end');
    for (const { id, data } of fresh) {
      heard.push(data.id);
      last = id;
    }
    return from.events.length;
  };
  const readOn = async (from: OpenStream): Promise<void> => {
    let isEnded = false;
    void from.ended.then(() => (isEnded = true));
    let taken = 0;
    while (!isEnded && !isOver) {
      await pause(50);
      taken = take(from, taken);
    }
    take(from, taken);
    from.hangUp();
  };
  const open = async (): Promise<OpenStream> => {
    opened += 1;
    const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last };
    return openEvents(rig.urls[opened % rig.urls.length]!, access, { headers });
  };
  const keepReading = async (): Promise<void> => {
    while (!isOver) {
      const current = stream;
      stream = undefined;
      if (current) await readOn(current);
      if (!isOver) stream = await open().catch(() => pause(200).then(() => undefined));
    }
  };
  stream = await open();
  const began = new Set(await eventsOnDisk(rig));
  const reading = keepReading();

  return {
    async judge() {
      const until = Date.now() + catchUpMsMax;
      let expected: string[] = [];
      do {
        await pause(200);
        expected = (await eventsOnDisk(rig)).filter((id) => !began.has(id));
      } while (new Set(heard).size < expected.length && Date.now() < until);
      isOver = true;
      await reading;
      stream?.hangUp();
      return { heard: heard.length, resumed: opened - 1, problems: wrongWith(heard, expected) };
    },
  };
}

/** In the order that streams promise: of their transactions' beginnings. */
async function eventsOnDisk({ owner, organization }: Read): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    'select id from events where organization_id = $1 order by transaction_id, position',
    [organization.id],
  );
  return rows.map(({ id }) => id);
}

function wrongWith(heard: readonly string[], expected: readonly string[]): string[] {
  const problems: string[] = [];
  const ids = new Set(heard);
  const onDisk = new Set(expected);
  const missed = expected.filter((id) => !ids.has(id)).length;
  if (missed > 0) problems.push(`a reader that resumes missed ${missed} of ${expected.length} events`);
  const unknown = [...ids].filter((id) => !onDisk.has(id)).length;
  if (unknown > 0) problems.push(`a reader was told ${unknown} events that are on no disk`);
  if (heard.length > ids.size)
    problems.push(`a reader that resumes heard ${heard.length - ids.size} events again`);
  const known = expected.filter((id) => ids.has(id));
  const astray = [...ids].filter((id) => onDisk.has(id)).findIndex((id, at) => id !== known[at]);
  if (astray >= 0) problems.push(`a reader heard event ${known[astray]} out of its place`);
  return problems;
}
