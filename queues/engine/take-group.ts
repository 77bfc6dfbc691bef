/** When waiting commands start and how many go together: as many as a job may carry, by number and by size. */
import { fewCommandsMax, type LanePolicy } from './policies.ts';

interface Waiting {
  characters: number;
}

/** Takes the oldest: at least one, and as many as fit with those already taken. */
export function takeGroup<W extends Waiting>(
  { commandsPerJobMax, inputCharactersPerJobMax }: LanePolicy,
  waiting: W[],
  beside: { count: number; characters: number } = { count: 0, characters: 0 },
): W[] {
  const room = commandsPerJobMax - beside.count;
  let { characters } = beside;
  let taken = 0;
  while (taken < Math.min(waiting.length, room)) {
    characters += waiting[taken]!.characters;
    if (taken > 0 && characters > inputCharactersPerJobMax) break;
    taken += 1;
  }
  return waiting.splice(0, taken);
}

/**
 * Whether the next group may start while at most `atOnceMax` are running. Next to a running group it waits until it is
 * as large: a group that left with the first arrival would leave all the others behind, and pay for one what could have
 * paid for many.
 */
export function mayStart(atOnceMax: number, underWay: readonly number[], waiting: number): boolean {
  return waiting > 0 && underWay.length < atOnceMax && waiting >= Math.max(0, ...underWay);
}

/** Whether a group that may start has to leave later, so that a flood keeps one job under way and not two. */
export function mustLeaveLater(underWay: readonly number[], hasNeighbours: boolean): boolean {
  return hasNeighbours && underWay.some((commands) => commands > fewCommandsMax);
}

/**
 * Starts a lane: everything that arrives in one turn of the event loop, or within the gathering time, goes together.
 */
export function startGathered({ gatherMs }: LanePolicy, start: () => void): void {
  if (gatherMs === 0) setImmediate(start);
  else setTimeout(start, gatherMs);
}

/**
 * Whether several organizations send commands to this process. Remembers only the last sender, so its size does not
 * depend on how many there are.
 */
export interface Neighbours {
  sent(organizationId: string): void;
  areHere(): boolean;
}

export function watchNeighbours(lastsMs: number): Neighbours {
  let last: string | undefined;
  let changedAt = -Infinity;
  return {
    sent(organizationId) {
      if (organizationId === last) return;
      if (last !== undefined) changedAt = performance.now();
      last = organizationId;
    },
    areHere: () => performance.now() - changedAt < lastsMs,
  };
}
