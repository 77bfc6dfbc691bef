/**
 * Into which cartons goods go, and how they lie there. A plan is a proof: its coordinates can be checked by anybody. It may
 * be poorer than the best there is, never impossible. What ships in its own carton goes first. The rest is filled in
 * several orders, largest first by one measure or another; the cheapest plan is kept, and every carton is then tried
 * smaller: what was tried in vain is told.
 */
import { fillCarton, type Block, type Effort, type Load, type Space, type Waiting } from './fill-carton.ts';
import { fitsAlone, volumeOf, type Size } from './turns.ts';

export interface CartonType extends Space {
  id: string;
  code: string;
  /** What one costs, in ten-thousandths; null when nobody said. */
  cost: number | null;
}

/** Goods as they are to be packed; what is not known of them is null. */
export interface Goods {
  key: string;
  count: number;
  size: Size | null;
  weight: number | null;
  must_stand: boolean;
  max_stack: number | null;
  /** It ships as it is, in no other carton. */
  is_shippable: boolean;
}

export const unpackedReasons = [
  'no_dims',
  'no_weight',
  'fraction',
  'too_large',
  'too_heavy',
  'no_carton',
  'too_many',
] as const;
export type UnpackedReason = (typeof unpackedReasons)[number];

export const smallerReasons = ['volume', 'weight', 'no_room'] as const;

export interface Unpacked {
  key: string;
  count: number;
  reason: UnpackedReason;
}

export interface PlannedCarton {
  /** Null: the goods are their own carton. */
  type: CartonType | null;
  blocks: Block[];
  /** Cheaper cartons that do not take the same goods. */
  rejected: { type: CartonType; reason: (typeof smallerReasons)[number]; left: number }[];
}

export interface CartonPlan {
  cartons: PlannedCarton[];
  unpacked: Unpacked[];
  /** Fewer cartons cannot do, by volume and by weight. */
  at_least: number;
  /** In which order the goods were put in, of those tried; null where all are their own cartons. */
  method: PackMethod | null;
}

/** More than this is not planned: a pallet, not a parcel. */
export const boxesMax = 2_000;
const effortOfPlan = 1_200_000;
/** Of the types that cannot take everything, so many of the largest are filled to see which takes the most. */
const partlyTried = 3;
/** How full cartons of many different goods get. */
const usuallyFilled = 0.8;

/** What goes in first: the largest, the longest, the broadest or the heaviest. */
const orders = {
  largest_first: ({ size }) => volumeOf(size),
  longest_first: ({ size }) => Math.max(...size),
  broadest_first: ({ size: [length, width] }) => length * width,
  heaviest_first: ({ weight }) => weight,
} as const satisfies Record<string, (load: Load) => number>;

export type PackMethod = keyof typeof orders;
export const packMethods = Object.keys(orders) as PackMethod[];

/** Plans the cartons of these goods. */
export function cartonize(goods: readonly Goods[], types: readonly CartonType[]): CartonPlan {
  const unpacked: Unpacked[] = [];
  const own: PlannedCarton[] = [];
  const waiting: Waiting[] = [];
  let boxes = 0;
  for (const one of goods) {
    const load = loadOf(one);
    if (typeof load === 'string') unpacked.push({ key: one.key, count: one.count, reason: load });
    else if (boxes + one.count > boxesMax)
      unpacked.push({ key: one.key, count: one.count, reason: 'too_many' });
    else {
      boxes += one.count;
      if (one.is_shippable)
        for (let at = 0; at < one.count; at += 1)
          own.push({ type: null, blocks: [alone(load)], rejected: [] });
      else {
        const reason = misfit(load, types);
        if (reason) unpacked.push({ key: one.key, count: one.count, reason });
        else waiting.push({ load, count: one.count });
      }
    }
  }
  const ranked = types.toSorted(cheapestFirst(types));
  const { cartons, method } = cheapestPlan(waiting, ranked);
  const at_least = own.length + leastCartons(waiting, types);
  return { cartons: [...own, ...cartons], unpacked, at_least, method };
}

function loadOf({ key, size, weight, must_stand, max_stack }: Goods): Load | UnpackedReason {
  if (!size) return 'no_dims';
  if (weight === null) return 'no_weight';
  return { key, size, weight, must_stand, max_stack };
}

const alone = (load: Load): Block => ({
  load,
  at: [0, 0, 0],
  box: load.size,
  rotation: 'LWH',
  counts: [1, 1, 1],
});

/** Why no carton takes even one. */
function misfit(load: Load, types: readonly CartonType[]): UnpackedReason | undefined {
  if (types.length === 0) return 'no_carton';
  const wide = types.filter(({ inner }) => fitsAlone(load, inner));
  if (wide.length === 0) return 'too_large';
  return wide.some(({ max_weight: most }) => load.weight <= most) ? undefined : 'too_heavy';
}

/** By cost where all have one, else by volume. */
function cheapestFirst(types: readonly CartonType[]): (one: CartonType, two: CartonType) => number {
  const isPriced = types.every(({ cost }) => cost !== null);
  return (one, two) =>
    (isPriced ? one.cost! - two.cost! : 0) ||
    volumeOf(one.inner) - volumeOf(two.inner) ||
    (one.code < two.code ? -1 : 1);
}

function leastCartons(waiting: readonly Waiting[], types: readonly CartonType[]): number {
  if (waiting.length === 0) return 0;
  const total = (of: (load: Load) => number): number =>
    waiting.reduce((so, { load, count }) => so + of(load) * count, 0);
  const most = (of: (type: CartonType) => number): number => Math.max(...types.map(of));
  const volume = total(({ size }) => volumeOf(size)) / most(({ inner }) => volumeOf(inner));
  const weight = total((load) => load.weight) / most(({ max_weight: max }) => max);
  // Sums beyond 2^53 are not exact: a hair above a whole number is that number.
  return Math.max(1, Math.ceil(volume - 1e-9), Math.ceil(weight - 1e-9));
}

function cheapestPlan(
  waiting: readonly Waiting[],
  ranked: readonly CartonType[],
): Pick<CartonPlan, 'cartons' | 'method'> {
  if (waiting.length === 0) return { cartons: [], method: null };
  const effort: Effort = { left: effortOfPlan };
  const tried = new Set<string>();
  let best: { cartons: PlannedCarton[]; method: PackMethod } | undefined;
  for (const method of packMethods) {
    if (best && effort.left <= 0) break;
    const measure = orders[method];
    const sorted = waiting.toSorted(
      (one, two) => measure(two.load) - measure(one.load) || (one.load.key < two.load.key ? -1 : 1),
    );
    const order = sorted.map(({ load }) => load.key).join();
    if (tried.has(order)) continue;
    tried.add(order);
    const cartons = packAll(sorted, ranked, effort);
    if (!best || isCheaper(cartons, best.cartons)) best = { cartons, method };
  }
  return { ...best!, cartons: best!.cartons.map((carton) => smaller(carton, ranked, effort)) };
}

function isCheaper(one: readonly PlannedCarton[], two: readonly PlannedCarton[]): boolean {
  const total = (cartons: readonly PlannedCarton[], of: (type: CartonType) => number): number =>
    cartons.reduce((so, { type }) => so + of(type!), 0);
  const less = (of: (type: CartonType) => number): number => total(one, of) - total(two, of);
  return (
    (less(({ cost }) => cost ?? 0) || one.length - two.length || less(({ inner }) => volumeOf(inner))) < 0
  );
}

/** Carton by carton: the cheapest that takes all that is left, else the one that takes most for what it costs. */
function packAll(sorted: readonly Waiting[], ranked: readonly CartonType[], effort: Effort): PlannedCarton[] {
  const cartons: PlannedCarton[] = [];
  let left: readonly Waiting[] = sorted;
  while (left.length > 0) {
    const carton = nextCarton(left, ranked, effort);
    cartons.push(carton);
    left = without(left, carton.blocks);
  }
  return cartons;
}

function nextCarton(left: readonly Waiting[], ranked: readonly CartonType[], effort: Effort): PlannedCarton {
  const boxes = left.reduce((so, { count }) => so + count, 0);
  const needed = needOf(left);
  const largest = ranked.toSorted((one, two) => volumeOf(two.inner) - volumeOf(one.inner));
  const fill = (type: CartonType): Block[] => fillWithin(type, left, effort, needed, largest[0]!);
  for (const type of ranked) {
    if (effort.left <= 0 || excess(type, needed)) continue;
    const blocks = fill(type);
    if (countOf(blocks) === boxes) return { type, blocks, rejected: [] };
  }
  // The first of what is left needs a carton whatever else goes in: without it nothing would ever end.
  const first = left[0]!.load;
  const fit = largest.filter((type) => fitsAlone(first, type.inner) && first.weight <= type.max_weight);
  let best: PlannedCarton | undefined;
  for (const type of fit.slice(0, effort.left > 0 ? partlyTried : 1)) {
    // Even full it would be worth less.
    if (best && worth(type, volumeOf(type.inner)) <= worth(best.type!, filledOf(best))) continue;
    const one = { type, blocks: fill(type), rejected: [] };
    if (!best || worth(type, filledOf(one)) > worth(best.type!, filledOf(best))) best = one;
  }
  return best!;
}

/** Fills a carton with its share of what may still be tried: the last of many is filled with as much care as the first. */
function fillWithin(
  type: CartonType,
  left: readonly Waiting[],
  effort: Effort,
  { volume }: Need,
  largest: CartonType,
): Block[] {
  const share = effort.left / Math.ceil(volume / (usuallyFilled * volumeOf(largest.inner)));
  const own = { left: share };
  const blocks = fillCarton(type, left, own);
  effort.left -= share - own.left;
  return blocks;
}

const filledOf = ({ blocks }: PlannedCarton): number =>
  blocks.reduce((so, { load, counts }) => so + volumeOf(load.size) * volumeOf(counts), 0);

const worth = ({ cost }: CartonType, volume: number): number =>
  cost === null || cost === 0 ? volume : volume / cost;

const countOf = (blocks: readonly Block[]): number =>
  blocks.reduce((so, { counts }) => so + volumeOf(counts), 0);

function without(left: readonly Waiting[], blocks: readonly Block[]): Waiting[] {
  return left.flatMap(({ load, count }) => {
    const rest = count - countOf(blocks.filter((block) => block.load === load));
    return rest > 0 ? [{ load, count: rest }] : [];
  });
}

interface Need {
  volume: number;
  weight: number;
}

function needOf(waiting: readonly Waiting[]): Need {
  let [volume, weight] = [0, 0];
  for (const { load, count } of waiting) {
    volume += volumeOf(load.size) * count;
    weight += load.weight * count;
  }
  return { volume, weight };
}

function excess({ inner, max_weight: most }: Space, needed: Need): 'volume' | 'weight' | undefined {
  if (needed.volume > volumeOf(inner)) return 'volume';
  return needed.weight > most ? 'weight' : undefined;
}

/** The same goods in the cheapest carton that takes them, with those that were tried before it. */
function smaller(carton: PlannedCarton, ranked: readonly CartonType[], effort: Effort): PlannedCarton {
  const counts = new Map<Load, number>();
  for (const { load, counts: each } of carton.blocks)
    counts.set(load, (counts.get(load) ?? 0) + volumeOf(each));
  const goods = [...counts].map(([load, count]) => ({ load, count }));
  const boxes = countOf(carton.blocks);
  const needed = needOf(goods);
  const rejected: PlannedCarton['rejected'] = [];
  for (const type of ranked.slice(0, ranked.indexOf(carton.type!))) {
    const reason = excess(type, needed);
    // What there is no time to try is not told as tried.
    if (!reason && effort.left <= 0) continue;
    const blocks = reason ? [] : fillCarton(type, goods, effort);
    const left = boxes - countOf(blocks);
    if (left === 0) return { type, blocks, rejected };
    rejected.push({ type, reason: reason ?? 'no_room', left });
  }
  return { ...carton, rejected };
}
