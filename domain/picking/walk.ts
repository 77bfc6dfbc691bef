/**
 * The walk of a pick job. Places lie in aisles, straight lines open at both ends; between aisles one walks at right angles.
 * Three walks known from practice are computed, in both directions, and the shortest is taken:
 * - S-shape: through each aisle to its other end;
 * - return: in and out at the same end;
 * - largest gap: the first and last aisle through, the others from both ends up to the largest stretch without a stop.
 */
export interface Spot {
  x: number;
  y: number;
  /** Empty for a place that is reached from anywhere. */
  aisle: string;
}

export interface Stop extends Spot {
  id: string;
}

/** The outermost places of an aisle. */
export interface Aisle {
  aisle: string;
  min_x: number;
  max_x: number;
  min_y: number;
  max_y: number;
}

export const walkNames = ['s_shape', 'return', 'largest_gap', 'sequence'] as const;
export type WalkName = (typeof walkNames)[number];

export interface Walk {
  name: WalkName;
  /** Every stop once, with the metres walked up to it. */
  stops: { id: string; metres: number }[];
  metres: number;
}

type Point = readonly [x: number, y: number];

/** Where one stands: how far along an aisle, and where that can be left. */
interface Standing {
  aisle: string;
  at: Point;
  /** The end with the smaller coordinate first. */
  ends: readonly [Point, Point];
}

const apart = ([ax, ay]: Point, [bx, by]: Point): number => Math.abs(ax - bx) + Math.abs(ay - by);

function stand({ x, y, aisle }: Spot, aisles: ReadonlyMap<string, Aisle>): Standing {
  const line = aisle === '' ? undefined : aisles.get(aisle);
  if (!line)
    return {
      aisle: `${x}/${y}`,
      at: [x, y],
      ends: [
        [x, y],
        [x, y],
      ],
    };
  const { min_x, max_x, min_y, max_y } = line;
  // It runs the way it is longer; places on both of its sides are reached from its middle.
  if (max_y - min_y >= max_x - min_x) {
    const middle = (min_x + max_x) / 2;
    return {
      aisle,
      at: [middle, y],
      ends: [
        [middle, min_y],
        [middle, max_y],
      ],
    };
  }
  const middle = (min_y + max_y) / 2;
  return {
    aisle,
    at: [x, middle],
    ends: [
      [min_x, middle],
      [max_x, middle],
    ],
  };
}

/** The shortest way between two places. */
function metresBetween(a: Standing, b: Standing): number {
  if (a.aisle === b.aisle) return apart(a.at, b.at);
  const ways = a.ends.flatMap((out) =>
    b.ends.map((into) => apart(a.at, out) + apart(out, into) + apart(into, b.at)),
  );
  return Math.min(...ways);
}

/** Metres between places, as one walks. */
export function metresOf(aisles: readonly Aisle[]): (a: Spot, b: Spot) => number {
  const named = new Map(aisles.map((one) => [one.aisle, one]));
  return (a, b) => metresBetween(stand(a, named), stand(b, named));
}

interface Placed extends Standing {
  stop: Stop;
}

/** The stops of one aisle, from its first end. */
type Row = readonly Placed[];

const alongOf = ({ at, ends: [first] }: Placed): number => apart(first, at);

function rowsOf(stops: readonly Stop[], aisles: ReadonlyMap<string, Aisle>): Row[] {
  const rows = new Map<string, Placed[]>();
  for (const stop of stops) {
    const placed = { ...stand(stop, aisles), stop };
    const row = rows.get(placed.aisle);
    if (row) row.push(placed);
    else rows.set(placed.aisle, [placed]);
  }
  const middle = ([one]: Row): Point => {
    const [[ax, ay], [bx, by]] = one!.ends;
    return [(ax + bx) / 2, (ay + by) / 2];
  };
  return [...rows.values()]
    .map((row) => row.sort((a, b) => alongOf(a) - alongOf(b)))
    .sort((a, b) => {
      const [[ax, ay], [bx, by]] = [middle(a), middle(b)];
      return ax - bx || ay - by;
    });
}

type Order = (rows: readonly Row[], isFromFar: boolean) => Placed[];

const sShape: Order = (rows, isFromFar) =>
  rows.flatMap((row, index) => ((index % 2 === 1) === isFromFar ? row : row.toReversed()));

const inAndOut: Order = (rows, isFromFar) => rows.flatMap((row) => (isFromFar ? row.toReversed() : row));

const largestGap: Order = (rows, isFromFar) => {
  const [first, ...others] = rows;
  const last = others.pop();
  if (!first || !last) return inAndOut(rows, isFromFar);
  const halves = others.map((row) => split(row));
  const [out, back] = isFromFar ? (['near', 'far'] as const) : (['far', 'near'] as const);
  const inward = (half: Row, end: 'near' | 'far'): Row => (end === 'far' ? half.toReversed() : half);
  return [
    ...inward(first, back),
    ...halves.flatMap((half) => inward(half[out], out)),
    ...inward(last, out),
    ...halves.toReversed().flatMap((half) => inward(half[back], back)),
  ];
};

/** The stops of an aisle on either side of its largest stretch without any, its ends counted. */
function split(row: Row): { near: Row; far: Row } {
  const length = apart(...row[0]!.ends);
  const along = [0, ...row.map(alongOf), length];
  const gaps = along.slice(1).map((at, index) => at - along[index]!);
  const widest = gaps.indexOf(Math.max(...gaps));
  return { near: row.slice(0, widest), far: row.slice(widest) };
}

// Of walks equally long the simpler one comes first: an S of which no aisle is walked through is a return.
const orders: readonly (readonly [WalkName, Order])[] = [
  ['return', inAndOut],
  ['s_shape', sShape],
  ['largest_gap', largestGap],
];

/** The shortest of the walks over all stops, from where the person stands to where the goods are to be. */
export function shortestWalk(
  stops: readonly Stop[],
  aisles: readonly Aisle[],
  { from, to }: { from?: Spot | undefined; to?: Spot | undefined } = {},
): Walk {
  const named = new Map(aisles.map((one) => [one.aisle, one]));
  const rows = rowsOf(stops, named);
  const [start, end] = [from && stand(from, named), to && stand(to, named)];
  let best: Walk | undefined;
  for (const [name, order] of orders) {
    for (const there of [rows, rows.toReversed()]) {
      for (const isFromFar of [false, true]) {
        const walk = measured(name, order(there, isFromFar), start, end);
        if (!best || walk.metres < best.metres) best = walk;
      }
    }
  }
  return best!;
}

function measured(
  name: WalkName,
  order: readonly Placed[],
  start: Standing | undefined,
  end: Standing | undefined,
): Walk {
  let metres = 0;
  let here = start;
  const stops = order.map((placed) => {
    if (here) metres += metresBetween(here, placed);
    here = placed;
    return { id: placed.stop.id, metres };
  });
  if (here && end) metres += metresBetween(here, end);
  return { name, stops, metres };
}
