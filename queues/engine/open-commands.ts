/**
 * How many commands of an organization may be accepted and not finished. Each process counts what it has accepted and,
 * after every twentieth of the limit, asks the database how many are open: one bounded look into an index of open
 * commands alone. Before it refuses it asks as well, at most four times a second. So one process holds the limit, and
 * each further one may pass it by a twentieth; a command's follow-ups are counted and never refused.
 */
import { Refusal } from '../../domain/refusal.ts';

/** Counts an organization's open commands, up to `most`. */
export type CountOpen = (organizationId: string, most: number) => Promise<number>;

export interface OpenCommands {
  /**
   * Makes room for one more and returns what is to be called once: with whether its row was committed. Refuses 429
   * RATE_LIMITED when the organization has as many as the caller may fill of its room: its share, if not all of it.
   */
  take(organizationId: string, most: number, share?: number): Promise<(isAccepted: boolean) => void>;
  /** Refuses 429 RATE_LIMITED when there is no room for another. */
  assertRoom(organizationId: string, most: number, share?: number): Promise<void>;
}

interface Tally {
  /** Open when the database was last asked. */
  counted: number;
  askedAt: number;
  /** Accepted by this process since then. */
  since: number;
  /** On their way into the database. */
  coming: number;
  asking: Promise<void> | undefined;
}

const askAgainMs = 250;
const retryAfterSeconds = 5;
const talliesMax = 10_000;

export function watchOpenCommands(countOpen: CountOpen): OpenCommands {
  const tallies = new Map<string, Tally>();

  const tallyOf = (id: string): Tally => {
    const known = tallies.get(id);
    if (known) return known;
    if (tallies.size >= talliesMax) tallies.clear();
    const tally: Tally = { counted: 0, askedAt: -Infinity, since: 0, coming: 0, asking: undefined };
    tallies.set(id, tally);
    return tally;
  };

  const ask = (id: string, tally: Tally, most: number): Promise<void> => {
    tally.asking ??= (async () => {
      const { since } = tally;
      try {
        tally.counted = await countOpen(id, most);
        // What is accepted while the database counts stays counted here.
        tally.since -= since;
        tally.askedAt = performance.now();
      } finally {
        tally.asking = undefined;
      }
    })();
    return tally.asking;
  };

  /** The tally, brought up to date where it says that there is no room. */
  const roomIn = async (id: string, most: number, share: number): Promise<Tally> => {
    const tally = tallyOf(id);
    if (isFull(tally, share) && performance.now() - tally.askedAt >= askAgainMs) await ask(id, tally, most);
    // Nobody waits for this one; before a refusal it is asked again.
    else if (tally.since >= most / 20) ask(id, tally, most).catch(() => {});
    return tally;
  };

  return {
    async assertRoom(id, most, share = most) {
      if (isFull(await roomIn(id, most, share), share)) throw tooMany(most, share);
    },
    async take(id, most, share = most) {
      const tally = await roomIn(id, most, share);
      // Looked at and taken in one step: the items of a batch come all at once.
      if (isFull(tally, share)) throw tooMany(most, share);
      tally.coming += 1;
      return (isAccepted) => {
        tally.coming -= 1;
        if (isAccepted) tally.since += 1;
      };
    },
  };
}

function isFull({ counted, since, coming }: Tally, most: number): boolean {
  return counted + since + coming >= most;
}

function tooMany(most: number, share: number): Refusal {
  const words = share < most ? 'beyond which its merchants make no more' : 'the most it may have';
  return new Refusal(
    'RATE_LIMITED',
    `This organization has ${share} operations that are accepted and not finished, ${words}; try again when some have ended.`,
    { quota: 'open_commands', at_once: share, retry_after: retryAfterSeconds },
  );
}
