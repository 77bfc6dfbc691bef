/** The walk of a pick job over its places: by their coordinates, or in pick sequence where one has none. */
import { shortestWalk, type Aisle, type Spot, type WalkName } from './walk.ts';

export interface WalkPlace {
  id: string;
  code: string;
  zone: string;
  pick_sequence: number;
  x: number | null;
  y: number | null;
  aisle: string;
}

export interface JobWalk {
  name: WalkName;
  /** Each place once; metres from the start of the walk, null if some place has no coordinates. */
  stops: { id: string; metres: number | null }[];
  metres: number | null;
}

export interface WalkEnds {
  from?: WalkPlace | undefined;
  to?: WalkPlace | undefined;
}

/** `isByZone`: zone after zone, in their order. */
export function jobWalk(
  places: readonly WalkPlace[],
  aisles: readonly Aisle[],
  { isByZone, from, to }: WalkEnds & { isByZone: boolean },
): JobWalk {
  const spots = places.map((place) => ({ place, spot: spotOf(place) }));
  if (spots.some(({ spot }) => !spot)) return inSequence(places);
  const zones =
    isByZone && places.length > 0 ? [...new Set(places.map(({ zone }) => zone))].sort() : [undefined];
  const walk: JobWalk & { metres: number } = { name: 's_shape', stops: [], metres: 0 };
  let here = from && spotOf(from);
  for (const [index, zone] of zones.entries()) {
    const there = spots.filter(({ place }) => zone === undefined || place.zone === zone);
    const part = shortestWalk(
      there.map(({ place: { id }, spot }) => ({ id, ...spot! })),
      aisles,
      { from: here, to: index === zones.length - 1 ? to && spotOf(to) : undefined },
    );
    if (index === 0) walk.name = part.name;
    walk.stops.push(...part.stops.map(({ id, metres }) => ({ id, metres: walk.metres + metres })));
    walk.metres += part.metres;
    here = there.find(({ place: { id } }) => id === part.stops.at(-1)?.id)?.spot;
  }
  return walk;
}

function spotOf({ x, y, aisle }: WalkPlace): Spot | undefined {
  return x === null || y === null ? undefined : { x, y, aisle };
}

function inSequence(places: readonly WalkPlace[]): JobWalk {
  const text = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
  const sorted = [...places].sort(
    (a, b) => text(a.zone, b.zone) || a.pick_sequence - b.pick_sequence || text(a.code, b.code),
  );
  return { name: 'sequence', stops: sorted.map(({ id }) => ({ id, metres: null })), metres: null };
}
