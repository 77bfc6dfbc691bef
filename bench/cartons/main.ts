/**
 * What planning the cartons of a shipment takes of the processor, and how near the plan is to as few as there can be: the bound by volume
 * and weight, and boxes cut out of full cartons, of which the fewest is known. One process, no server.
 */
import { planPack, type CartonFacts, type PackLine } from '../../domain/picking/pack-plan.ts';
import { randomFrom, randomLoad, type RandomLoad } from '../../test/picking/random-loads.ts';

interface Kind {
  name: string;
  loads: RandomLoad[];
  /** The fewest cartons, where it is known. */
  fewest?: number;
}

const box = (code: string, sides: readonly [number, number, number]): CartonFacts => ({
  id: code,
  code,
  inner_length_cm: sides[0].toFixed(2),
  inner_width_cm: sides[1].toFixed(2),
  inner_height_cm: sides[2].toFixed(2),
  outer_length_cm: null,
  outer_width_cm: null,
  outer_height_cm: null,
  tare_kg: '0.2',
  max_weight_kg: '25',
  cost: null,
});

const sizes: readonly (readonly [number, number, number])[] = [
  [20, 15, 10],
  [25, 20, 15],
  [30, 25, 20],
  [35, 30, 25],
  [40, 30, 30],
  [50, 40, 30],
  [60, 40, 40],
];
const shelf = sizes.map((sides, at) => box(`B${at}`, sides));

/** The pieces of a carton cut at random, each straight through: they fit it exactly. */
function cutUp(seed: number, pieces: number): RandomLoad {
  const random = randomFrom(seed);
  let parts: [number, number, number][] = [[40, 30, 30]];
  while (parts.length < pieces) {
    const at = parts.reduce((best, part, index) => (volume(part) > volume(parts[best]!) ? index : best), 0);
    const part = parts[at]!;
    const axis = part.indexOf(Math.max(...part));
    const cut = Math.max(1, Math.round(part[axis]! * (0.3 + random() * 0.4)));
    const rest = part.map((side, index) => (index === axis ? side - cut : side)) as typeof part;
    parts = parts.with(at, part.map((side, index) => (index === axis ? cut : side)) as typeof part);
    if (rest[axis]! > 0) parts.push(rest);
  }
  const lines = parts.map((sides, at) => lineOf(at, sides, 1));
  return { lines, types: [box('EXACT', [40, 30, 30])] };
}

const volume = ([x, y, z]: readonly [number, number, number]): number => x * y * z;

const lineOf = (at: number, sides: readonly [number, number, number], qty: number): PackLine => ({
  item_id: `item-${at}`,
  sku: `SKU-${at}`,
  lot_no: '',
  qty: String(qty),
  packagings: [
    {
      uom: 'EA',
      factor: '1',
      length_cm: sides[0].toFixed(2),
      width_cm: sides[1].toFixed(2),
      height_cm: sides[2].toFixed(2),
      weight_kg: '0.05',
      must_stand: false,
      max_stack: null,
      is_shippable: false,
    },
  ],
});

function parcels(seed: number, kinds: number, most: number): RandomLoad {
  const random = randomFrom(seed);
  const side = (): number => 3 + Math.round(random() * 150) / 10;
  const count = 1 + Math.floor(random() * kinds);
  const lines = Array.from({ length: count }, (_, at) =>
    lineOf(at, [side(), side(), side()], 1 + Math.floor(random() * most)),
  );
  return { lines, types: shelf };
}

const many = (count: number, make: (seed: number) => RandomLoad): RandomLoad[] =>
  Array.from({ length: count }, (_, seed) => make(seed + 1));

export async function run(): Promise<void> {
  const kinds: Kind[] = [
    { name: 'a parcel: up to 6 items, 3 of each', loads: many(400, (seed) => parcels(seed, 6, 3)) },
    { name: 'a shop: up to 30 items, 12 of each', loads: many(200, (seed) => parcels(seed, 30, 12)) },
    { name: 'as the tests make them', loads: many(400, (seed) => randomLoad(seed, { kinds: 40, most: 30 })) },
    { name: 'a carton cut into 8', loads: many(200, (seed) => cutUp(seed, 8)), fewest: 1 },
    { name: 'a carton cut into 24', loads: many(100, (seed) => cutUp(seed, 24)), fewest: 1 },
    {
      name: '500 different items',
      loads: many(10, (seed) => ({ ...parcels(seed, 1, 1), lines: distinct(seed, 500) })),
    },
    {
      name: '2,000 of one item',
      loads: many(20, () => ({ lines: [lineOf(0, [7, 5, 3], 2_000)], types: shelf })),
    },
  ];
  for (const { loads } of kinds) for (const load of loads) planPack(load.lines, load.types);
  for (const { name, loads, fewest } of kinds) {
    const took: number[] = [];
    let [cartons, least] = [0, 0];
    for (const { lines, types } of loads) {
      const from = process.cpuUsage();
      const plan = planPack(lines, types);
      const { user, system } = process.cpuUsage(from);
      took.push((user + system) / 1_000);
      cartons += plan.cartons.length;
      least += fewest ?? plan.at_least;
    }
    took.sort((one, two) => one - two);
    const at = (share: number): string =>
      took[Math.min(took.length - 1, Math.floor(took.length * share))]!.toFixed(1);
    console.log(
      `${name.padEnd(40)} p50 ${at(0.5)} ms, p99 ${at(0.99)}, most ${took.at(-1)!.toFixed(1)}; ` +
        `${cartons} cartons, ${fewest === undefined ? 'at least' : 'the fewest'} ${least}: ${(cartons / least).toFixed(2)}`,
    );
  }
}

function distinct(seed: number, count: number): PackLine[] {
  const random = randomFrom(seed);
  const side = (): number => 3 + Math.round(random() * 150) / 10;
  return Array.from({ length: count }, (_, at) => lineOf(at, [side(), side(), side()], 1));
}
