/** Which kind of work each of several people is given who ask at once: as if they had asked one after another. */

/** Planned moves of every kind have one table and one queue; picks that were handed on come with their job. */
export type WorkSource = 'receive' | 'count' | 'pick' | 'handed_on' | 'put_back' | 'move';

/** A piece of work that waits for somebody. */
export interface WaitingWork {
  priority: number;
  /** From where they stand; null if nobody knows. */
  metres: number | null;
  /** When it was made, in microseconds. */
  since: number;
  /** Whom of those who ask it is for; null: anybody. */
  only_for: readonly string[] | null;
}

/**
 * The source that each person, in this order, takes their work from: of the first of each source that is for them the most
 * urgent, then the nearest, then the oldest. Undefined for whom nothing is left.
 */
export function handOut(
  people: readonly string[],
  waiting: ReadonlyMap<WorkSource, readonly WaitingWork[]>,
): (WorkSource | undefined)[] {
  const left = new Map([...waiting].map(([source, work]) => [source, [...work]]));
  return people.map((person) => {
    const firsts = [...left].flatMap(([source, work]) => {
      const first = work.find(({ only_for: some }) => some === null || some.includes(person));
      return first ? [{ source, first }] : [];
    });
    const [best] = firsts.sort((a, b) => compare(a.first, b.first) || (a.source < b.source ? -1 : 1));
    if (!best) return undefined;
    const work = left.get(best.source)!;
    work.splice(work.indexOf(best.first), 1);
    return best.source;
  });
}

function compare(a: WaitingWork, b: WaitingWork): number {
  return a.priority - b.priority || nearness(a) - nearness(b) || a.since - b.since;
}

// More than any building, and unlike infinity it can be taken from itself.
const nearness = ({ metres }: WaitingWork): number => metres ?? Number.MAX_SAFE_INTEGER;
