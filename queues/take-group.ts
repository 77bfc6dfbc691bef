/** When those who wait set off, and how many go together: as many as a job may carry, by number and by size. */
import type { LanePolicy } from './policies.ts';

interface Waiting {
  characters: number;
}

/** Takes the oldest, one at least and as many as fit beside those it has. */
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
 * Whether the next group sets off, `atOnceMax` being under way at most. Beside one that is under way it waits until it is as
 * large: a group that goes with the first that comes leaves all the others behind it, and pays for one what it could have
 * paid for many.
 */
export function mayStart(atOnceMax: number, underWay: readonly number[], waiting: number): boolean {
  return waiting > 0 && underWay.length < atOnceMax && waiting >= Math.max(0, ...underWay);
}

/** Starts a lane: what arrives in one turn of the loop goes together, or what arrives while it gathers. */
export function soon({ gatherMs }: LanePolicy, start: () => void): void {
  if (gatherMs === 0) setImmediate(start);
  else setTimeout(start, gatherMs);
}
