/** How many of those who wait go together: as many as a job may carry, by number and by the size of their inputs. */
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

/** Starts a lane: what arrives in one turn of the loop goes together, or what arrives while it gathers. */
export function soon({ gatherMs }: LanePolicy, start: () => void): void {
  if (gatherMs === 0) setImmediate(start);
  else setTimeout(start, gatherMs);
}
