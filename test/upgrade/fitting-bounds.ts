/** Whether what was sent within its bounds still is: lengths, values, counts and patterns. */
import type { Json } from './surface.ts';

interface Bound {
  /** Its names in a schema; by the second one the value itself is beyond it. */
  names: readonly [usual: string, exclusive?: string];
  /** 1 where a lower bound is a tighter one, -1 where a higher one is. */
  tighter: 1 | -1;
}

const bounds: readonly Bound[] = [
  { names: ['maxLength'], tighter: 1 },
  { names: ['minLength'], tighter: -1 },
  { names: ['maxItems'], tighter: 1 },
  { names: ['minItems'], tighter: -1 },
  { names: ['maximum', 'exclusiveMaximum'], tighter: 1 },
  { names: ['minimum', 'exclusiveMinimum'], tighter: -1 },
];

/** What is drawn tighter, in words; none if nothing is. */
export function tightened(before: Json, now: Json): string[] {
  const found = bounds.flatMap((bound) => {
    const [old, present] = [limitOf(before, bound), limitOf(now, bound)];
    if (!present || (old && !isTighter(present, old, bound))) return [];
    return [`was of ${wordsOf(old, bound)} and is of ${wordsOf(present, bound)}`];
  });
  const { pattern } = now;
  return pattern === undefined || pattern === before['pattern']
    ? found
    : [...found, `takes only what fits ${pattern}`];
}

const wordsOf = (limit: Limit | undefined, { names: [usual, exclusive] }: Bound): string =>
  limit ? `${limit.isExclusive ? exclusive : usual} ${limit.value}` : `no ${usual}`;

interface Limit {
  value: number;
  isExclusive: boolean;
}

function limitOf(schema: Json, { names: [usual, exclusive], tighter }: Bound): Limit | undefined {
  const given = [
    { value: schema[usual], isExclusive: false },
    { value: exclusive && schema[exclusive], isExclusive: true },
  ].filter((limit): limit is Limit => typeof limit.value === 'number');
  return given.reduce<Limit | undefined>(
    (most, one) => (most && !isTighter(one, most, { tighter }) ? most : one),
    undefined,
  );
}

function isTighter(one: Limit, other: Limit, { tighter }: Pick<Bound, 'tighter'>): boolean {
  if (one.value === other.value) return one.isExclusive && !other.isExclusive;
  return (other.value - one.value) * tighter > 0;
}
