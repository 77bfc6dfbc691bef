/** Walks: known ones, and random floors against the S-shape as it is taught and, while small, against the best there is. */
import test from 'ava';
import fc from 'fast-check';
import { metresOf, shortestWalk, type Aisle, type Spot, type Stop } from './walk.ts';

/** Aisles along y, `apart` metres from each other. */
const aislesOf = (count: number, length: number, apart = 4): Aisle[] =>
  Array.from({ length: count }, (_, index) => ({
    aisle: `A${index}`,
    min_x: index * apart,
    max_x: index * apart,
    min_y: 0,
    max_y: length,
  }));

const at = (aisle: number, y: number, apart = 4): Spot => ({ aisle: `A${aisle}`, x: aisle * apart, y });

const named = (spots: readonly Spot[]): Stop[] => spots.map((spot, index) => ({ id: `${index}`, ...spot }));

test('one aisle is walked along, and both of its sides from its middle', (t) => {
  const wide: Aisle[] = [{ aisle: 'A0', min_x: 0, max_x: 2, min_y: 0, max_y: 10 }];
  const stops = named([
    { aisle: 'A0', x: 2, y: 7 },
    { aisle: 'A0', x: 0, y: 3 },
  ]);
  const { metres, stops: order } = shortestWalk(stops, wide);
  t.is(metres, 4);
  t.is(order.length, 2);
});

test('full aisles are walked in an S, short ways in and out at one end, and few stops around the largest gap', (t) => {
  const aisles = aislesOf(4, 20);
  const home = { aisle: '', x: 0, y: 0 };
  const full = named([0, 1, 2, 3].flatMap((aisle) => [1, 7, 13, 19].map((y) => at(aisle, y))));
  t.like(shortestWalk(full, aisles, { from: home, to: home }), { name: 's_shape', metres: 4 * 20 + 2 * 12 });
  const front = named([0, 1, 2, 3].map((aisle) => at(aisle, 2)));
  t.like(shortestWalk(front, aisles, { from: home, to: home }), { name: 'return', metres: 4 * 4 + 2 * 12 });
  const ends = named([at(0, 10), at(1, 19), at(1, 1), at(2, 19), at(2, 1), at(3, 10)]);
  t.like(shortestWalk(ends, aisles, { from: home, to: home }), {
    name: 'largest_gap',
    metres: 2 * 20 + 2 * 12 + 4 * 2,
  });
});

test('an aisle that runs the other way has its ends there', (t) => {
  const across: Aisle[] = [{ aisle: 'X', min_x: 0, max_x: 30, min_y: 4, max_y: 6 }];
  const metres = metresOf(across);
  t.is(metres({ aisle: 'X', x: 5, y: 4 }, { aisle: 'X', x: 15, y: 6 }), 10);
  t.is(metres({ aisle: 'X', x: 5, y: 4 }, { aisle: '', x: 0, y: 0 }), 10);
});

interface Floor {
  aisles: Aisle[];
  stops: Stop[];
  from?: Spot | undefined;
  to?: Spot | undefined;
}

const floors = (most: number): fc.Arbitrary<Floor> =>
  fc
    .record({
      count: fc.integer({ min: 1, max: 6 }),
      length: fc.integer({ min: 4, max: 40 }),
      apart: fc.integer({ min: 1, max: 8 }),
    })
    .chain(({ count, length, apart }) => {
      const spot = fc.tuple(fc.nat(count - 1), fc.nat(length)).map(([aisle, y]): Spot => at(aisle, y, apart));
      const end = fc.option(
        fc.tuple(fc.nat(50), fc.nat(50)).map(([x, y]): Spot => ({ aisle: '', x, y })),
        { nil: undefined },
      );
      return fc.record({
        aisles: fc.constant(aislesOf(count, length, apart)),
        stops: fc.array(spot, { minLength: 1, maxLength: most }).map(named),
        from: end,
        to: end,
      });
    });

/** As it is taught: through every aisle with a stop, from the first to the last, alternating; out of the last at its end. */
function sShapeMetres({ aisles, stops, from, to }: Floor): number {
  const used = aisles.filter(({ aisle }) => stops.some((stop) => stop.aisle === aisle));
  const metres = metresOf(aisles);
  let total = 0;
  let here = from;
  for (const [index, { aisle, min_x: x, min_y, max_y }] of used.entries()) {
    const [into, out] = index % 2 === 0 ? [min_y, max_y] : [max_y, min_y];
    if (here) total += metres(here, { aisle, x, y: into });
    total += max_y - min_y;
    here = { aisle, x, y: out };
  }
  return here && to ? total + metres(here, to) : total;
}

/** By every order. */
function bestMetres({ aisles, stops, from, to }: Floor): number {
  const metres = metresOf(aisles);
  const go = (here: Spot | undefined, left: readonly Stop[]): number => {
    if (left.length === 0) return here && to ? metres(here, to) : 0;
    return Math.min(
      ...left.map(
        (next) =>
          (here ? metres(here, next) : 0) +
          go(
            next,
            left.filter((one) => one !== next),
          ),
      ),
    );
  };
  return go(from, stops);
}

test('on any floor the walk visits every stop once, and is never longer than the S-shape', (t) => {
  fc.assert(
    fc.property(floors(60), (floor) => {
      const walk = shortestWalk(floor.stops, floor.aisles, floor);
      t.deepEqual(walk.stops.map(({ id }) => id).sort(), floor.stops.map(({ id }) => id).sort());
      t.true(walk.metres <= sShapeMetres(floor) + 1e-9);
      const metres = metresOf(floor.aisles);
      const spots = walk.stops.map(({ id }) => floor.stops[Number(id)]!);
      const legs = [...(floor.from ? [floor.from] : []), ...spots, ...(floor.to ? [floor.to] : [])];
      const walked = legs.slice(1).reduce((sum, leg, index) => sum + metres(legs[index]!, leg), 0);
      t.true(Math.abs(walked - walk.metres) < 1e-6, 'its metres are those between its stops');
    }),
    { numRuns: 300 },
  );
});

test('on small floors it is never shorter than the best there is, and seldom much longer', (t) => {
  let [walked, best] = [0, 0];
  fc.assert(
    fc.property(floors(6), (floor) => {
      const { metres } = shortestWalk(floor.stops, floor.aisles, floor);
      const least = bestMetres(floor);
      t.true(metres >= least - 1e-9);
      walked += metres;
      best += least;
    }),
    { numRuns: 150, seed: 28 },
  );
  t.true(walked <= best * 1.25, `${walked} metres, at best ${best}`);
});
