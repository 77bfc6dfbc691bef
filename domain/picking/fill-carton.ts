/**
 * Fills one carton with boxes: each stands on the floor or on tops beneath it, none overlaps another, and none carries
 * more than it may. Units of one kind go side by side as a block, so that many are as cheap as one. Lengths are whole
 * tenths of a millimetre and weights whole milligrams: nothing is rounded, so a place that fits fits.
 *
 * Places are the corners that blocks leave, lowest first (extreme points). How much is tried is counted, not timed: the
 * same goods get the same plan on every machine.
 */
import { turnsOf, volumeOf, type Rotation, type Size, type Turnable, type Turns } from './turns.ts';

/** Boxes that are all alike. */
export interface Load extends Turnable {
  key: string;
  weight: number;
  /** How many may stand upon each other, itself included; null for any number. */
  max_stack: number | null;
}

export interface Waiting {
  load: Load;
  count: number;
}

/** A block of boxes, `counts` of them along x, y and z; its corner nearest to the origin is at `at`. */
export interface Block {
  load: Load;
  at: Size;
  /** Of one box as it is turned. */
  box: Size;
  rotation: Rotation;
  counts: Size;
}

interface Standing extends Block {
  end: Size;
  /** How many more may stand on its top. */
  room: number;
}

/** A corner where a box may stand, and how far one that stands there may reach along each axis, at most. */
interface Point {
  at: Size;
  reach: [number, number, number];
}

export interface Space {
  inner: Size;
  max_weight: number;
}

/** How much may still be tried; counted down to 0 and below. */
export interface Effort {
  left: number;
}

/** A box stands on at least this part of its base: more than half keeps its middle above what carries it. */
export const supportLeast = 0.7;
const pointsTried = 60;
const pointsTriedInHaste = 12;
/** Loads of which not one more goes in, one after the other: in haste the rest of them waits for the next carton. */
const vainLoadsInHaste = 40;

/** Fills the space with as much as it finds place for, in the order given. */
export function fillCarton(space: Space, waiting: readonly Waiting[], effort: Effort): Block[] {
  const leastSide = Math.min(...waiting.map(({ load }) => Math.min(...load.size)));
  const carton = new Filling(space, effort, leastSide);
  let inVain = 0;
  for (const { load, count } of waiting) {
    inVain = carton.take(load, count) ? 0 : inVain + 1;
    if (effort.left <= 0 && inVain >= vainLoadsInHaste) break;
  }
  return carton.blocks;
}

class Filling {
  readonly blocks: Standing[] = [];
  readonly #inner: Size;
  readonly #effort: Effort;
  readonly #leastSide: number;
  #points: Point[];
  #weightLeft: number;
  #volumeLeft: number;

  constructor({ inner, max_weight: maxWeight }: Space, effort: Effort, leastSide: number) {
    this.#inner = inner;
    this.#weightLeft = maxWeight;
    this.#volumeLeft = volumeOf(inner);
    this.#effort = effort;
    this.#leastSide = leastSide;
    this.#points = [{ at: [0, 0, 0], reach: [...inner] }];
  }

  /** False if not even one goes in. */
  take(load: Load, count: number): boolean {
    const turns = turnsOf(load);
    const volume = volumeOf(load.size);
    let left = count;
    while (left > 0) {
      const bearable = load.weight === 0 ? left : Math.floor(this.#weightLeft / load.weight);
      const block = this.#place(load, turns, Math.min(left, bearable, Math.floor(this.#volumeLeft / volume)));
      if (!block) break;
      this.#add(block);
      left -= volumeOf(block.counts);
    }
    return left < count;
  }

  /** The best block at the first point where one fits: the most boxes, then the lowest. */
  #place(load: Load, turns: Turns, count: number): Standing | undefined {
    if (count < 1) return undefined;
    const points = this.#points.slice(0, this.#effort.left > 0 ? pointsTried : pointsTriedInHaste);
    for (const { at, reach } of points) {
      let best: Standing | undefined;
      this.#effort.left -= 1;
      for (const { rotation, box } of turns) {
        if (at[0] + box[0] > reach[0] || at[1] + box[1] > reach[1] || at[2] + box[2] > reach[2]) continue;
        const found = this.#blockAt(load, at, rotation, box, count);
        if (found && (!best || isBetter(found, best))) best = found;
      }
      if (best) return best;
    }
    return undefined;
  }

  /** As many boxes as stand there: along x first, then rows of them, then layers. */
  #blockAt(load: Load, at: Size, rotation: Rotation, box: Size, count: number): Standing | undefined {
    const [x, y, z] = at;
    const [a, b, c] = box;
    const stackMax = load.max_stack ?? Infinity;
    let room = stackMax;
    const stands = (i: number, j: number): boolean => {
      const corner: Size = [x + i * a, y + j * b, z];
      const carried = this.#isClear(corner, [corner[0] + a, corner[1] + b, z + c])
        ? this.#carriedBy(corner, a, b)
        : 0;
      if (carried < 1) return false;
      room = Math.min(room, carried);
      return true;
    };
    if (!stands(0, 0)) return undefined;
    let nx = 1;
    while (nx < count && stands(nx, 0)) nx += 1;
    let ny = 1;
    while ((ny + 1) * nx <= count && rowStands(nx, ny, stands)) ny += 1;
    const [width, depth] = [x + nx * a, y + ny * b];
    let nz = 1;
    while (
      (nz + 1) * nx * ny <= count &&
      nz < room &&
      this.#isClear([x, y, z + nz * c], [width, depth, z + (nz + 1) * c])
    )
      nz += 1;
    return {
      load,
      at,
      box,
      rotation,
      counts: [nx, ny, nz],
      end: [width, depth, z + nz * c],
      room: room - nz,
    };
  }

  /** Inside, in nobody's space, and not sliding under what stands there already, which it would then carry. */
  #isClear(from: Size, to: Size): boolean {
    // Looking costs, also where it ends at once.
    this.#effort.left -= 1;
    const inner = this.#inner;
    if (to[0] > inner[0] || to[1] > inner[1] || to[2] > inner[2]) return false;
    // What was put there last is the most likely to be in the way.
    for (let index = this.blocks.length - 1; index >= 0; index -= 1) {
      this.#effort.left -= 1;
      const { at, end } = this.blocks[index]!;
      if (
        end[0] > from[0] &&
        at[0] < to[0] &&
        end[1] > from[1] &&
        at[1] < to[1] &&
        end[2] > from[2] &&
        at[2] <= to[2]
      )
        return false;
    }
    return true;
  }

  /** How many boxes may stand upon each other here; 0 where too little carries the base. */
  #carriedBy([x, y, z]: Size, a: number, b: number): number {
    if (z === 0) return Infinity;
    let area = 0;
    let room = Infinity;
    for (const { at, end, room: more } of this.blocks) {
      if (end[2] !== z) continue;
      const [dx, dy] = [
        Math.min(end[0], x + a) - Math.max(at[0], x),
        Math.min(end[1], y + b) - Math.max(at[1], y),
      ];
      if (dx <= 0 || dy <= 0) continue;
      area += dx * dy;
      room = Math.min(room, more);
    }
    return area >= supportLeast * a * b ? room : 0;
  }

  #add(block: Standing): void {
    this.#effort.left -= this.blocks.length + this.#points.length;
    this.blocks.push(block);
    this.#weightLeft -= block.load.weight * volumeOf(block.counts);
    this.#volumeLeft -= volumeOf(block.load.size) * volumeOf(block.counts);
    const { at, end } = block;
    const fresh = [0, 1, 2].flatMap((axis) => {
      const corner = at.map((start, other) => (other === axis ? end[other]! : start)) as unknown as Size;
      return [corner, ...[0, 1, 2].filter((other) => other !== axis).map((to) => this.#slid(corner, to))];
    });
    const isOpen = ({ at: corner, reach }: Point): boolean =>
      corner.every((place, axis) => reach[axis]! - place >= this.#leastSide) &&
      !corner.every((place, axis) => place >= at[axis]! && place < end[axis]!);
    for (const point of this.#points) limit(point, block);
    for (const corner of fresh)
      if (!this.#points.some((known) => isSame(known.at, corner))) this.#points.push(this.#pointAt(corner));
    this.#points = this.#points
      .filter(isOpen)
      .sort((one, two) => one.at[2] - two.at[2] || one.at[1] - two.at[1] || one.at[0] - two.at[0]);
  }

  #pointAt(at: Size): Point {
    const point: Point = { at, reach: [...this.#inner] };
    for (const block of this.blocks) limit(point, block);
    return point;
  }

  /** The point moved towards the origin along one axis, to the first block in its way. */
  #slid(point: Size, axis: number): Size {
    let to = 0;
    for (const { at, end } of this.blocks) {
      const isInWay =
        end[axis]! <= point[axis]! &&
        [0, 1, 2].every(
          (other) => other === axis || (at[other]! <= point[other]! && end[other]! > point[other]!),
        );
      if (isInWay) to = Math.max(to, end[axis]!);
    }
    return point.map((place, other) => (other === axis ? to : place)) as unknown as Size;
  }
}

/** A block ahead of the point along an axis ends how far a box may reach from there; one above may not be carried by it. */
function limit({ at, reach }: Point, { at: from, end }: Standing): void {
  const isBeside = (axis: number): boolean => from[axis]! <= at[axis]! && end[axis]! > at[axis]!;
  const [x, y, z] = [isBeside(0), isBeside(1), isBeside(2)];
  if (y && z && from[0] >= at[0]) reach[0] = Math.min(reach[0], from[0]);
  if (x && z && from[1] >= at[1]) reach[1] = Math.min(reach[1], from[1]);
  if (x && y && from[2] >= at[2]) reach[2] = Math.min(reach[2], from[2] - 1);
}

const isSame = (one: Size, two: Size): boolean => one[0] === two[0] && one[1] === two[1] && one[2] === two[2];

function rowStands(nx: number, j: number, stands: (i: number, j: number) => boolean): boolean {
  for (let i = 0; i < nx; i += 1) if (!stands(i, j)) return false;
  return true;
}

function isBetter(one: Standing, two: Standing): boolean {
  const more = volumeOf(one.counts) - volumeOf(two.counts);
  return more > 0 || (more === 0 && one.end[2] < two.end[2]);
}
