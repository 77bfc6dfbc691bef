/**
 * The only reader of new events in this process. Every stream of an organization's events gets each batch it reads, so
 * a thousand streams cost the database as much as one. It asks for all followed organizations at once.
 */
import type { FollowedEvent, FollowedPlace } from '../../db/tenancy/followed-events.read.ts';

export interface EventFollower {
  /**
   * Passes on an organization's events as they come, until the returned function is called. Once this has resolved,
   * everything that a query started afterwards comes too early to see is passed on.
   */
  follow(organizationId: string, take: (events: readonly FollowedEvent[]) => void): Promise<() => void>;
  stop(): void;
}

export interface FollowerReads {
  /** The end of an organization's stream now. */
  end(organizationId: string): Promise<{ transaction: string; position: string }>;
  /** What follows each position, at most `limit` events per organization. */
  next(places: readonly FollowedPlace[], limit: number): Promise<FollowedEvent[]>;
}

const lookEveryMs = 250;
const batchMax = 200;

interface Followed {
  place: FollowedPlace;
  takers: Set<(events: readonly FollowedEvent[]) => void>;
}

export function createEventFollower(reads: FollowerReads): EventFollower {
  const followed = new Map<string, Promise<Followed>>();
  const ready = new Map<string, Followed>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** True when there may be more at once. */
  const look = async (): Promise<boolean> => {
    const events = await reads.next(
      [...ready.values()].map(({ place }) => place),
      batchMax,
    );
    const batches = new Map<string, FollowedEvent[]>();
    for (const event of events) {
      const batch = batches.get(event.organization_id);
      if (batch) batch.push(event);
      else batches.set(event.organization_id, [event]);
    }
    for (const [id, batch] of batches) {
      const known = ready.get(id);
      if (!known) continue;
      const { transaction, position } = batch.at(-1)!;
      known.place = { organization_id: id, transaction, position };
      for (const take of known.takers) take(batch);
    }
    return [...batches.values()].some((batch) => batch.length === batchMax);
  };
  const turn = async (): Promise<void> => {
    // The database is briefly unreachable: the positions stay, and the next read continues from them.
    const isMore = await look().catch(() => false);
    timer = undefined;
    wake(isMore ? 0 : lookEveryMs);
  };
  const wake = (ms: number): void => {
    if (!isStopped && ready.size > 0) timer ??= setTimeout(() => void turn(), ms);
  };

  const begin = async (id: string): Promise<Followed> => {
    const { transaction, position } = await reads.end(id);
    return { place: { organization_id: id, transaction, position }, takers: new Set() };
  };
  const enter = (id: string): Promise<Followed> => {
    const known = followed.get(id);
    if (known) return known;
    const begun = begin(id);
    followed.set(id, begun);
    begun.catch(() => followed.delete(id));
    return begun;
  };
  const leave = (id: string, found: Followed, take: (events: readonly FollowedEvent[]) => void): void => {
    found.takers.delete(take);
    if (found.takers.size > 0 || ready.get(id) !== found) return;
    ready.delete(id);
    followed.delete(id);
  };

  return {
    async follow(organizationId, take) {
      const begun = await enter(organizationId);
      // An earlier follower may have left while this one was waiting, and removed the position with it.
      const found = ready.get(organizationId) ?? begun;
      followed.set(organizationId, Promise.resolve(found));
      found.takers.add(take);
      ready.set(organizationId, found);
      wake(0);
      return () => leave(organizationId, found, take);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
