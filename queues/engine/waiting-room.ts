/**
 * Everyone in this process who waits for an outcome. Normally the announcement delivers it; as a backstop, one query
 * looks up the rows for all of them, so that a slow platform does not get more queries the slower it is.
 */
import type { Announcement, OutcomeListener } from './outcomes.ts';

export type Outcome =
  | { state: 'done'; result: unknown }
  | { state: 'refused'; code: string; message: string; details?: unknown }
  | { state: 'failed'; message: string };

export interface CommandKey {
  organization_id: string;
  command_id: string;
}

/** The outcomes of the finished commands among these, by id. */
export type ReadOutcomes = (keys: readonly CommandKey[]) => Promise<ReadonlyMap<string, Outcome>>;

export interface Waiter {
  /** The outcome, or undefined when it did not come in time. Call it once. */
  outcomeWithin(waitMs: number): Promise<Outcome | undefined>;
  /** Stops listening; everyone who enters must leave. */
  leave(): void;
}

export interface WaitingRoom {
  /** Listens from now on: enter before the row exists, so that no outcome can be missed. */
  enter(key: CommandKey): Waiter;
  /** The process is shutting down: waits end within a second. */
  close(): void;
}

interface Place {
  key: CommandKey;
  startedAt: number;
  waitMs: number;
  nextLookAt: number;
  looks: number;
  tell(outcome: Outcome | undefined): void;
}

const lookEveryMs = 250;
// An unfinished command is looked up less and less often.
const lookDelaysMs = [250, 500, 1_000];
const keysPerLook = 1_000;
// A wait is never cut shorter than this: by then the commit of its row is on disk (see `accept`).
const waitMsMin = 1_000;

/** The looks at the rows, for everyone whose outcome was not announced. */
interface Lookout {
  wait(place: Place): void;
  leave(place: Place): void;
  /** From now on waits are cut short. */
  hurry(): void;
}

function openLookout(read: ReadOutcomes): Lookout {
  const places = new Set<Place>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let isHurried = false;

  const deadlineOf = ({ startedAt, waitMs }: Place): number =>
    startedAt + (isHurried ? Math.min(waitMs, waitMsMin) : waitMs);

  const look = async (): Promise<void> => {
    const now = performance.now();
    const due = [...places].filter((place) => place.nextLookAt <= now || deadlineOf(place) <= now);
    for (let from = 0; from < due.length; from += keysPerLook) {
      const asked = due.slice(from, from + keysPerLook);
      // A brief database outage is no reason to end a wait.
      const outcomes = await read(asked.map(({ key }) => key)).catch(() => new Map<string, Outcome>());
      for (const place of asked) {
        const outcome = outcomes.get(place.key.command_id);
        place.looks += 1;
        place.nextLookAt = performance.now() + lookDelaysMs[Math.min(place.looks, lookDelaysMs.length - 1)]!;
        if (outcome || deadlineOf(place) <= now) place.tell(outcome);
      }
    }
  };

  const tick = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      await look();
    } finally {
      isLooking = false;
    }
    if (places.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };

  const lookOnce = async (place: Place): Promise<void> => {
    if (!places.has(place)) return;
    const outcomes = await read([place.key]).catch(() => new Map<string, Outcome>());
    place.tell(outcomes.get(place.key.command_id));
  };

  return {
    wait(place) {
      places.add(place);
      timer ??= setInterval(() => void tick(), lookEveryMs);
      // A wait shorter than that interval gets a look of its own when its time is up.
      if (place.waitMs < lookEveryMs) setTimeout(() => void lookOnce(place), place.waitMs);
    },
    leave: (place) => void places.delete(place),
    hurry: () => {
      isHurried = true;
    },
  };
}

export function openWaitingRoom(read: ReadOutcomes, listener: OutcomeListener): WaitingRoom {
  const lookout = openLookout(read);
  return {
    enter(key) {
      let heard: Outcome | undefined;
      let place: Place | undefined;
      const hear = ({ outcome }: Announcement): void => {
        if (!outcome) return void (place && (place.nextLookAt = 0));
        heard = outcome as Outcome;
        place?.tell(heard);
      };
      listener.events.on(key.command_id, hear);
      return {
        outcomeWithin: (waitMs) =>
          new Promise((resolve) => {
            if (heard) return resolve(heard);
            const now = performance.now();
            const tell = (outcome: Outcome | undefined): void => {
              lookout.leave(place!);
              resolve(outcome);
            };
            place = { key, startedAt: now, waitMs, nextLookAt: now + lookDelaysMs[0]!, looks: 0, tell };
            lookout.wait(place);
          }),
        leave: () => {
          listener.events.off(key.command_id, hear);
          if (place) lookout.leave(place);
        },
      };
    },
    close: () => lookout.hurry(),
  };
}
