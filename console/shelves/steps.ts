/** The colors a place can have, each with its words; the first step that fits counts. */
export interface Place {
  id: string;
  code: string;
  type: string;
  zone: string;
  aisle: string;
  is_active: boolean;
  is_locked: boolean;
  units: number;
  items: number;
  lpns: number;
  fill: number | null;
  counted_at: string | null;
  clash: readonly string[] | null;
}

export type By = 'fill' | 'age';

export interface Step {
  /** Its class in the stylesheet. */
  name: string;
  words: string;
  fits(place: Place, now: number): boolean;
}

const dayMs = 86_400_000;

export const daysSince = ({ counted_at: counted }: Place, now: number): number | undefined =>
  counted === null ? undefined : Math.max(0, Math.floor((now - Date.parse(counted)) / dayMs));

const upTo = (share: number) => (place: Place) => place.fill !== null && place.fill <= share;
const within = (days: number) => (place: Place, now: number) => (daysSince(place, now) ?? Infinity) <= days;

export const steps: Record<By, readonly Step[]> = {
  fill: [
    { name: 'none', words: 'empty', fits: ({ units, lpns }) => units === 0 && lpns === 0 },
    { name: 'unlimited', words: 'in use, without a limit', fits: ({ fill }) => fill === null },
    { name: 's1', words: 'up to a quarter', fits: upTo(0.25) },
    { name: 's2', words: 'up to a half', fits: upTo(0.5) },
    { name: 's3', words: 'up to three quarters', fits: upTo(0.75) },
    { name: 's4', words: 'nearly full', fits: (place) => (place.fill ?? 0) < 1 },
    { name: 's5', words: 'full', fits: upTo(1) },
    { name: 'over', words: 'over its limit', fits: () => true },
  ],
  age: [
    { name: 's1', words: 'counted this week', fits: within(7) },
    { name: 's2', words: 'within 30 days', fits: within(30) },
    { name: 's3', words: 'within 90 days', fits: within(90) },
    { name: 's4', words: 'within half a year', fits: within(182) },
    { name: 's5', words: 'longer ago', fits: (place) => place.counted_at !== null },
    // No fault: a warehouse that has just opened is all of it.
    { name: 'unlimited', words: 'never counted', fits: () => true },
  ],
};

export function stepOf(place: Place, by: By, now: number): Step {
  return steps[by].find((step) => step.fits(place, now))!;
}

/** What stands in the cell: a percentage, or days. */
export function figureOf(place: Place, by: By, now: number): string {
  if (by === 'age') {
    const days = daysSince(place, now);
    return days === undefined ? 'never' : `${days} d`;
  }
  if (place.units === 0 && place.lpns === 0) return '';
  if (place.fill !== null) return `${Math.round(place.fill * 100)}%`;
  return String(place.units);
}

/** Everything there is to say of a place, in one sentence. */
export function sentenceOf(place: Place, now: number): string {
  const days = daysSince(place, now);
  const facts = [
    place.fill !== null && `${Math.round(place.fill * 100)}% full`,
    place.units === 0 && place.lpns === 0
      ? 'empty'
      : `${place.units.toLocaleString()} units of ${place.items} ${place.items === 1 ? 'item' : 'items'}`,
    place.lpns > 0 && `${place.lpns} license ${place.lpns === 1 ? 'plate' : 'plates'}`,
    days === undefined ? 'never counted' : days === 0 ? 'counted today' : `counted ${days} days ago`,
    place.clash && `classes ${place.clash.join(' and ')} lie together and are kept apart`,
    place.is_locked && 'being counted',
    !place.is_active && 'closed',
  ];
  return `${place.code}: ${facts.filter(Boolean).join(', ')}`;
}
